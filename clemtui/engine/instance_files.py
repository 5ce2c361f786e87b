"""Our own instance files: one way to read them, for games that need no other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from clemtui.engine.game import UnreadableInstances
from clemtui.engine.instances import Experiment, Instance


def read_experiments(
    game: str, document: Mapping[str, Any], source: str, needs: Mapping[str, type]
) -> tuple[Experiment, ...]:
    """Read ``{"experiments": [{"name", "language", "parameters", "instances": [{...}]}]}``.

    ``language`` (null: any) and ``parameters`` may be left out. An instance is ``{"game_id": 0,
    "task": "..."}`` with its own data beside; ``needs`` names the data that the game cannot do
    without, in an instance or among its experiment's parameters, and the type of each.

    Raises:
        UnreadableInstances: if something is missing or of the wrong type.
    """
    experiments = []
    for entry in _list(document, "experiments", source):
        name = _typed(entry, "name", str, source)
        language = entry.get("language")
        parameters = entry.get("parameters", {})
        instances = []
        for item in _list(entry, "instances", f"{source}, experiment {name!r}"):
            where = f"{source}, experiment {name!r}, instance {item.get('game_id')!r}"
            data = {key: value for key, value in item.items() if key not in ("game_id", "task")}
            for key, kind in needs.items():
                _typed({**parameters, **data}, key, kind, where)
            instances.append(
                Instance(
                    game=game,
                    experiment=name,
                    game_id=_typed(item, "game_id", int, where),
                    data=data,
                    parameters=parameters,
                    language=language,
                    source=source,
                    task=item.get("task", ""),
                )
            )
        experiments.append(Experiment(game, name, language, tuple(instances)))
    return tuple(experiments)


def _list(data: Mapping[str, Any], key: str, where: str) -> Sequence[Mapping[str, Any]]:
    items: Sequence[Mapping[str, Any]] = _typed(data, key, list, where)
    if not items or not all(isinstance(item, Mapping) for item in items):
        raise UnreadableInstances(f"{where}: {key!r} should be a list of objects, not empty")
    return items


def _typed(data: Mapping[str, Any], key: str, kind: type, where: str) -> Any:
    if key not in data:
        raise UnreadableInstances(f"{where}: {key!r} is missing")
    if not isinstance(data[key], kind) or (kind is int and isinstance(data[key], bool)):
        raise UnreadableInstances(f"{where}: {key!r} should be of type {kind.__name__}")
    return data[key]

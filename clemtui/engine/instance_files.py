"""Reading instance files: typed access to entries, and the format of our own files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, TypeVar

from clemtui.engine.game import UnreadableInstances
from clemtui.engine.instances import Experiment, Instance, NoEquivalent

T = TypeVar("T")

NO_EQUIVALENT: Final = "no_equivalent"
"""The entry that an instance has instead of its words where its language has none: the reason."""

_KINDS: Mapping[type, str] = {
    str: "a string",
    int: "an integer",
    list: "a list",
    dict: "an object",
}
_NOT_PARAMETERS = frozenset({"name", "language", "seed", "game_instances"})


def entry(data: object, name: str, kind: type[T]) -> T:
    """Return an entry of an object in an instance file, checked to be of a JSON type.

    Raises:
        UnreadableInstances: if it is missing or of another type, or ``data`` is not an object.
    """
    if not isinstance(data, Mapping):
        raise UnreadableInstances(f"expected an object with {name!r}, not {data!r:.40}")
    if name not in data:
        raise UnreadableInstances(f"{name!r} is missing")
    value = data[name]
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise UnreadableInstances(f"{name!r} must be {_KINDS[kind]}, not {value!r:.40}")
    return value


def entries(data: object, name: str, kind: type[T]) -> tuple[T, ...]:
    """Return the items of a non-empty list, all of one type.

    Raises:
        UnreadableInstances: if it is missing, empty or not a list, or an item has another type.
    """
    items: list[Any] = entry(data, name, list)
    if not items:
        raise UnreadableInstances(f"{name!r} is empty")
    for item in items:
        if not isinstance(item, kind):
            raise UnreadableInstances(
                f"each item of {name!r} must be {_KINDS[kind]}, not {item!r:.40}"
            )
    return tuple(items)


def no_equivalents(items: Iterable[Mapping[str, Any]]) -> tuple[NoEquivalent, ...]:
    """Return the instances whose entry `NO_EQUIVALENT` says that their language cannot set them.

    Raises:
        UnreadableInstances: if one has no number, no task or no reason.
    """
    return tuple(
        NoEquivalent(
            entry(item, "game_id", int), entry(item, "task", str), entry(item, NO_EQUIVALENT, str)
        )
        for item in items
        if NO_EQUIVALENT in item
    )


def read_experiments(
    game: str, document: Mapping[str, Any], source: str, needs: Mapping[str, type]
) -> tuple[Experiment, ...]:
    """Read ``{"experiments": [{"name", "language", ..., "game_instances": [{"game_id", ...}]}]}``.

    ``language`` may be omitted (any). All other entries of an experiment are parameters of its
    instances, except ``seed``, which only records how it was made. All other entries of an instance
    are its data, except ``task``, its language-neutral name. An entry with `NO_EQUIVALENT` is not
    an instance, see `no_equivalents`. ``needs`` names what the game requires, in the data or the
    parameters, with the type of each.

    Raises:
        UnreadableInstances: if something is missing or of the wrong type.
    """
    return tuple(
        _experiment(game, data, source, needs) for data in entries(document, "experiments", dict)
    )


def _experiment(
    game: str, data: Mapping[str, Any], source: str, needs: Mapping[str, type]
) -> Experiment:
    name = entry(data, "name", str)
    language = entry(data, "language", str) if data.get("language") is not None else None
    parameters = {key: value for key, value in data.items() if key not in _NOT_PARAMETERS}
    instances = []
    try:
        items = entries(data, "game_instances", dict)
        without = no_equivalents(items)
        for item in items:
            if NO_EQUIVALENT in item:
                continue
            for key, kind in needs.items():
                entry({**parameters, **item}, key, kind)
            own = {key: value for key, value in item.items() if key not in ("game_id", "task")}
            instances.append(
                Instance(
                    game=game,
                    experiment=name,
                    game_id=entry(item, "game_id", int),
                    data=own,
                    parameters=parameters,
                    language=language,
                    source=source,
                    task=entry(item, "task", str) if "task" in item else "",
                )
            )
    except UnreadableInstances as error:
        raise UnreadableInstances(f"experiment {name!r}: {error}") from None
    return Experiment(game, name, language, tuple(instances), without)

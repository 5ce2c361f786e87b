"""Official instances of the reference game, with the reference's own prompts, grids and patterns.

The format is that of benchmarks 1.5 to 3.0, in every language of the reference.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from clemtui.engine import Experiment, Instance, Texts, UnreadableInstances, entries, entry

from .grids import cells
from .parsing import MODES, compiled, options_of, tag_of
from .task import FOLLOWER_GRIDS, GIVER_GRIDS

PROMPTS = {"giver": "player_1_prompt_header", "follower": "player_2_prompt_header"}
PATTERNS = ("player_1_response_pattern", "player_2_response_pattern")
EXPRESSION_MARKER = "TARGET_EXPRESSION"

_OLD = (
    "these instances are from benchmark 0.9 or 1.0, which has different rules: use those of "
    "benchmark 2.0 or 3.0, which have response patterns and a list 'target_grid_name'"
)
_NOT_DATA = frozenset({"game_id", "lang", *PROMPTS.values()})


def official_experiment(game: str, data: Mapping[str, Any], source: str) -> Experiment:
    """Return an experiment in the reference's format.

    Raises:
        UnreadableInstances: if something the game needs is missing or invalid.
    """
    name = entry(data, "name", str)
    parameters = {key: data[key] for key in data if key not in ("name", "game_instances")}
    instances = tuple(
        _instance(game, name, parameters, task, source)
        for task in entries(data, "game_instances", dict)
    )
    languages = {instance.language for instance in instances}
    language = languages.pop() if len(languages) == 1 else None
    return Experiment(game, name, language, instances)


def _instance(
    game: str, experiment: str, parameters: Mapping[str, Any], task: Mapping[str, Any], source: str
) -> Instance:
    game_id = entry(task, "game_id", int)
    if isinstance(task.get("target_grid_name"), str) and not task.keys() & set(PATTERNS):
        raise UnreadableInstances(_OLD)
    try:
        _check(task)
    except UnreadableInstances as error:
        raise UnreadableInstances(f"game id {game_id}: {error}") from None
    return Instance(
        game=game,
        experiment=experiment,
        game_id=game_id,
        data={key: value for key, value in task.items() if key not in _NOT_DATA},
        parameters=parameters,
        language=entry(task, "lang", str),
        origin="official",
        source=source,
        prompts={field: entry(task, field, str) for field in PROMPTS.values()},
        task=_neutral_name(game, task),
    )


def _check(task: Mapping[str, Any]) -> None:
    for field in (*GIVER_GRIDS, *FOLLOWER_GRIDS):
        if not cells(entry(task, field, str)):
            raise UnreadableInstances(f"{field!r} is empty")
    entries(task, "target_grid_name", str)
    for field in PATTERNS:
        try:
            compiled(entry(task, field, str))
        except ValueError as error:
            raise UnreadableInstances(f"{field!r} {error}") from None
    for field in ("p1_mode", "p2_mode"):
        if entry(task, field, str) not in MODES:
            raise UnreadableInstances(f"{field!r} must be one of {', '.join(MODES)}")


def _neutral_name(game: str, task: Mapping[str, Any]) -> str:
    """Return a name for the task that is the same in every language.

    All languages share the grids and their orders.
    """
    both = (*GIVER_GRIDS, *FOLLOWER_GRIDS)
    rows = ("/".join("".join(row) for row in cells(task[field])) for field in both)
    return f"{game}:{' '.join(rows)}"


def official_texts(instance: Instance) -> Texts:
    """Return the texts of an official instance.

    The tag and the options are read from its patterns. A pattern that is not in the reference's
    form yields none.
    """
    data = instance.data
    prompts = {id: instance.prompts[field] for id, field in PROMPTS.items()}
    tags = {
        "expression": tag_of(data[PATTERNS[0]], prompts["giver"]),
        "answer": tag_of(data[PATTERNS[1]], prompts["follower"]),
    }
    options = options_of(data[PATTERNS[1]])
    assert instance.language is not None
    return Texts(
        language=instance.language,
        prompts=prompts,
        tags={id: tag for id, tag in tags.items() if tag is not None},
        options={"answer": options} if options else {},
        card={"version": "official", "source": instance.source},
        markers={"expression": EXPRESSION_MARKER},
    )

"""Official instances of imagegame, with the reference's own prompts and patterns.

The format is that of benchmarks 1.6 to 3.0. Older files (0.9, 1.0) have no patterns; the
reference's own v3.0 rules cannot play them either.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from clemtui.engine import Instance, Texts, UnreadableInstances, entries, entry

from .grids import EMPTY, as_text
from .parsing import BadPattern, Protocol

COMMAND = "Command:"
DONE = "DONE"
PATTERNS = (
    "player_1_response_pattern",
    "player_1_terminate_pattern",
    "player_2_response_pattern",
)
PROMPTS = ("player_1_prompt_header", "player_2_prompt_header", "player_1_question")
MARKERS = {"target": "$TARGET_GRID$", "question": "$QUESTION$"}


def is_official(data: Mapping[str, Any]) -> bool:
    """Return whether an experiment is in the reference's format."""
    tasks = data.get("game_instances")
    return isinstance(tasks, list) and any(
        isinstance(task, dict) and any(name in task for name in (*PROMPTS, *PATTERNS))
        for task in tasks
    )


def official_instances(game: str, data: Mapping[str, Any], source: str) -> tuple[Instance, ...]:
    """Return the instances of an experiment in the reference's format.

    Raises:
        UnreadableInstances: if something the game needs is missing or invalid.
    """
    return tuple(
        _instance(game, data, task, source) for task in entries(data, "game_instances", dict)
    )


def _instance(game: str, data: Mapping[str, Any], task: Mapping[str, Any], source: str) -> Instance:
    if not any(name in task for name in PATTERNS):
        raise UnreadableInstances(
            "its instances have no answer patterns (benchmarks before 1.6); use the file of a "
            "later benchmark"
        )
    instance = Instance(
        game=game,
        experiment=entry(data, "name", str),
        game_id=entry(task, "game_id", int),
        data={"target_grid": entry(task, "target_grid", str)},
        parameters={"grid_dimension": entry(task, "grid_dimension", int)},
        language="en",
        origin="official",
        source=source,
        prompts={name: entry(task, name, str) for name in (*PROMPTS, *PATTERNS)},
    )
    try:
        protocol = Protocol.of(official_texts(instance))
    except BadPattern as error:
        raise UnreadableInstances(f"game id {instance.game_id}: {error}") from None
    _check(protocol, instance.game_id)
    return instance


def _check(protocol: Protocol, game_id: int) -> None:
    """Check that the patterns accept the answers that each seat's form composes."""
    if protocol.instruction(f"{COMMAND} x") is None or not protocol.ends(f"{COMMAND} {DONE}"):
        raise UnreadableInstances(
            f"game id {game_id}: the giver's patterns do not match the English game, whose "
            f"answers begin with {COMMAND!r}"
        )
    if not protocol.is_grid(as_text(EMPTY)):
        raise UnreadableInstances(
            f"game id {game_id}: the grid pattern does not accept an empty grid"
        )


def official_texts(instance: Instance) -> Texts:
    """Return the texts of an official instance, assembled as in the reference."""
    own = instance.prompts
    target, question = MARKERS["target"], MARKERS["question"]
    return Texts(
        language="en",
        prompts={
            "giver": f"{own['player_1_prompt_header']}\n{target}\n{question}",
            "follower": own["player_2_prompt_header"],
            "question": own["player_1_question"],
        },
        tags={"command": COMMAND, "done": DONE},
        options={"patterns": tuple(own[name] for name in PATTERNS)},
        card={"version": "official", "source": instance.source},
        markers=MARKERS,
    )

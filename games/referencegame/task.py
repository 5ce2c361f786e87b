"""The task of an episode: the grids in each seat's order, and how to read responses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from clemtui.engine import Instance, Texts

from .grids import shown
from .parsing import DIGITS, Rule, answer_pattern, compiled, expression_pattern

GIVER_GRIDS = ("player_1_target_grid", "player_1_second_grid", "player_1_third_grid")
FOLLOWER_GRIDS = ("player_2_first_grid", "player_2_second_grid", "player_2_third_grid")
"""Fields of an official instance."""


@dataclass(frozen=True, slots=True)
class Task:
    """The task of one episode.

    Attributes:
        giver: the grids as the giver sees them: the target, then the two distractors.
        follower: the grids as the follower sees them.
        names: the answers that name the target, in lower case.
        expressions: how to read the giver's response.
        answers: how to read the follower's response.
    """

    giver: tuple[str, ...]
    follower: tuple[str, ...]
    names: tuple[str, ...]
    expressions: Rule
    answers: Rule

    @property
    def place(self) -> int | None:
        """The target's index among the follower's grids, or None if it is not one of them."""
        target = self.giver[0]
        return self.follower.index(target) if target in self.follower else None


def grids_of(data: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the grids of an instance, in the form of its file; empty if it has none."""
    given = data.get("grids") or [data[name] for name in GIVER_GRIDS if name in data]
    known = isinstance(given, list) and all(isinstance(grid, str) for grid in given)
    return tuple(given) if known else ()


def task_of(instance: Instance, texts: Texts) -> Task:
    """Return the task of an instance read by the game."""
    strict = {seat: instance_mode(instance, seat) == "strict" for seat in ("p1_mode", "p2_mode")}
    data = instance.data
    if instance.origin == "official":
        giver = tuple(data[name] for name in GIVER_GRIDS)
        follower = tuple(data[name] for name in FOLLOWER_GRIDS)
        names = tuple(data["target_grid_name"])
        patterns = (data["player_1_response_pattern"], data["player_2_response_pattern"])
    else:
        giver = tuple(shown(short) for short in data["grids"])
        follower = tuple(giver[number - 1] for number in data["order"])
        place = data["order"].index(1)
        options = texts.options["answer"]
        names = (texts.policy.key(options[place]), DIGITS[place])
        patterns = (
            expression_pattern(texts.tag("expression")),
            answer_pattern(
                _folded(texts.tag("answer"), texts), [_folded(o, texts) for o in options]
            ),
        )
    return Task(
        giver,
        follower,
        names,
        Rule(compiled(patterns[0]), strict["p1_mode"]),
        Rule(compiled(patterns[1]), strict["p2_mode"]),
    )


def _folded(word: str, texts: Texts) -> str:
    """Fold a word of the texts like an answer, for comparison."""
    return texts.policy.fold(texts.policy.normalise(word))


def instance_mode(instance: Instance, seat: str) -> str:
    """Return how strictly a seat's responses are read.

    Official instances have a mode each; ours have one for the experiment.
    """
    return str({**instance.parameters, **instance.data}[seat])

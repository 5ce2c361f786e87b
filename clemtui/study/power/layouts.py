"""Who will play what in a study: the plans that its participants will get."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from clemtui.analysis.baseline.data import Indices
from clemtui.analysis.baseline.simulation import Layout
from clemtui.study.assignment.planning import Planned, plan_for
from clemtui.study.checking import Checked, planned_design
from clemtui.study.errors import StudyError
from clemtui.study.power.family import Block


@dataclass(frozen=True, slots=True)
class Episode:
    """An episode that is planned, or was played.

    Attributes:
        participant: who played it; ``task``: the name of its task in the game.
    """

    participant: str
    game: str
    seat: str
    language: str
    task: str


_PLANNED = 128
"""How many different plans there are: making them takes a time that grows with their square, and
after so many, everything is played about equally often."""


class Assigned:
    """The plans of participants who play in all languages of a study and finish it.

    From the 129th participant on, they are those of the first again.

    Args:
        checked: the study.
    """

    def __init__(self, checked: Checked) -> None:
        self._design = planned_design(checked.study.protocol, checked.games)
        self._languages = checked.study.protocol.languages
        self._plans: list[Sequence[Planned]] = []

    def first(self, participants: int) -> list[Episode]:
        """Return the episodes of the first participants that count, in their order."""
        while len(self._plans) < min(participants, _PLANNED):
            number = len(self._plans) + 1
            plan = plan_for(self._design, number, self._languages, (), self._plans)
            self._plans.append([each for each in plan.episodes if not each.practice])
        return [
            Episode(str(number), each.game, each.seat, each.language, each.task)
            for number in range(participants)
            for each in self._plans[number % _PLANNED]
        ]


def layout_of(block: Block, episodes: Iterable[Episode]) -> tuple[Layout, list[int]]:
    """Return the layout of a block, and the places of its episodes among those given.

    Raises:
        StudyError: if it has no episode.
    """
    own = any(each.compared.against == "unpaired" for each in block.named)
    kept: list[int] = []
    conditions: list[int] = []
    people: list[str] = []
    tasks: list[tuple[int, str, str]] = []
    places: set[tuple[tuple[int, str, str], str, str]] = set()
    for at, each in enumerate(episodes):
        condition = block.condition(each.game, each.seat, each.language)
        if condition is None:
            continue
        # tasks of one level are others than those of another, whatever they are called
        task = (condition if own else 0, each.game, each.task)
        kept.append(at)
        conditions.append(condition)
        people.append(each.participant)
        tasks.append(task)
        places.add((task, each.seat, each.language))
    if not kept:
        raise StudyError(f"{' and '.join(block.games)}: no one plays what is compared")
    number = {task: at for at, task in enumerate(sorted(set(tasks)))}
    return (
        Layout(
            _numbered(people),
            np.array([number[task] for task in tasks], dtype=np.int64),
            np.array(conditions, dtype=np.int64),
            np.array(sorted(number[task] for task, *_ in places), dtype=np.int64),
        ),
        kept,
    )


def _numbered(names: Sequence[str]) -> Indices:
    number = {name: at for at, name in enumerate(dict.fromkeys(names))}
    return np.array([number[name] for name in names], dtype=np.int64)

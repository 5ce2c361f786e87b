"""The scripted giver's choice: the plainest words that fit the target and no distractor.

It starts with what people see at a glance (a full row) and ends with what they must look for (one
cell). It says two things only if no single one is enough. Two cells always are, since grids differ
in at least one.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import combinations

from ..grids import SIZE
from .facts import Count, Every, Fact, LineCount, LooksLike
from .regions import AXES, CENTRE, CORNERS, GRID, Cells, line
from .shapes import likenesses
from .wording import Wording

Said = tuple[Fact, str]

_MIN_DIFFERENCE = 6
"""The fewest differing cells for which a distractor is not mistaken for a letter."""


def description(target: Cells, distractors: Sequence[Cells], words: Wording, seed: int) -> str:
    """Return a short text that is true of the target and of no distractor.

    The seed chooses among equally plain statements.

    Raises:
        ValueError: if a distractor equals the target.
    """
    choice = random.Random(f"giver {seed} {sorted(target)}")
    known: list[tuple[str, frozenset[int]]] = []
    for level in _levels(target, words):
        found = []
        for fact, text in level:
            ruled_out = frozenset(
                number for number, other in enumerate(distractors) if _rules_out(fact, other)
            )
            if ruled_out:
                found.append((text, ruled_out))
        alone = [text for text, ruled_out in found if len(ruled_out) == len(distractors)]
        if alone:
            return choice.choice(alone)
        known += found
    for (one, first), (two, second) in combinations(known, 2):
        if len(first | second) == len(distractors):
            return words.joined(one, two)
    raise ValueError("a distractor is the same as the target")


def _rules_out(fact: Fact, other: Cells) -> bool:
    if isinstance(fact, LooksLike):
        return all(len(drawing ^ other) >= _MIN_DIFFERENCE for drawing in fact.placed)
    return fact.truth(other) < 1


def _levels(target: Cells, words: Wording) -> Iterator[list[Said]]:
    """Yield everything true of the target that can be put into words, plainest first."""
    yield list(_letters(target, words))
    yield list(_whole_lines(target, words))
    yield list(_single_cells(CORNERS | CENTRE, target, words))
    yield list(_counts(target, words))
    yield list(_single_cells(GRID - CORNERS - CENTRE, target, words))


def _letters(target: Cells, words: Wording) -> Iterator[Said]:
    for name, fact in likenesses().items():
        if len(name) == 1 and name.isalpha() and fact.truth(target) == 1:
            yield fact, words.looks_like(name)


def _whole_lines(target: Cells, words: Wording) -> Iterator[Said]:
    for axis in AXES:
        for index in range(SIZE):
            cells = line(axis, index)
            for filled in (True, False):
                fact = Every(cells, filled)
                if fact.truth(target) == 1:
                    yield fact, words.line(axis, index, filled)


def _single_cells(cells: Cells, target: Cells, words: Wording) -> Iterator[Said]:
    for cell in sorted(cells):
        yield Every(frozenset({cell}), cell in target), words.place(cell, cell in target)


def _counts(target: Cells, words: Wording) -> Iterator[Said]:
    for axis in AXES:
        whole = [line(axis, index) <= target for index in range(SIZE)]
        empty = [not line(axis, index) & target for index in range(SIZE)]
        for filled, found in ((True, sum(whole)), (False, sum(empty))):
            yield LineCount(axis, found, filled), words.line_count(axis, found, filled)
        for index in range(SIZE):
            number = len(line(axis, index) & target)
            if 0 < number < SIZE:
                yield Count(line(axis, index), number), words.count(axis, index, number)
    if target:
        yield Count(GRID, len(target)), words.total_count(len(target))

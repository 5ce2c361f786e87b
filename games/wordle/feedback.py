"""Colour guesses, and derive scores and keyboard state from the colours alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import IntEnum
from itertools import pairwise

CLOSENESS_GREEN = 5
CLOSENESS_YELLOW = 3

STRATEGY_RED = -20
STRATEGY_GREEN = 20
STRATEGY_YELLOW = 10
STRATEGY_FIRST_HIT = 100


class Mark(IntEnum):
    """The colour of one letter of a guess; a higher value is more informative about the letter."""

    RED = 0
    YELLOW = 1
    GREEN = 2


COLOURS = ("red", "yellow", "green")
"""The names of the colours in English, by mark."""

Marks = tuple[Mark, ...]
#: A guess with its marks.
Attempt = tuple[str, Marks]


def colour(guess: str, target: str) -> Marks:
    """Mark each letter of a guess against the target.

    Greens are marked first and use up their letter of the target. Then, from left to right, a
    letter is yellow if the target has another unused occurrence of it (which it uses up).

    Raises:
        ValueError: if the words differ in length.
    """
    if len(guess) != len(target):
        raise ValueError(f"guess {guess!r} and target {target!r} differ in length")
    marks = [Mark.GREEN if g == t else Mark.RED for g, t in zip(guess, target, strict=True)]
    unused = [t for t, mark in zip(target, marks, strict=True) if mark is not Mark.GREEN]
    for position, letter in enumerate(guess):
        if marks[position] is Mark.RED and letter in unused:
            marks[position] = Mark.YELLOW
            unused.remove(letter)
    return tuple(marks)


def feedback_text(guess: str, marks: Sequence[Mark], colours: Sequence[str] = COLOURS) -> str:
    """Return the feedback line, ``c<red> r<yellow> a<red> n<yellow> e<green>``.

    ``colours`` are the words for red, yellow and green.
    """
    return " ".join(f"{c}<{colours[mark]}>" for c, mark in zip(guess, marks, strict=True))


def closeness(marks: Iterable[Mark]) -> int:
    """Return the Closeness Score of a turn: 5 per green and 3 per yellow letter (at most 25)."""
    points = {Mark.RED: 0, Mark.YELLOW: CLOSENESS_YELLOW, Mark.GREEN: CLOSENESS_GREEN}
    return sum(points[mark] for mark in marks)


def strategy(attempts: Sequence[Attempt], *, aborted: bool) -> list[int]:
    """Return the Strategy Score of every turn: how a guess used the feedback on the previous guess.

    The first turn scores 0. A later one scores, over sets of distinct letters and regardless of
    their position, -20 for each previously red, +20 for each previously green and +10 for each
    previously yellow letter that the guess contains; a letter with several colours (because it was
    repeated) counts for each of them. If there is only one guess, it scores 100, or 0 if the
    episode was aborted.
    """
    if len(attempts) == 1:
        return [0 if aborted else STRATEGY_FIRST_HIT]
    points = {Mark.RED: STRATEGY_RED, Mark.YELLOW: STRATEGY_YELLOW, Mark.GREEN: STRATEGY_GREEN}
    scores = [0] if attempts else []
    for (before, marks), (guess, _) in pairwise(attempts):
        seen = set(zip(before, marks, strict=True))
        scores.append(sum(points[mark] for letter, mark in seen if letter in guess))
    return scores


def keyboard(attempts: Iterable[Attempt]) -> Mapping[str, Mark]:
    """Return the best-known mark of every guessed letter."""
    best: dict[str, Mark] = {}
    for guess, marks in attempts:
        for letter, mark in zip(guess, marks, strict=True):
            best[letter] = max(mark, best.get(letter, Mark.RED))
    return best

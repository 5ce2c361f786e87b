"""Results as the store returns them, for tests of comparisons: one line per episode."""

from __future__ import annotations

from collections import Counter
from typing import Any

from clemtui.records.line_ups import LineUp, SeatPlayer
from clemtui.records.results import (
    AbortCause,
    PackCard,
    Result,
    TaskResult,
    TaskResults,
)
from clemtui.records.rows import SeatAssignment

GPT = (
    SeatPlayer("Player 1", "Giver", "model", "gpt"),
    SeatPlayer("Player 2", "Follower", "model", "gpt"),
)
ANN = (SeatPlayer("Player 1", "Giver", "human", "human"), GPT[1])
LINE_UPS: dict[int, LineUp] = {}
"""The line-ups of all results, by number."""
LOST_TAG = AbortCause("Player 2", "malformed", "referencegame.no_tag")

CARDS = {
    "reviewed": PackCard(True, "1", "Ada"),
    "unreviewed": PackCard(True, "1", ""),
    "official": PackCard(False, "", ""),
}


def number_of(seats: tuple[SeatPlayer, ...]) -> int:
    """Return the number of the line-up of these seats, as a database would give it."""
    line_up = LineUp.of([SeatAssignment(*seat) for seat in seats])
    for number, known in LINE_UPS.items():
        if known == line_up:
            return number
    LINE_UPS[len(LINE_UPS) + 1] = line_up
    return len(LINE_UPS)


def result(language: str, **changed: Any) -> Result:
    """Return a result of a model with itself."""
    known: dict[str, Any] = {
        "game": "referencegame", "experiment": "grids", "language": language,
        "interface": "assisted", "condition": "c", "origin": "bundled", "source": "grids.json",
        "scorer": "referencegame:1", "rules_hash": "r", "seats": GPT, "answered": "{}",
        "people": (),
    }  # fmt: skip
    known |= changed
    return Result(**{"line_up": number_of(known["seats"])} | known)


def episode(
    language: str,
    task: str,
    score: float | None,
    *,
    pack: str = "reviewed",
    words: str = "",
    cause: AbortCause | None = None,
    **changed: Any,
) -> TaskResult:
    """Return an episode; without a score, it was aborted.

    ``words`` is the hash of its texts, by default one per language.
    """
    found = result(language, **changed)
    why = (cause or LOST_TAG) if score is None else None
    texts = words or f"words of {language}"
    return TaskResult(found, task, texts, pack, why, int(score is None), score)


def episodes(language: str, *scores: float | None, **changed: Any) -> list[TaskResult]:
    """Return episodes of tasks 0, 1, 2, ... with these scores."""
    return [episode(language, str(n), score, **changed) for n, score in enumerate(scores)]


def results(*played: TaskResult) -> TaskResults:
    """Return the results of all these episodes."""
    return TaskResults(
        tasks=Counter(played),
        left_out={},
        contents={"c": {}},
        line_ups=LINE_UPS,
        scorers=(),
        packs=CARDS,
    )

"""Results as the store returns them, for tests of comparisons: one line per episode."""

from __future__ import annotations

from collections import Counter
from typing import Any

from clemtui.records.results import (
    AbortCause,
    PackCard,
    Result,
    Results,
    SeatPlayer,
    TaskResult,
    TaskResults,
)

GPT = (
    SeatPlayer("Player 1", "Giver", "model", "gpt", ""),
    SeatPlayer("Player 2", "Follower", "model", "gpt", ""),
)
ANN = (SeatPlayer("Player 1", "Giver", "human", "Ann", ""), GPT[1])
LOST_TAG = AbortCause("Player 2", "malformed", "referencegame.no_tag")

CARDS = {
    "reviewed": PackCard(True, "1", "Ada"),
    "unreviewed": PackCard(True, "1", ""),
    "official": PackCard(False, "", ""),
}


def result(language: str, score: float | None, **changed: Any) -> Result:
    """Return a result of a model with itself; without a score, it was aborted."""
    known: dict[str, Any] = {
        "game": "referencegame", "experiment": "grids", "language": language,
        "interface": "assisted", "condition": "c", "origin": "bundled", "source": "grids.json",
        "scorer": "referencegame:1", "rules_hash": "r", "aborted": int(score is None),
        "success": int(score == 100), "lose": int(score == 0), "main_score": score, "seats": GPT,
    }  # fmt: skip
    return Result(**(known | changed))


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
    """Return an episode; ``words`` is the hash of its texts, by default one per language."""
    found = result(language, score, **changed)
    why = (cause or LOST_TAG) if score is None else None
    return TaskResult(found, task, words or f"words of {language}", pack, why)


def episodes(language: str, *scores: float | None, **changed: Any) -> list[TaskResult]:
    """Return episodes of tasks 0, 1, 2, ... with these scores."""
    return [episode(language, str(n), score, **changed) for n, score in enumerate(scores)]


def results(*played: TaskResult) -> TaskResults:
    """Return the results of all these episodes."""
    return TaskResults(
        tasks=Counter(played),
        results=Results(Counter(each.result for each in played), {}, {"c": {}}),
        packs=CARDS,
    )

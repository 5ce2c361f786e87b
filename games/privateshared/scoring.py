"""Scores of privateshared, computed like the reference's scorer (clembench v3.0)."""

from __future__ import annotations

from typing import Any

from clemtui.engine import MAIN_SCORE, Score, Scores

from .agreement import accuracy, kappa
from .master import PrivateSharedMaster

COUNTS = ("Request Count", "Parsed Request Count", "Violated Request Count")


def score(master: PrivateSharedMaster) -> Scores:
    """Score an episode.

    The main score is 100 times the harmonic mean of the share of filled slots and truncated kappa.
    Both cover what was recorded: well-formed answers and completed probing rounds. It is None if
    the episode was aborted.
    """
    keys = master.keys
    aborted = bool(keys["Aborted"])
    rounds = keys["probes"][: keys["Played Probe Rounds"]]
    probes = [probe for probing in rounds for probe in probing]
    episode: dict[str, Score] = {}
    middle = int((len(master.words.values) + 1) / 2) - 1
    if middle < len(rounds):
        episode["Middle-Accuracy"] = None if aborted else _accuracy(rounds[middle])
    right = agreement = truncated = filled = main = None
    if not aborted:
        right = _accuracy(probes)
        agreement = kappa([p["gt"] for p in probes], [p["value"] for p in probes])
        truncated = max(0.0, agreement or 0.0)
        filled = sum(keys["Filled Slots"]) / len(keys["Filled Slots"])
        main = main_score(filled, truncated)
    success = right == 1 and filled == 1
    requests, parsed, violated = (sum(keys[name]) for name in COUNTS)
    episode |= {
        "Accuracy": right,
        "Kappa": agreement,
        "Truncated Kappa": truncated,
        "Slot-Filling-Accuracy": filled,
        MAIN_SCORE: main,
        "Aborted": int(aborted),
        "Lose": int(not aborted and not success),
        "Success": int(success),
        "Request Count": requests,
        "Parsed Request Count": parsed,
        "Violated Request Count": violated,
        "Request Success Ratio": parsed / requests if requests else None,
    }
    return Scores(
        aborted=1 if aborted else 0,
        success=1 if success else 0,
        lose=1 if not aborted and not success else 0,
        episode=episode,
        turns={str(number): _turn(keys, number) for number in range(len(rounds))},
    )


def main_score(filled: float, truncated: float) -> float:
    """Return 100 times the harmonic mean of two shares, or 0 if both are 0."""
    return 200 * filled * truncated / (filled + truncated) if filled + truncated else 0.0


def _turn(keys: dict[str, Any], number: int) -> dict[str, Score]:
    """Return the scores of a turn.

    The counts are those of the round with this number, but probes and slots are those of the
    completed round at this position. They differ after a skipped round.
    """
    scores: dict[str, Score] = {name: keys[name][number] for name in COUNTS}
    scores["Accuracy"] = _accuracy(keys["probes"][number])
    if number:
        scores["Slot Filled?"] = int(keys["Filled Slots"][number - 1])
    return scores


def _accuracy(probes: list[dict[str, Any]]) -> float:
    return accuracy([probe["gt"] for probe in probes], [probe["value"] for probe in probes])

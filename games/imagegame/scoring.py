"""Scores of imagegame, computed from the event log like the reference's scorer (v3.0)."""

from __future__ import annotations

from clemtui.engine import MAIN_SCORE, Event, Score, Scores

from .comparison import NO_MATCH, changed_cells, match_history
from .grids import EMPTY, as_text
from .master import DONE, INVALID_FORMAT, ImagegameMaster

SUCCESS_THRESHOLD = 99
"""The lowest F1 (in per cent) at which an episode is won."""

_OLD_TAG = "Instruction:"
"""The tag of benchmarks before 1.6, the only one that the reference excludes from lengths."""


def score(master: ImagegameMaster) -> Scores:
    """Score an episode; the main score is the F1 of the last grid in per cent, or None if aborted.

    Requests are counted by log events: what is sent to a player, what comes back and what the
    master notes about it, but neither the note that the game is done nor anything after a refused
    answer. Turn scores exist only for rounds with a command and a grid.
    """
    logged: list[list[Event]] = [[] for _ in range(master.rounds)]
    for event in master.events:
        if event.logged and event.kind not in (DONE, "control"):
            logged[event.round].append(event)
        if event.kind == INVALID_FORMAT:
            break
    requests = sum(map(len, logged))
    violated = sum(event.kind == INVALID_FORMAT for events in logged for event in events)
    aborted = bool(violated) or master.control is not None

    matches = match_history(master.target, master.grids)
    before = [as_text(EMPTY), *master.grids]
    changed = [changed_cells(a, b) for a, b in zip(before, master.grids, strict=False)]
    rounds = len(master.grids)
    spoken = [text.replace(_OLD_TAG, "").strip() for text in master.instructions[:rounds]]
    lengths = [len(text) for text in spoken]
    tokens = [len(text.split(" ")) for text in spoken]
    turns: dict[str, dict[str, Score]] = {
        str(number): {
            "Generated Expression Length": lengths[number],
            "Generated Expression Number of Tokens": tokens[number],
            "Precision": matches[number].precision,
            "Recall": matches[number].recall,
            "F1": matches[number].f1,
            "Changed Cell Count": changed[number],
            "Request Count": len(logged[number]),
            "Parsed Request Count": len(logged[number]),
            "Violated Request Count": 0,
        }
        for number in range(rounds)
    }

    last = matches[-1] if matches else NO_MATCH
    success = not aborted and last.f1 >= SUCCESS_THRESHOLD
    lose = not aborted and not success
    episode: dict[str, Score] = {
        "Precision": last.precision,
        "Recall": last.recall,
        "F1": last.f1,
        MAIN_SCORE: last.f1,
        "Average Changed Cell Count": _mean(changed),
        "Average Generated Instruction Length": _mean(lengths),
        "Average Generated Expression Number of Tokens": _mean(tokens),
    }
    if aborted:
        episode = dict.fromkeys(episode)
    parsed = requests - violated
    episode |= {
        "Success": int(success),
        "Lose": int(lose),
        "Aborted": int(aborted),
        "Request Count": requests,
        "Violated Request Count": violated,
        "Parsed Request Count": parsed,
        "Request Success Ratio": round(parsed / requests, 4),
    }
    return Scores(
        aborted=1 if aborted else 0,
        success=1 if success else 0,
        lose=1 if lose else 0,
        episode=episode,
        turns=turns,
    )


def _mean(values: list[int]) -> float:
    """Return the mean over the completed rounds, rounded to four digits, or 0 without any."""
    return round(sum(values) / len(values), 4) if values else 0

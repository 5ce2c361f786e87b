"""Scores of taboo, computed from the event log like the reference's scorer (clembench v3.0)."""

from __future__ import annotations

from clemtui.engine import MAIN_SCORE, GameMaster, Score, Scores

from .master import CORRECT_GUESS, INVALID_FORMAT


def score(master: GameMaster) -> Scores:
    """Return the scores of an episode.

    The main score is 100 divided by the rounds played if the word was found, 0 if not, and None if
    the episode was aborted. Requests are counted per round, not per message.

    The two repetition scores are always 0, as in the reference: its scorer looks for events that
    its game master never logs.
    """
    kinds: list[set[str]] = [set() for _ in range(master.rounds)]
    for event in master.events:
        kinds[event.round].add(event.kind)
    turns: dict[str, dict[str, Score]] = {}
    for number, happened in enumerate(kinds):
        violated = int(INVALID_FORMAT in happened)
        turns[str(number)] = {
            "Accuracy": int(CORRECT_GUESS in happened),
            "Violated Request Count": violated,
            "Parsed Request Count": 1 - violated,
            "Request Count": 1,
        }
    violated = sum(INVALID_FORMAT in happened for happened in kinds)
    requests = len(kinds)
    aborted = bool(violated) or master.control is not None
    success = not aborted and any(CORRECT_GUESS in happened for happened in kinds)
    lose = not aborted and not success
    main: Score = None if aborted else 100 / requests if success else 0
    return Scores(
        aborted=1 if aborted else 0,
        success=1 if success else 0,
        lose=1 if lose else 0,
        episode={
            "Violated Request Count": violated,
            "Parsed Request Count": requests - violated,
            "Request Count": requests,
            "Request Success Ratio": (requests - violated) / requests,
            "Aborted": int(aborted),
            "Success": int(success),
            "Lose": int(lose),
            MAIN_SCORE: main,
            "Repetition-Guesser": 0,
            "Repetition-Describer": 0,
        },
        turns=turns,
    )

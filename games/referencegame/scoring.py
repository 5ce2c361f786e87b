"""Scores of the reference game, computed like the reference's scorer (clembench v3.0)."""

from __future__ import annotations

from clemtui.engine import MAIN_SCORE, Score, Scores

from .master import FOLLOWER, GIVER, ReferenceMaster


def score(master: ReferenceMaster) -> Scores:
    """Score an episode; the main score is 100 if the target was chosen, else 0, None if aborted.

    Success and lose are None too if the episode was aborted. Length (in characters) and number of
    tokens (separated by single spaces) are those of the giver's whole response, tag included.
    """
    aborted = master.answer is None
    success = master.correct
    parsed = sum(done is not None for done in (master.expression, master.answer))
    violated = int(master.aborted_at is not None)
    requests = parsed + violated
    expression: dict[str, Score] = {
        "Generated Expression Length": None,
        "Generated Expression Number of Tokens": None,
    }
    if master.expression is not None:
        expression = {
            "Generated Expression Length": len(master.expression),
            "Generated Expression Number of Tokens": len(master.expression.split(" ")),
        }
    counts: dict[str, Score] = {
        "Request Count": requests,
        "Parsed Request Count": parsed,
        "Violated Request Count": violated,
    }
    main: Score = None if aborted else 100 if success else 0
    return Scores(
        aborted=1 if aborted else 0,
        success=None if aborted else 1 if success else 0,
        lose=None if aborted else 0 if success else 1,
        episode={
            **expression,
            **counts,
            "Aborted at Player 1": int(master.aborted_at == GIVER),
            "Aborted at Player 2": int(master.aborted_at == FOLLOWER),
            "Aborted": int(aborted),
            "Success": None if aborted else int(success),
            "Lose": None if aborted else int(not success),
            "Request Success Ratio": round(parsed / requests, 4) if requests else None,
            MAIN_SCORE: main,
        },
        turns={"0": {**expression, **counts, "Success": int(success)}},
    )

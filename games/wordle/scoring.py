"""Scores of wordle, as the reference's scorer computes them (clembench v3.0)."""

from __future__ import annotations

from clemtui.engine import MAIN_SCORE, Score, Scores

from .feedback import closeness, strategy
from .master import WordleMaster

SPEED = {1: 100, 2: 100, 3: 100, 4: 50, 5: 30, 6: 20}
"""Main score of a win by the round in which it came."""


def score(master: WordleMaster) -> Scores:
    """Main score: `SPEED` where the word was found, 0 where not, None where aborted.

    Turn scores are counted from 1; without any valid guess both are None under 0.
    """
    keys = master.keys
    aborted, success, lose = bool(keys["Aborted"]), bool(keys["Success"]), bool(keys["Lose"])
    guesses = [guess for guess, _ in master.attempts]
    requests: int = keys["Request Count"]
    parsed: int = keys["Parsed Request Count"]
    main: Score = None if aborted else SPEED[master.rounds] if success else 0
    return Scores(
        aborted=1 if aborted else 0,
        success=1 if success else 0,
        lose=1 if lose else 0,
        episode={
            "Aborted": int(aborted),
            "Lose": int(lose),
            "Success": int(success),
            "Request Count": requests,
            "Parsed Request Count": parsed,
            "Violated Request Count": keys["Violated Request Count"],
            "Request Success Ratio": parsed / requests if requests else None,
            MAIN_SCORE: main,
            "Guess Repetitions": None if aborted else len(guesses) - len(set(guesses)),
        },
        turns=_turns(master, aborted),
    )


def _turns(master: WordleMaster, aborted: bool) -> dict[str, dict[str, Score]]:
    if not master.attempts:
        return {"0": {"Closeness Score": None, "Strategy Score": None}}
    strategies = strategy(master.attempts, aborted=aborted)
    return {
        str(number): {"Closeness Score": closeness(marks), "Strategy Score": value}
        for number, ((_, marks), value) in enumerate(
            zip(master.attempts, strategies, strict=True), start=1
        )
    }

"""Scores of the family, computed like the reference's scorer (clembench v3.0)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from clemtui.engine import MAIN_SCORE, Score, Scores

from .critic.master import WithCriticMaster
from .feedback import closeness, strategy
from .master import WordleMaster

SPEED = {1: 100, 2: 100, 3: 100, 4: 50, 5: 30, 6: 20}
"""Main score by the round of the win, for wordle without a clue."""

Speed = Callable[[int], Score]


def speed_by_table(rounds: int) -> Score:
    """Return the speed score of a win in this many rounds, for wordle."""
    return SPEED[rounds]


def speed_by_rounds(rounds: int) -> Score:
    """Return the speed score of a win in a game with a clue: 100 / rounds, to two decimals."""
    return round(100 / rounds, 2)


def score(master: WordleMaster, speed: Speed) -> Scores:
    """Return the scores of an episode.

    The main score is the speed score if the word was found, 0 if not, and None if the episode was
    aborted. Turns are counted from 1; without any valid guess, both turn scores are None under turn
    0.
    """
    keys = master.keys
    aborted, success, lose = bool(keys["Aborted"]), bool(keys["Success"]), bool(keys["Lose"])
    guesses = [guess for guess, _ in master.attempts]
    requests: int = keys["Request Count"]
    parsed: int = keys["Parsed Request Count"]
    main: Score = None if aborted else speed(master.rounds) if success else 0
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


def score_with_critic(master: WithCriticMaster) -> Scores:
    """Return the scores of `score` plus those on how the guesser used the critic's opinions.

    ``Change-Of-Opinion`` of a turn is 1 if the committed guess differs from the proposal. The four
    shares state how often the proposal was kept or changed after the critic agreed or disagreed; a
    share of nothing is 0, and without a complete round all four are None.
    """
    plain = score(master, speed_by_rounds)
    rounds = [
        (p.guess.guess == p.committed, p.agreement.agreement == master.agreeing)
        for p in master.proposals
        if p.committed is not None and p.agreement is not None
    ]
    turns = {
        turn: {**scores, "Change-Of-Opinion": int(not kept)}
        for (turn, scores), (kept, _) in zip(plain.turns.items(), rounds, strict=False)
    }
    return replace(
        plain,
        episode={**plain.episode, **_repetitions(rounds)},
        turns={**plain.turns, **turns},
    )


def _repetitions(rounds: Sequence[tuple[bool, bool]]) -> dict[str, Score]:
    """Return the shares of kept and changed guesses, by whether the critic agreed."""
    shares: dict[str, Score] = {}
    for opinion, wanted in (("Agreement", True), ("Disagreement", False)):
        kept = [same for same, agreed in rounds if agreed is wanted]
        for name, times in (("Repetition", sum(kept)), ("Non-Repetition", len(kept) - sum(kept))):
            value: Score = None if not rounds else round(times / len(kept), 2) if kept else 0
            shares[f"{name}-Guesser-On-Critic-{opinion}"] = value
    return shares

"""Whether people noticed whom they played with: the manipulation check.

After an episode, and before they are told, people are asked whether their partner was a person or a
model, and how sure they are. If they cannot tell, as many say "person" as do by chance: 50 %. A
person who is asked repeatedly tends to give the same answer, so that the share has the interval of
`clemtui.analysis.baseline.rule`, and the p value is that of its inversion. The exact binomial test
is given beside it only where everyone answered once.

A share far from 50 % shows a bias or recognition. People *distinguish* partners if they say
"person" more often of persons than of models: compare the shares by partner.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from scipy.stats import binomtest

from clemtui.analysis.baseline.components import design_of
from clemtui.analysis.baseline.data import observations
from clemtui.analysis.baseline.means import POINTS, Estimate, mean_estimate, missing_reason
from clemtui.analysis.baseline.rule import crossed_mean
from clemtui.engine.scores import mean

CHANCE = 50.0
"""The share of "person" among two answers at random, in percent."""


@dataclass(frozen=True, slots=True)
class Guess:
    """An answer to whether the partner was a person.

    Attributes:
        partner: who it was: a kind or a model.
        said_person: the answer.
        confidence: how sure the participant was, 0 to 100; None if not asked.
    """

    participant: str
    instance: str
    partner: str
    said_person: bool
    confidence: float | None = None


@dataclass(frozen=True, slots=True)
class Blinding:
    """The answers about one partner, or about all.

    Attributes:
        said_person: the share of "person", in percent.
        p: of a share of 50 %, with participants random; None if there is no interval.
        binomial_p: of the exact binomial test, and ``exact``: Clopper and Pearson's 95 % interval
            in percent, if everyone answered once.
        confidence: mean confidence of all answers, with interval; None if not asked.
        person_confidence, model_confidence: means of those who said "person", and "model".
    """

    said_person: Estimate
    p: float | None
    binomial_p: float | None
    exact: tuple[float, float] | None
    confidence: Estimate | None
    person_confidence: float | None
    model_confidence: float | None


def blinding(guesses: Iterable[Guess]) -> Blinding:
    """Return what people said.

    Raises:
        ValueError: if there is no answer.
    """
    given = list(guesses)
    answered = observations(
        (each.participant, each.instance, 100.0 * each.said_person) for each in given
    )
    made = design_of(answered)
    p = None
    if missing_reason(made) is None:
        p = crossed_mean(made, answered.value, POINTS).p_value(CHANCE)
    once = len(given) == len(answered.participants)
    exact = binomtest(sum(each.said_person for each in given), len(given))
    ends = exact.proportion_ci(method="exact")
    rated = [
        (each.participant, each.instance, each.confidence)
        for each in given
        if each.confidence is not None
    ]
    return Blinding(
        mean_estimate(answered),
        p,
        float(exact.pvalue) if once else None,
        (100 * float(ends.low), 100 * float(ends.high)) if once else None,
        mean_estimate(observations(rated)) if rated else None,
        _confidence(given, said_person=True),
        _confidence(given, said_person=False),
    )


def bang_index(
    said_person: Estimate, *, is_person: bool
) -> tuple[float, float | None, float | None]:
    """Return Bang's blinding index with its 95 % interval, from the share of "person" in percent.

    It is the share of right answers minus that of wrong ones, of people who all had partners of one
    kind (Bang, Ni and Davis, Controlled Clinical Trials 25, 2004, without an answer "I do not
    know"): 0 if as many are right as by chance, 1 if all are, -1 if all are wrong.

    Args:
        said_person: the share.
        is_person: whether the partner was a person.
    """
    ends = (said_person.value, said_person.low, said_person.high)
    sign = 1 if is_person else -1
    value, low, high = (None if end is None else sign * (end / 50 - 1) for end in ends)
    if not is_person:
        low, high = high, low
    return value or 0.0, low, high


def blinding_by_partner(guesses: Iterable[Guess]) -> dict[str, Blinding]:
    """Return what people said, by partner in alphabetical order."""
    grouped: dict[str, list[Guess]] = {}
    for each in guesses:
        grouped.setdefault(each.partner, []).append(each)
    return {partner: blinding(grouped[partner]) for partner in sorted(grouped)}


def _confidence(guesses: Iterable[Guess], *, said_person: bool) -> float | None:
    return mean(
        float(value)
        for value in np.sort(
            [
                each.confidence
                for each in guesses
                if each.confidence is not None and each.said_person is said_person
            ]
        )
    )

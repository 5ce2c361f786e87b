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
        binomial_p: of the exact binomial test, if everyone answered once.
        confidence: mean confidence of all answers, with interval; None if not asked.
        person_confidence, model_confidence: means of those who said "person", and "model".
    """

    said_person: Estimate
    p: float | None
    binomial_p: float | None
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
    yes = sum(each.said_person for each in given)
    rated = [
        (each.participant, each.instance, each.confidence)
        for each in given
        if each.confidence is not None
    ]
    return Blinding(
        mean_estimate(answered),
        p,
        float(binomtest(yes, len(given)).pvalue) if once else None,
        mean_estimate(observations(rated)) if rated else None,
        _confidence(given, said_person=True),
        _confidence(given, said_person=False),
    )


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

"""The linear mixed model for quality; `clemtui.analysis.baseline.r_script` has the logistic one.

``score ~ agent + covariates + (1 | participant) + (1 | instance)`` by REML, with the standard
errors of generalised least squares, as lme4 has them (`clemtui.analysis.baseline.reml`). Those of
statsmodels come from the observed information, and may be smaller; and at the boundary, it often
finds no maximum.

Participants are random, and models are fixed: the random effect of participants is that of people
alone. Scores are bounded and stepwise, and so not normal; the model is for adjustment for several
things at once, and the intervals of single differences are those of
`clemtui.analysis.baseline.contrast`. Wald intervals with the normal distribution are too narrow for
few participants or instances.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from scipy.stats import norm

from clemtui.analysis.baseline.data import Values
from clemtui.analysis.baseline.reml import reml
from clemtui.analysis.effect.model import ALPHA

PEOPLE = "people"
"""The agent that all others are compared with."""

Refusal = Literal[
    "few participants",
    "few instances",
    "few episodes",
    "no variation",
    "collinear",
    "no residual variation",
    "not converged",
]
"""Why a model was not fitted. ``few participants`` or ``few instances``: fewer than five, of which
a variance cannot be estimated; ``few episodes``: not more than parameters, or no participant or
instance has two; ``collinear``: covariates and agents determine each other; ``no residual
variation``: participants, instances and the fixed effects explain every score."""

_LEAST_LEVELS = 5


@dataclass(frozen=True, slots=True)
class Scored:
    """An episode with a score.

    Attributes:
        agent: `PEOPLE`, or the name of a model.
        participant: of people; None for a model.
        covariates: by name, such as the position; the same names for all episodes. They are
            centred, so that the intercept is that of people with average covariates.
    """

    agent: str
    participant: str | None
    instance: str
    score: float
    covariates: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Coefficient:
    """A fixed effect, in units of the score; of an agent, its difference from people.

    Attributes:
        low, high: Wald's 95 % interval; ``p``: two-sided, of Wald's test.
    """

    name: str
    value: float
    error: float
    low: float
    high: float
    p: float


@dataclass(frozen=True, slots=True)
class MixedModel:
    """A fitted model, or why there is none.

    Attributes:
        coefficients: intercept, agents, covariates; empty without a model.
        participant, instance, residual: variances.
        singular: whether a variance is 0, at the boundary.
        refused: why there is no model.
    """

    participants: int
    instances: int
    episodes: int
    coefficients: tuple[Coefficient, ...] = ()
    participant: float | None = None
    instance: float | None = None
    residual: float | None = None
    singular: bool = False
    refused: Refusal | None = None


def mixed_model(episodes: Iterable[Scored]) -> MixedModel:
    """Fit the linear mixed model; the order of the episodes has no influence.

    Raises:
        ValueError: if an episode of people has no participant, or episodes have different
        covariates.
    """
    rows = sorted(
        episodes,
        key=lambda row: (row.agent, row.participant or "", row.instance, row.score,
                         sorted(row.covariates.items())),
    )  # fmt: skip
    if any((row.agent == PEOPLE) is (row.participant is None) for row in rows):
        raise ValueError("episodes of people, and no others, have a participant")
    if len({frozenset(row.covariates) for row in rows}) > 1:
        raise ValueError("the episodes have different covariates")
    people = sorted({row.participant for row in rows if row.participant is not None})
    instances = sorted({row.instance for row in rows})
    counted = MixedModel(len(people), len(instances), len(rows))
    names, fixed = _fixed_effects(rows)
    scores = np.array([row.score for row in rows], dtype=np.float64)
    refused = _refusal(counted, scores, fixed)
    if refused is not None:
        return _refused(counted, refused)
    random = (
        _indicators([row.participant for row in rows], people),
        _indicators([row.instance for row in rows], instances),
    )
    spread = float(scores.std())
    found = reml((scores - scores.mean()) / spread, fixed, random)
    if isinstance(found, str):
        return _refused(counted, found)
    values, errors = found.fixed * spread, found.errors * spread
    values[0] += scores.mean()
    participant, instance = found.variances * spread**2
    return MixedModel(
        counted.participants,
        counted.instances,
        counted.episodes,
        tuple(map(_coefficient, names, values, errors)),
        float(participant),
        float(instance),
        found.residual * spread**2,
        bool(found.variances.min() == 0),
    )


def _refused(counted: MixedModel, why: Refusal) -> MixedModel:
    return MixedModel(counted.participants, counted.instances, counted.episodes, refused=why)


def _refusal(counted: MixedModel, scores: Values, fixed: Values) -> Refusal | None:
    if counted.participants < _LEAST_LEVELS:
        return "few participants"
    if counted.instances < _LEAST_LEVELS:
        return "few instances"
    parameters = fixed.shape[1] + 3
    if counted.episodes <= max(parameters, counted.participants, counted.instances):
        return "few episodes"
    if np.ptp(scores) == 0:
        return "no variation"
    if np.linalg.matrix_rank(fixed) < fixed.shape[1]:
        return "collinear"
    return None


def _fixed_effects(rows: Sequence[Scored]) -> tuple[list[str], Values]:
    agents = sorted({row.agent for row in rows} - {PEOPLE})
    names = sorted(rows[0].covariates) if rows else []
    columns = [np.ones(len(rows))]
    columns += [np.array([float(row.agent == agent) for row in rows]) for agent in agents]
    for name in names:
        values = np.array([row.covariates[name] for row in rows], dtype=np.float64)
        columns.append(values - values.mean())
    return ["intercept", *agents, *names], np.column_stack(columns)


def _indicators(names: Sequence[str | None], levels: Sequence[str]) -> Values:
    place = {name: at for at, name in enumerate(levels)}
    found = np.zeros((len(names), len(levels)))
    for row, name in enumerate(names):
        if name is not None:
            found[row, place[name]] = 1.0
    return found


def _coefficient(name: str, value: float, error: float) -> Coefficient:
    half = float(norm.ppf(1 - ALPHA / 2)) * error
    p = float(2 * norm.sf(abs(value) / error))
    return Coefficient(
        name, float(value), float(error), float(value - half), float(value + half), p
    )

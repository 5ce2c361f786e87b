"""Simulated studies: who plays what, how people score, and the intervals that the report computes.

A score comes from a latent value, the sum of independent normal values of the participant, of the
participant under the condition, of the task, of the task under the condition, and of the rest:

- what a *participant* has under every condition does not count where conditions are compared;
- what a *task* has under every condition does not count where they have the same tasks;
- what both have under one condition alone does count, however many episodes there are.

What people can score is the scale (`clemtui.analysis.baseline.latent`). With all scores from 0 to
100, the latent value is the score, cut off at both ends, and moved until the mean is that wanted.
With steps, the proportions of the variances count, and their size follows from the steps.

Every study is drawn with the same random numbers whatever the difference, so that power changes
smoothly with it: it rises, but may fall again near the ends of the scale.

Where a model answers few tasks once each, its own mean is uncertain, and more people do not
help: plan more tasks, or several seeds.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from clemtui.analysis.baseline.components import Design, design
from clemtui.analysis.baseline.contrast import contrast, model_side, people_side, unpaired
from clemtui.analysis.baseline.data import Indices, Values
from clemtui.analysis.baseline.latent import CONTINUOUS, Scale, latent_variances, scoring
from clemtui.analysis.baseline.means import POINTS
from clemtui.analysis.baseline.rule import crossed_mean

Against = Literal["value", "model", "paired", "unpaired"]
"""What people are compared with: a fixed value, a model on the same tasks, or themselves under
another condition with the same tasks or with others."""

Limits = Callable[[float], tuple[Values, Values]]
"""The limits of the intervals of a difference, one for each study, by alpha."""

_AT_ONCE = 2_000_000
"""How many episodes are drawn at once, at most."""


class TooSmall(ValueError):
    """A study is too small for any interval."""


@dataclass(frozen=True, slots=True)
class Assumptions:
    """What is known or assumed about the scores, 0 to 100.

    Attributes:
        mean: of people; if conditions are compared, under the baseline. It moves nothing where
            people are compared with a value, which says what their mean is for a difference.
        participant, task, residual: variances.
        participant_condition, task_condition: those of what participants and tasks have under one
            condition alone.
        scales: the possible scores, by condition; one: the same everywhere.
        seeds: responses of the model to each task, seat and language, which are averaged.
        correlation: of the difficulty of the tasks for people and for the model, 0 to 1.
    """

    mean: float
    participant: float
    task: float
    residual: float
    participant_condition: float = 0.0
    task_condition: float = 0.0
    scales: tuple[Scale, ...] = (CONTINUOUS,)
    seeds: int = 1
    correlation: float = 0.5

    def scale(self, condition: int) -> Scale:
        """Return the possible scores under a condition."""
        return self.scales[condition if len(self.scales) > 1 else 0]

    def deviations(self, condition: int, mean: float) -> tuple[float, ...]:
        """Return the latent standard deviations under a condition with a mean: of participants, of
        these under the condition, of tasks, of these under the condition, and of the rest."""
        scale = self.scale(condition)
        people = self.participant + self.participant_condition
        tasks = self.task + self.task_condition
        total = people + tasks + self.residual
        own = latent_variances(scale, mean, (people, tasks, self.residual))
        everywhere = latent_variances(
            scale, mean, (self.participant, self.task, total - self.participant - self.task)
        )
        skill, hard = min(everywhere[0], own[0]), min(everywhere[1], own[1])
        return tuple(map(math.sqrt, (skill, own[0] - skill, hard, own[1] - hard, own[2])))


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """Who plays what.

    Attributes:
        participant, task, condition: by episode, indices from 0.
        answered: the task of each task, seat and language that is played, in ascending order: what
            a model answers.
    """

    participant: Indices
    task: Indices
    condition: Indices
    answered: Indices


@dataclass(frozen=True, slots=True)
class Comparison:
    """What is compared: people under a condition with themselves under another, or with a value or
    a model, which have no condition.

    Attributes:
        value: that people are compared with, 0 to 100; only where they are compared with one.
    """

    against: Against
    condition: int = 0
    baseline: int = 0
    value: float = 0.0


@dataclass(frozen=True, slots=True, eq=False)
class _Part:
    """One side of a comparison: its episodes, their design, and the people and tasks in it."""

    episodes: Indices
    made: Design
    people: Indices
    tasks: Indices


@dataclass(frozen=True, slots=True, eq=False)
class _Prepared:
    comparison: Comparison
    one: _Part
    other: _Part | None


class Simulation:
    """Comparisons on a layout, ready to be simulated.

    Args:
        layout: who plays what.
        comparisons: which are made of it.
        assumed: how people score.

    Raises:
        TooSmall: if a comparison has fewer than two participants or two tasks on a side.
        ValueError: if a variance is below 0, or all are 0.
    """

    def __init__(
        self, layout: Layout, comparisons: Sequence[Comparison], assumed: Assumptions
    ) -> None:
        if min(
            assumed.participant,
            assumed.task,
            assumed.residual,
            assumed.participant_condition,
            assumed.task_condition,
        ) < 0:  # fmt: skip
            raise ValueError("a variance is below 0")
        if not self._total(assumed) > 0:
            raise ValueError("nothing varies")
        self.layout = layout
        self.assumed = assumed
        self.comparisons = tuple(comparisons)
        self._prepared = [_prepared(layout, each) for each in comparisons]

    @staticmethod
    def _total(assumed: Assumptions) -> float:
        people = assumed.participant + assumed.participant_condition
        return people + assumed.task + assumed.task_condition + assumed.residual

    @property
    def episodes(self) -> tuple[int, ...]:
        """The number of episodes of people on each side of the first comparison."""
        made = self._prepared[0]
        sides = (made.one,) if made.other is None else (made.one, made.other)
        return tuple(side.made.cells for side in sides)

    @property
    def tasks(self) -> int:
        """The number of tasks of either side of the first comparison together."""
        made = self._prepared[0]
        sides = (made.one,) if made.other is None else (made.one, made.other)
        return len(np.unique(np.concatenate([side.tasks for side in sides])))

    def largest(self, *, positive: bool) -> float:
        """Return the size of the largest difference that the scale allows the first comparison."""
        compared = self.comparisons[0]
        bottom, top = self.assumed.scale(compared.condition).ends
        if compared.against == "value":
            return top - compared.value if positive else compared.value - bottom
        up = positive if compared.against != "model" else not positive
        return top - self.assumed.mean if up else self.assumed.mean - bottom

    @property
    def expected(self) -> float:
        """The difference with which the mean of people is the one that is assumed, or with which
        the first comparison has none."""
        compared = self.comparisons[0]
        return self.assumed.mean - compared.value if compared.against == "value" else 0.0

    def studies(
        self, difference: float, simulations: int, seed: int
    ) -> Iterator[tuple[Limits, ...]]:
        """Yield the intervals of all comparisons, part by part of the studies.

        Args:
            difference: of each comparison: the condition minus the baseline, or people minus the
                other.
            simulations: the number of studies.
            seed: of the drawing.

        Raises:
            ValueError: if a mean is not within the range of scores.
        """
        for each in self.comparisons:
            self._check(each, difference)
        size = max(1, _AT_ONCE // max(1, len(self.layout.task)))
        for number, start in enumerate(range(0, simulations, size)):
            draw = np.random.default_rng((seed, number))
            yield self._drawn(difference, min(size, simulations - start), draw)

    def people(self, difference: float, simulations: int, seed: int) -> Values:
        """Return scores of people by study and episode, as `studies` draws them first."""
        draw = np.random.default_rng((seed, 0))
        tasks = _normal(draw, simulations, self.layout.task)
        return self._scores(difference, tasks, draw)

    def _check(self, compared: Comparison, difference: float) -> None:
        low, high = self.assumed.scale(compared.baseline).ends
        means = [(low, self._mean(compared.baseline, difference), high)]
        if compared.against == "model":
            means.append((low, self.assumed.mean - difference, high))
        elif compared.against != "value":
            ends = self.assumed.scale(compared.condition).ends
            means.append((ends[0], self._mean(compared.condition, difference), ends[1]))
        for bottom, mean, top in means:
            if not bottom < mean < top:
                raise ValueError(f"a mean of {mean:g} is not between {bottom:g} and {top:g}")

    def _drawn(
        self, difference: float, studies: int, draw: np.random.Generator
    ) -> tuple[Limits, ...]:
        tasks = _normal(draw, studies, self.layout.task)
        people = self._scores(difference, tasks, draw)
        model = None
        if any(each.against == "model" for each in self.comparisons):
            model = self._model(self.assumed.mean - difference, tasks, draw)
        return tuple(_limits(each, people, model) for each in self._prepared)

    def _mean(self, condition: int, difference: float) -> float:
        """Return the mean of people under a condition."""
        compared = self.comparisons[0]
        if compared.against == "value":
            return compared.value + difference
        is_baseline = condition in {each.baseline for each in self.comparisons}
        return self.assumed.mean + (0.0 if is_baseline else difference)

    def _scores(self, difference: float, tasks: Values, draw: np.random.Generator) -> Values:
        """Return the scores of people, by study and episode."""
        layout, studies = self.layout, len(tasks)
        skill = _normal(draw, studies, layout.participant)[:, layout.participant]
        rest = draw.standard_normal((studies, len(layout.task)))
        found = np.empty_like(rest)
        for condition in range(int(layout.condition.max()) + 1):
            here = np.flatnonzero(layout.condition == condition)
            own_skill = _normal(draw, studies, layout.participant)[:, layout.participant[here]]
            own_hard = _normal(draw, studies, layout.task)[:, layout.task[here]]
            mean = self._mean(condition, difference)
            sd = self.assumed.deviations(condition, mean)
            score = scoring(self.assumed.scale(condition), mean, math.hypot(*sd))
            found[:, here] = score(
                sd[0] * skill[:, here]
                + sd[1] * own_skill
                + sd[2] * tasks[:, layout.task[here]]
                + sd[3] * own_hard
                + sd[4] * rest[:, here]
            )
        return found

    def _model(self, mean: float, tasks: Values, draw: np.random.Generator) -> Values:
        """Return the model's mean score of each task; a response varies as one of another person
        would."""
        skill, own_skill, hard, own_hard, rest = self.assumed.deviations(0, self.assumed.mean)
        difficulty, noise = math.hypot(hard, own_hard), math.hypot(skill, own_skill, rest)
        score = scoring(self.assumed.scale(0), mean, math.hypot(difficulty, noise))
        rho, answered = self.assumed.correlation, self.layout.answered
        other = draw.standard_normal(tasks.shape)
        shared = (rho * tasks + math.sqrt(1 - rho**2) * other)[:, answered]
        found = np.zeros((len(tasks), len(answered)))
        for _ in range(self.assumed.seeds):
            found += score(difficulty * shared + noise * draw.standard_normal(found.shape))
        starts = np.flatnonzero(np.diff(answered, prepend=-1))
        sums: Values = np.add.reduceat(found, starts, axis=1)
        return sums / np.bincount(answered) / self.assumed.seeds


def reduced(layout: Layout, compared: Comparison) -> Layout:
    """Return what a single comparison needs of a layout."""
    if compared.against in ("value", "model"):
        return layout
    wanted = (compared.condition, compared.baseline)
    kept = np.flatnonzero(np.isin(layout.condition, wanted))
    return Layout(
        layout.participant[kept], layout.task[kept], layout.condition[kept], layout.answered
    )


def assignment(participants: int, per_participant: int, tasks: int, seed: int = 1) -> Layout:
    """Return a layout of one condition: for each participant a random choice of tasks, of which all
    are played equally often, as far as possible."""
    draw = np.random.default_rng(seed)
    played = np.zeros(tasks)
    what: list[int] = []
    for _ in range(participants):
        order = np.lexsort((draw.random(tasks), played))[:per_participant]
        played[order] += 1
        what += sorted(order.tolist())
    used: Indices = np.unique(what, return_inverse=True)[1].astype(np.int64)
    who: Indices = np.repeat(np.arange(participants, dtype=np.int64), per_participant)
    return Layout(who, used, np.zeros_like(used), np.unique(used))


def _normal(draw: np.random.Generator, studies: int, index: Indices) -> Values:
    """Return a normal value for each study and level."""
    return draw.standard_normal((studies, int(index.max()) + 1))


def _prepared(layout: Layout, compared: Comparison) -> _Prepared:
    if compared.against in ("value", "model"):
        every: Indices = np.arange(len(layout.task), dtype=np.int64)
        return _Prepared(compared, _part(layout, every), None)
    levels = compared.condition, compared.baseline
    sides = [np.flatnonzero(layout.condition == at) for at in levels]
    if compared.against == "paired":
        both = np.intersect1d(layout.task[sides[0]], layout.task[sides[1]])
        sides = [side[np.isin(layout.task[side], both)] for side in sides]
    one, other = (_part(layout, side) for side in sides)
    return _Prepared(compared, one, other)


def _part(layout: Layout, episodes: Indices) -> _Part:
    people, who = np.unique(layout.participant[episodes], return_inverse=True)
    tasks, what = np.unique(layout.task[episodes], return_inverse=True)
    if len(people) < 2 or len(tasks) < 2:
        raise TooSmall("an interval needs at least two participants and two tasks on each side")
    made = design(who.astype(np.int64), what.astype(np.int64))
    return _Part(episodes, made, people, tasks)


def _limits(made: _Prepared, people: Values, model: Values | None) -> Limits:
    one, other = made.one, made.other
    scores = people[:, one.episodes]
    if made.comparison.against == "value":
        mean, value = crossed_mean(one.made, scores, POINTS), made.comparison.value

        def minus_value(alpha: float) -> tuple[Values, Values]:
            low, high = mean.limits(alpha)
            return low - value, high - value

        return minus_value
    side = people_side(one.made, scores, POINTS)
    if other is None:
        if model is None:
            raise ValueError("the model has not been drawn")
        weights = np.bincount(one.made.instance).astype(np.float64)
        return contrast(side, model_side(model[:, one.tasks], weights, POINTS)).limits
    _, here, there = np.intersect1d(one.people, other.people, return_indices=True)
    shared = here.astype(np.int64), there.astype(np.int64)
    baseline = people_side(other.made, people[:, other.episodes], POINTS)
    if made.comparison.against == "paired":
        return contrast(side, baseline, shared).limits
    return unpaired(side, baseline, shared).limits

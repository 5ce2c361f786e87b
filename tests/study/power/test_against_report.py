"""The planned power is that of the report: studies are simulated without the program's own
simulation, with the assignments of the frozen study, and reported with its tests.

In the nightly run with 2,000 studies each; a few of them in the gate, with a fixed seed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import multivariate_normal, norm

from clemtui.study.assignment.planning import Planned as Episode
from clemtui.study.checking import Checked
from clemtui.study.freezing import freeze
from clemtui.study.manifest import read_manifest
from clemtui.study.power.planning import Planning, Stated, Wanted
from tests.study.power.protocols import (
    CATALOGUE,
    GAMES,
    LANGUAGES,
    SEATS,
    WORDLE,
    analysis,
    checked,
)
from tests.study.power.reporting import assigned, found, share_found

Spreads = tuple[float, float, float, float, float]
MOST = 7.0
"""The largest type I error, in percent."""
NIGHTLY = 2000
MORE = ("episodes = 4\n", "episodes = 8\n")
SINGLE = analysis('correction = "none"')
"""What a correction does to one comparison, without the time that it takes."""
MARGIN = analysis('correction = "none"\nmargin = 12.0')


@dataclass(frozen=True)
class Case:
    changes: tuple[tuple[str, str], ...]
    level: Callable[[Episode], str]
    baseline: str
    other: str
    difference: float = -14.0
    spreads: Spreads = (12, 6, 15, 7.5, 25)


def language(each: Episode) -> str:
    return each.language


LEVELS = {
    "languages": Case((LANGUAGES, MORE), language, "en", "de"),
    "languages whose tasks differ": Case((*WORDLE, MORE), language, "en", "de", difference=-22.0),
    "seats": Case((*SEATS, MORE), lambda each: each.seat, "", ""),
    "games": Case(GAMES, lambda each: each.game, "taboo", "privateshared", difference=-24.0),
}
KINDS = {
    "in the middle": (60.0, False),
    "cut off at the ceiling": (90.0, False),
    "0 or 100": (70.0, True),
    "0 or 100 at the ceiling": (94.0, True),
}
every_level = pytest.mark.parametrize("case", LEVELS.values(), ids=LEVELS)
every_kind = pytest.mark.parametrize(("mean", "binary"), KINDS.values(), ids=KINDS)


def baseline_and_level(study: Checked, case: Case) -> tuple[str, str]:
    """Return the names of both levels; the seats are named by their ids."""
    if case.baseline:
        return case.baseline, case.other
    seats = dict.fromkeys(cell.seat for cell in study.games[0].cells)
    first, second = seats
    return first, second


def latent_mean(mean: float, spreads: Spreads) -> float:
    """Return the mean before scores are cut off that gives a mean, by many draws."""
    values = np.random.default_rng(0).standard_normal(200_000) * np.sqrt(
        sum(each**2 for each in spreads)
    )
    low, high = -200.0, 300.0
    for _ in range(40):
        middle = (low + high) / 2
        below = np.clip(values + middle, 0, 100).mean() < mean
        low, high = (middle, high) if below else (low, middle)
    return low


def of_scores(mean: float, spreads: Spreads) -> Spreads:
    """Return the standard deviations of the scores 0 and 100 whose latent values have these: the
    covariance of two scores is that of two normal values that are both above a threshold."""
    threshold, share = float(norm.ppf(mean / 100)), mean / 100
    variances = [each**2 for each in spreads]

    def covariance(latent: float) -> float:
        correlation = latent / sum(variances)
        both = multivariate_normal([0, 0], [[1, correlation], [correlation, 1]])
        return 1e4 * (float(both.cdf([threshold, threshold])) - share**2)

    skill, hard = covariance(variances[0]), covariance(variances[2])
    people, tasks = (covariance(variances[at] + variances[at + 1]) for at in (0, 2))
    rest = 1e4 * share * (1 - share) - people - tasks
    found = np.sqrt([skill, people - skill, hard, tasks - hard, rest])
    return (found[0], found[1], found[2], found[3], found[4])


def reported(
    study: Checked, case: Case, mean: float, difference: float, *, binary: bool, studies: int
) -> float:
    """Return how often the report finds a difference, in percent."""
    manifest = read_manifest(freeze(CATALOGUE, study).manifest)
    baseline, level = baseline_and_level(study, case)
    means = {baseline: mean, level: mean + difference}
    if not binary:
        means = {name: latent_mean(each, case.spreads) for name, each in means.items()}
    return share_found(
        found(
            manifest, assigned(manifest), case.level, means=means, spreads=case.spreads,
            binary=binary, studies=studies, seed=7,
        )
    )  # fmt: skip


def planned(
    study: Checked, case: Case, mean: float, difference: float, *, binary: bool, studies: int
) -> float:
    levels = (0.0, 100.0) if binary else ()
    spreads = of_scores(mean + difference / 2, case.spreads) if binary else case.spreads
    stated = Stated(mean, *spreads, levels=levels)
    wanted = Wanted(difference, 80.0, 24, (24,), studies, 1)
    (each,) = Planning(study, stated).planned(wanted)
    assert each.planned is not None
    return each.planned.power


@pytest.mark.nightly
@pytest.mark.timeout(600)
@every_kind
@every_level
def test_the_report_finds_nothing_where_there_is_nothing(
    tmp_path: Path, case: Case, mean: float, binary: bool
) -> None:
    study = checked(tmp_path, *case.changes, SINGLE)
    assert reported(study, case, mean, 0.0, binary=binary, studies=NIGHTLY) <= MOST


@pytest.mark.nightly
@pytest.mark.timeout(600)
@pytest.mark.parametrize("kind", ["in the middle", "cut off at the ceiling", "0 or 100"])
@every_level
def test_the_report_finds_as_much_as_was_planned(tmp_path: Path, case: Case, kind: str) -> None:
    """Both have the error of 2,000 simulations, at most +- 2.2 each."""
    study = checked(tmp_path, *case.changes, SINGLE)
    (mean, binary), size = KINDS[kind], case.difference
    found = reported(study, case, mean, size, binary=binary, studies=NIGHTLY)
    plan = planned(study, case, mean, size, binary=binary, studies=NIGHTLY)
    assert found == pytest.approx(plan, abs=4.5)


def test_a_few_studies_are_found_as_planned(tmp_path: Path) -> None:
    """60 studies: their share has an error of +- 12."""
    case = LEVELS["languages"]
    study = checked(tmp_path, *case.changes, SINGLE)
    difference = -14.0
    found = reported(study, case, 60.0, difference, binary=False, studies=60)
    plan = planned(study, case, 60.0, difference, binary=False, studies=500)
    assert 20 < plan < 95
    assert found == pytest.approx(plan, abs=14)
    assert reported(study, case, 60.0, 0.0, binary=False, studies=60) <= 12


@pytest.mark.nightly
@pytest.mark.timeout(600)
def test_equivalence_is_shown_as_often_as_was_planned(tmp_path: Path) -> None:
    case = LEVELS["languages"]
    study = checked(tmp_path, *case.changes, MARGIN)
    spreads = (12.0, 3.0, 10.0, 3.0, 15.0)
    manifest = read_manifest(freeze(CATALOGUE, study).manifest)

    def shown(difference: float) -> float:
        means = {"en": 50.0, "de": 50.0 + difference}
        results = found(
            manifest, assigned(manifest), language, means=means, spreads=spreads, binary=False,
            studies=NIGHTLY, seed=9,
        )  # fmt: skip
        same = [each[0].equivalence for each in results]
        return 100 * float(np.mean([each is not None and bool(each.equivalent) for each in same]))

    wanted = Wanted(None, 80.0, 24, (24,), NIGHTLY, 1)
    (each,) = Planning(study, Stated(50.0, *spreads)).planned(wanted)
    assert each.equivalent is not None
    assert shown(0.0) == pytest.approx(each.equivalent.power, abs=4.5)
    assert shown(12.0) <= MOST  # at the margin itself, equivalence is a type I error

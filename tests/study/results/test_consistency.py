"""The consistency of participants: against the published example of intraclass correlations."""

from __future__ import annotations

import pytest

from clemtui.study.results.consistency import consistency_of
from clemtui.study.tasks import Cell
from tests.study.results.synthetic import manifest, result

ONE = (Cell("A", "en"),)

SHROUT_AND_FLEISS = [
    (9, 2, 5, 8), (6, 1, 3, 2), (8, 4, 6, 8), (7, 1, 2, 6), (10, 5, 6, 9), (6, 2, 4, 7),
]  # fmt: skip
"""Their table 2: six targets, four judges; ICC(2,1) is .29 and ICC(2,4) .62."""


def test_the_published_example() -> None:
    results = [
        result(f"p{judge}", target, float(score))
        for target, scores in enumerate(SHROUT_AND_FLEISS)
        for judge, score in enumerate(scores)
    ]
    (found,) = consistency_of(manifest(cells=ONE), results)
    assert found.reliability is not None
    single, average = found.reliability.single, found.reliability.average
    assert single is not None
    assert average is not None
    assert single.value == pytest.approx(0.29, abs=0.005)
    assert average.value == pytest.approx(0.62, abs=0.005)
    assert average.judges == 4
    assert (found.participants, found.instances, found.episodes) == (4, 6, 24)
    # Spearman and Brown: 0.8 (1 - 0.29) / (0.29 (1 - 0.8)) = 9.8
    assert found.needed == 10


def test_whoever_misses_an_instance_leaves_generalizability_coefficients() -> None:
    results = [
        result(f"p{judge}", target, float(score))
        for target, scores in enumerate(SHROUT_AND_FLEISS)
        for judge, score in enumerate(scores)
        if (target, judge) != (0, 0)
    ]
    (found,) = consistency_of(manifest(cells=ONE), results)
    made = found.reliability
    assert made is not None
    assert made.single is None
    assert made.instances is not None
    assert 0 < made.instances.single_phi < made.instances.phi < 1
    needed = 0.8 * (1 - made.instances.single_phi) / (made.instances.single_phi * 0.2)
    assert found.needed == pytest.approx(needed, abs=1)
    assert needed <= (found.needed or 0)


def test_seats_and_languages_are_never_pooled() -> None:
    """A game that is harder in one seat does not make people look inconsistent."""
    cells = (Cell("A", "en"), Cell("B", "en"))
    results = [
        result(f"p{who}", task, 50.0 * (seat == "A") + 5 * task, seat=seat)
        for who in range(4)
        for task in range(4)
        for seat in "AB"
    ]
    found = list(consistency_of(manifest(cells=cells), results))
    assert [each.cell for each in found] == list(cells)
    for each in found:
        assert each.reliability is not None
        assert each.reliability.single is not None
        assert each.reliability.single.value == pytest.approx(1.0)
        assert each.needed == 1


def test_where_no_one_agrees_no_number_of_people_is_enough() -> None:
    results = [
        result(f"p{who}", task, 100.0 * ((who + task) % 2)) for who in range(4) for task in range(4)
    ]
    (found,) = consistency_of(manifest(cells=ONE), results)
    assert found.needed is None


def test_without_episodes_there_is_none() -> None:
    (found,) = consistency_of(manifest(cells=ONE), [])
    assert (found.reliability, found.needed, found.episodes) == (None, None, 0)

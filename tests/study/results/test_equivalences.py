"""Tests of equivalence are adjusted as the protocol says, apart from those for a difference."""

from __future__ import annotations

import random

import pytest
from statsmodels.stats.multitest import multipletests

from clemtui.analysis.baseline.equivalence import Equivalence, adjusted
from clemtui.records.studies import MatchResult, StudyResult
from clemtui.study.results.models import models_of
from clemtui.study.results.primary import primary_comparisons
from clemtui.study.telling.comparisons import equivalence_text
from tests.study.results.synthetic import manifest, matched, result

GAMES = ("taboo", "wordle", "imagegame")
VALUE = {"between": "people and value", "value": 50.0}
MODEL = {"between": "people and model", "model": "openai/m"}
METHODS = {"holm": "holm", "bh": "fdr_bh"}


def played() -> list[StudyResult]:
    """Return episodes of ten people, who are about as good as the value in all games."""
    draw = random.Random(2)
    return [
        result(f"p{who}", task, min(100.0, max(0.0, draw.gauss(50 + 3 * at, 20))), game=game)
        for at, game in enumerate(GAMES)
        for who in range(10)
        for task in range(12)
    ]


def models() -> list[MatchResult]:
    return [
        matched(task, 52.0, game=game, player=player, run=f"study-x.{number}")
        for number, player in enumerate(("openai/m", "openai/n"))
        for game in GAMES
        for task in range(12)
    ]


def equivalences(correction: str) -> list[Equivalence]:
    study = manifest(VALUE, GAMES, analysis={"margin": 12.0, "correction": correction})
    found = [each.equivalence for each in primary_comparisons(study, played())]
    return [each for each in found if each is not None]


@pytest.mark.parametrize("correction", ["holm", "bh"])
def test_they_are_adjusted_by_the_correction_of_the_protocol(correction: str) -> None:
    found = equivalences(correction)
    ps = [each.p for each in found]
    assert len(ps) == 3
    expected = multipletests(ps, method=METHODS[correction])[1]
    assert [each.adjusted for each in found] == pytest.approx(expected)
    assert [each.equivalent for each in found] == list(expected <= 0.05)


def test_without_a_correction_the_verdict_is_that_of_p() -> None:
    for each in equivalences("none"):
        assert each.adjusted is None
        assert each.p is not None
        assert each.equivalent is (each.p <= 0.05)


def test_a_test_that_passes_alone_may_fail_among_several() -> None:
    """Holm's method doubles the smaller of two p values."""
    alone = Equivalence(0.0, 5.0, -4.0, 4.0, 0.03, 0.01, 0.03, equivalent=True)
    other = Equivalence(3.0, 5.0, -1.0, 7.0, 0.001, 0.2, 0.2, equivalent=False)
    first, second = adjusted([alone, other], "holm")
    assert first.adjusted == pytest.approx(0.06)
    assert first.equivalent is False
    assert second.adjusted == 0.2
    assert second.equivalent is False
    assert (first.low, first.high) == (-4.0, 4.0)


def test_one_without_a_test_does_not_count() -> None:
    missing = Equivalence(0.0, 5.0, missing="one instance")
    alone = Equivalence(0.0, 5.0, -4.0, 4.0, 0.03, 0.01, 0.03, equivalent=True)
    assert adjusted([missing, alone], "holm")[0] == missing
    assert adjusted([missing, alone], "holm")[1].adjusted == 0.03


def test_tests_for_a_difference_do_not_change_with_them() -> None:
    study, with_margin = (manifest(VALUE, GAMES, analysis=each) for each in ({}, {"margin": 12.0}))
    assert [each.difference for each in primary_comparisons(study, played())] == [
        each.difference for each in primary_comparisons(with_margin, played())
    ]


def test_the_model_of_the_protocol_is_a_family_and_other_models_are_another() -> None:
    study = manifest(MODEL, GAMES, analysis={"margin": 15.0})
    rows = models_of(study, played(), models())
    for primary in (True, False):
        family = [each.equivalence for each in rows if each.primary is primary]
        known = [each for each in family if each is not None]
        assert len(known) == 3
        expected = multipletests([each.p for each in known], method="holm")[1]
        assert [each.adjusted for each in known] == pytest.approx(expected)


def test_the_report_prints_the_adjusted_p() -> None:
    for each in equivalences("holm"):
        assert ", adjusted " in equivalence_text(each)
    assert "adjusted" not in equivalence_text(equivalences("none")[0])

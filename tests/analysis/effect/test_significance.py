"""Tests of differences, effect sizes and corrections: hand-checked numbers."""

from __future__ import annotations

import math
from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy.stats import mannwhitneyu, rankdata, wilcoxon
from statsmodels.stats.multitest import multipletests

from clemtui.analysis.effect.model import Correction
from clemtui.analysis.effect.significance import (
    EXACT_UP_TO,
    adjusted_p_values,
    paired_test,
    unpaired_test,
)

Scores = NDArray[np.float64]


def scores(*values: float) -> Scores:
    return np.array(values, dtype=np.float64)


def binary(better: int, worse: int, same: int) -> tuple[Scores, Scores]:
    """Return pairs solved in the one language only, in the other only, or in both."""
    return (
        scores(*[100.0] * better, *[0.0] * worse, *[100.0] * same),
        scores(*[0.0] * better, *[100.0] * worse, *[100.0] * same),
    )


def test_pairs_of_0_and_100_are_tested_by_mcnemar() -> None:
    """Of the ten that differ, eight favour the language: 2 * (1 + 10 + 45) / 1024."""
    found = paired_test(*binary(8, 2, 20))
    assert (found.test, found.effect_size) == ("mcnemar", "cohen's g")
    assert found.p == pytest.approx(112 / 1024)
    assert found.effect == pytest.approx(0.3)
    assert found.smallest_p == pytest.approx(2 / 2**30)


def test_no_differing_pairs_give_p_1() -> None:
    found = paired_test(*binary(0, 0, 5))
    assert (found.p, found.effect) == (1.0, 0.0)


def test_wilcoxon_counts_all_signs() -> None:
    """Six differences with the same sign and different sizes: 2 / 2**6; all ranks favour it."""
    base = scores(10, 20, 30, 40, 50, 60)
    found = paired_test(base + scores(1, 2, 3, 4, 5, 6), base)
    assert (found.test, found.effect_size) == ("wilcoxon", "rank-biserial")
    assert found.p == pytest.approx(2 / 64)
    assert found.effect == 1.0
    assert found.smallest_p == pytest.approx(2 / 64)


def test_zeros_are_handled_as_by_pratt() -> None:
    """Differences 0, 0, 3, 4, -5: the zeros have ranks 1.5, so the others have 3, 4 and 5.

    7 of 12 favour the language, 5 the baseline. Wilcoxon would rank 1, 2, 3: 3 against 3, and an
    effect of 0.
    """
    base = scores(50, 50, 50, 50, 50)
    found = paired_test(base + scores(0, 0, 3, 4, -5), base)
    assert found.effect == pytest.approx((7 - 5) / 12)
    assert found.p == 1.0  # of the eight assignments of signs, six are at least as extreme


def test_differences_that_differ_in_the_last_bits_are_ties() -> None:
    base = scores(0.1, 0.2, 0.3, 50)
    found = paired_test(base + scores(0.2, 0.1, 0.0, 0), base)
    assert found == paired_test(scores(0.3, 0.3, 0.3, 50), base)
    assert found.effect == 1.0


def test_wilcoxon_without_differences_gives_p_1() -> None:
    found = paired_test(scores(20, 30, 45), scores(20, 30, 45))
    assert (found.p, found.effect) == (1.0, 0.0)


def test_unpaired_scores_of_0_and_100_are_tested_by_fisher() -> None:
    """The lady tasting tea with all cups right: 2 of the 70 ways. h is pi where all differ."""
    found = unpaired_test(scores(100, 100, 100, 100), scores(0, 0, 0, 0))
    assert (found.test, found.effect_size) == ("fisher", "cohen's h")
    assert found.p == pytest.approx(2 / 70)
    assert found.effect == pytest.approx(math.pi)
    assert found.smallest_p == pytest.approx(2 / 70)


def test_unpaired_graded_scores_are_tested_by_mann_and_whitney() -> None:
    """Of the twelve pairs across the samples, ten are won and none is tied."""
    found = unpaired_test(scores(30, 55, 60, 70), scores(10, 20, 58))
    assert (found.test, found.effect_size) == ("mann-whitney", "rank-biserial")
    assert found.effect == pytest.approx(2 * 10 / 12 - 1)
    assert found.p == pytest.approx(2 * 4 / 35)  # U = 10 of 12: four of 35 orders are as extreme


def test_ties_do_not_inflate_significance_of_small_samples() -> None:
    """Of the 20 ways to choose three of six, two are as extreme: 0.1. The normal approximation
    gives 0.047 here."""
    found = unpaired_test(scores(20, 20, 20), scores(40, 40, 40))
    assert found.p == pytest.approx(2 / 20)
    assert found.p == pytest.approx(found.smallest_p)


def test_ties_do_not_inflate_significance_at_the_floor() -> None:
    """Of 18 pairs five differ, by the same amount and in one direction: 2 / 2**5. The normal
    approximation gives 0.025 here."""
    base = scores(*[0.0] * 18)
    found = paired_test(base + scores(*[20.0] * 5, *[0.0] * 13), base)
    assert found.p == pytest.approx(2 / 2**5)


def test_many_equal_pairs_do_not_make_a_few_differing_ones_significant() -> None:
    """Of 60 pairs five differ: 2 / 2**5. The normal approximation gives 0.025 here."""
    base = scores(*[0.0] * 60)
    found = paired_test(base + scores(*[20.0] * 5, *[0.0] * 55), base)
    assert found.p == pytest.approx(2 / 2**5)


def test_many_equal_values_do_not_make_a_few_others_significant() -> None:
    """Three of 120 values are not 0, all in one sample of 60. The normal approximation gives 0.08,
    although three values at random fall into one sample in a quarter of all cases."""
    found = unpaired_test(scores(10, 20, 30, *[0.0] * 57), scores(*[0.0] * 60))
    assert found.p == pytest.approx(2 * math.comb(60, 3) / math.comb(120, 3))


@given(st.lists(st.integers(-4, 4), min_size=2, max_size=9).filter(any))
def test_paired_p_equals_enumeration_of_signs(differences: list[int]) -> None:
    base = np.full(len(differences), 50.0)
    ranks = rankdata(np.abs(differences))
    ways = [
        sum(ranks[at] * (1 if sign > 0 else -1) for at, sign in enumerate(signs) if differences[at])
        for signs in product((-1, 1), repeat=len(differences))
    ]
    found = abs(sum(np.sign(differences) * ranks))
    share = np.mean([abs(way) >= found - 1e-9 for way in ways])
    assert paired_test(base + differences, base).p == pytest.approx(share)


@given(st.lists(st.integers(0, 4), min_size=3, max_size=8).filter(lambda v: len(set(v)) > 1))
def test_unpaired_p_equals_enumeration_of_samples(values: list[int]) -> None:
    both = 20.0 * np.array(values) + 10
    n = len(both) // 2
    ranks = rankdata(both)
    ways = [sum(chosen) for chosen in combinations(ranks, n)]
    found = ranks[:n].sum()
    tail = min(np.mean([way <= found for way in ways]), np.mean([way >= found for way in ways]))
    assert unpaired_test(both[:n], both[n:]).p == pytest.approx(min(1.0, 2 * tail))


@pytest.mark.parametrize("size", [EXACT_UP_TO, EXACT_UP_TO + 1])
def test_exact_and_approximate_p_agree_at_the_switch(size: int) -> None:
    draw = np.random.default_rng(5)
    base = draw.choice([20.0, 40.0, 60.0], size)
    language = base - draw.choice([5.0, 10.0, -10.0, 20.0], size)
    approximate = wilcoxon(language - base, zero_method="pratt", method="asymptotic").pvalue
    assert paired_test(language, base).p == pytest.approx(approximate, abs=0.01)
    one, other = draw.integers(0, 100, (2, size // 2 + 1)) + 0.0
    approximate = mannwhitneyu(one, other, method="asymptotic").pvalue
    assert unpaired_test(one, other).p == pytest.approx(approximate, abs=0.01)


def test_unpaired_samples_that_are_all_the_same_give_one() -> None:
    found = unpaired_test(scores(30, 30), scores(30, 30, 30))
    assert (found.p, found.effect) == (1.0, 0.0)


def test_corrections() -> None:
    """Holm: 0.01 * 4, 0.02 * 3, 0.03 * 2, never falling; Benjamini-Hochberg: times 4 / rank, never
    rising."""
    ps = [0.03, 0.01, 0.04, 0.02]
    assert adjusted_p_values(ps, "holm") == pytest.approx([0.06, 0.04, 0.06, 0.06])
    assert adjusted_p_values(ps, "bh") == pytest.approx([0.04, 0.04, 0.04, 0.04])
    assert adjusted_p_values([], "holm") == []


@given(
    ps=st.lists(st.floats(0, 1), min_size=1, max_size=30),
    named=st.sampled_from([("holm", "holm"), ("bh", "fdr_bh")]),
)
def test_p_values_are_adjusted_as_by_statsmodels(
    ps: list[float], named: tuple[Correction, str]
) -> None:
    ours, theirs = named
    adjusted = adjusted_p_values(ps, ours)
    assert adjusted == pytest.approx(list(multipletests(ps, method=theirs)[1]))


SCORES = st.lists(st.sampled_from([0.0, 20.0, 33.3, 50.0, 100.0]), min_size=1, max_size=9)


@given(SCORES, SCORES)
@example([100.0], [0.0, 0.0])  # Fisher's p is 1/3: the opposite table has another one
def test_there_is_always_a_p_and_an_effect(one: list[float], other: list[float]) -> None:
    both = min(len(one), len(other))
    for found in (
        paired_test(scores(*one[:both]), scores(*other[:both])),
        unpaired_test(scores(*one), scores(*other)),
    ):
        assert 0 < found.p <= 1
        assert -math.pi <= found.effect <= math.pi
        assert 0 < found.smallest_p <= 1
        assert found.p >= found.smallest_p - 1e-12


@given(SCORES, SCORES)
def test_swapping_samples_flips_the_effect(one: list[float], other: list[float]) -> None:
    here, there = scores(*one), scores(*other)
    forth, back = unpaired_test(here, there), unpaired_test(there, here)
    assert forth.effect == pytest.approx(-back.effect)
    assert forth.p == pytest.approx(back.p)

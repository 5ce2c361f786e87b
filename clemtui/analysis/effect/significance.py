"""Tests of a difference, effect sizes, and corrections for several tests.

- Pairs of graded scores: Wilcoxon's signed-rank test (1945) with Pratt's treatment of zeros
  (Journal of the American Statistical Association 54, 1959): they are ranked and then dropped, so
  that many ties do not look like evidence. Effect size: the matched-pairs rank-biserial correlation
  (Kerby, Comprehensive Psychology 3, 2014), here of Pratt's ranks: the share of the ranks that
  favour the language minus that of those favouring the baseline, -1 to 1.
- Pairs whose scores are all 0 or 100: McNemar's exact test (1947). Effect size: Cohen's g (Cohen,
  Statistical Power Analysis for the Behavioral Sciences, 1988, chapter 5): among the pairs that
  differ, the share in which the language is better, minus 0.5; -0.5 to 0.5.
- Unpaired graded scores: Mann and Whitney's test (1947). Effect size: the rank-biserial correlation
  (Wendt, European Journal of Social Psychology 2, 1972), which is Cliff's delta, -1 to 1.
- Unpaired scores of 0 and 100: Fisher's exact test. Effect size: Cohen's h (chapter 6), -pi to pi.

All tests are two-sided. The rank tests are exact, even with ties, up to 50 values that can show
something: pairs that differ, or unpaired values besides the most frequent one. At floor and ceiling
these are few, however many values there are, and a normal approximation would find more than they
can show. p values are adjusted by Holm (Scandinavian Journal of Statistics 6, 1979) or by Benjamini
and Hochberg (Journal of the Royal Statistical Society B 57, 1995).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from scipy.stats import (
    binomtest,
    false_discovery_control,
    fisher_exact,
    mannwhitneyu,
    rankdata,
    wilcoxon,
)

from clemtui.analysis.effect.exact import rank_sum_p, signed_rank_p
from clemtui.analysis.effect.intervals import Values, is_binary
from clemtui.analysis.effect.model import Correction, EffectSize, Test

_DIGITS = 9
"""Digits to which differences are rounded, so that those equal but for the last bits are ties."""

EXACT_UP_TO = 50
"""The largest number of values that is tested exactly, without those that can show nothing: the
counts need no rounding, and are immediate."""


@dataclass(frozen=True, slots=True)
class TestedDifference:
    """The result of a test, with its effect size.

    Attributes:
        smallest_p: the p that would result if everything favoured one side.
    """

    test: Test
    p: float
    effect: float
    effect_size: EffectSize
    smallest_p: float


def paired_test(language: Values, baseline: Values) -> TestedDifference:
    """Test paired values; both arrays list the same tasks in order."""
    differences = np.round(language - baseline, _DIGITS)
    smallest = min(1.0, 2.0 ** (1 - len(differences)))
    if is_binary(language) and is_binary(baseline):
        better, worse = int((differences > 0).sum()), int((differences < 0).sum())
        differing = better + worse
        p = binomtest(better, differing, 0.5).pvalue if differing else 1.0
        g = better / differing - 0.5 if differing else 0.0
        return TestedDifference("mcnemar", float(p), g, "cohen's g", smallest)
    ranks = rankdata(np.abs(differences))
    better, worse = ranks[differences > 0].sum(), ranks[differences < 0].sum()
    if not better + worse:
        return TestedDifference("wilcoxon", 1.0, 0.0, "rank-biserial", smallest)
    if np.count_nonzero(differences) <= EXACT_UP_TO:
        p = signed_rank_p(ranks[differences != 0], better)
    else:
        p = wilcoxon(differences, zero_method="pratt", method="asymptotic").pvalue
    effect = (better - worse) / (better + worse)
    return TestedDifference(
        "wilcoxon", min(1.0, float(p)), float(effect), "rank-biserial", smallest
    )


def unpaired_test(language: Values, baseline: Values) -> TestedDifference:
    """Test two independent samples."""
    n, m = len(language), len(baseline)
    smallest = min(1.0, 2 / math.comb(n + m, n))
    if is_binary(language) and is_binary(baseline):
        solved, solved_there = int((language > 0).sum()), int((baseline > 0).sum())
        h = 2 * math.asin(math.sqrt(solved / n)) - 2 * math.asin(math.sqrt(solved_there / m))
        p = _fisher(solved, n, solved_there, m)
        return TestedDifference("fisher", p, h, "cohen's h", _fisher(n, n, 0, m))
    both = np.round(np.concatenate([language, baseline]), _DIGITS)
    if np.ptp(both) == 0:
        return TestedDifference("mann-whitney", 1.0, 0.0, "rank-biserial", smallest)
    ranks = rankdata(both)
    first = ranks[:n].sum()
    if n + m - np.unique(both, return_counts=True)[1].max() <= EXACT_UP_TO:
        p = rank_sum_p(ranks, n, first)
    else:
        p = mannwhitneyu(both[:n], both[n:], method="asymptotic").pvalue
    effect = 2 * (first - n * (n + 1) / 2) / (n * m) - 1
    return TestedDifference(
        "mann-whitney", min(1.0, float(p)), float(effect), "rank-biserial", smallest
    )


@lru_cache(maxsize=4096)
def _fisher(solved: int, n: int, solved_there: int, m: int) -> float:
    p = fisher_exact([[solved, n - solved], [solved_there, m - solved_there]])[1]
    return min(1.0, float(p))


def adjusted_p_values(ps: Sequence[float], correction: Correction) -> list[float]:
    """Return the p values adjusted for their number, in the same order.

    By the step-down procedure of Holm (1979), or that of Benjamini and Hochberg (1995). statsmodels
    offers both, but for Holm's it collects the garbage of the whole program at each call.
    """
    if not ps:
        return []
    if correction == "bh":
        return [float(p) for p in false_discovery_control(ps)]
    order = np.argsort(ps)
    stepped = np.maximum.accumulate(np.take(ps, order) * np.arange(len(ps), 0, -1))
    adjusted = np.empty(len(ps))
    adjusted[order] = np.minimum(stepped, 1)
    return [float(p) for p in adjusted]

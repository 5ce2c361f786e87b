"""Tests of a difference, how large it is, and what several tests at once mean.

- Pairs of graded scores: Wilcoxon's signed-rank test (1945) with zeros as Pratt takes them (Journal
  of the American Statistical Association 54, 1959): they are ranked and then left out, so that many
  ties do not look like evidence. Its size: the matched-pairs rank-biserial correlation (Kerby,
  Comprehensive Psychology 3, 2014), here of Pratt's ranks: the share of the ranks that speak for
  the language less that for the baseline, -1 to 1.
- Pairs of which all scores are 0 or 100: McNemar's exact test (1947). Its size: Cohen's g (Cohen,
  Statistical Power Analysis for the Behavioral Sciences, 1988, chapter 5): the share of the pairs
  that differ in which the language is better, less 0.5; -0.5 to 0.5.
- Unpaired graded scores: Mann and Whitney's test (1947). Its size: the rank-biserial correlation
  (Wendt, European Journal of Social Psychology 2, 1972), which is Cliff's delta, -1 to 1.
- Unpaired scores of 0 and 100: Fisher's exact test. Its size: Cohen's h (chapter 6), -pi to pi.

All tests have two sides. Up to 50 values the tests of ranks are exact, whatever ties there are: at
floor and ceiling there are many, and a normal approximation finds more than so few values can show.
p values are adjusted by Holm (Scandinavian Journal of Statistics 6, 1979) or by Benjamini and
Hochberg (Journal of the Royal Statistical Society B 57, 1995).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from scipy.stats import binomtest, fisher_exact, mannwhitneyu, rankdata, wilcoxon
from statsmodels.stats.multitest import multipletests

from clemtui.analysis.effect.cohorts import Correction, EffectSize, Test
from clemtui.analysis.effect.exact import p_of_sample, p_of_signs
from clemtui.analysis.effect.intervals import Values, is_binary

_METHODS = {"holm": "holm", "bh": "fdr_bh"}
_DIGITS = 9
"""Differences that are equal but for the last bits are ties."""

EXACT = 50
"""So many values are tested exactly: their ways are counted without rounding, and at once."""


@dataclass(frozen=True, slots=True)
class Tested:
    """A test and its effect size.

    Attributes:
        smallest_p: the p that would come out if everything spoke for one side.
    """

    test: Test
    p: float
    effect: float
    effect_size: EffectSize
    smallest_p: float


def pairs_test(language: Values, baseline: Values) -> Tested:
    """Test pairs, the same task at the same place of both."""
    differences = np.round(language - baseline, _DIGITS)
    smallest = min(1.0, 2.0 ** (1 - len(differences)))
    if is_binary(language) and is_binary(baseline):
        better, worse = int((differences > 0).sum()), int((differences < 0).sum())
        differing = better + worse
        p = binomtest(better, differing, 0.5).pvalue if differing else 1.0
        g = better / differing - 0.5 if differing else 0.0
        return Tested("mcnemar", float(p), g, "cohen's g", smallest)
    ranks = rankdata(np.abs(differences))
    better, worse = ranks[differences > 0].sum(), ranks[differences < 0].sum()
    if not better + worse:
        return Tested("wilcoxon", 1.0, 0.0, "rank-biserial", smallest)
    if len(differences) <= EXACT:
        p = p_of_signs(ranks[differences != 0], better)
    else:
        p = wilcoxon(differences, zero_method="pratt", method="asymptotic").pvalue
    effect = (better - worse) / (better + worse)
    return Tested("wilcoxon", min(1.0, float(p)), float(effect), "rank-biserial", smallest)


def samples_test(language: Values, baseline: Values) -> Tested:
    """Test two independent samples."""
    n, m = len(language), len(baseline)
    smallest = min(1.0, 2 / math.comb(n + m, n))
    if is_binary(language) and is_binary(baseline):
        solved, solved_there = int((language > 0).sum()), int((baseline > 0).sum())
        h = 2 * math.asin(math.sqrt(solved / n)) - 2 * math.asin(math.sqrt(solved_there / m))
        p = _fisher(solved, n, solved_there, m)
        return Tested("fisher", p, h, "cohen's h", _fisher(n, n, 0, m))
    both = np.round(np.concatenate([language, baseline]), _DIGITS)
    if np.ptp(both) == 0:
        return Tested("mann-whitney", 1.0, 0.0, "rank-biserial", smallest)
    ranks = rankdata(both)
    first = ranks[:n].sum()
    if n + m <= EXACT:
        p = p_of_sample(ranks, n, first)
    else:
        p = mannwhitneyu(both[:n], both[n:], method="asymptotic").pvalue
    effect = 2 * (first - n * (n + 1) / 2) / (n * m) - 1
    return Tested("mann-whitney", min(1.0, float(p)), float(effect), "rank-biserial", smallest)


@lru_cache(maxsize=4096)
def _fisher(solved: int, n: int, solved_there: int, m: int) -> float:
    p = fisher_exact([[solved, n - solved], [solved_there, m - solved_there]])[1]
    return min(1.0, float(p))


def adjusted(ps: Sequence[float], correction: Correction) -> list[float]:
    """The p values adjusted for how many there are, in their order."""
    if not ps:
        return []
    return [float(p) for p in multipletests(ps, method=_METHODS[correction])[1]]

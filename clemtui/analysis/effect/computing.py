"""Computing the effect of the prompt language from the results of recorded episodes.

Within one setting (game, line-up, condition, scorer), every language is compared with the baseline.
If both have tasks in common, the same tasks are compared with each other, averaging several
episodes of one task; tasks without a partner are dropped on both sides. If they have none, as in
word games whose targets are words of the language, the tasks of the same group are compared as
independent samples; the group is the experiment, which is the frequency band in those games.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from clemtui.analysis.effect.cautions import level_cautions
from clemtui.analysis.effect.cells import (
    ByTask,
    Cell,
    banded_groups,
    means_by_task_name,
    sorted_cells,
    tasks_by_group,
)
from clemtui.analysis.effect.intervals import (
    Range,
    independent_difference_interval,
    mean_interval,
    paired_difference_interval,
    share_interval,
)
from clemtui.analysis.effect.model import (
    ALPHA,
    RESAMPLES,
    SEED,
    Caution,
    Comparison,
    Correction,
    Effects,
    Estimate,
    Level,
    Measure,
    NotCompared,
    NotComparedReason,
    Setting,
    is_paraphrase,
)
from clemtui.analysis.effect.significance import (
    TestedDifference,
    adjusted_p_values,
    paired_test,
    unpaired_test,
)
from clemtui.analysis.report.dimensions import Dimension
from clemtui.records.results import PackCard, TaskResults


def effects(
    found: TaskResults,
    *,
    baseline: str = "en",
    measure: Measure = "joint",
    correction: Correction = "holm",
    chances: Mapping[str, float] | None = None,
    source: str = "en",
    resamples: int = RESAMPLES,
    seed: int = SEED,
) -> Effects:
    """Compare the languages of results with a baseline.

    Args:
        found: the results of a selection of episodes.
        baseline: the language that the others are compared with.
        measure: what is compared.
        correction: how p values are adjusted, over all comparisons except those of paraphrases.
        chances: the main score that guessing gives, by game.
        source: the language that packs are translated from.
        resamples: number of resamples of each bootstrap.
        seed: seed of each bootstrap.
    """
    by, cells = sorted_cells(found)
    settings = []
    for key, languages in cells.items():
        named = dict(zip(by, key, strict=True))
        chance = (chances or {}).get(named["game"])
        scores = [score for cell in languages.values() for score in cell.main_scores]
        within = (min(0.0, *scores, 0.0), max(100.0, *scores, 100.0))
        comparer = _SettingComparer(baseline, measure, within, resamples, seed)
        settings.append(_setting(named, languages, found.packs, chance, comparer))
    family = [each for setting in settings for each in setting.comparisons if not each.control]
    ps = adjusted_p_values([each.p for each in family], correction)
    best = adjusted_p_values([each.smallest_p for each in family], correction)
    of_family = iter(zip(ps, best, strict=True))
    return Effects(
        baseline=baseline,
        measure=measure,
        correction=correction,
        resamples=resamples,
        seed=seed,
        by=by,
        settings=tuple(_with_adjusted_p(setting, of_family, source) for setting in settings),
        family=len(family),
        episodes=sum(found.tasks.values()),
        left_out=found.left_out,
        scorers=found.scorers,
    )


def _with_adjusted_p(setting: Setting, ps: Iterator[tuple[float, float]], source: str) -> Setting:
    """Return a setting with its adjusted p values and cautions.

    ``ps`` yields, for one comparison after the other, its adjusted p and the p it would have if
    everything favoured one side.
    """
    comparisons: list[Comparison] = []
    cautions = list(level_cautions(setting.levels, setting.chance, source))
    for each in setting.comparisons:
        if each.control:
            comparisons.append(each)
            continue
        p, best = next(ps)
        comparisons.append(replace(each, adjusted=p))
        if best > ALPHA:
            cautions.append(Caution("few", each.language, best, each.group))
    return replace(setting, comparisons=tuple(comparisons), cautions=tuple(cautions))


@dataclass(frozen=True, slots=True)
class _SettingComparer:
    """What all computations of one setting share."""

    baseline: str
    measure: Measure
    within: Range
    resamples: int
    seed: int

    def mean(self, values: Sequence[float]) -> Estimate | None:
        """Return a mean with its interval; None if there are no values."""
        return mean_interval(values, self.within, self.resamples, self.seed) if values else None

    def _share(self, values: Sequence[float]) -> Estimate | None:
        """Return the mean of values that are 0 or 100, unless replicates were averaged first."""
        if all(each in (0.0, 100.0) for each in values):
            return share_interval(sum(map(bool, values)), len(values)) if values else None
        return self.mean(values)

    def level(self, language: str, cell: Cell, packs: Mapping[str, PackCard]) -> Level:
        """Return the results in a language."""
        played = cell.values("played")
        cards: dict[str, list[PackCard]] = {}
        for words, at in sorted(cell.texts):
            if packs[at].pack:
                cards.setdefault(words, []).append(packs[at])
        return Level(
            language=language,
            episodes=cell.episodes,
            tasks=cell.tasks,
            played=self._share(played),
            quality=self.mean(cell.values("quality")),
            joint=self.mean(cell.values("joint")),
            aborts=dict(sorted(cell.causes.items())),
            packs={words: max(card.version for card in known) for words, known in cards.items()},
            reviewed=all(map(_reviewed, cards.values())) if cards else None,
        )

    def compare(
        self, language: str, cells: Mapping[str, Cell], values: Mapping[str, ByTask]
    ) -> list[Comparison]:
        """Compare a language with the baseline: in one comparison, or one for each group.

        Raises:
            _NotComparable: if there is nothing to compare.
        """
        if self.baseline not in values:
            raise _NotComparable("no baseline")
        mine, base = values[language], values[self.baseline]
        if not mine or not base:
            raise _NotComparable("no scores")
        by_name, base_by_name = means_by_task_name(mine), means_by_task_name(base)
        both = sorted(by_name.keys() & base_by_name.keys())
        if both:
            alone = len(by_name.keys() ^ base_by_name.keys())
            pairs = [(by_name[name], base_by_name[name]) for name in both]
            people, base_people = cells[language].people, cells[self.baseline].people
            strangers = sum(
                bool(people[name]) and people[name].isdisjoint(base_people[name]) for name in both
            )
            return [replace(self._pairs(language, pairs, alone), different_people=strangers)]
        groups, base_groups = tasks_by_group(mine), tasks_by_group(base)
        if not banded_groups(groups):
            raise _NotComparable("unbanded")
        if not banded_groups(base_groups):
            raise _NotComparable("baseline unbanded")
        common = banded_groups(groups.keys() & base_groups.keys())
        if common:
            left_out = sum(
                len(values)
                for found in (groups, base_groups)
                for group, values in found.items()
                if group not in common
            )
            return [
                replace(
                    self._unpaired(language, group, groups[group], base_groups[group]),
                    unpaired_tasks=left_out,
                )
                for group in common
            ]
        return [
            self._unpaired(
                language, "", _values_of_all_bands(groups), _values_of_all_bands(base_groups)
            )
        ]

    def _pairs(self, language: str, pairs: Sequence[tuple[float, float]], alone: int) -> Comparison:
        mine, base = np.array(pairs, dtype=np.float64).T
        difference = paired_difference_interval(mine, base, self.within, self.resamples, self.seed)
        tested = paired_test(mine, base)
        sizes = (len(pairs), len(pairs), alone)
        return self._comparison(language, "", difference, tested, sizes, paired=True)

    def _unpaired(
        self, language: str, group: str, mine: Sequence[float], base: Sequence[float]
    ) -> Comparison:
        difference = independent_difference_interval(
            mean_interval(mine, self.within, self.resamples, self.seed),
            mean_interval(base, self.within, self.resamples, self.seed),
        )
        tested = unpaired_test(np.array(mine), np.array(base))
        sizes = (len(mine), len(base), 0)
        return self._comparison(language, group, difference, tested, sizes, paired=False)

    def _comparison(
        self,
        language: str,
        group: str,
        difference: Estimate,
        tested: TestedDifference,
        sizes: tuple[int, int, int],
        *,
        paired: bool,
    ) -> Comparison:
        units, baseline_units, alone = sizes
        return Comparison(
            language=language,
            group=group,
            paired=paired,
            n=units,
            baseline_n=baseline_units,
            unpaired_tasks=alone,
            difference=difference,
            test=tested.test,
            p=tested.p,
            adjusted=None,
            effect=tested.effect,
            effect_size=tested.effect_size,
            control=is_paraphrase(language, self.baseline),
            within_wording_band=None,
            smallest_p=tested.smallest_p,
        )


def _reviewed(cards: Iterable[PackCard]) -> bool:
    """Return whether words were reviewed; cards of earlier versions may not know it yet."""
    return any(card.reviewed_by for card in cards)


class _NotComparable(Exception):
    def __init__(self, reason: NotComparedReason) -> None:
        super().__init__(reason)
        self.reason = reason


def _setting(
    key: Mapping[Dimension, str],
    cells: Mapping[str, Cell],
    packs: Mapping[str, PackCard],
    chance: float | None,
    comparer: _SettingComparer,
) -> Setting:
    languages = baseline_first(cells, comparer.baseline)
    levels = tuple(comparer.level(each, cells[each], packs) for each in languages)
    values = {language: cell.task_means(comparer.measure) for language, cell in cells.items()}
    comparisons: list[Comparison] = []
    not_compared: list[NotCompared] = []
    for language in languages:
        if language != comparer.baseline:
            try:
                comparisons += comparer.compare(language, cells, values)
            except _NotComparable as found:
                not_compared.append(NotCompared(language, found.reason))
    wording = _wording_bands(comparisons)
    return Setting(
        key=key,
        players=next(iter(cells.values())).players,
        chance=chance,
        binary=all(each in (0.0, 100.0) for cell in cells.values() for each in cell.main_scores),
        levels=levels,
        comparisons=tuple(_with_wording_verdict(each, wording) for each in comparisons),
        not_compared=tuple(not_compared),
        wording=wording,
        cautions=(),
    )


def baseline_first(languages: Iterable[str], baseline: str) -> list[str]:
    """Return the baseline, its paraphrases, then the others by tag."""
    return sorted(
        languages, key=lambda each: (each != baseline, not is_paraphrase(each, baseline), each)
    )


def _wording_bands(comparisons: Iterable[Comparison]) -> dict[str, tuple[float, float]]:
    """Return the wording band of each group: from the lowest to the highest end of the intervals of
    all paraphrases."""
    found: dict[str, tuple[float, float]] = {}
    for each in comparisons:
        if each.control:
            low, high = found.get(each.group, (each.difference.low, each.difference.high))
            found[each.group] = min(low, each.difference.low), max(high, each.difference.high)
    return found


def _with_wording_verdict(
    comparison: Comparison, wording: Mapping[str, tuple[float, float]]
) -> Comparison:
    band = wording.get(comparison.group, wording.get(""))
    if band is None or comparison.control:
        return comparison
    return replace(
        comparison, within_wording_band=band[0] <= comparison.difference.value <= band[1]
    )


def _values_of_all_bands(groups: Mapping[str, Sequence[float]]) -> list[float]:
    return [value for group in banded_groups(groups) for value in groups[group]]

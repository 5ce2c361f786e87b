"""The effect of the prompt language: the parts of a comparison of languages with a baseline.

`clemtui.analysis.effect.computing` computes it and needs the packages of the extra ``stats``; this
module does not. All scores, shares and differences are in points of 0 to 100.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from clemtui.analysis.report.dimensions import Dimension
from clemtui.records.results import AbortCause, ExclusionReason

Measure = Literal["joint", "quality", "played"]
"""What is compared: the joint score (aborted is 0), the main score of the played episodes alone, or
whether an episode was played to its end."""

MEASURES: tuple[Measure, ...] = get_args(Measure)

Correction = Literal["holm", "bh"]
"""How p values are adjusted for their number: by Holm, or by Benjamini and Hochberg."""

CORRECTIONS: tuple[Correction, ...] = get_args(Correction)

Method = Literal["wilson", "bootstrap", "bootstrap+2", "bound", "mover"]
"""How an interval is computed; see docs/effect.md and `clemtui.analysis.effect.intervals`."""

Test = Literal["wilcoxon", "mcnemar", "mann-whitney", "fisher"]
EffectSize = Literal["rank-biserial", "cohen's g", "cohen's h"]

ALPHA = 0.05
RESAMPLES = 9999
SEED = 20240
"""The default seed of the resampling."""

UNBANDED = "unbanded"
"""The name of an experiment whose words have no known frequency."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number and its 95 % confidence interval.

    Attributes:
        n: the number of values it is the mean of.
        exact: for a share, also the interval of Clopper and Pearson.
    """

    value: float
    low: float
    high: float
    n: int
    method: Method
    exact: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class Level:
    """The results in one language, every episode counted individually.

    Attributes:
        tasks: number of different tasks among the episodes.
        quality: None if no episode has a main score.
        aborts: number of aborted episodes by cause.
        packs: versions of the language pack by the hash of its words; empty if the episodes have
            official words.
        reviewed: whether the words of every pack were reviewed by a native speaker, even if later;
            None if there is no pack.
    """

    language: str
    episodes: int
    tasks: int
    played: Estimate | None
    quality: Estimate | None
    joint: Estimate | None
    aborts: Mapping[AbortCause, int]
    packs: Mapping[str, str]
    reviewed: bool | None


@dataclass(frozen=True, slots=True)
class Comparison:
    """The difference between a language and the baseline.

    Attributes:
        group: the experiment (in word games, the frequency band) within which the comparison was
            made; empty if all were pooled.
        paired: whether the same tasks were compared with each other.
        n: number of pairs; if unpaired, of tasks in the language.
        baseline_n: number of pairs; if unpaired, of tasks in the baseline.
        unpaired_tasks: tasks that were dropped: those that only one of the two languages has; in a
            comparison by experiment or band, those of groups that only one of them has (the same
            number in each of these comparisons).
        p: p value of the test, 1 if nothing differs.
        adjusted: p adjusted for the number of comparisons; None for a control.
        control: whether the language is a paraphrase of the baseline.
        within_wording_band: whether the difference lies within it; None without a band.
        smallest_p: the smallest p the test could give, before adjustment.
        different_people: number of pairs whose two sides have no person in common, if people
            played: the difference may then be one between people.
    """

    language: str
    group: str
    paired: bool
    n: int
    baseline_n: int
    unpaired_tasks: int
    difference: Estimate
    test: Test
    p: float
    adjusted: float | None
    effect: float
    effect_size: EffectSize
    control: bool
    within_wording_band: bool | None
    smallest_p: float
    different_people: int = 0


NotComparedReason = Literal["no baseline", "no scores", "unbanded", "baseline unbanded"]


@dataclass(frozen=True, slots=True)
class NotCompared:
    """A language without a difference from the baseline, and the reason.

    ``no baseline``: nothing was played in the baseline language; ``no scores``: one of the two has
    no value of what is compared; ``unbanded``: its words have no known frequency, and there is no
    other way to compare it; ``baseline unbanded``: the same of the baseline's words alone.
    """

    language: str
    reason: NotComparedReason


CautionKind = Literal["floor", "ceiling", "unreviewed", "mixed packs", "few"]


@dataclass(frozen=True, slots=True)
class Caution:
    """What readers of a difference need to know.

    Attributes:
        language: the language concerned.
        value: for ``floor`` the chance level, for ``few`` the smallest adjusted p that is possible,
            for ``mixed packs`` their number; otherwise 0.
        group: for ``few``, see `Comparison.group`.
    """

    kind: CautionKind
    language: str
    value: float = 0.0
    group: str = ""


@dataclass(frozen=True, slots=True)
class Setting:
    """Everything that is compared within one game, line-up and condition.

    Attributes:
        key: what distinguishes it, by dimension; always includes game and players.
        players: who plays, in the order of the seats.
        chance: the score that guessing gives, if the game declares one.
        binary: whether all main scores are 0 or 100.
        wording: the wording band by group: the lowest and highest end of the intervals of all
            paraphrases of the baseline.
    """

    key: Mapping[Dimension, str]
    players: tuple[str, ...]
    chance: float | None
    binary: bool
    levels: tuple[Level, ...]
    comparisons: tuple[Comparison, ...]
    not_compared: tuple[NotCompared, ...]
    wording: Mapping[str, tuple[float, float]]
    cautions: tuple[Caution, ...]

    def band(self, group: str) -> tuple[float, float] | None:
        """Return the wording band of a group, or that of all groups pooled."""
        return self.wording.get(group, self.wording.get(""))


@dataclass(frozen=True, slots=True)
class Effects:
    """A comparison of languages, setting by setting.

    Attributes:
        by: the dimensions in which the settings differ.
        family: the number of comparisons for which the p values are adjusted: all but the controls.
        resamples, seed: of the bootstrap.
        episodes: the number of episodes compared; ``left_out``: of those excluded, by reason.
        scorers: all available scorers, if scores of others were excluded.
    """

    baseline: str
    measure: Measure
    correction: Correction
    resamples: int
    seed: int
    by: tuple[Dimension, ...]
    settings: tuple[Setting, ...]
    family: int
    episodes: int
    left_out: Mapping[ExclusionReason, int]
    scorers: tuple[str, ...]


def is_paraphrase(language: str, baseline: str) -> bool:
    """Return whether a language is another wording of the baseline: ``en-x-para1`` of ``en``.

    BCP 47 (RFC 5646, section 2.2.7) leaves what follows ``-x-`` to private agreement.
    """
    return language.startswith(f"{baseline}-x-")

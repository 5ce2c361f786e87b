"""The effect of the prompt language as tables in words."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal

from clemtui.analysis.effect.model import (
    Comparison,
    Effects,
    EffectSize,
    Estimate,
    Measure,
    Setting,
    Test,
)
from clemtui.language import Interface, half_up, translatable
from clemtui.reports.causes import words_for
from clemtui.reports.names import Names, language_and_group, language_and_tag
from clemtui.reports.tables import ReportTable

MEASURES: Mapping[Measure, str] = {
    "joint": translatable("joint score"),
    "quality": translatable("quality score"),
    "played": translatable("played to the end"),
}

TESTS: Mapping[Test, str] = {
    "wilcoxon": translatable("Wilcoxon signed-rank (Pratt)"),
    "mcnemar": translatable("McNemar (exact)"),
    "mann-whitney": translatable("Mann-Whitney"),
    "fisher": translatable("Fisher (exact)"),
}

EFFECT_SIZES: Mapping[EffectSize, str] = {
    "rank-biserial": translatable("rank-biserial r"),
    "cohen's g": translatable("Cohen's g"),
    "cohen's h": translatable("Cohen's h"),
}

CORRECTIONS = {"holm": "Holm", "bh": "Benjamini-Hochberg"}

_SMALLEST_P = 0.001


def levels_table(setting: Setting, ui: Interface) -> ReportTable:
    """Return the table of results in each language, with intervals."""
    rows = tuple(
        (
            (language_and_tag(level.language, ui),),
            (
                ui.number(level.episodes),
                ui.number(level.tasks),
                with_interval(level.played, ui),
                with_interval(level.quality, ui),
                with_interval(level.joint, ui),
            ),
        )
        for level in setting.levels
    )
    columns = (
        ui.text("N"),
        # Translators: a column: how many different tasks were played
        ui.text("Tasks"),
        ui.text("Played"),
        ui.text("Quality"),
        ui.text("Joint"),
    )
    return ReportTable(ui.text("Performance"), (ui.text("Language"),), columns, rows)


def differences_table(setting: Setting, effects: Effects, ui: Interface) -> ReportTable:
    """Return the table of differences from the baseline."""
    rows = tuple(
        (
            (language_and_group(each, ui),),
            (
                pair_counts(each, ui),
                with_interval(each.difference, ui, signed=True),
                p_value(each.p, ui),
                "–" if each.adjusted is None else p_value(each.adjusted, ui),
                signed(each.effect, ui),
            ),
        )
        for each in setting.comparisons
    )
    columns = (
        # Translators: a column: how many pairs of tasks were compared
        ui.text("Pairs"),
        ui.text("Difference"),
        # Translators: a column: the p value of a test
        ui.text("p"),
        # Translators: a column: the p value, adjusted for several comparisons
        ui.text("p adj."),
        ui.text("Effect"),
    )
    title = ui.text(
        "Difference from {baseline} ({measure})",
        baseline=language_and_tag(effects.baseline, ui),
        measure=ui.text(MEASURES[effects.measure]),
    )
    return ReportTable(title, (ui.text("Language"),), columns, rows)


def aborts_table(setting: Setting, names: Names) -> ReportTable:
    """Return the table of causes of aborted episodes, by seat."""
    ui, game = names.ui, setting.key["game"]
    rows = tuple(
        (
            (
                language_and_tag(level.language, ui),
                *words_for(game, cause, names),
            ),
            (ui.number(episodes),),
        )
        for level in setting.levels
        for cause, episodes in level.aborts.items()
    )
    keys = (ui.text("Language"), ui.text("Role"), ui.text("Reason"))
    return ReportTable(ui.text("Causes of aborted episodes"), keys, (ui.text("N"),), rows)


def setting_tables(setting: Setting, effects: Effects, names: Names) -> tuple[ReportTable, ...]:
    """Return all tables of a setting that are not empty."""
    found = (
        levels_table(setting, names.ui),
        differences_table(setting, effects, names.ui),
        aborts_table(setting, names),
    )
    return tuple(table for table in found if table.rows)


def pair_counts(comparison: Comparison, ui: Interface) -> str:
    """Return the number of pairs, or of tasks on either side."""
    if comparison.paired:
        return ui.number(comparison.n)
    mine, base = ui.number(comparison.n), ui.number(comparison.baseline_n)
    return ui.text("{n} / {m} unpaired", n=mine, m=base)


def with_interval(found: Estimate | None, ui: Interface, *, signed: bool = False) -> str:
    """Return a number and its interval, each with one digit."""
    if found is None:
        return "–"
    value, low, high = (
        points(each, ui, signed=signed) for each in (found.value, found.low, found.high)
    )
    return f"{value} [{low}; {high}]"


def points(value: float, ui: Interface, *, signed: bool = False) -> str:
    """Format points of 0 to 100, or a difference of them."""
    return _rounded(value, ui, 1, signed=signed)


def signed(value: float | Decimal, ui: Interface) -> str:
    """Format a number with its sign and two digits."""
    return _rounded(value, ui, 2, signed=True)


def _rounded(value: float | Decimal, ui: Interface, digits: int, *, signed: bool) -> str:
    rounded = half_up(value, digits)
    return f"{'+' if signed and rounded > 0 else ''}{ui.number(rounded, digits=digits)}"


def p_value(p: float, ui: Interface) -> str:
    """Format a p value with three digits, or as smaller than the smallest one shown."""
    if p < _SMALLEST_P:
        return f"<{ui.number(_SMALLEST_P, digits=3)}"
    return ui.number(p, digits=3)

"""What the prompt language does, in words: tables, and what has to be said beside them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from clemtui.engine import Label, placeholders
from clemtui.language import Interface, Labels, Localised, one_line, translatable
from clemtui.language.labels import COMMON
from clemtui.play.effect import (
    AbortCause,
    Comparison,
    Effects,
    EffectSize,
    Estimate,
    Measure,
    NotComparedReason,
    Setting,
    Test,
)
from clemtui.play.listing import GameListing
from clemtui.play.phrases import VERDICTS
from clemtui.play.report_words import BETWEEN, ReportTable, left_out_remarks

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

_NOT_COMPARED: Mapping[NotComparedReason, str] = {
    "no baseline": translatable("{language} is not compared: nothing was played in {baseline}."),
    "no scores": translatable("{language} is not compared: there are no scores to compare."),
    "unbanded": translatable(
        "{language} is not compared: its words have no known frequency (unbanded), and its tasks "
        "are not those of {baseline}."
    ),
}

_SMALLEST_P = 0.001


def levels_table(setting: Setting, ui: Interface) -> ReportTable:
    """How well was played in each language, with intervals."""
    rows = tuple(
        (
            (language(level.language, ui),),
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
    return ReportTable(ui.text("How well"), (ui.text("Language"),), columns, rows)


def differences_table(setting: Setting, effects: Effects, ui: Interface) -> ReportTable:
    """The differences to the baseline."""
    rows = tuple(
        (
            (named(each, ui),),
            (
                units(each, ui),
                with_interval(each.difference, ui, signed=True),
                p_value(each.p, ui),
                "–" if each.adjusted is None else p_value(each.adjusted, ui),
                signed(each.effect, ui, digits=2),
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
        "Difference to {baseline} ({measure})",
        baseline=language(effects.baseline, ui),
        measure=ui.text(MEASURES[effects.measure]),
    )
    return ReportTable(title, (ui.text("Language"),), columns, rows)


def aborts_table(setting: Setting, ui: Interface, reasons: Reasons) -> ReportTable:
    """Why episodes were aborted, by seat."""
    rows = tuple(
        (
            (
                language(level.language, ui),
                cause.seat or "–",
                reasons.say(setting.key["game"], cause),
            ),
            (ui.number(episodes),),
        )
        for level in setting.levels
        for cause, episodes in level.aborts.items()
    )
    keys = (ui.text("Language"), ui.text("Seat"), ui.text("Reason"))
    return ReportTable(ui.text("Aborted"), keys, (ui.text("N"),), rows)


def setting_tables(
    setting: Setting, effects: Effects, ui: Interface, reasons: Reasons
) -> tuple[ReportTable, ...]:
    """All tables of a setting; what is empty is left out."""
    found = (
        levels_table(setting, ui),
        differences_table(setting, effects, ui),
        aborts_table(setting, ui, reasons),
    )
    return tuple(table for table in found if table.rows)


def setting_name(setting: Setting) -> str:
    """What a setting is of: game, players, and what else tells it from the others."""
    return BETWEEN.join(one_line(value) for value in setting.key.values() if value)


def language(tag: str, ui: Interface) -> str:
    """A language and its tag: names alone may be long, or the same for two."""
    name = ui.language_name(tag)
    return str(name) if name == tag else f"{name} ({tag})"


def named(comparison: Comparison, ui: Interface) -> str:
    """A language, and the group within which it was compared."""
    name = language(comparison.language, ui)
    return f"{name}{BETWEEN}{one_line(comparison.group)}" if comparison.group else name


def units(comparison: Comparison, ui: Interface) -> str:
    """How many pairs there are, or how many tasks on either side."""
    if comparison.paired:
        return ui.number(comparison.units)
    mine, base = ui.number(comparison.units), ui.number(comparison.baseline_units)
    return ui.text("{n} / {m} unpaired", n=mine, m=base)


def with_interval(found: Estimate | None, ui: Interface, *, signed: bool = False) -> str:
    """A number and its interval; both with one digit."""
    if found is None:
        return "–"
    value, low, high = (
        points(each, ui, signed=signed) for each in (found.value, found.low, found.high)
    )
    return f"{value} [{low}; {high}]"


def points(value: float, ui: Interface, *, signed: bool = False) -> str:
    """Points of 0 to 100, or of a difference."""
    rounded = round(value, 1) + 0.0  # no -0.0
    return f"{'+' if signed and rounded > 0 else ''}{ui.number(rounded, digits=1)}"


def signed(value: float, ui: Interface, *, digits: int) -> str:
    """A number with its sign."""
    rounded = round(value, digits) + 0.0
    return f"{'+' if rounded > 0 else ''}{ui.number(rounded, digits=digits)}"


def p_value(p: float, ui: Interface) -> str:
    """A p value with three digits; small ones are said to be smaller than the smallest."""
    if p < _SMALLEST_P:
        return f"<{ui.number(_SMALLEST_P, digits=3)}"
    return ui.number(p, digits=3)


class Reasons:
    """Why episodes were aborted, in the words of the games."""

    def __init__(self, listings: Iterable[GameListing], ui: Interface) -> None:
        self._words = {each.card.id: each.words for each in listings}
        self._ui = ui

    def say(self, game: str, cause: AbortCause) -> str:
        """A reason; where its words name a value, which differs by episode, stands a dash."""
        ui = self._ui
        if cause.verdict == "control":
            known = COMMON.get(f"control.{cause.reason.replace(' ', '_').replace('-', '_')}")
            return ui.text(known) if known else ui.show(cause.reason)
        words = self._words.get(game, {})
        template = next((table[cause.reason] for table in words.values() if cause.reason in table),
                        None)  # fmt: skip
        if template is not None:
            values = dict.fromkeys(placeholders(template), "…")
            return Labels(ui, words).say(Label(cause.reason, values))
        if cause.verdict in VERDICTS:
            return ui.text(VERDICTS[cause.verdict])
        return ui.text("unknown")


def setting_remarks(setting: Setting, effects: Effects, ui: Interface) -> tuple[Localised, ...]:
    """What a reader of a setting's tables has to know, a line each."""
    base = language(effects.baseline, ui)
    said = [
        ui.text(_NOT_COMPARED[each.reason], language=language(each.language, ui), baseline=base)
        for each in setting.not_compared
    ]
    said += _dropped(setting, ui)
    said += _wording(setting, ui)
    said += _tests(setting, ui)
    said += _cautions(setting, ui)
    return tuple(said)


def _names(tags: Iterable[str], ui: Interface) -> Localised:
    return ui.list(language(tag, ui) for tag in dict.fromkeys(tags))


def _dropped(setting: Setting, ui: Interface) -> list[Localised]:
    said = [
        ui.plural(
            "{language}: {n} task without a partner was left out.",
            "{language}: {n} tasks without a partner were left out.",
            each.without_partner,
            language=language(each.language, ui),
        )
        for each in setting.comparisons
        if each.without_partner
    ]
    unpaired = [each.language for each in setting.comparisons if not each.paired]
    if unpaired:
        said.append(
            ui.text(
                "Unpaired, because the tasks are not the same: {languages}.",
                languages=_names(unpaired, ui),
            )
        )
    return said


def _wording(setting: Setting, ui: Interface) -> list[Localised]:
    compared = [each for each in setting.comparisons if not each.control]
    if not compared:
        return []
    if not setting.wording:
        return [
            ui.text(
                "There is no wording band: nothing was played with a paraphrase of the baseline, "
                "so an effect of the language cannot be told from one of the wording."
            )
        ]
    said = []
    for group, (low, high) in sorted(setting.wording.items()):
        inside = [each for each in compared if each.like_wording and _of(each, group, setting)]
        band = f"[{points(low, ui, signed=True)}; {points(high, ui, signed=True)}]"
        said.append(
            ui.text(
                "Wording band {band}: inside it, and so not to be told from a change of wording: "
                "{languages}.",
                band=Localised(f"{band} ({one_line(group)})" if group else band),
                languages=ui.list([named(each, ui) for each in inside]) if inside else "–",
            )
        )
    return said


def _of(comparison: Comparison, group: str, setting: Setting) -> bool:
    return comparison.group == group or (not group and comparison.group not in setting.wording)


def _tests(setting: Setting, ui: Interface) -> list[Localised]:
    used = dict.fromkeys((each.test, each.effect_size) for each in setting.comparisons)
    return [
        ui.text(
            "Test: {test}; effect: {effect}.",
            test=ui.text(TESTS[test]),
            effect=ui.text(EFFECT_SIZES[size]),
        )
        for test, size in used
    ]


def _cautions(setting: Setting, ui: Interface) -> list[Localised]:
    def about(kind: str) -> list[str]:
        return [each.language for each in setting.cautions if each.kind == kind]

    said = []
    if floor := about("floor"):
        said.append(
            ui.text(
                "At the floor (guessing gives {chance}), where differences say little: "
                "{languages}.",
                chance=points(setting.chance, ui),
                languages=_names(floor, ui),
            )
            if setting.chance is not None
            else ui.text(
                "At the floor, where differences say little: {languages}.",
                languages=_names(floor, ui),
            )
        )
    if ceiling := about("ceiling"):
        said.append(
            ui.text(
                "At the ceiling, where differences say little: {languages}.",
                languages=_names(ceiling, ui),
            )
        )
    if unreviewed := about("unreviewed"):
        said.append(
            ui.text(
                "Language packs not reviewed by a native speaker: {languages}.",
                languages=_names(unreviewed, ui),
            )
        )
    if mixed := about("mixed packs"):
        said.append(
            ui.text(
                "Several versions of the language pack are mixed: {languages}.",
                languages=_names(mixed, ui),
            )
        )
    if few := about("few"):
        said.append(
            ui.text(
                "Too few tasks to become significant even if all spoke for one side: {languages}.",
                languages=_names(few, ui),
            )
        )
    return said


def remarks(effects: Effects, ui: Interface) -> tuple[Localised, ...]:
    """What holds for all settings, a line each."""
    left_out = left_out_remarks(effects.left_out, effects.scorers, ui)
    if not effects.settings:
        return (*empty(ui), *left_out)
    said = [
        ui.text(
            "In brackets: {level} confidence intervals ({n} resamples, seed {seed}).",
            level=ui.percent(0.95),
            n=effects.resamples,
            seed=str(effects.seed),
        )
    ]
    if effects.family:
        said.append(
            ui.plural(
                "p adjusted by {method} over {n} comparison; paraphrases are controls and not "
                "counted.",
                "p adjusted by {method} over {n} comparisons; paraphrases are controls and not "
                "counted.",
                effects.family,
                method=CORRECTIONS[effects.correction],
            )
        )
    return (*said, *left_out)


def empty(ui: Interface) -> tuple[Localised, ...]:
    """What to do where there is nothing to compare."""
    return (
        ui.text("There is no episode to compare."),
        ui.text(
            "Collect some in several languages, for example: {command}",
            command="clemtui run referencegame --players scripted --lang en,de,it",
        ),
    )

"""Remarks shown beside the tables on the effect of the prompt language."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from clemtui.analysis.effect.model import (
    CautionKind,
    Comparison,
    Effects,
    EffectSize,
    NotComparedReason,
    Setting,
    Test,
)
from clemtui.language import Interface, Localised, one_line, translatable
from clemtui.reports.effect.tables import CORRECTIONS, EFFECT_SIZES, TESTS, points
from clemtui.reports.names import language_and_group, language_and_tag
from clemtui.reports.tables import exclusion_remarks

_NOT_COMPARED: Mapping[NotComparedReason, str] = {
    "no baseline": translatable("{language} is not compared: there are no episodes in {baseline}."),
    "no scores": translatable("{language} is not compared: there are no scores to compare."),
    "unbanded": translatable(
        "{language} is not compared: its words have no known frequency (unbanded), and its "
        "tasks differ from those of {baseline}."
    ),
    "baseline unbanded": translatable(
        "{language} is not compared: the words of {baseline} have no known frequency (unbanded), "
        "and the tasks of the two languages differ."
    ),
}

_CAUTIONS: Mapping[CautionKind, str] = {
    "floor": translatable("At the floor, where differences say little: {languages}."),
    "ceiling": translatable("At the ceiling, where differences say little: {languages}."),
    "unreviewed": translatable("Language packs not reviewed by a native speaker: {languages}."),
    "mixed packs": translatable("Several versions of the language pack are pooled: {languages}."),
    "few": translatable(
        "Too few tasks to reach significance even if every one favoured the same side: {languages}."
    ),
}

_FLOOR_OF_CHANCE = translatable(
    "At the floor (guessing gives {chance}), where differences say little: {languages}."
)


def setting_remarks(setting: Setting, effects: Effects, ui: Interface) -> tuple[Localised, ...]:
    """Return what readers of a setting's tables need to know, one line each."""
    base = language_and_tag(effects.baseline, ui)
    said = [
        ui.text(
            _NOT_COMPARED[each.reason], language=language_and_tag(each.language, ui), baseline=base
        )
        for each in setting.not_compared
    ]
    said += _pairing_remarks(setting, ui)
    said += _wording_remarks(setting, ui)
    said += _test_remarks(setting, ui)
    said += _cautions(setting, ui)
    return tuple(said)


def _pairing_remarks(setting: Setting, ui: Interface) -> list[Localised]:
    said = [
        ui.plural(
            "{language}: {n} unpaired task was excluded.",
            "{language}: {n} unpaired tasks were excluded.",
            each.unpaired_tasks,
            language=language_and_tag(each.language, ui),
        )
        for each in setting.comparisons
        if each.paired and each.unpaired_tasks
    ]
    said += dict.fromkeys(
        ui.plural(
            "{language}: {n} task was excluded, because no task of its experiment was played in "
            "both languages.",
            "{language}: {n} tasks were excluded, because no tasks of their experiments were "
            "played in both languages.",
            each.unpaired_tasks,
            language=language_and_tag(each.language, ui),
        )
        for each in setting.comparisons
        if not each.paired and each.unpaired_tasks
    )
    said += [
        ui.plural(
            "{language}: in {n} pair, different people played the two languages, so the "
            "difference may be one between people.",
            "{language}: in {n} pairs, different people played the two languages, so the "
            "difference may be one between people.",
            each.different_people,
            language=language_and_tag(each.language, ui),
        )
        for each in setting.comparisons
        if each.different_people
    ]
    unpaired = [each.language for each in setting.comparisons if not each.paired]
    if unpaired:
        said.append(
            ui.text(
                "Unpaired, because no task was played in both languages: {languages}.",
                languages=ui.list(language_and_tag(tag, ui) for tag in dict.fromkeys(unpaired)),
            )
        )
    return said


def _wording_remarks(setting: Setting, ui: Interface) -> list[Localised]:
    compared = [each for each in setting.comparisons if not each.control]
    if not compared:
        return []
    if not setting.wording:
        return [
            ui.text(
                "No wording band: no episode uses a paraphrase of the baseline, so an effect "
                "of the language cannot be distinguished from an effect of the wording."
            )
        ]
    said = []
    for group, (low, high) in sorted(setting.wording.items()):
        inside = [
            each
            for each in compared
            if each.within_wording_band and _belongs_to_band(each, group, setting)
        ]
        bounds = f"[{points(low, ui, signed=True)}; {points(high, ui, signed=True)}]"
        band = Localised(f"{bounds} ({one_line(group)})" if group else bounds)
        said.append(
            ui.text(
                "Wording band {band}, which is wide if paraphrases have few tasks. Inside it, so "
                "that a change of wording could explain the difference: {languages}.",
                band=band,
                languages=ui.list([language_and_group(each, ui) for each in inside]),
            )
            if inside
            else ui.text(
                "Wording band {band}, which is wide if paraphrases have few tasks. All differences "
                "lie outside it.",
                band=band,
            )
        )
    return said


def _belongs_to_band(comparison: Comparison, group: str, setting: Setting) -> bool:
    return comparison.group == group or (not group and comparison.group not in setting.wording)


def _test_remarks(setting: Setting, ui: Interface) -> list[Localised]:
    """Say which test and effect size were used; if several, for which comparisons."""
    used: defaultdict[tuple[Test, EffectSize], list[Comparison]] = defaultdict(list)
    for each in setting.comparisons:
        used[each.test, each.effect_size].append(each)
    said = []
    for (test, size), compared in used.items():
        methods = {"test": ui.text(TESTS[test]), "effect": ui.text(EFFECT_SIZES[size])}
        if len(used) == 1:
            said.append(ui.text("Test: {test}; effect: {effect}.", **methods))
        else:
            languages = ui.list([language_and_group(each, ui) for each in compared])
            said.append(
                ui.text(
                    "{languages}: test: {test}; effect: {effect}.", languages=languages, **methods
                )
            )
    return said


def _cautions(setting: Setting, ui: Interface) -> list[Localised]:
    said = []
    for kind, sentence in _CAUTIONS.items():
        about = dict.fromkeys(
            language_and_group(each, ui) for each in setting.cautions if each.kind == kind
        )
        if about and kind == "floor" and setting.chance is not None:
            chance = points(setting.chance, ui)
            said.append(ui.text(_FLOOR_OF_CHANCE, chance=chance, languages=ui.list(about)))
        elif about:
            said.append(ui.text(sentence, languages=ui.list(about)))
    return said


def remarks(effects: Effects, ui: Interface) -> tuple[Localised, ...]:
    """Return the remarks that apply to all settings, one line each."""
    left_out = exclusion_remarks(effects.left_out, effects.scorers, ui)
    if not effects.settings:
        return (*how_to_start(ui), *left_out)
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
                "p adjusted by {method} over {n} comparison; paraphrases are controls and do "
                "not count.",
                "p adjusted by {method} over {n} comparisons; paraphrases are controls and do "
                "not count.",
                effects.family,
                method=CORRECTIONS[effects.correction],
            )
        )
    return (*said, *left_out)


def how_to_start(ui: Interface) -> tuple[Localised, ...]:
    """Return instructions for when there is nothing to compare."""
    return (
        ui.text("No episodes to compare."),
        ui.text(
            "Record episodes in several languages, for example: {command}",
            command="clemtui run referencegame --players scripted --lang en,de,it",
        ),
    )

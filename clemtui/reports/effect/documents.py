"""The effect of the prompt language as a document: CSV and JSON for programs, Markdown for
people."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from clemtui.analysis.effect.model import (
    Comparison,
    Effects,
    Estimate,
    Level,
    NotCompared,
    Setting,
)
from clemtui.language.sinks import csv_text, json_text, markdown_text
from clemtui.reports.causes import causes_as_objects, causes_as_text
from clemtui.reports.documents import markdown_table
from clemtui.reports.effect.remarks import remarks, setting_remarks
from clemtui.reports.effect.tables import setting_tables
from clemtui.reports.names import Names

_LEVELS = ("played", "quality", "joint")
_COLUMNS = (
    *("language", "group", "baseline", "measure", "correction", "family", "episodes", "tasks"),
    *(f"{name}{end}" for name in _LEVELS for end in ("", "_low", "_high", "_n", "_method")),
    *("played_exact_low", "played_exact_high", "compared", "control", "pairs", "baseline_tasks"),
    *("without_partner", "different_people"),
    *("difference", "difference_low", "difference_high", "difference_n", "difference_method"),
    *("test", "p", "p_adjusted", "effect", "effect_size", "wording_low", "wording_high"),
    *("like_wording", "cautions", "pack_versions", "reviewed", "abort_causes"),
)


def as_json(effects: Effects) -> str:
    """Return everything as JSON. Unknown values are null."""
    document = {
        "baseline": effects.baseline,
        "measure": effects.measure,
        "correction": effects.correction,
        "family": effects.family,
        "resamples": effects.resamples,
        "seed": effects.seed,
        "by": effects.by,
        "settings": [_setting(each) for each in effects.settings],
        "episodes": effects.episodes,
        "left_out": effects.left_out,
        "scorers_left_out": effects.scorers,
    }
    return json_text(document, indent=2, ascii_only=False) + "\n"


def _setting(setting: Setting) -> dict[str, Any]:
    return {
        **_key(setting),
        "chance": setting.chance,
        "binary": setting.binary,
        "languages": [_level(each) for each in setting.levels],
        "comparisons": [_comparison(each) for each in setting.comparisons],
        "not_compared": [
            {"language": each.language, "reason": each.reason} for each in setting.not_compared
        ],
        "wording": [
            {"group": group, "low": low, "high": high}
            for group, (low, high) in setting.wording.items()
        ],
        "cautions": [
            {"kind": each.kind, "language": each.language, "value": each.value, "group": each.group}
            for each in setting.cautions
        ],
    }


def _key(setting: Setting) -> dict[str, str]:
    return {str(dimension): value for dimension, value in setting.key.items()}


def _level(level: Level) -> dict[str, Any]:
    return {
        "language": level.language,
        "episodes": level.episodes,
        "tasks": level.tasks,
        **{name: _estimate(getattr(level, name)) for name in _LEVELS},
        "abort_causes": causes_as_objects(level.aborts),
        "packs": [{"hash": words, "version": version} for words, version in level.packs.items()],
        "reviewed": level.reviewed,
    }


def _estimate(found: Estimate | None) -> dict[str, Any] | None:
    if found is None:
        return None
    values = {"value": found.value, "low": found.low, "high": found.high}
    if found.exact is not None:
        values["exact_low"], values["exact_high"] = found.exact
    return {**values, "n": found.n, "method": found.method}


def _comparison(each: Comparison) -> dict[str, Any]:
    return {
        "language": each.language,
        "group": each.group,
        "paired": each.paired,
        "tasks": each.n,
        "difference": _estimate(each.difference),
        **_shared_fields(each),
    }


def _shared_fields(each: Comparison) -> dict[str, Any]:
    """Return the fields that have the same names in JSON and CSV."""
    return {
        "control": each.control,
        "baseline_tasks": each.baseline_n,
        "without_partner": each.unpaired_tasks,
        "different_people": each.different_people,
        "test": each.test,
        "p": each.p,
        "p_adjusted": each.adjusted,
        "effect": each.effect,
        "effect_size": each.effect_size,
        "like_wording": each.within_wording_band,
    }


def as_csv(effects: Effects) -> str:
    """Return CSV with a line per language of each setting, or per group where groups are
    compared."""
    head = (*effects.by, *_COLUMNS)
    lines = [line for setting in effects.settings for line in _csv_lines(setting, effects)]
    return csv_text(head, ([line.get(name) for name in head] for line in lines))


def _csv_lines(setting: Setting, effects: Effects) -> Iterator[dict[str, Any]]:
    for level in setting.levels:
        known = {**_key(setting), **_of_level(level, setting, effects)}
        mine = [each for each in setting.comparisons if each.language == level.language]
        for each in mine:
            yield {**known, **_of_comparison(each, setting)}
        if not mine:
            why = [each for each in setting.not_compared if each.language == level.language]
            yield {**known, "compared": _why_not(why)}


def _why_not(why: list[NotCompared]) -> str:
    return why[0].reason if why else "baseline"


def _of_level(level: Level, setting: Setting, effects: Effects) -> dict[str, Any]:
    values: dict[str, Any] = {
        "language": level.language,
        "baseline": effects.baseline,
        "measure": effects.measure,
        "correction": effects.correction,
        "family": effects.family,
        "episodes": level.episodes,
        "tasks": level.tasks,
        "cautions": _cautions(setting, level.language, ""),
        "pack_versions": " ".join(level.packs.values()),
        "reviewed": level.reviewed,
        "abort_causes": causes_as_text(level.aborts),
    }
    for name in _LEVELS:
        values |= _interval_columns(name, getattr(level, name))
    exact = None if level.played is None else level.played.exact
    if exact is not None:
        values["played_exact_low"], values["played_exact_high"] = exact
    return values


def _interval_columns(name: str, found: Estimate | None) -> Mapping[str, Any]:
    if found is None:
        return {}
    return {
        name: found.value,
        f"{name}_low": found.low,
        f"{name}_high": found.high,
        f"{name}_n": found.n,
        f"{name}_method": found.method,
    }


def _of_comparison(each: Comparison, setting: Setting) -> dict[str, Any]:
    low, high = setting.band(each.group) or (None, None)
    return {
        "cautions": _cautions(setting, each.language, each.group),
        "group": each.group,
        "compared": "paired" if each.paired else "unpaired",
        "pairs": each.n if each.paired else None,
        **_interval_columns("difference", each.difference),
        **_shared_fields(each),
        "wording_low": low,
        "wording_high": high,
    }


def _cautions(setting: Setting, language: str, group: str) -> str:
    return " ".join(
        each.kind.replace(" ", "-")
        for each in setting.cautions
        if each.language == language and each.group in ("", group)
    )


def as_markdown(effects: Effects, names: Names) -> str:
    """Return the tables and remarks as Markdown, in the interface language."""
    parts = []
    for setting in effects.settings:
        parts.append(f"## {markdown_text(names.setting(setting))}\n")
        parts += [markdown_table(table) for table in setting_tables(setting, effects, names)]
        parts.append(_bullet_list(setting_remarks(setting, effects, names.ui)))
    parts.append(_bullet_list(remarks(effects, names.ui)))
    return "\n".join(part for part in parts if part)


def _bullet_list(said: Iterable[str]) -> str:
    return "".join(f"- {markdown_text(line)}\n" for line in said)

"""A published table of results with its differences: as tables, CSV, JSON and Markdown."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from clemtui.analysis.effect.published import Published, PublishedRow
from clemtui.analysis.intervals import Interval
from clemtui.language import Interface, Localised, half_up
from clemtui.language.sinks import csv_text, json_text, markdown_text
from clemtui.reports.documents import markdown_table
from clemtui.reports.effect.tables import points, signed
from clemtui.reports.names import language_and_tag
from clemtui.reports.tables import ReportTable

_MEASURES = ("played", "quality", "joint")
_COLUMNS = (
    *("model", "language"),
    *(f"{name}{end}" for name in _MEASURES for end in ("", "_delta", "_low", "_high")),
)


def published_csv(found: Published) -> str:
    """Return CSV with a line per model and language."""
    lines = map(_line, found.rows)
    return csv_text(_COLUMNS, ([line[name] for name in _COLUMNS] for line in lines))


def published_json(found: Published) -> str:
    """Return everything as JSON. Unknown values are null."""
    document = {
        "baseline": found.baseline,
        "episodes": found.episodes,
        "binary": found.binary,
        "rows": [_line(row) for row in found.rows],
        "joint_means": {
            language: {
                "models": each.models,
                "mean": _rounded(each.mean),
                "baseline": _rounded(each.baseline),
                "difference": _rounded(each.difference),
            }
            for language, each in found.joint_means.items()
        },
    }
    return json_text(document, indent=2, ascii_only=False) + "\n"


def published_markdown(found: Published, ui: Interface) -> str:
    """Return the tables and remarks as Markdown."""
    said = "".join(f"- {markdown_text(line)}\n" for line in published_remarks(found, ui))
    return "\n".join([*map(markdown_table, published_tables(found, ui)), said])


def published_tables(found: Published, ui: Interface) -> tuple[ReportTable, ReportTable]:
    """Return a table of the differences of each model, and one of their mean joint scores."""
    base = language_and_tag(found.baseline, ui)
    rows = tuple(
        (
            (row.model, language_and_tag(row.language, ui)),
            (
                _with_interval(row.played, row.played_interval, ui),
                _with_interval(row.quality, row.quality_interval, ui),
                _delta(row.quality_delta, ui),
                _with_interval(row.joint, row.joint_interval, ui),
                _delta(row.joint_delta, ui),
            ),
        )
        for row in found.rows
    )
    columns = (
        ui.text("Played"),
        ui.text("Quality"),
        # Translators: a column: the difference to the baseline
        ui.text("Difference"),
        ui.text("Joint"),
        ui.text("Difference"),
    )
    keys = (ui.text("Model"), ui.text("Language"))
    all_models = ReportTable(
        ui.text("Difference from {baseline}", baseline=base), keys, columns, rows
    )
    means = tuple(
        (
            (language_and_tag(language, ui),),
            (
                ui.number(each.models),
                _number(each.mean, ui),
                _number(each.baseline, ui),
                _delta(each.difference, ui),
            ),
        )
        for language, each in found.joint_means.items()
    )
    heads = (ui.text("Models"), ui.text("Joint"), ui.text("Baseline"), ui.text("Difference"))
    title = ui.text("Mean of the models tested in both languages")
    return all_models, ReportTable(title, (ui.text("Language"),), heads, means)


def published_remarks(found: Published, ui: Interface) -> tuple[Localised, ...]:
    """Return what readers of the table need to know."""
    said = [
        ui.text(
            "Only these numbers are known, not the episodes behind them, so nothing can "
            "be paired or tested."
        )
    ]
    if found.episodes is None:
        said.append(ui.text("Use --episodes to show confidence intervals."))
    else:
        said.append(
            ui.text(
                "In brackets: {level} confidence intervals, assuming {n} episodes per line.",
                level=ui.percent(0.95),
                n=found.episodes,
            )
        )
        if not found.binary:
            said.append(ui.text("Scores that are not shares of episodes have no intervals."))
    return tuple(said)


def _line(row: PublishedRow) -> dict[str, Any]:
    values: dict[str, Any] = {"model": row.model, "language": row.language}
    for name in _MEASURES:
        low, high = getattr(row, f"{name}_interval") or (None, None)
        values |= {
            name: _rounded(getattr(row, name)),
            f"{name}_delta": _rounded(getattr(row, f"{name}_delta")),
            f"{name}_low": low,
            f"{name}_high": high,
        }
    return values


def _rounded(value: Decimal | None) -> float | None:
    return None if value is None else float(half_up(value, 2))


def _number(value: Decimal | None, ui: Interface) -> str:
    return "–" if value is None else ui.number(value, digits=2)


def _delta(value: Decimal | None, ui: Interface) -> str:
    if value is None:
        return "–"
    return signed(value, ui)


def _with_interval(value: Decimal | None, interval: Interval | None, ui: Interface) -> str:
    if interval is None:
        return _number(value, ui)
    low, high = (points(bound, ui) for bound in interval)
    return f"{_number(value, ui)} [{low}; {high}]"

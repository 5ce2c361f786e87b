"""Why episodes were aborted, as a table and in documents."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from clemtui.analysis.report.rows import Report
from clemtui.records.results import AbortCause
from clemtui.reports.names import Names
from clemtui.reports.tables import ReportTable, headings

Aborts = Mapping[AbortCause, int]
"""Number of aborted episodes by cause."""


def causes_table(report: Report, names: Names) -> ReportTable | None:
    """Return the causes of aborted episodes in the rows of a report; None if there are none."""
    ui = names.ui
    rows = tuple(
        (
            (
                *cell.key,
                *words_for(dict(zip(report.by, cell.key, strict=True))["game"], cause, names),
            ),
            (ui.number(episodes),),
        )
        for cell in report.cells
        for cause, episodes in cell.aborts.items()
    )
    keys = (*headings(report.by, ui), ui.text("Role"), ui.text("Reason"))
    title = ui.text("Causes of aborted episodes")
    return ReportTable(title, keys, (ui.text("Episodes"),), rows) if rows else None


def words_for(game: str, cause: AbortCause, names: Names) -> tuple[str, str]:
    """Return the role and the reason of a cause."""
    return names.seat(game, cause.seat), names.reason(game, cause)


def causes_as_objects(aborts: Aborts) -> list[dict[str, Any]]:
    """Return causes for JSON."""
    return [{**cause._asdict(), "episodes": episodes} for cause, episodes in aborts.items()]


def causes_as_text(aborts: Aborts) -> str:
    """Return causes for a field of a CSV line."""
    return "; ".join(
        f"{cause.seat or '?'}: {cause.verdict or 'unknown'}"
        f"{f' ({cause.reason})' if cause.reason else ''}: {episodes}"
        for cause, episodes in aborts.items()
    )

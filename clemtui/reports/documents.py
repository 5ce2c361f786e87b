"""A report as a document: CSV and JSON for programs, Markdown for people."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from clemtui.analysis.measures import Measures
from clemtui.analysis.report.dimensions import Key
from clemtui.analysis.report.rows import Report
from clemtui.episode.errors import UsageError
from clemtui.language.sinks import csv_text, json_text, markdown_text
from clemtui.reports.causes import causes_as_objects, causes_as_text, causes_table
from clemtui.reports.names import Names
from clemtui.reports.tables import Details, ReportTable, remarks, tables

ALL = "all"
"""The value of the game column in CSV lines with averages, as in clembench's own tables."""

_CLEMSCORE = ("-", "clemscore")
"""The heading of the clemscore in clembench's own tables."""

_MEASURES = (
    *("games", "decided_games", "scored_games", "joint_games", "episodes", "void"),
    *("aborted", "successes", "losses", "items", "decided_items", "scored_items", "joint_items"),
    *("played", "quality", "quality_std", "joint", "clemscore", "played_low", "played_high"),
    *("quality_low", "quality_high", "joint_low", "joint_high"),
)


def as_json(report: Report, *, causes: bool = False) -> str:
    """Return the whole report as JSON, with causes of aborts if asked for; unknown is null."""
    document = {
        "by": report.by,
        "rows": [
            {
                **dict(zip(report.by, cell.key, strict=True)),
                **_measures(cell.measures),
                "void": cell.void,
                **({"abort_causes": causes_as_objects(cell.aborts)} if causes else {}),
            }
            for cell in report.cells
        ],
        "averages_by": report.over,
        "averages": [
            {**dict(zip(report.over, row.key, strict=True)), **asdict(row.average)}
            for row in report.averages
        ],
        "without_average": report.ambiguous_averages,
        "different_games": report.different_games,
        "split_by": report.split,
        "mixed": report.pooled_on_request,
        "taken_together": report.pooled,
        "unknown_models": report.unknown_models,
        "several_models": report.several_models,
        "scored_elsewhere": report.external_scorers,
        "items": report.items,
        "episodes": report.episodes,
        "left_out": report.left_out,
        "scorers_left_out": report.scorers,
    }
    return json_text(document, indent=2) + "\n"


def as_csv(report: Report, *, causes: bool = False) -> str:
    """Return CSV with a line per cell, then a line per average, whose game is ``all``.

    ``causes``: with a column of the causes of aborts.
    """
    by = report.by or (*report.over, "game")
    head = (*by, *_MEASURES, *(("abort_causes",) if causes else ()))
    lines: list[dict[str, Any]] = [
        {
            **dict(zip(report.by, cell.key, strict=True)),
            "games": 1,
            **_measures(cell.measures),
            "void": cell.void,
            "abort_causes": causes_as_text(cell.aborts),
        }
        for cell in report.cells
    ]
    lines += [
        {**dict(zip(report.over, row.key, strict=True)), "game": ALL, **asdict(row.average)}
        for row in report.averages
    ]
    return csv_text(head, ([line.get(name) for name in head] for line in lines))


def as_clembench_csv(report: Report) -> str:
    """Return CSV with a line per average and columns per game, as in clembench's ``results.csv``.

    Raises:
        UsageError: if a game has several cells in a line.
    """
    if not report.by or report.ambiguous_averages:
        raise UsageError(
            "a wide table has one number per game: omit --by, or include game and nothing that "
            "splits a game (experiment, role, aids, scorer)"
        )
    columns = [_CLEMSCORE, (ALL, "Average % Played"), (ALL, "Average Quality Score")]
    cells = _cells(report)
    lines: list[tuple[Sequence[str], dict[tuple[str, str], float | None]]] = []
    for row in sorted(report.averages, key=lambda row: row.key):
        found = row.average
        values = dict(zip(columns[:3], (found.clemscore, found.played, found.quality), strict=True))
        for game, measured in cells[row.key]:
            if not measured.episodes:
                continue
            values[game, "% Played"] = measured.played
            values[game, "Quality Score"] = measured.quality
            values[game, "Quality Score (std)"] = measured.quality_std
        lines.append((row.key, values))
    columns = sorted({column for _, values in lines for column in values})
    head = [*report.over, *(", ".join(column) for column in columns)]
    cells_of = ([*key, *map(values.get, columns)] for key, values in lines)
    return csv_text(head, cells_of, fixed={", ".join(_CLEMSCORE)})


def as_markdown(report: Report, names: Names, details: Details) -> str:
    """Return the tables and remarks as Markdown, in the interface language."""
    ui = names.ui
    parts = [markdown_table(table) for table in tables(report, ui, details)]
    aborts = causes_table(report, names)
    if aborts is not None:
        parts.append(markdown_table(aborts))
    said = remarks(report, ui, details)
    if said:
        parts.append("".join(f"- {markdown_text(remark)}\n" for remark in said))
    return "\n".join(parts)


def markdown_table(table: ReportTable) -> str:
    """Return a table with its title, in Markdown."""
    heads = [markdown_text(heading) for heading in (*table.keys, *table.columns)]
    rules = [*("---" for _ in table.keys), *("---:" for _ in table.columns)]
    rows = [[markdown_text(value) for value in (*key, *numbers)] for key, numbers in table.rows]
    lines = "".join(f"| {' | '.join(row)} |\n" for row in (heads, rules, *rows))
    return f"**{markdown_text(table.title)}**\n\n{lines}"


def _cells(report: Report) -> dict[Key, list[tuple[str, Measures]]]:
    """Return the games of each average, with their measures."""
    found: defaultdict[Key, list[tuple[str, Measures]]] = defaultdict(list)
    for cell in report.cells:
        named = dict(zip(report.by, cell.key, strict=True))
        found[tuple(named[each] for each in report.over)].append((named["game"], cell.measures))
    return found


def _measures(found: Measures) -> dict[str, Any]:
    values = asdict(found)
    for name in ("played", "quality", "joint"):
        low, high = values.pop(f"{name}_interval") or (None, None)
        values |= {f"{name}_low": low, f"{name}_high": high}
    return values

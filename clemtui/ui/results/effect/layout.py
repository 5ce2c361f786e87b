"""The layout of the effect of the prompt language for a given width."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from textual.content import Content

from clemtui.analysis.effect.model import Effects, Setting
from clemtui.language import one_line
from clemtui.language.width import cell_count
from clemtui.language.wrapping import wrap
from clemtui.reports.effect.plot import PlotLine, Style, bars, plot
from clemtui.reports.effect.remarks import remarks, setting_remarks
from clemtui.reports.effect.tables import setting_tables
from clemtui.reports.names import Names
from clemtui.reports.tables import ReportTable

_GAP = 2
_INDENT = "  "
_MAX_PLOT_WIDTH = 110
_MAX_SETTINGS = 40
"""Maximum number of settings shown; selecting a game or players shows others."""

_STYLES: Mapping[Style, str] = {
    "label": "",
    "band": "$text-muted",
    "zero": "$text-muted",
    "line": "$text-primary",
    "point": "bold $text-accent",
    "axis": "$text-muted",
}


def lay_out(effects: Effects, names: Names, width: int) -> Content:
    """Return the whole report, one setting after another."""
    ui = names.ui
    parts: list[Content] = []
    for setting in effects.settings[:_MAX_SETTINGS]:
        parts += [*_setting(setting, effects, names, width), Content("")]
    more = len(effects.settings) - _MAX_SETTINGS
    if more > 0:
        said = ui.plural(
            "{n} more is not shown: select a game or players.",
            "{n} more are not shown: select a game or players.",
            more,
        )
        parts += [*_wrapped([said], width, ""), Content("")]
    parts += _wrapped(remarks(effects, ui), width, "$text-muted")
    return Content("\n").join(parts)


def _setting(setting: Setting, effects: Effects, names: Names, width: int) -> Iterator[Content]:
    ui = names.ui
    yield from _wrapped([names.setting(setting)], width, "bold")
    yield from map(_styled, plot(bars(setting, ui), ui, min(width, _MAX_PLOT_WIDTH)))
    for table in setting_tables(setting, effects, names):
        yield Content("")
        yield from _wrapped([table.title], width, "bold")
        yield from table_lines(table, width)
    said = setting_remarks(setting, effects, ui)
    if said:
        yield Content("")
        yield from _wrapped(said, width, "")


def _styled(line: PlotLine) -> Content:
    return Content.assemble(*((piece.text, _STYLES[piece.look]) for piece in line))


def _wrapped(lines: Iterable[str], width: int, style: str) -> list[Content]:
    return [Content.styled(part, style) for line in lines for part in wrap(line, width)]


def table_lines(table: ReportTable, width: int) -> Iterator[Content]:
    """Yield the lines of a table.

    If the table is too wide, each row is spread over several lines so that nothing is cut off.
    """
    heads = (*table.keys, *table.columns)
    rows = [[one_line(cell) for cell in (*key, *numbers)] for key, numbers in table.rows]
    widths = [max(map(cell_count, column)) for column in zip(heads, *rows, strict=True)]
    if sum(widths) + _GAP * (len(widths) - 1) <= width:
        left = len(table.keys)
        yield Content.styled(_row(heads, widths, left), "$text-muted")
        for row in rows:
            yield Content(_row(row, widths, left))
        return
    for row in rows:
        yield from _stacked_row(row, heads, len(table.keys), width)


def _row(cells: Sequence[str], widths: Sequence[int], left: int) -> str:
    """Return a row whose first ``left`` cells are left-aligned and the others right-aligned."""
    parts = []
    for at, (cell, width) in enumerate(zip(cells, widths, strict=True)):
        space = " " * (width - cell_count(cell))
        parts.append(cell + space if at < left else space + cell)
    return (" " * _GAP).join(parts).rstrip()


def _stacked_row(
    row: Sequence[str], heads: Sequence[str], keys: int, width: int
) -> Iterator[Content]:
    """Yield the keys of a row, then its figures, each after its column heading."""
    yield from (Content(line) for line in wrap(" · ".join(row[:keys]), width))
    line = ""
    for head, cell in zip(heads[keys:], row[keys:], strict=True):
        part = f"{head} {cell}"
        joined = f"{line}   {part}" if line else _INDENT + part
        if line and cell_count(joined) > width:
            yield Content.styled(line, "$text-muted")
            joined = _INDENT + part
        line = joined
    yield from (Content.styled(part, "$text-muted") for part in wrap(line, width))

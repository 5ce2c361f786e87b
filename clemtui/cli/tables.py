"""Tables on standard output: fitted to a terminal, or of full width in a pipe."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence

import click
from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from clemtui.language import one_line
from clemtui.reports.tables import ReportTable


def print_table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Print a table; a column whose heading starts with ``>`` is right-aligned."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="bold")
    for column in columns:
        right = column.startswith(">")
        table.add_column(
            Text(one_line(column.removeprefix(">"))),
            justify="right" if right else "left",
            overflow="fold",
            no_wrap=right,
        )
    for row in rows:
        table.add_row(*(Text(one_line(cell)) for cell in row))
    console = Console(
        file=sys.stdout,
        markup=False,
        highlight=False,
        emoji=False,
        width=None if sys.stdout.isatty() else 1000,
    )
    console.print(table)


def print_report_table(table: ReportTable) -> None:
    """Print a report's table under its title, with right-aligned figures."""
    click.echo(one_line(table.title))
    columns = (*table.keys, *(f">{column}" for column in table.columns))
    print_table(columns, ((*key, *numbers) for key, numbers in table.rows))

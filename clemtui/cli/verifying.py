"""The output of ``clemtui import clembench --verify``."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import click

from clemtui.cli.options import refuse_together
from clemtui.cli.tables import print_report_table
from clemtui.cli.writing import write_document
from clemtui.exchange.imports.verification import (
    Verification,
    as_csv,
    as_json,
    as_markdown,
    tables,
)
from clemtui.language import Interface

Form = Literal["csv", "json", "md"]


def chosen_form(
    *, verify: bool, json: bool, as_csv: bool, as_md: bool, output: Path | None
) -> Form | None:
    """Return the form of document to write; None for tables in the terminal.

    Raises:
        click.UsageError: if the options do not go together.
    """
    refuse_together(csv=as_csv, json=json, md=as_md)
    if not verify and (as_csv or as_md or output is not None):
        raise click.UsageError("--csv, --md and --output need --verify")
    forms: tuple[tuple[Form, bool], ...] = (("csv", as_csv), ("json", json), ("md", as_md))
    form = next((form for form, given in forms if given), None)
    if output is not None and form is None:
        raise click.UsageError("--output needs --csv, --json or --md")
    return form


def show_verification(
    found: Verification, form: Form | None, output: Path | None, ui: Interface
) -> None:
    """Print the tables, or write them as a document.

    Raises:
        PlayError: if the file exists or cannot be written.
    """
    if form is None:
        for table in tables(found, ui):
            print_report_table(table)
        return
    text = as_markdown(found, ui)
    if form != "md":
        text = as_json(found) if form == "json" else as_csv(found)
    write_document(text, output, ui, form)

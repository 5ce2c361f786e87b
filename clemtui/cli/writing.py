"""Writing documents to standard output or a new file."""

from __future__ import annotations

from pathlib import Path

import click

from clemtui.archive.documents import check_suffix, save
from clemtui.language import Interface


def write_document(text: str, output: Path | None, ui: Interface, form: str) -> None:
    """Write a document to standard output, or to a new file, reporting its path.

    Raises:
        PlayError: if the file exists or cannot be written, or its name promises another format (see
            `check_suffix`).
    """
    if output is None:
        click.echo(text, nl=False)
        return
    check_suffix(output, form)
    save(text, output)
    click.echo(ui.text("Written to {path}", path=str(output)), err=True)

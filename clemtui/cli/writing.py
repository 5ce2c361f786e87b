"""Writing documents to standard output or a new file."""

from __future__ import annotations

from pathlib import Path

from clemtui.archive.documents import check_suffix, save
from clemtui.language import Interface
from clemtui.language.sinks import put, say


def write_document(text: str, output: Path | None, ui: Interface, form: str) -> None:
    """Write a document to standard output, or to a new file, reporting its path.

    Raises:
        PlayError: if the file exists or cannot be written, or its name promises another format (see
            `check_suffix`).
    """
    if output is None:
        put(text)
        return
    check_suffix(output, form)
    save(text, output)
    say(ui.text("Written to {path}", path=str(output)), err=True)

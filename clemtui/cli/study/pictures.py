"""The pictures of ``clemtui study report``: in the terminal, and as files."""

from __future__ import annotations

import shutil
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from clemtui.archive.documents import check_suffix
from clemtui.cli.writing import write_document
from clemtui.language import Interface
from clemtui.language.sinks import say

if TYPE_CHECKING:
    from clemtui.study.results.report import StudyReport

_WIDTH, _MOST = 80, 120


@dataclass(frozen=True)
class Files:
    """Where pictures go.

    Attributes:
        folder: of SVG files; None: none.
        html: the file of the page; None: none.

    Raises:
        UsageError: if the name of the page promises another format.
    """

    folder: Path | None
    html: Path | None

    def __post_init__(self) -> None:
        if self.html is not None:
            check_suffix(self.html, "html")


def print_plots(report: StudyReport) -> None:
    """Print the pictures, as wide as the terminal, or 80 cells wide elsewhere."""
    from clemtui.study.pictures.data import plot_data
    from clemtui.study.pictures.terminal import as_text, glyphs_for

    width = _WIDTH
    if sys.stdout.isatty():
        width = min(shutil.get_terminal_size((_WIDTH, 24)).columns, _MOST)
    say(*as_text(plot_data(report), width, glyphs_for(sys.stdout.encoding)))


def write_files(report: StudyReport, files: Files, ui: Interface) -> None:
    """Write the pictures to new files, none if one of them exists.

    Raises:
        ClickException: if a file exists, or the folder cannot be created.
        PlayError: if a file cannot be written.
    """
    if files == Files(None, None):
        return
    from clemtui.study.pictures.data import plot_data
    from clemtui.study.pictures.drawing import standalone
    from clemtui.study.pictures.gallery import pictures
    from clemtui.study.pictures.page import page

    texts: dict[Path, tuple[str, str]] = {}
    if files.html is not None:
        texts[files.html] = (page(report), "html")
    if files.folder is not None:
        for each in pictures(plot_data(report)):
            path = files.folder / f"{report.study.frozen.id}-{each.name}.svg"
            texts[path] = (standalone(each), "svg")
    taken = [path for path in texts if path.exists() or path.is_symlink()]
    if taken:
        raise click.ClickException(f"{taken[0]} already exists; choose another name")
    if files.folder is not None:
        _create(files.folder)
    for path, (text, form) in texts.items():
        write_document(text, path, ui, form)


def _create(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        why = error.strerror or error
        raise click.ClickException(f"cannot create the folder {folder}: {why}") from None

"""The pictures of ``clemtui study report``: in the terminal, and as files."""

from __future__ import annotations

import contextlib
import shutil
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from errno import ENOTDIR
from os import strerror
from pathlib import Path
from typing import TYPE_CHECKING

import click

from clemtui.archive.documents import check_suffix, save
from clemtui.episode.errors import PlayError, UsageError
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
    """Write the pictures to new files: all of them or, if one cannot be written, none.

    Raises:
        ClickException: if a file exists, or something cannot be written or created.
        UsageError: if the folder of the page does not exist.
    """
    if files == Files(None, None):
        return
    texts = _texts(report, files)
    taken = [path for path in texts if path.exists() or path.is_symlink()]
    if taken:
        raise click.ClickException(f"{taken[0]} already exists; choose another name")
    done: list[Path] = []
    folders: list[Path] = []
    try:
        if files.folder is not None:
            _create(files.folder, folders)
        for path, text in texts.items():
            save(text, path)
            done.append(path)
    except BaseException as error:
        _take_back(done, folders)
        if isinstance(error, PlayError) and not isinstance(error, UsageError):
            raise click.ClickException(f"{error}; no file was written") from None
        raise
    for path in texts:
        say(ui.text("Written to {path}", path=str(path)), err=True)


def _texts(report: StudyReport, files: Files) -> dict[Path, str]:
    """Return what is written, by file."""
    from clemtui.study.pictures.data import plot_data
    from clemtui.study.pictures.drawing import standalone
    from clemtui.study.pictures.gallery import pictures
    from clemtui.study.pictures.page import page

    texts: dict[Path, str] = {}
    if files.html is not None:
        texts[files.html] = page(report)
    if files.folder is not None:
        for each in pictures(plot_data(report)):
            path = files.folder / f"{report.study.frozen.id}-{each.name}.svg"
            texts[path] = standalone(each)
    return texts


def _create(folder: Path, created: list[Path]) -> None:
    """Create a folder with those that it is in; note the new ones, the outermost first."""
    new = [each for each in (folder, *folder.parents) if not each.exists()]
    try:
        for each in reversed(new):
            each.mkdir(exist_ok=True)
            created.append(each)
        if not folder.is_dir():
            raise NotADirectoryError(ENOTDIR, strerror(ENOTDIR))
    except OSError as error:
        why = error.strerror or error
        raise click.ClickException(f"cannot create the folder {folder}: {why}") from None


def _take_back(done: Iterable[Path], folders: Sequence[Path]) -> None:
    """Delete files, then the folders that were created for them and are empty."""
    with contextlib.suppress(OSError):  # the original error is reported instead
        for each in done:
            each.unlink()
        for folder in reversed(folders):
            folder.rmdir()

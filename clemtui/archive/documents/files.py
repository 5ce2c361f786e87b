"""Documents as files: naming and writing them."""

from __future__ import annotations

import contextlib
import os
import re
import secrets
import unicodedata
from collections.abc import Iterable, Mapping
from pathlib import Path

from clemtui.archive.documents.model import Document, Form
from clemtui.archive.episodes import short_id
from clemtui.episode.errors import PlayError, UsageError
from clemtui.language import Sentence, translatable

SUFFIXES = {"markdown": "md", "html": "html", "svg": "svg", "json": "json"}

_USUAL: Mapping[str, tuple[str, ...]] = {
    "csv": (".csv",),
    "html": (".html", ".htm"),
    "json": (".json",),
    "jsonl": (".jsonl", ".json", ".ndjson"),
    "markdown": (".md", ".markdown"),
    "md": (".md", ".markdown"),
    "r": (".R", ".r"),
    "svg": (".svg",),
    "text": (".txt", ".md"),
}
"""The extensions of file names by the format of the text; the first is suggested."""
_OTHERS = frozenset(
    (".doc", ".docx", ".gz", ".ods", ".odt", ".parquet", ".pdf", ".png", ".rtf", ".tex", ".tsv",
     ".xls", ".xlsx", ".xml", ".yaml", ".zip")
)  # fmt: skip
"""Extensions of formats that nothing here writes."""

_OTHER_FORMAT = translatable(
    "{path} would not contain what its extension says; choose a name that ends in {suffix}"
)
_NULL = translatable("a file name cannot contain a null character; choose another name")
_EXISTS = translatable("{path} already exists; choose another file name")
_NO_FOLDER = translatable("the folder {path} does not exist; create it first")
_NOT_WRITTEN = translatable("cannot write {file}: {why}")

_NAME_CHARACTERS = 80
_NOT_ALLOWED = re.compile("[^a-z0-9]+")


def file_name(document: Document, form: Form) -> str:
    """Return a file name that is valid on every system.

    It consists of game, instance, day and the end of the id, in lower-case ASCII letters, digits
    and hyphens.
    """
    summary = document.stored.summary
    day = f"{summary.created_at.astimezone():%Y%m%d}" if summary.time_known else ""
    about = (summary.game, summary.experiment, str(summary.game_id))
    return named(about, (day, short_id(summary.id)), SUFFIXES[form])


def named(about: Iterable[str], end: Iterable[str], suffix: str) -> str:
    """Return a file name that is valid on every system, of parts of which the end is never cut."""
    head = "-".join(filter(None, map(_slug, about)))[:_NAME_CHARACTERS].strip("-")
    return f"clemtui-{head}-{'-'.join(filter(None, map(_slug, end)))}.{suffix}"


def check_suffix(path: Path, form: str) -> None:
    """Check that the extension of a file name does not promise another format.

    Args:
        form: ``csv``, ``html``, ``json``, ``jsonl``, ``markdown`` or ``md``, ``r``, ``svg``,
            ``text``.

    Raises:
        UsageError: if it does.
    """
    usual, suffix = _USUAL[form], path.suffix.lower()
    if suffix not in (*usual, ".txt") and suffix in _OTHERS.union(*_USUAL.values()):
        raise UsageError(Sentence(_OTHER_FORMAT, path=str(path), suffix=usual[0]))


def _slug(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode("ascii")
    return _NOT_ALLOWED.sub("-", plain.lower()).strip("-")


def save(text: str, path: Path) -> None:
    """Write a text to a new file, completely or not at all.

    It is first written to a temporary file beside it. The name is then claimed, which fails if it
    is taken, and the temporary file moved there.

    Raises:
        UsageError: if the file exists, or there is no such folder.
        PlayError: if it cannot be written.
    """
    if "\0" in str(path):
        raise UsageError(Sentence(_NULL))
    beside = path.with_name(f".{secrets.token_hex(8)}.part")
    taken = False
    try:
        with beside.open("x", encoding="utf-8", newline="") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        path.touch(exist_ok=False)
        taken = True
        beside.replace(path)
    except BaseException as error:
        for left in (beside, *([path] if taken else [])):
            with contextlib.suppress(OSError):  # the original error is reported instead
                left.unlink()
        if isinstance(error, FileExistsError):
            raise UsageError(Sentence(_EXISTS, path=str(path))) from None
        if isinstance(error, FileNotFoundError | NotADirectoryError):
            raise UsageError(Sentence(_NO_FOLDER, path=str(path.parent))) from None
        if isinstance(error, OSError):
            why = error.strerror or str(error)
            raise PlayError(Sentence(_NOT_WRITTEN, file=str(path), why=why)) from None
        raise

"""Where text leaves the program: one function for each kind of sink.

What people, models, files and servers say can contain control sequences, markup or formulas.
Whatever is printed, exported or saved therefore passes one of these functions, and nothing else
writes to the standard streams; ``tests/architecture/test_sinks.py`` finds code that does.

- `say`, `put`, `write`, `overwrite`: standard output and standard error
- `clipboard_text`: what is copied
- `markup_text`: HTML and SVG
- `markdown_text`: a line of Markdown
- `csv_text`: spreadsheets
- `json_text`, `json_escaped`: JSON, which stays lossless
"""

from __future__ import annotations

import csv
import html
import io
import json
import re
import sys
import unicodedata
from collections.abc import Collection, Iterable, Sequence
from typing import Any, TextIO

from clemtui.language.display import BLANK_LETTERS, ESCAPED_CATEGORIES, one_line, safe

# Standard streams


def say(*lines: str, err: bool = False) -> None:
    """Print lines to standard output, or to standard error if ``err``. See `write`."""
    write(sys.stderr if err else sys.stdout, *lines)


def put(text: str) -> None:
    """Print a whole document, which has its own line ends, to standard output. See `write`."""
    say(text.removesuffix("\n"))


def write(stream: TextIO, *lines: str, end: str = "\n") -> None:
    """Write lines to a terminal or pipe in their safe form, and flush them.

    Raises:
        BrokenPipeError: if the reading end is closed.
    """
    for line in lines:
        stream.write(safe(line) + end)
    stream.flush()


def overwrite(text: str) -> None:
    """Print a text to standard error over the current line of the terminal, without ending it."""
    sys.stderr.write(f"\r{safe(text, newlines=False)}")
    sys.stderr.flush()


# Clipboards


def clipboard_text(text: str) -> str:
    """Return a text to copy, with ordinary line ends and tabs.

    It may be pasted into a terminal, where control characters would be keys.
    """
    return "\t".join(map(safe, text.replace("\r\n", "\n").split("\t")))


# Browsers


def markup_text(text: str) -> str:
    """Return a text for HTML or SVG, as content of an element or of a quoted attribute."""
    return html.escape(safe(text))


_MARKDOWN = re.compile(r"[\\`*_{}\[\]<>#&~|$@^]|:(?=//)|(?<=[wW]{3})\.")


def markdown_text(text: str) -> str:
    """Return a text for use within a line of Markdown, without any markup.

    Escapes every character with a meaning in CommonMark or its common extensions. Leading and
    trailing spaces are removed, as they would disable a mark of emphasis beside them.
    """
    return _MARKDOWN.sub(r"\\\g<0>", " ".join(safe(text).split("\n")).strip())


# Spreadsheets

_FORMULA = tuple("=+-@＝＋－＠")
"""How formulas begin; spreadsheets also accept the wide forms in some languages."""


def csv_text(
    head: Sequence[str], lines: Iterable[Sequence[Any]], *, fixed: Collection[str] = ()
) -> str:
    """Return lines as CSV whose cells no spreadsheet takes for formulas.

    Texts are put on one line and made safe to display. One that a spreadsheet would compute gets an
    apostrophe in front, unless it is a number. Numbers and missing values stay what they are.

    Args:
        head: the headings.
        lines: the cells of each line.
        fixed: headings of ours that other programs expect as they are.
    """
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow([each if each in fixed else _cell(each) for each in head])
    writer.writerows([_cell(value) for value in line] for line in lines)
    return stream.getvalue()


def _cell(value: Any) -> Any:
    if not isinstance(value, str):
        return value
    shown = one_line(value)
    return f"'{shown}" if shown.startswith(_FORMULA) and not _is_number(shown) else shown


def _is_number(text: str) -> bool:
    return re.fullmatch(r"[-+]?[0-9]+([.,][0-9]+)?([eE][-+]?[0-9]+)?", text) is not None


# Programs


def json_text(value: Any, *, indent: int | None = None, ascii_only: bool = True) -> str:
    """Return JSON without raw control characters; nothing is lost.

    Raises:
        ValueError: if it contains infinity or NaN.
    """
    return json_escaped(json.dumps(value, ensure_ascii=ascii_only, allow_nan=False, indent=indent))


def json_escaped(text: str) -> str:
    """Return JSON with every character that is not safe to display escaped (``\\u009b``)."""
    return text.translate(_ESCAPES)


class _Escapes(dict[int, str]):
    """The JSON escape of each character that needs one, computed on first use."""

    def __missing__(self, code: int) -> str:
        character = chr(code)
        hidden = (
            unicodedata.category(character) in ESCAPED_CATEGORIES and character != "\n"
        ) or character in BLANK_LETTERS
        found = self[code] = _escape(character) if hidden else character
        return found


def _escape(character: str) -> str:
    units = character.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[at : at + 2].hex()}" for at in range(0, len(units), 2))


_ESCAPES = _Escapes()

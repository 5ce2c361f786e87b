"""A document as SVG: the transcript as a picture of a terminal.

The text is broken into rows of terminal cells, so it looks as it did in play. A long document
becomes several columns side by side in one picture: many programs do not draw pictures higher than
about 32,000 pixels, and nothing is omitted.
"""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from rich.cells import cell_len

from clemtui.archive.documents.sheet import Block, Fact, Facts, Lines, Sheet, Utterance
from clemtui.language.sinks import markup_text
from clemtui.language.wrapping import wrap

COLUMNS = 80
"""Terminal cells per row."""

ROWS = 1000
"""The maximum number of rows in a column of the picture."""

_CELL, _ROW = 8.4, 20
"""Pixels of a terminal cell: its width at a font size of 14, and its height."""
_MARGIN, _BAR = 24, 36

_STYLE = (
    "text{font:14px ui-monospace,monospace;white-space:pre;fill:#d8d4cc}"
    ".title{font-weight:bold;fill:#fff}.soft{fill:#9a958c}.master{fill:#8fb8e0}"
    ".seat,.good{fill:#8fcfa8}.bad{fill:#f0949a}"
)

Style = Literal["plain", "title", "soft", "master", "seat", "good", "bad"]


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the picture; ``right`` if its line is written from right to left."""

    text: str
    look: Style = "plain"
    right: bool = False


def svg(sheet: Sheet) -> str:
    """Return the document as SVG: valid XML without external fonts or other resources."""
    rows = list(_rows(sheet))
    columns = max(1, math.ceil(len(rows) / ROWS))
    height = math.ceil(len(rows) / columns)
    column_width = COLUMNS * _CELL + 2 * _MARGIN
    width, full_height = column_width * columns, _BAR + height * _ROW + 2 * _MARGIN
    lights = "".join(
        f'<circle cx="{_MARGIN + 18 * number}" cy="{_BAR / 2 + 4:g}" r="6" fill="{colour}"/>'
        for number, colour in enumerate(("#e0655c", "#e0b04c", "#6fb566"))
    )
    drawn = (
        _text_element(row, index // height * column_width + _MARGIN, index % height)
        for index, row in enumerate(rows)
    )
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {full_height:g}" '
            f'width="{width:g}" height="{full_height:g}" role="img" '
            f'xml:lang="{markup_text(sheet.language)}" direction="ltr">',
            f"<title>{markup_text(sheet.title)}</title>",
            f"<style>{_STYLE}</style>",
            '<rect width="100%" height="100%" rx="10" fill="#1b1a19"/>',
            lights,
            *drawn,
            "</svg>",
            "",
        )
    )


def _text_element(row: Row, left: float, number: int) -> str:
    if not row.text.strip(" "):
        return ""
    y = _BAR + _MARGIN + (number + 0.75) * _ROW
    look = "" if row.look == "plain" else f' class="{row.look}"'
    if row.right:
        place = f'x="{left + COLUMNS * _CELL:g}" y="{y:g}" direction="rtl"'
    else:
        # Font widths vary: every row is stretched to the width of its cells.
        length = cell_len(row.text) * _CELL
        place = f'x="{left:g}" y="{y:g}" textLength="{length:g}" lengthAdjust="spacingAndGlyphs"'
    return f'<text {place}{look} xml:space="preserve">{markup_text(row.text)}</text>'


def _rows(sheet: Sheet) -> Iterator[Row]:
    yield from _wrapped(sheet.title, "title")
    yield from _block(sheet.facts)
    for notice in sheet.notices:
        yield Row("")
        yield from _wrapped(f"! {notice}", "bad")
    for section in sheet.sections:
        yield Row("")
        yield from _wrapped(section.title, "title" if section.level == 2 else "soft")
        for block in section.blocks:
            yield from _block(block)


def _block(block: Block) -> Iterator[Row]:
    match block:
        case Facts(facts):
            for fact in facts:
                yield from _wrapped(_fact(fact))
        case Lines(lines):
            for line in lines:
                yield from _wrapped(line)
        case Utterance(text, tone, heading, aside):
            look: Style = "soft" if tone == "note" else tone
            if heading:
                yield Row("")
                yield from _wrapped(f"{heading}  {aside}".rstrip(), look)
            yield from _wrapped(text, "plain" if heading else look)


def _fact(fact: Fact) -> str:
    meaning = f" ({fact.meaning})" if fact.meaning else ""
    return f"{fact.name}: {fact.value}{meaning}"


def _wrapped(text: str, look: Style = "plain") -> Iterator[Row]:
    for line in text.split("\n"):
        right = _is_right_to_left(line)
        for row in wrap(line, COLUMNS):
            yield Row(row, look, right)


def _is_right_to_left(line: str) -> bool:
    """Return whether the first letter of a line that has a direction is right-to-left."""
    for character in line:
        direction = unicodedata.bidirectional(character)
        if direction in ("L", "R", "AL"):
            return direction != "L"
    return False

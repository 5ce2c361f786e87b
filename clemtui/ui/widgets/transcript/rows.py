"""The rows of a transcript: entries wrapped into lines, and lines rejoined for copying."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise, zip_longest
from typing import Literal, NamedTuple

from clemtui.language import Direction, direction, paragraph_direction
from clemtui.language.width import cell_count
from clemtui.language.wrapping import wrap
from clemtui.ui.widgets.columns import pad

Tone = Literal["master", "own", "other", "good", "warning", "bad", "note", "round"]

INDENT = 2
"""Cells before every line; spoken lines have a bar there."""

OWN_BAR, BAR = "▌ ", "│ "
"""The person's own turns have a different bar, which identifies them without colours."""
_MIRRORED = {OWN_BAR: " ▐", BAR: " │"}
"""In a right-to-left interface, the bar is on the right."""


ROOM_FOR_TWO = 72
"""Cells needed to show a text and its other wording side by side."""
_BETWEEN = " │ "


class OtherWording(NamedTuple):
    """The other wording of an entry's text, with its heading, to show beside it."""

    heading: str
    text: str


@dataclass(frozen=True, slots=True)
class Entry:
    """One item of a transcript, in text that is safe to show.

    Attributes:
        heading: the speaker. Without one, the text is a remark.
        copy: what copying gives: the content as it was sent.
        details: times and attempts, shown beside the heading on request.
        folded: the entries that this one summarises.
        other_wording: the same content in other words, for comparison.
        speech: what it says to people, shown instead unless the content as it was sent is wanted;
            empty if that is nothing, None if it is the content itself.
    """

    text: str
    tone: Tone
    heading: str = ""
    copy: str | None = None
    details: str = ""
    folded: tuple[Entry, ...] = ()
    other_wording: OtherWording | None = None
    speech: tuple[Entry, ...] | None = None

    @property
    def as_sent(self) -> str:
        """The speaker and the content as it was sent."""
        return "\n".join(
            filter(None, (self.heading, self.text if self.copy is None else self.copy))
        )


class Piece(NamedTuple):
    """A part of a line, and its text direction."""

    text: str
    direction: Direction


@dataclass(frozen=True, slots=True)
class Row:
    """A line on the screen.

    Attributes:
        entry: the index of the entry that the line belongs to.
        tone: that of the entry, or of what is shown instead of it.
        bar, after: what precedes and follows the text: the bar, and the blanks that right-align the
            text of a right-to-left paragraph.
        start: offset of the line in the entry's text; None for a heading or a gap.
        direction: the direction of its paragraph.
        columns: the pieces that make up the text, if two texts are side by side.
    """

    text: str
    style: str
    entry: int
    bar: str = ""
    start: int | None = None
    after: str = ""
    direction: Direction = "ltr"
    columns: tuple[Piece, ...] = ()
    tone: str = "text"

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """The text in parts with one direction each."""
        return self.columns or (Piece(self.text, self.direction),)

    @property
    def has_bar(self) -> bool:
        """Whether it has a bar."""
        return bool((self.bar + self.after).strip())

    def with_mark(self) -> Row:
        """Return the row with a mark in place of its bar."""
        if self.after.strip():
            return replace(self, after=f"{self.after[:-1]}◀")
        return replace(self, bar=f"▶{self.bar[1:]}")


Place = tuple[int, int]
"""The index of a row, and of a character in it, counting its bar."""


class _Part(NamedTuple):
    """The selected part of a row, from offset ``begin`` of its text."""

    row: Row
    begin: int
    text: str


def rows_of(
    entry: Entry,
    number: int,
    width: int,
    *,
    details: bool = False,
    interface: Direction = "ltr",
) -> Iterator[Row]:
    """Wrap an entry into rows of at most ``width`` cells, with an empty row below it.

    The bars are on the side where the interface starts its lines; each text is aligned by its own
    language.
    """
    for row in _rows(entry, number, max(1, width - INDENT), interface, details=details):
        yield replace(row, tone=entry.tone)


def _rows(
    entry: Entry, number: int, inner: int, interface: Direction, *, details: bool
) -> Iterator[Row]:
    if entry.tone == "round":
        rule = "─" * max(0, inner - cell_count(entry.text) - 4)
        yield Row(f"── {entry.text} {rule}", "round", number)
        return
    bar = OWN_BAR if entry.tone == "own" else BAR
    if entry.heading:
        heading = entry.heading
        if details and entry.details:
            heading = f"{heading} · {entry.details}"
        for line in wrap(heading, inner):
            row = Row(line, entry.tone, number, bar, direction=direction(heading))
            yield _align(row, inner, interface)
    else:
        bar = " " * INDENT
    style = "text" if entry.heading else entry.tone
    if entry.other_wording is not None and inner >= ROOM_FOR_TWO:
        for columns in _side_by_side(entry.text, entry.other_wording, inner, interface):
            line = "".join(piece.text for piece in columns)
            row = Row(line, style, number, bar, columns=columns)
            yield _align(row, inner, interface)
        yield Row("", "text", number)
        return
    at = 0
    for paragraph in entry.text.split("\n"):
        way = paragraph_direction(paragraph, entry.text)
        for line in wrap(paragraph, inner):
            at = entry.text.find(line, at)
            yield _align(Row(line, style, number, bar, at, direction=way), inner, interface)
            at += len(line)
    for line, way in _below(entry.other_wording, inner) if entry.other_wording is not None else ():
        yield _align(Row(line, "note", number, bar, direction=way), inner, interface)
    yield Row("", "text", number)


def _below(beside: OtherWording, inner: int) -> Iterator[tuple[str, Direction]]:
    """Yield the lines of another wording, shown below a text, with their directions."""
    for paragraph in (beside.heading, *beside.text.split("\n")):
        way = direction(paragraph)
        yield from ((line, way) for line in wrap(paragraph, inner))


def _side_by_side(
    text: str, beside: OtherWording, inner: int, interface: Direction
) -> Iterator[tuple[Piece, ...]]:
    """Yield the lines of a text and its other wording as columns.

    The text is on the side where the interface starts its lines. Paragraphs are aligned with each
    other if both texts have the same number of them.
    """
    room = inner - cell_count(_BETWEEN)
    width = room // 2
    other = room - width
    mine, theirs = text.split("\n"), beside.text.split("\n")
    alike = len(mine) == len(theirs)
    pairs = zip(mine, theirs, strict=True) if alike else [(text, beside.text)]
    for one, two in (("", beside.heading), *pairs):
        lines = zip_longest(_column(one, text, width), _column(two, beside.text, other))
        for left, right in lines:
            sides = [left or _empty(width), right or _empty(other)]
            first, last = reversed(sides) if interface == "rtl" else sides
            yield first, Piece(_BETWEEN, "ltr"), last._replace(text=last.text.rstrip())


def _column(words: str, whole: str, width: int) -> Iterator[Piece]:
    """Wrap a part of a text into padded lines of this width, aligned by direction."""
    for paragraph in words.split("\n"):
        way = paragraph_direction(paragraph, whole)
        for line in wrap(paragraph, width):
            yield Piece(pad(line, width, right=way == "rtl"), way)


def _empty(width: int) -> Piece:
    return Piece(" " * width, "ltr")


def _align(row: Row, inner: int, interface: Direction) -> Row:
    """Align the row's text by its own direction, and its bar by that of the interface."""
    blanks = " " * (inner - cell_count(row.text))
    if interface == "rtl":
        end = _MIRRORED.get(row.bar, row.bar)
        if row.direction == "rtl":
            return replace(row, bar=blanks, after=end)
        return replace(row, bar="", after=blanks + end)
    return replace(row, bar=row.bar + blanks) if row.direction == "rtl" else row


def selected_text(rows: Sequence[Row], entries: Sequence[Entry], start: Place, end: Place) -> str:
    """Return the text between two places as it was sent. ``end`` is exclusive.

    Wrapped lines are rejoined. A message selected as a whole is given as `Entry.copy`.
    """
    selected: list[_Part] = []
    for at in range(start[0], min(end[0], len(rows) - 1) + 1):
        row = rows[at]
        begin = max(0, start[1] - len(row.bar)) if at == start[0] else 0
        stop = max(0, end[1] - len(row.bar)) if at == end[0] else len(row.text)
        selected.append(_Part(row, begin, row.text[begin:stop]))
    groups = groupby(selected, key=lambda part: part.row.entry)
    return "\n".join(
        _selected_entry_text(list(parts), entries[number] if number < len(entries) else None)
        for number, parts in groups
    ).strip("\n")


def _selected_entry_text(parts: Sequence[_Part], entry: Entry | None) -> str:
    """Return the selected part of one entry; ``entry`` is None if it is still being written."""
    around = [part.text for part in parts if part.row.start is None]
    said = [part for part in parts if part.row.start is not None]
    if not said:
        return "\n".join(around)
    heading = [part.text for part in parts[: parts.index(said[0])]]
    gap = [part.text for part in parts[parts.index(said[-1]) + 1 :]]
    text = entry.text if entry is not None else ""
    if entry is not None and entry.copy is not None and _all_of(said, text):
        return "\n".join([*heading, entry.copy, *gap])
    line = said[0].text
    for before, part in pairwise(said):
        assert before.row.start is not None
        between = text[before.row.start + len(before.row.text) : part.row.start]
        line += (between if entry is not None else "\n") + part.text
    return "\n".join([*heading, line, *gap])


def _all_of(said: Sequence[_Part], text: str) -> bool:
    first, last = said[0], said[-1]
    assert last.row.start is not None
    end = last.row.start + last.begin + len(last.text)
    return first.row.start == 0 and first.begin == 0 and end >= len(text.rstrip())

"""The rows of a transcript: entries broken into lines, and lines put together again for copying."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import Literal, NamedTuple

from rich.cells import cell_len

from clemtui.play.wrapping import wrap

Tone = Literal["master", "own", "other", "good", "warning", "bad", "note", "round"]

INDENT = 2
"""Cells before every line: a bar beside speech."""

OWN_BAR, BAR = "▌ ", "│ "
"""One's own turns have a bar of another kind, so that they are known without colours."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing in a transcript, in words that are safe to show.

    ``heading`` is who speaks; without one the text is a remark. ``copy`` is what copying gives:
    the content as it was sent. ``details`` stand beside the heading where somebody wants them.
    ``inside`` are entries for which this one stands in short.
    """

    text: str
    tone: Tone
    heading: str = ""
    copy: str | None = None
    details: str = ""
    inside: tuple[Entry, ...] = ()


@dataclass(frozen=True, slots=True)
class Row:
    """A line on the screen.

    ``entry`` is the number of what it belongs to. ``start`` says where the line begins in the text
    of the entry; None for a heading or a gap.
    """

    text: str
    style: str
    entry: int
    bar: str = ""
    start: int | None = None


Place = tuple[int, int]
"""A row, and a character in it, its bar included."""


class _Part(NamedTuple):
    """What is selected of a row, from this character of its text on."""

    row: Row
    begin: int
    text: str


def rows_of(entry: Entry, number: int, width: int, *, details: bool = False) -> Iterator[Row]:
    """An entry in lines of at most ``width`` cells, a gap below it."""
    inner = max(1, width - INDENT)
    if entry.tone == "round":
        rule = "─" * max(0, inner - cell_len(entry.text) - 4)
        yield Row(f"── {entry.text} {rule}", "round", number)
        return
    bar = OWN_BAR if entry.tone == "own" else BAR
    if entry.heading:
        heading = entry.heading
        if details and entry.details:
            heading = f"{heading} · {entry.details}"
        for line in wrap(heading, inner):
            yield Row(line, entry.tone, number, bar)
    else:
        bar = " " * INDENT
    style = "text" if entry.heading else entry.tone
    at = 0
    for line in wrap(entry.text, inner):
        at = entry.text.find(line, at)
        yield Row(line, style, number, bar, at)
        at += len(line)
    yield Row("", "text", number)


def selected_text(rows: Sequence[Row], entries: Sequence[Entry], start: Place, end: Place) -> str:
    """What stands between two places, as it was sent: lines that were broken to fit are whole
    again, and a message that is selected from its beginning to its end is given as `Entry.copy`.

    The end is not included.
    """
    selected: list[_Part] = []
    for at in range(start[0], min(end[0], len(rows) - 1) + 1):
        row = rows[at]
        begin = max(0, start[1] - len(row.bar)) if at == start[0] else 0
        stop = max(0, end[1] - len(row.bar)) if at == end[0] else len(row.text)
        selected.append(_Part(row, begin, row.text[begin:stop]))
    groups = groupby(selected, key=lambda part: part.row.entry)
    return "\n".join(
        _together(list(parts), entries[number] if number < len(entries) else None)
        for number, parts in groups
    ).strip("\n")


def _together(parts: Sequence[_Part], entry: Entry | None) -> str:
    """The selected part of one entry; None for one that is still being written."""
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

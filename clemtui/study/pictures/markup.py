"""The elements of the report as a page: paragraphs, outlines, tables. No text becomes markup."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from clemtui.language import one_line
from clemtui.language.sinks import markup_text
from clemtui.study.pictures.drawing import Picture, embedded
from clemtui.study.pictures.tables import SENTENCES, WHOLE, Table
from clemtui.study.telling.estimates import TOGETHER


def text(said: str) -> str:
    """Return a text on one line as HTML."""
    return markup_text(one_line(said))


def spoken(said: str) -> str:
    """Return a text as HTML in which intervals and p values stay on one line."""
    parts: list[str] = []
    at, whole = 0, one_line(said)
    for found in TOGETHER.finditer(whole):
        parts += (whole[at : found.start()], found[0])
        at = found.end()
    parts.append(whole[at:])
    return "".join(
        f'<span class="whole">{markup_text(part)}</span>' if number % 2 else markup_text(part)
        for number, part in enumerate(parts)
    )


def paragraph(said: str) -> str:
    """Return a paragraph."""
    return f"<p>{spoken(said)}</p>"


def figure(picture: Picture) -> str:
    """Return a picture."""
    return f"<figure>{embedded(picture)}</figure>"


def details(summary: str, *inside: str) -> Iterator[str]:
    """Yield what is shown on demand."""
    yield f"<details><summary>{text(summary)}</summary>"
    yield from inside
    yield "</details>"


def definitions(facts: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Yield names with what they are."""
    yield "<dl>"
    for name, value in facts:
        yield f'<dt>{text(name)}</dt><dd><bdi dir="auto">{text(value)}</bdi></dd>'
    yield "</dl>"


def outline(lines: Sequence[str]) -> Iterator[str]:
    """Yield indented lines as nested lists; those that are not indented are paragraphs before."""
    if not lines:
        return
    if all(map(_indent, lines)):
        yield from _list(lines)
        return
    for line, below in _parts(lines):
        yield paragraph(line)
        if below:
            yield from _list(below)


def _list(lines: Sequence[str]) -> Iterator[str]:
    yield "<ul>"
    for line, below in _parts(lines):
        yield f"<li>{spoken(line.strip())}"
        if below:
            yield from _list(below)
        yield "</li>"
    yield "</ul>"


def _parts(lines: Sequence[str]) -> Iterator[tuple[str, Sequence[str]]]:
    """Yield each line with those below it that are indented further."""
    at = 0
    while at < len(lines):
        end = at + 1
        while end < len(lines) and _indent(lines[end]) > _indent(lines[at]):
            end += 1
        yield lines[at], lines[at + 1 : end]
        at = end


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def table(found: Table, caption: str = "") -> str:
    """Return a table; a cell without a text of its own is joined with that above it."""
    look = [_look(name, found) for name in found.head]
    head = "".join(
        f'<th scope="col"{each}>{text(name)}</th>'
        for name, each in zip(found.head, look, strict=True)
    )
    return "\n".join(
        (
            '<div class="scroll"><table>',
            *([f"<caption>{text(caption)}</caption>"] if caption else []),
            f"<thead><tr>{head}</tr></thead>",
            "<tbody>",
            *_rows(found, look),
            "</tbody></table></div>",
        )
    )


def _rows(found: Table, look: Sequence[str]) -> Iterator[str]:
    for at, row in enumerate(found.rows):
        cells = []
        for column, (cell, each) in enumerate(zip(row, look, strict=True)):
            if cell is not None:
                tall = _height(found, at, column)
                span = f' rowspan="{tall}"' if tall > 1 else ""
                cells.append(f"<td{each}{span}>{spoken(cell)}</td>")
        yield f"<tr>{''.join(cells)}</tr>"


def _height(found: Table, at: int, column: int) -> int:
    """Return how many rows a cell takes."""
    height = 1
    while at + height < len(found.rows) and found.rows[at + height][column] is None:
        height += 1
    return height


def _look(column: str, found: Table) -> str:
    if column in found.numbers:
        return ' class="count"'
    if column in SENTENCES:
        return ' class="sentence"'
    return ' class="whole"' if column in WHOLE else ' class="name"'

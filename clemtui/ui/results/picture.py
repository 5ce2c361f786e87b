"""The result of an episode as a picture, drawn from the text that is shared, and nothing else.

So it gives no more away than that text: marks, never a letter, word or value of the solution.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from clemtui.language import Interface
from clemtui.language.sinks import markup_text
from clemtui.language.width import cell_count

_TILE, _GAP, _MARGIN = 36, 6, 28
_LINE = 30
_LEAST_WIDTH = 360
_LETTER = 10.5
"""Pixels to allow for a terminal cell of a text."""

_STYLE = (
    "text{font:17px ui-sans-serif,system-ui,sans-serif;fill:#a7b1bf}"
    ".game{font-weight:bold;fill:#e6eaf0}"
)
_MARKS = {
    "🟩": '<rect x="{x}" y="{y}" width="36" height="36" rx="4" fill="#27794a"/>',
    "🟨": '<rect x="{x}" y="{y}" width="31" height="31" rx="4" fill="#3d300c" '
    'stroke="#d8a638" stroke-width="5" transform="translate(2.5 2.5)"/>',
    "⬛": '<rect x="{x}" y="{y}" width="16" height="16" rx="4" fill="#6e7c93" '
    'transform="translate(10 10)"/>',
}
"""Full, a ring and a small square, so that they differ without colour."""


def result_picture(shared: str, day: str, ui: Interface) -> str:
    """Return a picture of a result as SVG: valid XML without fonts or other resources.

    Args:
        shared: what `clemtui.ui.results.sharing.shared_text` returned.
        day: when it was played.
    """
    head, *rows = shared.splitlines()
    rows = [row for row in rows if row and set(row) <= _MARKS.keys()]
    game, *rest = head.split(" · ")
    lines = [game, " · ".join((*rest, day))]
    longest = max(cell_count(line) for line in lines) * _LETTER
    tiles = max((len(row) for row in rows), default=0) * (_TILE + _GAP) - _GAP
    width = round(max(_LEAST_WIDTH, longest, tiles)) + 2 * _MARGIN
    top = _MARGIN + len(lines) * _LINE + _GAP
    height = top + len(rows) * (_TILE + _GAP) + _MARGIN
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
            f'width="{width}" height="{height}" role="img" '
            f'xml:lang="{markup_text(ui.language)}" direction="ltr">',
            f"<title>{markup_text(f'{head} · {day}')}</title>",
            f"<desc>{markup_text(' '.join(rows))}</desc>",
            f"<style>{_STYLE}</style>",
            '<rect width="100%" height="100%" rx="10" fill="#0e1116"/>',
            *_texts(lines, width, right=ui.direction == "rtl"),
            *_tiles(rows, top),
            "</svg>",
            "",
        )
    )


def _texts(lines: Sequence[str], width: int, *, right: bool) -> Iterator[str]:
    place = f'x="{width - _MARGIN}" direction="rtl"' if right else f'x="{_MARGIN}"'
    for number, line in enumerate(lines):
        look = ' class="game"' if number == 0 else ""
        y = _MARGIN + number * _LINE + 18
        yield f'<text {place} y="{y}"{look}>{markup_text(line)}</text>'


def _tiles(rows: Sequence[str], top: int) -> Iterator[str]:
    for down, row in enumerate(rows):
        for along, mark in enumerate(row):
            x, y = _MARGIN + along * (_TILE + _GAP), top + down * (_TILE + _GAP)
            yield _MARKS[mark].format(x=x, y=y)

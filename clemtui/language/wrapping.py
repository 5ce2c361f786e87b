"""Wrap safe text into lines of a given width in terminal cells."""

from __future__ import annotations

import re
from collections.abc import Iterator

from clemtui.language import grapheme_clusters
from clemtui.language.width import cell_count, extra_cells

_WORD = re.compile(" *[^ ]+ *| +")
_WITHOUT_BLANKS = re.compile("[\u2e80-\u9fff\uf900-\ufaff\uff01-\uff9f\U00020000-\U0003ffff]")
"""Kana, ideographs and related signs: a line may break before or after each."""
_NEVER_FIRST = frozenset(
    "、。，．：；？！）］｝」』】〉》〕’”…‥・ー々ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮ"
)
_NEVER_LAST = frozenset("（［｛「『【〈《〔‘“")


def wrap(text: str, width: int) -> Iterator[str]:
    """Wrap a text into lines of at most ``width`` cells, at spaces where possible.

    Text written without spaces, such as Chinese and Japanese, is broken between characters, but not
    before a closing or after an opening punctuation mark. No character is separated from its marks;
    one that is wider than the line gets a line of its own. Leading spaces are kept so that drawn
    grids keep their shape.
    """
    width = max(width, 1)
    for line in text.split("\n"):
        if cell_count(line) <= width:
            yield line
        else:
            yield from _broken(line, width)


def needs_own_wrapping(text: str) -> bool:
    """Whether a text wraps differently here than by spaces and Rich's widths."""
    return _WITHOUT_BLANKS.search(text) is not None or extra_cells(text) > 0


def _broken(line: str, width: int) -> Iterator[str]:
    current, room = "", width
    for word in _words(line):
        cells = cell_count(word)
        if cells <= room:
            current, room = current + word, room - cells
            continue
        if cell_count(word.rstrip(" ")) <= room:  # only the trailing spaces do not fit
            current, room = current + word.rstrip(" "), 0
            continue
        if current.strip(" "):
            yield current.rstrip(" ")
            current, room = "", width
        if cells <= width:
            current, room = word, width - cells
            continue
        *full, rest = _chopped(current + word, width)
        yield from full
        current, room = rest, width - cell_count(rest)
    yield current.rstrip(" ")


def _words(line: str) -> Iterator[str]:
    """Yield unbreakable pieces, each with the spaces that follow it."""
    for match in _WORD.finditer(line):
        word = match[0]
        if _WITHOUT_BLANKS.search(word) is None:
            yield word
            continue
        piece = ""
        for character in grapheme_clusters(word):
            if piece and _may_part(piece[-1], character[0]):
                yield piece
                piece = ""
            piece += character
        yield piece


def _may_part(before: str, after: str) -> bool:
    if before in _NEVER_LAST or after in _NEVER_FIRST or " " in (before, after):
        return False
    return any(map(_WITHOUT_BLANKS.match, (before, after)))


def _chopped(text: str, width: int) -> list[str]:
    """Split a text into pieces that fit, regardless of words."""
    pieces, room = [""], width
    for character in grapheme_clusters(text):
        cells = cell_count(character)
        if cells > room and pieces[-1]:
            pieces.append("")
            room = width
        pieces[-1] += character
        room -= cells
    return pieces

"""Right-to-left text on the screen: one filter processes every line of every widget.

Widgets draw in logical order. A line of a widget consists of stretches of text: a name and a value,
the columns of a table, a text inside a frame. The filter splits the line at what separates them
(two or more blanks, frame characters, a `GUARD`, the edges) and keeps each stretch in its place:

- ``terminal``: the terminal reorders each line of the screen as a whole, which would swap two
  columns in Arabic. A `GUARD` in a blank between them prevents this.
- ``app``: the filter reorders each stretch in the direction of its paragraph, and the terminal is
  told not to reorder.

Text boxes are left alone, and so are stretches without right-to-left letters.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rich.segment import Segment
from rich.style import Style
from textual.app import RenderResult
from textual.color import Color
from textual.content import Content
from textual.filter import LineFilter
from textual.geometry import Size
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Static

from clemtui.language import Direction, direction, grapheme_clusters, has_rtl, translatable
from clemtui.language.visual import available, visual_order
from clemtui.language.width import cell_count
from clemtui.language.wrapping import needs_own_wrapping, wrap

if TYPE_CHECKING:
    from textual.app import App

    from clemtui.config import Bidi

GUARD = "\u2800"
"""The empty braille pattern: it looks like a blank but counts as a left-to-right letter.

Text on either side of it keeps its place when a line is reordered.
"""

MISSING = translatable(
    "Right-to-left text is handled by the terminal; to let clemtui handle it, install "
    "the extra “{extra}”, which provides {packages}."
)
"""Shown if the app should reorder text but `clemtui.language.visual_order` is not available."""

_META = "direction"
_EDGE = re.compile("[\u2500-\u259f\u2800]")
"""Frame characters, bars beside texts, and the guard."""


class BidiFilter(LineFilter):
    """A filter that keeps right-to-left text in place, and reorders it if the terminal does not."""

    def __init__(self, who: Bidi, base: Direction) -> None:
        """``who`` reorders lines: the app or the terminal.

        With ``base`` ``rtl``, every stretch with right-to-left letters runs right to left; with
        ``ltr``, this depends on its first letter.
        """
        super().__init__()
        self.who = who
        self.base: Direction = base
        self._right_to_left: BidiFilter | None = None

    def for_direction(self, way: Direction) -> BidiFilter:
        """Return this filter for paragraphs of another direction. The result is cached."""
        if way == self.base or way == "ltr":
            return self
        if self._right_to_left is None:
            self._right_to_left = BidiFilter(self.who, way)
        return self._right_to_left

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the segments as they are sent to the terminal."""
        if not has_rtl("".join(segment.text for segment in segments)):
            return segments
        return self._reorder(segments)

    def strip(self, strip: Strip) -> Strip:
        """Return a line as it is sent to the terminal, with the offsets of its characters."""
        if not has_rtl(strip.text) and not any(_meta(each.style).get(_META) for each in strip):
            return strip
        return Strip(self._reorder(list(strip)), strip.cell_length)

    def _reorder(self, segments: Sequence[Segment]) -> list[Segment]:
        atoms = list(_atoms(segments))
        stretches = list(_stretches(atoms))
        if self.who == "terminal":
            return list(_joined(_guarded(atoms, stretches)))
        for start, stop, marked in reversed(stretches):
            atoms[start:stop] = self._visual(atoms[start:stop], marked)
        return list(_joined(_Atom(" ", *a.rest) if a.text == GUARD else a for a in atoms))

    def _visual(self, atoms: Sequence[_Atom], marked: Direction | None) -> list[_Atom]:
        texts = tuple(atom.text for atom in atoms)
        whole = "".join(texts)
        if not has_rtl(whole) and marked != "rtl":
            return list(atoms)
        base = marked or ("rtl" if self.base == "rtl" else direction(whole))
        return [_Atom(drawn.text, *atoms[drawn.place].rest) for drawn in visual_order(texts, base)]


@dataclass(frozen=True, slots=True)
class _Atom:
    """A character with its combining marks, its style and its offset in the original text."""

    text: str
    style: Style | None
    offset: tuple[int, int] | None

    @property
    def rest(self) -> tuple[Style | None, tuple[int, int] | None]:
        """The style and the offset."""
        return self.style, self.offset


_Stretch = tuple[int, int, Direction | None]
"""Start, stop, and the direction stated by the widget, if any."""


def _atoms(segments: Sequence[Segment]) -> Iterator[_Atom]:
    for text, style, control in segments:
        if control:
            continue
        offset = _meta(style).get("offset")
        at = 0
        for character in grapheme_clusters(text):
            yield _Atom(character, style, None if offset is None else (offset[0] + at, offset[1]))
            at += len(character)


def _meta(style: Style | None) -> dict[str, Any]:
    return style.meta if style is not None and style._meta is not None else {}


def _stretches(atoms: Sequence[_Atom]) -> Iterator[_Stretch]:
    """Yield the stretches of a line, left to right, without the blanks around them."""
    start: int | None = None
    last = 0
    marked: Direction | None = None
    for at, atom in enumerate(atoms):
        said = _meta(atom.style).get(_META)
        edge = _EDGE.match(atom.text) is not None
        gap = said is None and atom.text == " " and last < at - 1
        if start is not None and (edge or gap or said != marked):
            yield start, last + 1, marked
            start = None
        if atom.text != " " and not edge:
            if start is None:
                start, marked = at, said
            last = at
    if start is not None:
        yield start, last + 1, marked


def _guarded(atoms: list[_Atom], stretches: Sequence[_Stretch]) -> list[_Atom]:
    """Put a guard into the blank before and after each stretch of right-to-left text."""
    for start, stop, _ in stretches:
        if not has_rtl("".join(atom.text for atom in atoms[start:stop])):
            continue
        for at in (start - 1, stop):
            if 0 <= at < len(atoms) and atoms[at].text == " ":
                atoms[at] = _Atom(GUARD, *atoms[at].rest)
    return atoms


def _joined(atoms: Iterator[_Atom] | Sequence[_Atom]) -> Iterator[Segment]:
    """Join atoms into segments, each with the offset where its text starts in the original."""
    text, style, offset, end = "", None, None, None
    for atom in atoms:
        if text and atom.style is style and (offset is None or atom.offset == end):
            text += atom.text
        else:
            if text:
                yield Segment(text, _placed(style, offset))
            text, style, offset = atom.text, atom.style, atom.offset
        end = None if atom.offset is None else (atom.offset[0] + len(atom.text), atom.offset[1])
    if text:
        yield Segment(text, _placed(style, offset))


def _placed(style: Style | None, offset: tuple[int, int] | None) -> Style | None:
    if style is None or offset is None or _meta(style).get("offset") == offset:
        return style
    return style + Style(meta={"offset": offset})


# For widgets


_RUNNING: Mapping[Direction, Style] = {
    "ltr": Style(meta={_META: "ltr"}),
    "rtl": Style(meta={_META: "rtl"}),
}


def with_direction(style: Style, text: str, way: Direction) -> Style:
    """Add the direction of its paragraph to the style of a piece of a line."""
    return style + _RUNNING[way] if way == "rtl" or has_rtl(text) else style


def reorder(strip: Strip, widget: Widget) -> Strip:
    """Return a line as it is sent to the terminal.

    Widgets that draw themselves call this instead of using the filter; the mouse then selects the
    text that it points at.
    """
    for each in widget.app.get_line_filters():
        if isinstance(each, BidiFilter):
            return each.strip(strip)
    return strip


class Paragraph(Static):
    """A text aligned by its own language, whatever the interface language.

    Right-to-left text is aligned to the right. Lines break where the language of the text allows.
    """

    direction: Direction = "ltr"

    def render(self) -> RenderResult:
        text = self._text_to_wrap()
        if text is None:
            return super().render()
        return Content("\n".join(wrap(text, self.content_size.width)))

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        text = self._text_to_wrap()
        if text is None:
            return super().get_content_height(container, viewport, width)
        return len(list(wrap(text, width)))

    def _text_to_wrap(self) -> str | None:
        """Return the text if its lines must be broken here rather than by Textual, else None."""
        text = self.content
        return text if isinstance(text, str) and needs_own_wrapping(text) else None

    def align(self, text: str) -> None:
        """Align the widget for a text of this direction."""
        self.direction = direction(text)
        self.styles.text_align = "right" if self.direction == "rtl" else "left"

    def get_line_filters(self) -> Sequence[LineFilter]:
        return [
            each.for_direction(self.direction) if isinstance(each, BidiFilter) else each
            for each in super().get_line_filters()
        ]


def aligned(line: Content, width: int, way: Direction) -> Content:
    """Align a line among columns: to the right of ``width`` cells in an RTL interface."""
    return line.pad_left(max(0, width - cell_count(line.plain))) if way == "rtl" else line


def joined_texts(parts: Sequence[tuple[str, str]], way: Direction) -> Content:
    """Join styled texts by two blanks, starting on the interface's side."""
    ordered = list(reversed(parts) if way == "rtl" else parts)
    return Content("  ").join(Content.styled(text, style) for text, style in ordered if text)


def separator(*texts: str) -> str:
    """Return the separator for single characters that must keep their order in a row.

    It is a blank, or a guard if any text is in a right-to-left script.
    """
    return GUARD if any(map(has_rtl, texts)) else " "


def reorders_in_app(app: App[Any]) -> bool:
    """Return whether clemtui reorders lines, not the terminal."""
    return any(isinstance(each, BidiFilter) and each.who == "app" for each in app._filters)


def with_bidi(filters: Sequence[LineFilter], who: Bidi, interface: Direction) -> list[LineFilter]:
    """Return the app's filters with this one appended.

    Where the packages needed for ``app`` are missing, the terminal reorders instead.
    """
    if who == "app" and not available():
        who = "terminal"
    return [*without_bidi(filters), BidiFilter(who, interface)]


def set_terminal_bidi(app: App[Any], enabled: bool) -> None:
    """Tell the terminal whether to reorder lines. Does nothing without a driver of ours."""
    set_bidi = getattr(app._driver, "set_bidi", None)  # only our own driver has it
    if set_bidi is not None:
        set_bidi(enabled)


def without_bidi(filters: Sequence[LineFilter]) -> list[LineFilter]:
    """Return the filters without this one, for text boxes and widgets that reorder themselves."""
    return [each for each in filters if not isinstance(each, BidiFilter)]

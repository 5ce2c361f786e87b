"""Right-to-left text on the screen: every line of every widget goes through one filter.

Widgets draw in logical order. A line of a widget has stretches of text that stand side by side: a
name and a value, the columns of a table, a text within its frame. The filter finds them by what is
between them (two blanks or more, the lines of a frame, a `GUARD`, the edges) and sees to it that
none of them runs into the next:

- ``terminal``: the terminal puts each line of the screen in order as a whole, so that two columns
  in Arabic would change places. A `GUARD` in a blank between them keeps them where they are.
- ``app``: each stretch is put in order here, in the direction of its paragraph, and the terminal is
  told not to.

Boxes in which one writes are left alone, as is everything on a line without such letters.
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
"""Looks like a blank, and is a letter that runs from left to right to whoever puts a line in order:
the empty braille pattern. What stands on both sides of it keeps its place."""

MISSING = translatable(
    "Right-to-left text is handled by the terminal; to let clemtui handle it, install "
    "the extra “{extra}”, which provides {packages}."
)
"""Said where that was chosen and `clemtui.language.visual_order` is not available."""

_META = "direction"
_EDGE = re.compile("[\u2500-\u259f\u2800]")
"""Lines of frames, bars beside texts, and the guard."""


class BidiFilter(LineFilter):
    """Keeps right-to-left text in its place, and puts it in order where the terminal does not."""

    def __init__(self, who: Bidi, base: Direction) -> None:
        """``who`` puts lines in order. With the ``base`` ``rtl`` whatever has right-to-left letters
        runs so; else it depends on the first letter of a stretch."""
        super().__init__()
        self.who = who
        self.base: Direction = base
        self._right_to_left: BidiFilter | None = None

    def towards(self, way: Direction) -> BidiFilter:
        """This filter for a paragraph that runs in this direction; always the same one."""
        if way == self.base or way == "ltr":
            return self
        if self._right_to_left is None:
            self._right_to_left = BidiFilter(self.who, way)
        return self._right_to_left

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The segments as the terminal is to get them."""
        if not has_rtl("".join(segment.text for segment in segments)):
            return segments
        return self._in_order(segments)

    def strip(self, strip: Strip) -> Strip:
        """A line as the terminal is to get it, for a widget that has to know what stands where."""
        if not has_rtl(strip.text) and not any(_meta(each.style).get(_META) for each in strip):
            return strip
        return Strip(self._in_order(list(strip)), strip.cell_length)

    def _in_order(self, segments: Sequence[Segment]) -> list[Segment]:
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
    """A character with its marks, its style, and its place in the segment it comes from."""

    text: str
    style: Style | None
    offset: tuple[int, int] | None

    @property
    def rest(self) -> tuple[Style | None, tuple[int, int] | None]:
        """All but the text."""
        return self.style, self.offset


_Stretch = tuple[int, int, Direction | None]
"""From where to where, and the direction that its widget says it has."""


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
    """What stands side by side on a line, from left to right, without the blanks around it."""
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
    """With a guard in the first blank before and behind each stretch of right-to-left text."""
    for start, stop, _ in stretches:
        if not has_rtl("".join(atom.text for atom in atoms[start:stop])):
            continue
        for at in (start - 1, stop):
            if 0 <= at < len(atoms) and atoms[at].text == " ":
                atoms[at] = _Atom(GUARD, *atoms[at].rest)
    return atoms


def _joined(atoms: Iterator[_Atom] | Sequence[_Atom]) -> Iterator[Segment]:
    """Segments again; each says where its text begins in what it comes from."""
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


# What widgets use


_RUNNING: Mapping[Direction, Style] = {
    "ltr": Style(meta={_META: "ltr"}),
    "rtl": Style(meta={_META: "rtl"}),
}


def running(style: Style, text: str, way: Direction) -> Style:
    """The style of a piece of a line that says, too, in which direction its paragraph runs."""
    return style + _RUNNING[way] if way == "rtl" or has_rtl(text) else style


def put_in_order(strip: Strip, widget: Widget) -> Strip:
    """A line as the terminal is to get it. A widget that draws itself calls this, and leaves the
    filter out, so that the mouse selects what it points at."""
    for each in widget.app.get_line_filters():
        if isinstance(each, BidiFilter):
            return each.strip(strip)
    return strip


class Paragraph(Static):
    """A text that begins where its language does, on the right where that runs from right to left,
    and whose lines end where its language lets them, whatever the interface language is."""

    runs: Direction = "ltr"

    def render(self) -> RenderResult:
        text = self._to_break()
        if text is None:
            return super().render()
        return Content("\n".join(wrap(text, self.content_size.width)))

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        text = self._to_break()
        if text is None:
            return super().get_content_height(container, viewport, width)
        return len(list(wrap(text, width)))

    def _to_break(self) -> str | None:
        """The text, where its lines are broken here."""
        text = self.content
        return text if isinstance(text, str) and needs_own_wrapping(text) else None

    def align(self, text: str) -> None:
        """Stand where a text of this language stands."""
        self.runs = direction(text)
        self.styles.text_align = "right" if self.runs == "rtl" else "left"

    def get_line_filters(self) -> Sequence[LineFilter]:
        return [
            each.towards(self.runs) if isinstance(each, BidiFilter) else each
            for each in super().get_line_filters()
        ]


def begun(line: Content, width: int, way: Direction) -> Content:
    """A line among columns that begins where the interface does: on the right of so many cells
    where that runs from right to left."""
    return line.pad_left(max(0, width - cell_count(line.plain))) if way == "rtl" else line


def in_a_row(parts: Sequence[tuple[str, str]], way: Direction) -> Content:
    """Texts with their styles side by side, two blanks apart: the first one stands where the
    interface begins its lines."""
    ordered = list(reversed(parts) if way == "rtl" else parts)
    return Content("  ").join(Content.styled(text, style) for text, style in ordered if text)


def apart(*texts: str) -> str:
    """What stands between single characters in a row that must keep its order: a blank, or a guard
    where one of them is of a right-to-left script."""
    return GUARD if any(map(has_rtl, texts)) else " "


def in_app(app: App[Any]) -> bool:
    """Whether lines are put in order here, and not by the terminal."""
    return any(isinstance(each, BidiFilter) and each.who == "app" for each in app._filters)


def with_bidi(filters: Sequence[LineFilter], who: Bidi, interface: Direction) -> list[LineFilter]:
    """The filters of the app, this one last. Where the packages for ``app`` are missing, the
    terminal keeps its task."""
    if who == "app" and not available():
        who = "terminal"
    return [*without_bidi(filters), BidiFilter(who, interface)]


def order_left_to_terminal(app: App[Any], left: bool) -> None:
    """Tell the terminal whether it is to put lines in order, once there is one."""
    leave = getattr(app._driver, "leave_order", None)  # only a driver of ours has it
    if leave is not None:
        leave(left)


def without_bidi(filters: Sequence[LineFilter]) -> list[LineFilter]:
    """The filters for a box in which one writes, or for a widget that sees to it itself."""
    return [each for each in filters if not isinstance(each, BidiFilter)]

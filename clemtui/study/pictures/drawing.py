"""The elements of a picture: SVG without scripts, fonts or other resources."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from string import Template

from clemtui.language import one_line
from clemtui.language.sinks import markup_text
from clemtui.language.width import cell_count
from clemtui.language.wrapping import wrap

WIDTH = 640
"""Pixels of every picture, so that its letters can be read at 600 and on a printed page."""
MARGIN = 12
LINE = 16
"""Pixels from one line of text to the next."""

_WIDE = frozenset("MWmw@%—…")
_NARROW = frozenset("iljtfrI.,:;|!'()[]/- ")
_SIZE = 12
_SMALL = 11 / _SIZE
"""The size of numbers as a share of that of other text."""

_PART = re.compile(r"[^ /_@-]*[ /_@-]+|[^ /_@-]+")
"""A word, or a part of a name, with what ends it."""

SHAPES = 12
"""How many shapes there are: six filled, and the same six hollow."""

_STYLE = Template("""\
$scope text{font:${size}px sans-serif;fill:$ink}
$scope .title{font-size:14px;font-weight:bold}$scope .head{font-weight:bold}
$scope .soft{fill:$soft}$scope .number{font-size:11px}
$scope .end{text-anchor:end}$scope .middle{text-anchor:middle}
$scope .grid{stroke:$line;stroke-width:1}$scope .axis{stroke:$soft;stroke-width:1}
$scope .box{fill:$paper;stroke:$ink;stroke-width:1.2}$scope .arrow{stroke:$ink;stroke-width:1.2}
$scope .tip{fill:$ink}
$scope .band{fill:$soft;fill-opacity:.25}$scope .mean{stroke:$ink;stroke-width:2.5}
$scope .dot{fill:$paper;fill-opacity:.55;stroke:$ink;stroke-width:1.1}
$scope .curve{fill:none;stroke:$ink;stroke-width:1.2}
$scope .reference{fill:none;stroke:$soft;stroke-width:1.4;stroke-dasharray:4 3}
$scope .line{stroke-width:1.8}$scope .mark{stroke-width:1.6}
""")
_SERIES = Template("""\
$scope .$name{stroke:$colour}$scope .$name.full{fill:$colour}$scope .$name.hollow{fill:$paper}
""")


@dataclass(frozen=True, slots=True)
class Colours:
    """The colours of a picture; ``series``: those of models, by shape."""

    ink: str
    paper: str
    soft: str
    line: str
    series: tuple[str, ...]


# those that people with any kind of colour blindness tell apart; shapes differ as well
LIGHT = Colours(
    "#111", "#fff", "#595959", "#ccc",
    ("#0068a3", "#b84d00", "#007a59", "#a8437f", "#6a5acd", "#7a6a00"),
)  # fmt: skip
DARK = Colours(
    "#ececec", "#17181a", "#a8a8a8", "#45474b",
    ("#5cb8f2", "#ff9b57", "#45cda6", "#ef9cc9", "#aea3ff", "#d8c75a"),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawn picture.

    Attributes:
        name: what its file is called after the study, in small letters and hyphens.
        title, description: what it shows, in words; the description has all its numbers.
        height: in pixels.
        body: its elements.
    """

    name: str
    title: str
    description: str
    height: float
    body: tuple[str, ...]


def style(scope: str, colours: Colours) -> str:
    """Return the rules for pictures inside elements that a selector matches."""
    series = {f"s{number}": colour for number, colour in enumerate(colours.series)}
    named = {"people": colours.ink, "published": colours.soft, **series}
    shared = {"scope": scope, "paper": colours.paper}
    return _STYLE.substitute(
        shared, size=_SIZE, ink=colours.ink, soft=colours.soft, line=colours.line
    ) + "".join(
        _SERIES.substitute(shared, name=name, colour=colour) for name, colour in named.items()
    )


def standalone(picture: Picture) -> str:
    """Return a picture as an SVG file on white: valid XML."""
    return _svg(picture, f"<style>{style('svg', LIGHT)}</style>", background=True)


def embedded(picture: Picture) -> str:
    """Return a picture as an element of an HTML page, whose style draws it."""
    return _svg(picture, "", background=False)


def _svg(picture: Picture, head: str, *, background: bool) -> str:
    ids = f"{picture.name}-title", f"{picture.name}-description"
    return (
        element(
            "svg",
            element("title", text=picture.title, id=ids[0]),
            element("desc", text=picture.description, id=ids[1]),
            head,
            element("rect", fill=LIGHT.paper, width=WIDTH, height=picture.height)
            if background
            else "",
            *picture.body,
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {WIDTH} {picture.height:g}",
            role="img",
            aria_labelledby=" ".join(ids),
            xml__lang="en",
            direction="ltr",
            width=WIDTH,
            height=picture.height,
        )
        + "\n"
    )


def element(name: str, *children: str, text: str = "", **attributes: str | float) -> str:
    """Return an element; in the names of attributes, ``_`` is ``-``, and ``__`` is ``:``.

    Args:
        name: its name.
        children: elements in it.
        text: the text in it, of which nothing becomes markup.
        attributes: their values; ``look`` is the class.
    """
    given = "".join(
        f' {_attribute(key)}="{markup_text(value if isinstance(value, str) else f"{value:g}")}"'
        for key, value in attributes.items()
        if value != ""
    )
    inside = markup_text(one_line(text)) + "\n".join(filter(None, children))
    return f"<{name}{given}>{inside}</{name}>" if inside else f"<{name}{given}/>"


def _attribute(key: str) -> str:
    return "class" if key == "look" else key.replace("__", ":").replace("_", "-")


def line(look: str, x1: float, y1: float, x2: float, y2: float) -> str:
    """Return a line."""
    return element("line", look=look, x1=_n(x1), y1=_n(y1), x2=_n(x2), y2=_n(y2))


def words(x: float, y: float, text: str, look: str = "", room: float = 0.0) -> str:
    """Return a text whose first letter stands on a point, condensed if there is too little room.

    Args:
        x, y: the point.
        text: the text.
        look: its classes.
        room: pixels; 0: as many as it needs.
    """
    tight = {}
    if room and text_width(text) * (_SMALL if look.startswith("number") else 1) > room:
        tight = {"textLength": f"{room:g}", "lengthAdjust": "spacingAndGlyphs"}
    return element("text", text=text, look=look, x=_n(x), y=_n(y), **tight)


def text_width(text: str) -> float:
    """Return the width of a text in pixels, estimated from above, as no fonts are known here."""
    return sum(map(_letter, one_line(text)))


def _letter(character: str) -> float:
    if character in _WIDE:
        return 11.6
    if character in _NARROW:
        return 4.6
    if character.isascii():
        return 8.6 if character.isupper() else 7.2
    return 7.4 * cell_count(character)


def lines_of(text: str, room: float, width: Callable[[str], float] = text_width) -> list[str]:
    """Break a text into lines: between words, and in long names such as ``openai/gpt-4o-mini``
    between their parts.

    Args:
        text: the text.
        room: the width of a line, in pixels or whatever else ``width`` returns.
        width: measures a text.
    """
    lines = [""]
    for part in _PART.findall(one_line(text)):
        if width((lines[-1] + part).rstrip()) <= room:
            lines[-1] += part
        elif width(part.rstrip()) <= room:
            lines.append(part)
        else:
            *full, last = _chopped(lines.pop() + part, room, width)
            lines += [*full, last]
    return [each.rstrip() for each in lines if each.strip()] or [""]


def _chopped(text: str, room: float, width: Callable[[str], float]) -> list[str]:
    """Break a text without parts, such as a sentence in Chinese."""
    for cells in range(int(room / width("0")), 1, -1):
        broken = list(wrap(text, cells))
        if all(width(each) <= room for each in broken):
            return broken
    return list(wrap(text, 1))


def mark(series: str, shape: int, x: float, y: float, *, hollow: bool = False) -> str:
    """Return the mark of a mean.

    Args:
        series: ``people``, ``model``, or ``reference``, which is a hollow star.
        shape: of a model, from 0.
        x, y: its middle.
        hollow: whether it is an outline; models beyond the sixth always are.
    """
    look = f"mark {series_look(series, shape)}"
    if series == "people":
        return element(
            "circle", look=f"{look} {_filling(hollow)}", cx=_n(x), cy=_n(y), r=4.4
        )  # fmt: skip
    if series == "reference":
        return element("polygon", look="mark published hollow", points=_points(x, y, _STAR))
    hollow = hollow or shape % SHAPES >= SHAPES // 2
    corners = _CORNERS[shape % (SHAPES // 2)]
    return element("polygon", look=f"{look} {_filling(hollow)}", points=_points(x, y, corners))


def _points(x: float, y: float, corners: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{_n(x + dx)},{_n(y + dy)}" for dx, dy in corners)


def _filling(hollow: bool) -> str:
    return "hollow" if hollow else "full"


def series_look(series: str, shape: int) -> str:
    """Return the class of what is drawn for people or a model."""
    return "people" if series == "people" else f"s{shape % len(LIGHT.series)}"


_CORNERS = (
    ((-4, -4), (4, -4), (4, 4), (-4, 4)),
    ((0, -5), (5, 4), (-5, 4)),
    ((0, -5.6), (5.6, 0), (0, 5.6), (-5.6, 0)),
    ((0, 5), (5, -4), (-5, -4)),
    ((-1.7, -5), (1.7, -5), (1.7, -1.7), (5, -1.7), (5, 1.7), (1.7, 1.7), (1.7, 5), (-1.7, 5),
     (-1.7, 1.7), (-5, 1.7), (-5, -1.7), (-1.7, -1.7)),
    ((-5, 0), (-2, -5), (2, -5), (5, 0), (2, 5), (-2, 5)),
)  # fmt: skip
"""A square, a triangle, a diamond, a triangle on its tip, a plus and a hexagon."""
_STAR = (
    (0, -5.6), (1.4, -1.9), (5.3, -1.7), (2.2, 0.7), (3.3, 4.5), (0, 2.3), (-3.3, 4.5),
    (-2.2, 0.7), (-5.3, -1.7), (-1.4, -1.9),
)  # fmt: skip


def _n(value: float) -> float:
    return round(value, 1)


def titled(title: str, study: str) -> str:
    """Return the title of a picture with that of the study, if it is given."""
    return f"{title} ({study})" if study else title


def heading(title: str, notes: Iterable[str]) -> tuple[list[str], float]:
    """Return the title of a picture with notes beneath it, and the height of both."""
    body, y = [], float(MARGIN)
    for look, text in (("title", title), *(("soft", note) for note in notes if note)):
        scale = 1.25 if look == "title" else 1.0
        for each in lines_of(text, (WIDTH - 2 * MARGIN) / scale):
            y += LINE + (2 if look == "title" else 0)
            body.append(words(MARGIN, y - 4, each, look))
    return body, y + 6

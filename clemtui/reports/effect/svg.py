"""Differences between languages as an SVG picture that needs neither fonts nor colours."""

from __future__ import annotations

from collections.abc import Iterator

from rich.cells import cell_len

from clemtui.analysis.effect.model import Effects
from clemtui.language import Interface, safe
from clemtui.language.sinks import markup_text
from clemtui.reports.effect.plot import Bar, axis_limit, bars
from clemtui.reports.effect.tables import MEASURES, points
from clemtui.reports.names import Names, language_and_tag

_WIDTH, _MARGIN = 760, 24
_LABEL, _NUMBERS = 200, 170
"""Pixels for the names on the left and the numbers on the right."""
_ROW, _HEAD, _FOOT, _TITLE = 26, 34, 40, 56
_CELL = 7.2
"""The maximum width of a letter in pixels, at a font size of 12."""

_STYLE = (
    "text{font:12px sans-serif;fill:#000}.title{font-size:15px;font-weight:bold}"
    ".head{font-weight:bold}.number{font-size:11px}"
    ".zero{stroke:#000;stroke-width:1.5}.tick{stroke:#777;stroke-width:1}"
    ".line{stroke:#000;stroke-width:2}.grid{stroke:#ccc;stroke-width:1;stroke-dasharray:2 3}"
    ".band{fill:url(#wording);stroke:#999;stroke-width:.5}"
    ".point{fill:#000}.control{fill:#fff;stroke:#000;stroke-width:2}"
)


def svg(effects: Effects, names: Names) -> str:
    """Return the picture, with a panel for each setting that has a difference.

    It is valid XML, identical for identical numbers, with a title and description of its content.
    """
    ui = names.ui
    panels = [
        (names.setting(each), bars(each, ui)) for each in effects.settings if each.comparisons
    ]
    height = _TITLE + sum(_HEAD + _ROW * len(drawn) + _FOOT for _, drawn in panels) + _MARGIN
    title = ui.text(
        "Difference from {baseline} ({measure})",
        baseline=language_and_tag(effects.baseline, ui),
        measure=ui.text(MEASURES[effects.measure]),
    )
    key = ui.text(
        "Dots: differences; lines: 95-per-cent confidence intervals; rings: paraphrases; hatched: "
        "wording band"
    )
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" '
        f'width="{_WIDTH}" height="{height}" role="img" aria-labelledby="title description" '
        f'xml:lang="{markup_text(ui.language)}">',
        f'<title id="title">{markup_text(title)}</title>',
        f'<desc id="description">{markup_text(_described(panels, ui))}</desc>',
        f"<style>{_STYLE}</style>",
        '<defs><pattern id="wording" width="6" height="6" patternUnits="userSpaceOnUse" '
        'patternTransform="rotate(45)"><rect width="6" height="6" fill="#eee"/>'
        '<line x1="0" y1="0" x2="0" y2="6" stroke="#aaa" stroke-width="2"/></pattern></defs>',
        f'<rect width="{_WIDTH}" height="{height}" fill="#fff"/>',
        f'<text class="title" x="{_MARGIN}" y="26">{markup_text(title)}</text>',
        f'<text class="number" x="{_MARGIN}" y="44">{markup_text(key)}</text>',
    ]
    top = _TITLE
    for name, drawn in panels:
        parts += _panel(name, drawn, top, ui)
        top += _HEAD + _ROW * len(drawn) + _FOOT
    return "\n".join((*parts, "</svg>", ""))


def _described(panels: list[tuple[str, tuple[Bar, ...]]], ui: Interface) -> str:
    said = [
        ui.text(
            "{setting}: {differences}",
            setting=name,
            differences=ui.list(f"{bar.name} {_numbers(bar, ui)}" for bar in drawn),
        )
        for name, drawn in panels
    ]
    return " ".join(f"{line}." for line in said)


def _panel(name: str, drawn: tuple[Bar, ...], top: int, ui: Interface) -> Iterator[str]:
    left, right = _MARGIN + _LABEL, _WIDTH - _MARGIN - _NUMBERS
    end = axis_limit(drawn)
    first, last = top + _HEAD, top + _HEAD + _ROW * len(drawn)

    def x(value: float) -> str:
        return f"{left + (value + end) / (2 * end) * (right - left):.1f}"

    yield _text(_MARGIN, top + 20, name, "head", _WIDTH - 2 * _MARGIN)
    for number, bar in enumerate(drawn):
        if bar.band is not None:
            low, high = bar.band
            yield (
                f'<rect class="band" x="{x(low)}" y="{first + _ROW * number}" '
                f'width="{float(x(high)) - float(x(low)):.1f}" height="{_ROW}"/>'
            )
    for tick in (-end, -end / 2, end / 2, end):
        yield _line("grid", x(tick), first, x(tick), last)
    yield _line("zero", x(0), first - 4, x(0), last + 4)
    for number, bar in enumerate(drawn):
        middle = first + _ROW * number + _ROW // 2
        yield _text(_MARGIN, middle + 4, bar.name, "", _LABEL - 12)
        yield _line("line", x(bar.low), middle, x(bar.high), middle)
        for place in (bar.low, bar.high):
            yield _line("line", x(place), middle - 5, x(place), middle + 5)
        look = "control" if bar.control else "point"
        yield f'<circle class="{look}" cx="{x(bar.value)}" cy="{middle}" r="5"/>'
        yield _text(right + 12, middle + 4, _numbers(bar, ui), "number", _NUMBERS)
    for tick in (-end, 0.0, end):
        yield _line("tick", x(tick), last, x(tick), last + 5)
        said = points(tick, ui, signed=True)
        yield (
            f'<text class="number" text-anchor="middle" x="{x(tick)}" y="{last + 18}">'
            f"{markup_text(said)}</text>"
        )


def _numbers(bar: Bar, ui: Interface) -> str:
    value, low, high = (points(each, ui, signed=True) for each in (bar.value, bar.low, bar.high))
    return f"{value} [{low}; {high}]"


def _line(look: str, x1: str, y1: float, x2: str, y2: float) -> str:
    return f'<line class="{look}" x1="{x1}" y1="{y1:g}" x2="{x2}" y2="{y2:g}"/>'


def _text(x: int, y: int, text: str, look: str, room: int) -> str:
    """Return a text element, condensed if the text is too long for its room."""
    said = safe(text, newlines=False)
    fitted = f' textLength="{room}" lengthAdjust="spacingAndGlyphs"'
    narrow = fitted if cell_len(said) * _CELL > room else ""
    look = f' class="{look}"' if look else ""
    return f'<text{look} x="{x}" y="{y}"{narrow}>{markup_text(said)}</text>'

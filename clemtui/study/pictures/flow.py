"""The flow of participants as a picture, after the flow diagram of CONSORT (Schulz, Altman and
Moher, "CONSORT 2010 statement", BMJ 340, 2010)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from clemtui.study.pictures.drawing import (
    LINE,
    MARGIN,
    WIDTH,
    Picture,
    element,
    heading,
    line,
    titled,
    words,
)
from clemtui.study.pictures.wording import FLOW_NOTE
from clemtui.study.results.flow import Flow
from clemtui.study.telling.flow import Stage, stages

_MAIN, _SIDE = 210, 300
_PAD = 10
_GAP = 28


def flow_picture(flow: Flow, study: str) -> Picture:
    """Draw the flow of participants."""
    title = "Flow of participants"
    body, y = heading(title, (study, FLOW_NOTE))
    y += 6
    drawn = stages(flow)
    for stage in drawn:
        y = _stage(body, stage, y)
    said = (f"{'; '.join((*stage.inside, *stage.aside))}." for stage in drawn)
    return Picture(
        name="flow",
        title=titled(title, study),
        description=" ".join((FLOW_NOTE, *said)),
        height=y + MARGIN,
        body=tuple(body),
    )


def _stage(body: list[str], stage: Stage, y: float) -> float:
    """Draw a stage with what is beside it; returns where the next one begins."""
    middle = MARGIN + _MAIN / 2
    height = len(stage.inside) * LINE + 2 * _PAD
    body += _box(stage.inside, MARGIN, y, _MAIN)
    if not stage.aside:
        return y + height
    side = y + height + _GAP / 2
    tall = len(stage.aside) * LINE + 2 * _PAD
    end = side + tall + _GAP / 2
    left = WIDTH - MARGIN - _SIDE
    body += _box(stage.aside, left, side, _SIDE)
    body.append(line("arrow", middle, y + height, middle, end - 6))
    body.append(_tip((middle, end), (middle - 4, end - 8), (middle + 4, end - 8)))
    across = side + tall / 2
    body.append(line("arrow", middle, across, left - 6, across))
    body.append(_tip((left, across), (left - 8, across - 4), (left - 8, across + 4)))
    return end


def _box(texts: Sequence[str], x: float, y: float, width: float) -> Iterator[str]:
    height = len(texts) * LINE + 2 * _PAD
    yield element("rect", look="box", x=x, y=y, width=width, height=height, rx=3)
    for number, text in enumerate(texts):
        indent = 12 if number else 0
        look = "" if number else "head"
        room = width - 2 * _PAD - indent
        yield words(x + _PAD + indent, y + _PAD + (number + 1) * LINE - 4, text, look, room)


def _tip(*corners: tuple[float, float]) -> str:
    return element("polygon", look="tip", points=" ".join(f"{x:g},{y:g}" for x, y in corners))

"""What is shown of a study: its status, the sections of its report, and the pictures.

The words are those of the command line, in English: both are made of the same lines.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from clemtui.study.presenting import Presentation
from clemtui.study.results.flow import Flow
from clemtui.study.status import Status
from clemtui.study.telling.fitting import WIDTH
from clemtui.study.telling.flow import flow_lines
from clemtui.study.telling.status import status_lines
from clemtui.ui.studies.report.layout import Part

WIDEST_PICTURE = 120
"""In cells, as on the command line."""


def status_part(status: Status) -> Part:
    """Return what `clemtui study status` prints."""
    return _part("status", "Status", tuple(status_lines(status)))


def flow_part(flow: Flow) -> Part:
    """Return the flow of participants, which needs no package for statistics."""
    return _part("flow", "Flow of participants", tuple(flow_lines(flow)))


def report_parts(found: Presentation) -> Iterator[Part]:
    """Yield what `clemtui study report --plots` prints: the sections, then the pictures."""
    for section in found.sections:
        if section.lines:
            yield _part(section.key, section.title, section.lines)
    yield Part("pictures", "Pictures", partial(_pictures, found), WIDEST_PICTURE)


def _part(key: str, title: str, lines: tuple[str, ...]) -> Part:
    return Part(key, title, lambda _: lines, WIDTH)


def _pictures(found: Presentation, width: int) -> Iterable[str]:
    from clemtui.study.pictures.terminal import DRAWN, as_text  # needs the packages for statistics

    yield from as_text(found.plots, width, DRAWN)

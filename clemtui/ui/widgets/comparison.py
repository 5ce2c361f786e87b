"""Who did how well, as a table that fits its place."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.cells import cell_len
from textual.content import Content

from clemtui.language import Interface, translatable
from clemtui.play.meanings import line_up
from clemtui.play.wrapping import wrap

if TYPE_CHECKING:
    from clemtui.analysis.comparison import Comparison, Standing
    from clemtui.engine import Scores

OWN_MARK = "▶ "
_MOST_OF_A_NAME = 40
_LEAST_OF_A_NAME = 14
_LEAST_OF_A_BAR = 6
_MOST_OF_A_BAR = 30

MEASURES = translatable(
    "N: number of episodes. Played: the share that was not aborted. Quality: mean main score of "
    "the played ones. Joint: the same with each aborted one as 0. Solved: the share with success."
)
"""What the columns mean."""


@dataclass(frozen=True, slots=True)
class ComparedRow:
    """A row of the table; None where there is no such number.

    Attributes:
        who: in words.
        played, solved: 0 to 100.
        own: whether it is marked as one's own.
    """

    who: str
    episodes: int
    played: float | None
    quality: float | None
    joint: float | None
    solved: float | None
    own: bool = False


def compared(comparison: Comparison, ui: Interface) -> list[ComparedRow]:
    """Everybody who played the same, in the order of the comparison."""
    return [_row(row, ui) for row in comparison.rows]


def with_own(
    comparison: Comparison, scores: Scores, who: str, ui: Interface
) -> tuple[ComparedRow, ...]:
    """Everybody, and the result of one episode at the place that it has among them."""
    main, aborted = scores.main_score, scores.outcome == "aborted"
    joint = 0.0 if aborted else main
    own = ComparedRow(
        who=who,
        episodes=1,
        played=0.0 if aborted else 100.0,
        quality=main,
        joint=joint,
        solved=100.0 if scores.outcome == "success" else 0.0,
        own=True,
    )
    rows = compared(comparison, ui)
    rows.insert(len(rows) if joint is None else comparison.place(joint), own)
    return tuple(rows)


def _row(row: Standing, ui: Interface) -> ComparedRow:
    return ComparedRow(
        who=line_up(row, ui),
        episodes=row.episodes,
        played=row.played,
        quality=row.quality,
        joint=row.joint,
        solved=100 * row.successes / row.episodes if row.episodes else None,
    )


@dataclass(frozen=True, slots=True)
class _Column:
    title: str
    said: Callable[[ComparedRow], str]
    needed: bool = True

    def width(self, rows: Sequence[ComparedRow]) -> int:
        return max(cell_len(self.title), *(cell_len(self.said(row)) for row in rows))


def comparison_table(
    rows: Sequence[ComparedRow],
    ui: Interface,
    width: int,
    *,
    bars: bool = False,
    remarks: Sequence[str] = (),
) -> Content:
    """The table: who, N, % played, quality; more where there is room, ``bars`` of the joint score
    last. Names that are too long are broken, never cut. ``remarks`` stand below it."""
    below = [Content.styled(line, "$text-muted") for each in remarks for line in wrap(each, width)]
    if not rows:
        return Content("\n").join(below)
    columns = list(_columns(ui))
    while not _fits(columns, rows, width) and not columns[-1].needed:
        columns.pop()
    widths = [column.width(rows) for column in columns]
    taken = len(OWN_MARK) + sum(widths) + 2 * len(widths)
    names = max(cell_len(ui.text("Who")), *(cell_len(row.who) for row in rows))
    names = max(1, min(names, _MOST_OF_A_NAME, width - taken))
    bar = min(_MOST_OF_A_BAR, width - taken - names - 2) if bars else 0
    head = [_left(ui.text("Who"), names)]
    head += [_right(c.title, w) for c, w in zip(columns, widths, strict=True)]
    lines = [Content.styled(" " * len(OWN_MARK) + "  ".join(head), "$text-muted")]
    for row in rows:
        first, *rest = wrap(row.who, names)
        cells = [_left(first, names)]
        cells += [_right(c.said(row), w) for c, w in zip(columns, widths, strict=True)]
        line = (OWN_MARK if row.own else "  ") + "  ".join(cells)
        drawn = Content.styled(line, "bold" if row.own else "")
        if bar >= _LEAST_OF_A_BAR:
            drawn = Content.assemble(drawn, "  ", (bar_of(row.joint, bar), "$text-primary"))
        lines.append(drawn)
        lines += [Content.styled("  " + more, "bold" if row.own else "") for more in rest]
    return Content("\n").join([*lines, *below])


def _columns(ui: Interface) -> Iterator[_Column]:
    """The most important first, so that the last ones can be left out."""
    yield _Column(ui.text("N"), lambda row: ui.number(row.episodes))
    yield _Column(ui.text("Played"), lambda row: percent(row.played, ui))
    yield _Column(ui.text("Quality"), lambda row: points(row.quality, ui))
    yield _Column(ui.text("Joint"), lambda row: points(row.joint, ui), needed=False)
    yield _Column(ui.text("Solved"), lambda row: percent(row.solved, ui), needed=False)


def _fits(columns: Sequence[_Column], rows: Sequence[ComparedRow], width: int) -> bool:
    longest = min(_MOST_OF_A_NAME, max(cell_len(row.who) for row in rows))
    room = width - len(OWN_MARK) - sum(column.width(rows) + 2 for column in columns)
    return room >= max(_LEAST_OF_A_NAME, min(longest, width // 2))


def percent(share: float | None, ui: Interface) -> str:
    """A share of 0 to 100."""
    return "–" if share is None else ui.percent(share / 100)


def points(score: float | None, ui: Interface) -> str:
    """A score of 0 to 100, with one digit."""
    return "–" if score is None else ui.number(score, digits=1)


def bar_of(score: float | None, cells: int) -> str:
    """A bar for 0 to 100, to half a cell. It leaves a gap to the bars above and below."""
    full, half = divmod(round(max(0.0, min(100.0, score or 0.0)) / 100 * cells * 2), 2)
    return "━" * full + "╸" * half


def _left(text: str, cells: int) -> str:
    return text + " " * max(0, cells - cell_len(text))


def _right(text: str, cells: int) -> str:
    return " " * max(0, cells - cell_len(text)) + text

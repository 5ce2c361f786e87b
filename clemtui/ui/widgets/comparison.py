"""A table that compares players' results, fitted to the available width."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from textual.content import Content

from clemtui.analysis.comparison import Comparison, ComparisonRow
from clemtui.engine import Scores
from clemtui.language import Interface, Localised, translatable
from clemtui.language.width import cell_count
from clemtui.language.wrapping import wrap
from clemtui.records.published import PublishedResults
from clemtui.ui.terminal.bidi import aligned
from clemtui.ui.widgets.columns import GAP, pad
from clemtui.wording.meanings import line_up
from clemtui.wording.phrases import REPLICATES

OWN_MARK = "▶ "
_MOST_OF_A_NAME = 46
_LEAST_OF_A_NAME = 14
_LEAST_OF_A_BAR = 6
_MOST_OF_A_BAR = 30

_MEASURES = translatable(
    "N: number of episodes. Played: share not aborted. Quality: mean main score of those "
    "played. Joint: the same, counting each aborted one as 0. Solved: share of successes."
)


def measures(ui: Interface) -> Localised:
    """Return an explanation of the columns."""
    return Localised(f"{ui.text(_MEASURES)} {ui.text(REPLICATES)}")


@dataclass(frozen=True, slots=True)
class ComparedRow:
    """A row of the table. Numbers that do not exist are None.

    Attributes:
        who: the players, as shown.
        played, solved: percentages, 0 to 100.
        own: whether the row is marked as the person's own.
    """

    who: str
    episodes: int
    played: float | None
    quality: float | None
    joint: float | None
    solved: float | None
    own: bool = False


def compared_rows(comparison: Comparison, ui: Interface) -> list[ComparedRow]:
    """Return the rows of everyone who played the same, in the order of the comparison."""
    return [_row(row, ui) for row in comparison.rows]


def rows_with_own(
    comparison: Comparison, scores: Scores, who: str, ui: Interface
) -> tuple[ComparedRow, ...]:
    """Return the rows with the result of one episode inserted at its rank."""
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
    rows = compared_rows(comparison, ui)
    rows.insert(len(rows) if joint is None else comparison.place(joint), own)
    return tuple(rows)


def published_rows(published: PublishedResults) -> tuple[ComparedRow, ...]:
    """Return a row for each model of a published table, best joint score first."""
    return tuple(
        ComparedRow(
            who=each.model,
            episodes=len(published.instances),
            played=each.played,
            quality=each.quality,
            joint=each.joint,
            solved=None,
        )
        for each in sorted(published.models, key=lambda each: -each.joint)
    )


def _row(row: ComparisonRow, ui: Interface) -> ComparedRow:
    return ComparedRow(
        who=line_up(row, ui),
        episodes=row.episodes,
        played=row.played,
        quality=row.quality,
        joint=row.joint,
        solved=row.solved,
    )


@dataclass(frozen=True, slots=True)
class _Column:
    title: str
    said: Callable[[ComparedRow], str]
    width: int


@dataclass(frozen=True, slots=True)
class _Layout:
    """The layout of the table.

    Attributes:
        columns: the numeric columns that fit.
        gap: cells between two columns.
        names: cells for the names to the left of the numbers; 0 if they do not fit beside them.
        above: whether a name that is too long is written above its numbers, over the full width,
            instead of being wrapped beside them.
    """

    columns: Sequence[_Column]
    gap: int
    names: int
    above: bool
    width: int

    def lines(self, who: str, numbers: Sequence[str]) -> tuple[list[str], int]:
        """Return a row's lines, without its mark, and the index of the line with the numbers."""
        gap = " " * self.gap
        said = gap.join(
            pad(n, c.width, right=True) for n, c in zip(numbers, self.columns, strict=True)
        )
        if self.above and cell_count(who) > self.names:
            names = list(wrap(who, self.width - len(OWN_MARK)))
            before = " " * (self.names + self.gap) if self.names else ""
            return [*names, before + said], len(names)
        first, *rest = wrap(who, self.names)
        return [pad(first, self.names) + gap + said, *rest], 0


def comparison_table(
    rows: Sequence[ComparedRow],
    ui: Interface,
    width: int,
    *,
    bars: bool = False,
    remarks: Sequence[str] = (),
) -> Content:
    """Draw the table: who, N, % played, quality, joint score and % solved.

    Names that are too long are wrapped, never cut. Columns that do not fit are named below the
    table.

    Args:
        width: cells available.
        bars: add bars of the joint score where there is room.
        remarks: notes to print below the table.
    """
    columns = _columns(rows, ui) if rows else []
    layout = _layout([row.who for row in rows], columns, width)
    missing = [column.title for column in columns[len(layout.columns) :]]
    if missing:
        remarks = [
            *remarks,
            ui.text("Columns not shown for lack of space: {columns}.", columns=ui.list(missing)),
        ]
    below = [
        aligned(Content.styled(line, "$text-muted"), width, ui.direction)
        for each in remarks
        for line in wrap(each, width)
    ]
    if not rows:
        return Content("\n").join(below)
    head, _ = layout.lines(ui.text("Who"), [column.title for column in layout.columns])
    lines = [Content.styled(" " * len(OWN_MARK) + line, "$text-muted") for line in head]
    room = width - len(OWN_MARK) - max(cell_count(line) for line in head) - GAP
    bar = min(_MOST_OF_A_BAR, room) if bars else 0
    for row in rows:
        said, numbers = layout.lines(row.who, [column.said(row) for column in layout.columns])
        for at, line in enumerate(said):
            mark = OWN_MARK if row.own and at == 0 else " " * len(OWN_MARK)
            drawn = Content.styled(mark + line, "bold" if row.own else "")
            if at == numbers and bar >= _LEAST_OF_A_BAR:
                drawn = Content.assemble(drawn, "  ", (score_bar(row.joint, bar), "$text-primary"))
            lines.append(drawn)
    return Content("\n").join([*lines, *below])


def _layout(names: Sequence[str], columns: Sequence[_Column], width: int) -> _Layout:
    """Choose the layout that shows the most.

    The gaps shrink first, then names move above the numbers. Columns are dropped, last first, only
    if they do not fit even then.
    """

    def numbers(gap: int) -> int:
        return len(OWN_MARK) + sum(column.width for column in shown) + gap * (len(shown) - 1)

    shown = list(columns)
    while len(shown) > 1 and numbers(1) > width:
        shown.pop()
    gap = GAP if width - numbers(GAP) - GAP >= _LEAST_OF_A_NAME else 1
    room = max(0, width - numbers(gap) - gap)
    longest = max((cell_count(name) for name in names), default=0)
    beside = min(max(longest, _LEAST_OF_A_NAME), _MOST_OF_A_NAME, room)
    word = max((cell_count(word) for name in names for word in name.split(" ")), default=0)
    broken = sum(len(list(wrap(name, beside))) for name in names)
    above = sum(
        1 if cell_count(name) <= beside else 1 + len(list(wrap(name, width - len(OWN_MARK))))
        for name in names
    )
    fits = beside >= max(word, _LEAST_OF_A_NAME) and broken <= above
    return _Layout(shown, gap, beside, not fits, width)


def _columns(rows: Sequence[ComparedRow], ui: Interface) -> list[_Column]:
    """Return the columns, most important first: the last ones are dropped when space is short."""
    said: list[tuple[str, Callable[[ComparedRow], str]]] = [
        (ui.text("N"), lambda row: ui.number(row.episodes)),
        (ui.text("Played"), lambda row: percent(row.played, ui)),
        (ui.text("Quality"), lambda row: points(row.quality, ui)),
        (ui.text("Joint"), lambda row: points(row.joint, ui)),
        (ui.text("Solved"), lambda row: percent(row.solved, ui)),
    ]
    return [
        _Column(title, value, max(cell_count(title), *(cell_count(value(row)) for row in rows)))
        for title, value in said
    ]


def percent(share: float | None, ui: Interface) -> str:
    """Format a percentage, 0 to 100."""
    return "–" if share is None else ui.percent(share / 100)


def points(score: float | None, ui: Interface) -> str:
    """Format a score, 0 to 100, with one decimal."""
    return "–" if score is None else ui.number(score, digits=1)


def score_bar(score: float | None, cells: int) -> str:
    """Draw a score of 0 to 100 as a bar with a resolution of half a cell.

    The characters leave a gap to the bars above and below.
    """
    full, half = divmod(round(max(0.0, min(100.0, score or 0.0)) / 100 * cells * 2), 2)
    return "━" * full + "╸" * half

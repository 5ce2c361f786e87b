"""The scores of a study in words and figures. In English only."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from clemtui.study.telling.counts import of_games
from clemtui.study.telling.estimates import NONE, estimate

if TYPE_CHECKING:
    from clemtui.analysis.baseline.means import Estimate
    from clemtui.study.results.analyses import Analyses
    from clemtui.study.results.figures import Row
    from clemtui.study.results.report import StudyReport

HEADINGS = ("", "95 % interval", "people", "instances", "episodes", "method")
SCORES_HEADING = "% played, quality (of the played), joint score (aborted: 0)"
_COLUMNS = (10, 20, 8, 11, 10)


@dataclass(frozen=True, slots=True)
class Scored:
    """The scores of a game, of one of its cells, or of all games.

    Attributes:
        name: what has them.
        figures: a row of cells for each, in the order of `HEADINGS`.
        is_cell: whether it is a seat and language of a game.
    """

    name: str
    figures: tuple[tuple[str, ...], ...]
    is_cell: bool = False


def scored(report: StudyReport) -> Iterator[Scored]:
    """Yield % played, quality and joint score of every row of the report, then the clemscore."""
    for row in report.rows:
        yield Scored(
            _named(row),
            (
                _cells("% played", row.played),
                _cells("quality", row.quality),
                _cells("joint", row.joint),
            ),
            row.cell is not None,
        )
    yield from _over_games(report.analyses)
    if report.with_excluded is not None:
        yield from _over_games(report.with_excluded, " (with excluded)")


def _over_games(analyses: Analyses, including: str = "") -> Iterator[Scored]:
    """Yield the clemscore, under the number of the games that it is over unless it is all."""
    found, some, of = analyses.clemscore, analyses.clemscore_games, analyses.games
    if found is not None:
        games = "all games" if some == of else f"over {of_games(some, of)}"
        yield Scored(f"{games}{including}", (_cells("clemscore", found),))


def _named(row: Row) -> str:
    cell = "" if row.cell is None else f": {row.cell}"
    return f"{row.game}{cell}{' (with excluded)' if row.with_excluded else ''}"


def _cells(name: str, found: Estimate | None) -> tuple[str, ...]:
    return (name, *counted_cells(found))


def counted_cells(found: Estimate | None) -> tuple[str, ...]:
    """Return a mean with its interval, its three numbers, and its method, as cells.

    A model is no participant, and has none.
    """
    if found is None:
        return (NONE, "0", "0", "0", NONE)
    counts = str(found.instances), str(found.episodes)
    people = str(found.participants or NONE)
    return (estimate(found), people, *counts, found.method or NONE)


def score_lines(report: StudyReport) -> Iterator[str]:
    """Yield the scores as aligned lines."""
    yield SCORES_HEADING
    yield _aligned(HEADINGS)
    for each in scored(report):
        yield each.name
        yield from map(_aligned, each.figures)


def _aligned(cells: tuple[str, ...]) -> str:
    """Return aligned cells; the numbers are aligned on the right."""
    padded = [
        cell.rjust(width) if at > 1 else cell.ljust(width)
        for at, (cell, width) in enumerate(zip(cells, _COLUMNS, strict=False))
    ]
    return "  ".join(["  " + "".join(padded), *cells[len(_COLUMNS) :]]).rstrip()

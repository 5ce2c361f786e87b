"""The tables of the report as a page: the figures of the printed report, each with its numbers of
participants, instances and episodes, and its method."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from clemtui.analysis.baseline.equivalence import Equivalence
from clemtui.study.pictures.chart import group_name
from clemtui.study.pictures.data import Curve, Group
from clemtui.study.results.models import ModelRow
from clemtui.study.results.primary import Compared
from clemtui.study.telling.comparisons import (
    NOTHING_SHARED,
    basis,
    beside_the_difference,
    compared_text,
    equivalence_text,
    levels,
    player,
)
from clemtui.study.telling.estimates import NONE, difference
from clemtui.study.telling.scores import HEADINGS, Scored, counted_cells

COUNTED = ("people", "instances", "episodes", "method")
"""What a mean is based on."""

WHOLE = frozenset(("95 % interval", "mean", "comparison"))
"""The columns of means and short texts, which stay on one line."""

SENTENCES = frozenset(("difference", "people minus model", "based on", "also", "equivalence"))
"""The columns of longer texts."""

_NUMBERS = frozenset(COUNTED[:-1])


@dataclass(frozen=True, slots=True)
class Table:
    """A table.

    Attributes:
        head: the headings.
        rows: the cells; one that is None has the text above it as well.
        numbers: the columns of counts, which are right-aligned.
    """

    head: tuple[str, ...]
    rows: tuple[tuple[str | None, ...], ...]
    numbers: frozenset[str] = _NUMBERS


def score_table(scores: Iterable[Scored]) -> Table:
    """Return the scores by game, seat and language."""
    return Table(
        ("game", "score", *HEADINGS[1:]),
        tuple(
            (None if number else each.name, *figure)
            for each in scores
            for number, figure in enumerate(each.figures)
        ),
    )


def group_table(groups: Iterable[Group]) -> Table:
    """Return the means of a picture of intervals."""
    rows: list[tuple[str | None, ...]] = []
    for group in groups:
        means = ((each.name, *counted_cells(each.estimate)) for each in group.drawn)
        blank = [NONE] * len(COUNTED)
        published = ((each.name, each.number, *blank) for each in group.references)
        rows += _named(group_name(group), (*means, *published))
    return Table(("game", "who", "mean", *COUNTED), tuple(rows))


def curve_table(curves: Iterable[Curve]) -> Table:
    """Return the means of the learning curves."""
    rows: list[tuple[str | None, ...]] = []
    for curve in curves:
        rows += _named(curve.game, [(str(at), *counted_cells(each)) for at, each in curve.points])
    return Table(
        ("game", "episode", "mean", *COUNTED), tuple(rows), frozenset((*_NUMBERS, "episode"))
    )


def _named(name: str, rows: Iterable[tuple[str, ...]]) -> Iterable[tuple[str | None, ...]]:
    for number, cells in enumerate(rows):
        yield (None if number else name, *cells)


def model_table(models: Sequence[ModelRow]) -> Table:
    """Return the means of models on the tasks of people."""
    rows = []
    for row in models:
        mean, _, *counts = counted_cells(row.own)
        rows.append((row.game, player(row), mean, *counts))
    return Table(("game", "model", "mean", *COUNTED[1:]), tuple(rows))


def people_minus_models(models: Sequence[ModelRow]) -> Table:
    """Return people minus models, on the tasks that both have."""
    found = Table(
        ("game", "model", "people minus model", "based on", "also"),
        tuple((row.game, player(row), *_compared(row)) for row in models),
    )
    return _with(found, [row.equivalence for row in models])


def _compared(row: ModelRow) -> tuple[str, str, str]:
    found = row.compared
    if found is None:
        return (NOTHING_SHARED, NONE, NONE)
    return (difference(found.difference), basis(found.difference), beside_the_difference(found))


def comparison_table(compared: Sequence[Compared]) -> Table:
    """Return the primary comparisons."""
    rows = []
    for each in compared:
        based = NONE if each.difference is None else basis(each.difference)
        rows.append((each.game, levels(each), compared_text(each), based))
    found = Table(("game", "comparison", "difference", "based on"), tuple(rows))
    return _with(found, [each.equivalence for each in compared])


def _with(table: Table, found: Sequence[Equivalence | None]) -> Table:
    """Add the tests of equivalence to a table, if there are any."""
    if not any(found):
        return table
    said = [NONE if each is None else equivalence_text(each) for each in found]
    return Table(
        (*table.head, "equivalence"),
        tuple((*row, text) for row, text in zip(table.rows, said, strict=True)),
    )

"""What the pictures of a study show: every number in them, before anything is drawn."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from statistics import fmean
from typing import Literal

from clemtui.analysis.baseline.means import Estimate
from clemtui.language import half_up
from clemtui.records.published import PublishedPeople
from clemtui.records.studies import MatchResult, StudyResult
from clemtui.study.manifest import FrozenGame
from clemtui.study.protocol.model import Measure
from clemtui.study.results.figures import Row, people_mean
from clemtui.study.results.flow import Flow
from clemtui.study.results.labels import model_labels
from clemtui.study.results.learning import places
from clemtui.study.results.models import model_mean
from clemtui.study.results.report import StudyReport
from clemtui.study.results.values import Task, tasks_of, value_of
from clemtui.study.tasks import Cell

Kind = Literal["people", "with excluded", "model"]


@dataclass(frozen=True, slots=True)
class Drawn:
    """A mean with its interval, as it is drawn.

    Attributes:
        name: ``people``, ``people, with excluded``, or a model.
        shape: the number of a model among those of the study, from 0; 0 for people.
        estimate: None: there is nothing to count.
    """

    name: str
    kind: Kind
    shape: int
    estimate: Estimate | None


@dataclass(frozen=True, slots=True)
class Reference:
    """A published score of people, which nothing is compared with.

    Attributes:
        since: the ISO day on which it was published.
        value: 0 to 100.
    """

    since: str
    value: float

    @property
    def parts(self) -> tuple[str, str]:
        """Its name in two parts, which may have a line each."""
        return (f"published {self.since},", "not comparable")

    @property
    def name(self) -> str:
        """When it was published, and that it cannot be compared."""
        return " ".join(self.parts)

    @property
    def number(self) -> str:
        """The value as text."""
        return str(half_up(self.value, 1))


@dataclass(frozen=True, slots=True)
class Group:
    """People and models side by side in a game, or in a seat and language of it.

    Attributes:
        place: the seat and language; empty if all of the game's are together.
        drawn: people first, then people with those who are excluded if that differs, then models.
        references: published scores of people in this game and measure; seats and languages have
            none, nor have the joint score and games that no one has played.
    """

    game: str
    place: str
    drawn: tuple[Drawn, ...]
    references: tuple[Reference, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The names of everything in it, or those of their parts that need a line."""
        parts = (part for each in self.references for part in each.parts)
        return (*(each.name for each in self.drawn), *parts)

    @property
    def people(self) -> Estimate | None:
        """The mean of people."""
        return self.drawn[0].estimate

    @property
    def is_empty(self) -> bool:
        """Whether there is no mean of anyone at all."""
        return all(each.estimate is None for each in self.drawn)


@dataclass(frozen=True, slots=True)
class Intervals:
    """The means of a measure with their intervals.

    Attributes:
        games: whole games; ``cells``: their seats and languages, where a game has several.
    """

    measure: Measure
    games: tuple[Group, ...]
    cells: tuple[Group, ...]


@dataclass(frozen=True, slots=True)
class Dots:
    """The participants in a game.

    Attributes:
        group: the means of the joint score.
        values: the mean joint score of each participant, in ascending order, without excluded ones.
    """

    group: Group
    values: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Curve:
    """The mean of a measure by the place of an episode in the order in which people played a game.

    Attributes:
        points: the places, from 1, and the means over participants; places without any are absent.
    """

    game: str
    measure: Measure
    points: tuple[tuple[int, Estimate], ...]


@dataclass(frozen=True, slots=True)
class PlotData:
    """Everything that is drawn of a study.

    Attributes:
        intervals: of the joint score, % played and quality.
        dots, curves: in the order of the games.
    """

    study: str
    title: str
    flow: Flow
    intervals: tuple[Intervals, ...]
    dots: tuple[Dots, ...]
    curves: tuple[Curve, ...]


def plot_data(report: StudyReport) -> PlotData:
    """Return what the pictures of a study show; people's means are those of the report."""
    manifest, recorded = report.study.manifest, report.recorded
    measures: tuple[Measure, ...] = ("joint", "played", "quality")
    intervals = tuple(_intervals(report, measure) for measure in measures)
    measure = manifest.protocol.analysis.primary.measure
    kept, order = recorded.kept, places(recorded.results)
    task = tasks_of(manifest)
    return PlotData(
        study=report.study.frozen.id,
        title=manifest.protocol.title,
        flow=report.flow,
        intervals=intervals,
        dots=tuple(
            Dots(group, tuple(sorted(_participants(kept, group.game))))
            for group in intervals[0].games
        ),
        curves=tuple(
            Curve(each.game, measure, tuple(_points(order, kept, each.game, measure, task)))
            for each in manifest.games
        ),
    )


def _intervals(report: StudyReport, measure: Measure) -> Intervals:
    matched, task = report.recorded.matched, tasks_of(report.study.manifest)
    games: list[Group] = []
    cells: list[Group] = []
    for frozen in report.study.manifest.games:
        rows = [row for row in report.rows if row.game == frozen.game]
        for cell, of_cell in groupby(rows, key=lambda row: row.cell):
            own = tuple(_drawn(list(of_cell), matched, measure, task))
            place = _place(frozen, cell)
            if cell is None:
                played = any(each.estimate is not None for each in own)
                published = _references(report.references, frozen.game, measure)
                games.append(Group(frozen.game, place, own, tuple(published) if played else ()))
            else:
                cells.append(Group(frozen.game, place, own))
    return Intervals(measure, tuple(games), tuple(cells))


def _place(game: FrozenGame, cell: Cell | None) -> str:
    if cell is None:
        return str(game.cells[0]) if len(game.cells) == 1 else ""
    return str(cell)


def _drawn(
    rows: Sequence[Row], matched: Sequence[MatchResult], measure: Measure, task: Task
) -> Iterator[Drawn]:
    for row in rows:
        kind: Kind = "with excluded" if row.with_excluded else "people"
        name = "people, with excluded" if row.with_excluded else "people"
        yield Drawn(name, kind, 0, _mean_of(row, measure))
    game, cell = rows[0].game, rows[0].cell
    for shape, (run, name) in enumerate(model_labels(matched).items()):
        own = [
            each
            for each in matched
            if (each.run, each.game) == (run, game)
            and (cell is None or cell == Cell(each.seat, each.language))
        ]
        if own:
            yield Drawn(name, "model", shape, model_mean(own, measure, task))


def _references(
    published: Sequence[PublishedPeople], game: str, measure: Measure
) -> Iterator[Reference]:
    for each in published:
        if each.game == game and measure != "joint":
            value = each.quality if measure == "quality" else each.played
            yield Reference(each.since, value)


def _mean_of(row: Row, measure: Measure) -> Estimate | None:
    match measure:
        case "joint":
            return row.joint
        case "played":
            return row.played
        case "quality":
            return row.quality


def _participants(kept: Sequence[StudyResult], game: str) -> Iterator[float]:
    """Yield the mean joint score of each participant."""
    values: defaultdict[str, list[float]] = defaultdict(list)
    for each in kept:
        value = value_of(each.aborted, each.main_score, "joint")
        if each.game == game and value is not None:
            values[each.enrolment].append(value)
    yield from map(fmean, values.values())


def _points(
    order: Mapping[tuple[str, str, int], int],
    kept: Sequence[StudyResult],
    game: str,
    measure: Measure,
    task: Task,
) -> Iterator[tuple[int, Estimate]]:
    """Yield the means by place; an episode that is not kept keeps its place."""
    by_place: defaultdict[int, list[StudyResult]] = defaultdict(list)
    for each in kept:
        if each.game == game:
            by_place[order[each.enrolment, game, each.position]].append(each)
    for place, own in sorted(by_place.items()):
        found = people_mean(own, measure, task)
        if found is not None:
            yield place, found

"""A report in words: its tables, and the remarks beside them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from clemtui.analysis.intervals import Interval
from clemtui.analysis.measures import Measures
from clemtui.analysis.report.dimensions import Dimension, Key
from clemtui.analysis.report.rows import Report
from clemtui.language import Interface, Localised, one_line, shorten, translatable
from clemtui.language.width import cell_count
from clemtui.records.results import ExclusionReason
from clemtui.wording.sample import excluded_in_words

HEADINGS: Mapping[Dimension, str] = {
    "players": translatable("Players"),
    "kinds": translatable("Kind"),
    "player": translatable("Player"),
    "kind": translatable("Kind"),
    "seat": translatable("Seat"),
    "role": translatable("Role"),
    "game": translatable("Game"),
    "experiment": translatable("Experiment"),
    "language": translatable("Language"),
    "interface": translatable("Interface"),
    "condition": translatable("Condition"),
    "aids": translatable("Aids"),
    "scorer": translatable("Scorer"),
    "instances": translatable("Instances"),
    "settings": translatable("Settings"),
    "people": translatable("People"),
}

_MOST_VALUES = 4
_LONGEST_VALUE = 60


SEPARATOR = " · "
"""The separator of the parts of a key that share a column or a title."""


@dataclass(frozen=True, slots=True)
class ReportTable:
    """A table in words.

    Attributes:
        keys: the headings of the columns that identify a row.
        columns: the headings of the numbers.
        rows: the key and the numbers of each row.
    """

    title: str
    keys: tuple[str, ...]
    columns: tuple[str, ...]
    rows: tuple[tuple[Key, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class Details:
    """Optional details beside the measures: standard deviations, confidence intervals."""

    std: bool = False
    intervals: bool = False


def tables(report: Report, ui: Interface, details: Details) -> tuple[ReportTable, ...]:
    """Return the tables of averages over games and of all cells, as far as they are not empty."""
    found = []
    if report.averages:
        found.append(_averages(report, ui))
    if report.cells:
        found.append(_cells(report, ui, details))
    return tuple(found)


def terminal_tables(report: Report, ui: Interface, details: Details) -> tuple[ReportTable, ...]:
    """Return the same tables for a terminal.

    Averages have the whole key in one column; the cells are split into one table per key, which is
    its title.
    """
    found = []
    if report.averages:
        table = _averages(report, ui)
        if table.keys:
            rows = tuple(((_joined(key),), numbers) for key, numbers in table.rows)
            table = replace(table, keys=(_joined(table.keys),), rows=rows)
        found.append(table)
    if report.cells:
        table = _cells(report, ui, details)
        shared = [index for index, each in enumerate(report.by) if each in report.over]
        own = [index for index in range(len(report.by)) if index not in shared]
        groups: defaultdict[str, list[tuple[Key, tuple[str, ...]]]] = defaultdict(list)
        for key, numbers in table.rows:
            title = _joined(tuple(key[index] for index in shared)) or table.title
            groups[title].append((tuple(key[index] for index in own), numbers))
        keys = tuple(table.keys[index] for index in own)
        found += [
            replace(table, title=title, keys=keys, rows=tuple(rows))
            for title, rows in groups.items()
        ]
    return tuple(found)


def remarks(report: Report, ui: Interface, details: Details) -> tuple[Localised, ...]:
    """Return what readers of the tables need to know, one line each."""
    said = []
    if not report.episodes:
        said.append(ui.text("No episodes to report."))
    if report.split:
        said.append(
            ui.text(
                "Rows are split by {dimensions} so that nothing is pooled by accident; "
                "use --mix {names} to pool them.",
                dimensions=_listed(report.split, ui),
                names=",".join(report.split),
            )
        )
    if report.unknown_models:
        said.append(
            ui.plural(
                "In {n} episode the answering model is unknown. It has a row of its own, so the "
                "rows with a known model leave it out.",
                "In {n} episodes the answering model is unknown. They have rows of their own, so "
                "the rows with a known model leave them out.",
                report.unknown_models,
            )
        )
    if report.several_models:
        said.append(
            ui.plural(
                "In {n} episode, the provider answered with several models. Longer episodes are "
                "more likely to have several: compare with care.",
                "In {n} episodes, the provider answered with several models. Longer episodes are "
                "more likely to have several: compare with care.",
                report.several_models,
            )
        )
    said += pooled_remarks(report.pooled_on_request, ui)
    for dimension, values in report.pooled.items():
        said.append(
            ui.text(
                "Pooled: {dimension} ({values}); add {name} to --by to split by it.",
                dimension=ui.text(HEADINGS[dimension]),
                values=_first_values(values, ui),
                name=dimension,
            )
        )
    if report.counted_per_seat:
        said.append(ui.text("An episode counts once in every row that matches one of its seats."))
    if report.items < report.episodes:
        said.append(
            ui.plural(
                "{n} replicate was averaged with the others by the same players on its "
                "instance; Items is the number after that.",
                "{n} replicates were averaged with the others by the same players on their "
                "instance; Items is the number after that.",
                report.episodes - report.items,
            )
        )
    if report.external_scorers:
        said.append(
            ui.text(
                "Scored by other programs: {scorers}.",
                scorers=_first_values(report.external_scorers, ui),
            )
        )
    if report.different_games:
        said.append(
            ui.text("These averages cover different games; compare only rows with the same games.")
        )
    if report.ambiguous_averages:
        said.append(
            ui.plural(
                "No average for {n} row: a game with several rows would count more than once.",
                "No average for {n} rows: a game with several rows would count more than once.",
                report.ambiguous_averages,
            )
        )
    if details.intervals and report.cells:
        said.append(
            ui.text(
                "In brackets: {level} confidence intervals, assuming independent items.",
                level=ui.percent(0.95),
            )
        )
    said += exclusion_remarks(report.left_out, report.scorers, ui)
    return tuple(said)


def pooled_remarks(pooled: Mapping[Dimension, Sequence[str]], ui: Interface) -> Iterator[Localised]:
    """Yield what the rows pool, one line per dimension."""
    for dimension, values in pooled.items():
        yield ui.text(
            "Pooled: {dimension} ({values}).",
            dimension=ui.text(HEADINGS[dimension]),
            values=_first_values(values, ui),
        )


def exclusion_remarks(
    left_out: Mapping[ExclusionReason, int], scorers: Sequence[str], ui: Interface
) -> list[Localised]:
    """Return how many episodes are excluded, and why; and whose other scores exist."""
    said = []
    if left_out:
        said.append(excluded_in_words(left_out, ui))
    if scorers:
        said.append(
            ui.text(
                "Other scores are available from {scorers}; use --scorer NAME to report them.",
                scorers=_first_values(scorers, ui),
            )
        )
    return said


def _averages(report: Report, ui: Interface) -> ReportTable:
    columns = (
        # Translators: the number of games
        ui.text("Games"),
        # Translators: the number of episodes, as in statistics
        ui.text("N"),
        # Translators: the benchmark's name of its one number, the same in every language
        ui.text("clemscore"),
        # Translators: the share of episodes that were not aborted, as a percentage
        ui.text("Played"),
        # Translators: short for quality score, the mean score of the episodes not aborted
        ui.text("Quality"),
        # Translators: short for joint score, the mean score with aborted episodes as 0
        ui.text("Joint"),
    )
    rows = tuple(
        (
            key,
            (
                ui.number(row.average.games),
                ui.number(row.average.episodes),
                _number(row.average.clemscore, ui),
                _percent(row.average.played, ui),
                _number(row.average.quality, ui),
                _number(row.average.joint, ui),
            ),
        )
        for key, row in zip(
            _keys([each.key for each in report.averages]), report.averages, strict=True
        )
    )
    return ReportTable(ui.text("Averages over games"), headings(report.over, ui), columns, rows)


def _cells(report: Report, ui: Interface, details: Details) -> ReportTable:
    void = any(cell.void for cell in report.cells)
    averaged = any(cell.measures.items != cell.measures.episodes for cell in report.cells)
    columns = (
        # Translators: the number of episodes, as in statistics
        ui.text("N"),
        # Translators: the number of results after replicates were averaged
        *((ui.text("Items"),) if averaged else ()),
        # Translators: the share of episodes that were not aborted, as a percentage
        ui.text("Played"),
        # Translators: short for quality score, the mean score of the episodes not aborted
        ui.text("Quality"),
        # Translators: short for standard deviation
        *((ui.text("SD"),) if details.std else ()),
        # Translators: short for joint score, the mean score with aborted episodes as 0
        ui.text("Joint"),
        # Translators: the number of episodes that count nowhere, as a partner failed
        *((ui.text("Void"),) if void else ()),
    )
    rows = tuple(
        (
            key,
            (
                ui.number(cell.measures.episodes),
                *((ui.number(cell.measures.items),) if averaged else ()),
                *_numbers(cell.measures, ui, details),
                *((ui.number(cell.void),) if void else ()),
            ),
        )
        for key, cell in zip(_keys([each.key for each in report.cells]), report.cells, strict=True)
    )
    return ReportTable(ui.text("By game"), headings(report.by, ui), columns, rows)


def _numbers(found: Measures, ui: Interface, details: Details) -> tuple[str, ...]:
    def with_interval(value: str, interval: Interval | None) -> str:
        return f"{value} {_interval(interval, ui)}" if details.intervals else value

    return (
        with_interval(_percent(found.played, ui), found.played_interval),
        with_interval(_number(found.quality, ui), found.quality_interval),
        *((_number(found.quality_std, ui),) if details.std else ()),
        with_interval(_number(found.joint, ui), found.joint_interval),
    )


def headings(dimensions: Sequence[Dimension], ui: Interface) -> tuple[str, ...]:
    """Return the headings of dimensions."""
    return tuple(ui.text(HEADINGS[each]) for each in dimensions)


def _keys(keys: Sequence[Key]) -> list[Key]:
    """Return keys with a dash in each column that is empty in all rows: nothing differs in it."""
    empty = [not any(column) for column in zip(*keys, strict=True)]
    return [
        tuple("–" if nothing else part for part, nothing in zip(key, empty, strict=True))
        for key in keys
    ]


def _joined(parts: Sequence[str]) -> str:
    return SEPARATOR.join(part for part in parts if part)


def _number(value: float | None, ui: Interface) -> str:
    return "–" if value is None else ui.number(value, digits=2)


def _percent(value: float | None, ui: Interface) -> str:
    return "–" if value is None else ui.percent(value / 100, digits=2)


def _interval(interval: Interval | None, ui: Interface) -> str:
    if interval is None:
        return "[–]"
    low, high = (ui.number(bound, digits=0) for bound in interval)
    return f"[{low}; {high}]"


def _listed(dimensions: Sequence[Dimension], ui: Interface) -> Localised:
    return ui.list([ui.text(HEADINGS[each]) for each in dimensions])


def _first_values(values: Sequence[str], ui: Interface) -> Localised:
    """List values in a sentence: the first few, and how many more. They may contain commas.

    Long values, such as the settings of an imported model, are shortened as far as they stay
    different.
    """
    first = dict.fromkeys(one_line(value or "–") for value in values[:_MOST_VALUES])
    shown = [ui.show(each) for each in _shortened(tuple(first))]
    more = len(values) - len(shown)
    if more:
        shown.append(ui.plural("{n} more", "{n} more", more))
    return Localised("; ".join(shown))


def _shortened(values: Sequence[str]) -> Sequence[str]:
    longest = _LONGEST_VALUE
    while True:
        found = [shorten(each, longest, cell_count) for each in values]
        if len(set(found)) == len(set(values)):
            return found
        longest *= 2

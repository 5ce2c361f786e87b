"""A report: the benchmark's measures of episodes, grouped by the chosen dimensions.

Episodes of different games are never pooled: each cell of a report covers one game, and figures of
several games are averages over them. Nor are scores of different scorers, or results under
different interface conditions: where a cell would mix them, the report is split by what differs,
unless mixing was requested; it then says what was mixed.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import chain, islice, repeat
from typing import NamedTuple

from clemtui.analysis.measures import Average, Measures, average, measures
from clemtui.analysis.report.dimensions import (
    PER_GAME,
    PER_SEAT,
    Dimension,
    Key,
    Values,
    of_seats,
    seat_values,
    sorted_keys,
)
from clemtui.records.line_ups import AnsweringModels, SeatPlayer
from clemtui.records.results import (
    AbortCause,
    EpisodeResults,
    ExclusionReason,
    ItemResult,
    Result,
    Results,
)

NEVER_POOLED_SILENTLY: tuple[Dimension, ...] = ("settings", "scorer", "condition", "aids")
"""Dimensions that are never mixed silently; settings only where rows are split by players."""

POOLED_WITH_REMARK: tuple[Dimension, ...] = ("players", "language", "instances")
"""Dimensions that are pooled by default, with a remark."""

_NAMING: frozenset[Dimension] = frozenset({"players", "player"})
"""Dimensions that name players, who are different players if their settings differ."""

_COMPANIONS: Mapping[Dimension, Dimension] = {"players": "kinds", "player": "kind"}
"""A name alone does not say whether it is that of a person or of a model."""


@dataclass(frozen=True, slots=True)
class Cell:
    """Episodes of one game with the same values in ``Report.by``.

    Attributes:
        key: these values, in order.
        measures: of the episodes that count; there may be none.
        void: number of void episodes with these values, which the measures leave out.
        aborts: number of aborted episodes by cause, most frequent first, if asked for.
    """

    key: Key
    measures: Measures
    void: int = 0
    aborts: Mapping[AbortCause, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class AverageRow:
    """Averages over the games of cells with the same values in ``Report.over``, which ``key``
    lists."""

    key: Key
    average: Average


@dataclass(frozen=True, slots=True)
class Report:
    """The measures of a selection of episodes.

    Attributes:
        by: what the cells are split by; empty if only averages were requested.
        cells: the measures, sorted by key.
        over: what the averages are split by: ``by`` without the game and what depends on it.
        averages: best clemscore first.
        ambiguous_averages: number of averages omitted because a game has several cells and would
            count more than once.
        different_games: whether the averages cover different sets of games.
        split: the part of ``by`` that was added so that nothing is mixed.
        pooled_on_request: what was pooled on request, with the values.
        pooled: what else differs within cells, with the values.
        unknown_models: number of episodes in rows of their own because it is not known which of the
            models that answered for a player would have.
        several_models: as in `Results`.
        counted_per_seat: whether an episode appears in a row for each of its seats or players.
        external_scorers: the scorers of reported scores that are other programs.
        items: number of items reported; fewer than episodes if some are replicates, which are
            averaged first.
        episodes: number of episodes reported; ``left_out``: of those excluded, by reason.
        scorers: all available scorers, if scores of others were excluded.
    """

    by: tuple[Dimension, ...]
    cells: tuple[Cell, ...]
    over: tuple[Dimension, ...]
    averages: tuple[AverageRow, ...]
    ambiguous_averages: int
    different_games: bool
    split: tuple[Dimension, ...]
    pooled_on_request: Mapping[Dimension, tuple[str, ...]]
    pooled: Mapping[Dimension, tuple[str, ...]]
    unknown_models: int
    several_models: int
    counted_per_seat: bool
    external_scorers: tuple[str, ...]
    items: int
    episodes: int
    left_out: Mapping[ExclusionReason, int]
    scorers: tuple[str, ...]


def report(
    results: Results,
    by: Sequence[Dimension] = (),
    mix: Collection[Dimension] = (),
) -> Report:
    """Group results and compute their measures.

    Args:
        results: the results of a selection of episodes.
        by: what to split by; by default the players and the game, and the language if there are
            several. Without the game, only averages over games are reported.
        mix: the dimensions of `NEVER_POOLED_SILENTLY` that may be mixed.
    """
    wanted = _with_kinds(by or _default_dimensions(results))
    table = _GroupedResults(results)
    split: list[Dimension] = []
    mixed: dict[Dimension, tuple[str, ...]] = {}
    for dimension in NEVER_POOLED_SILENTLY:
        found = table.values_to_pool(dimension, (*wanted, *split))
        if dimension in wanted or not found:
            continue
        if dimension == "settings" and not _NAMING.intersection(wanted):
            continue
        if dimension in mix:
            mixed[dimension] = found
        else:
            split.append(dimension)
    keyed_by = (*wanted, *split)
    if "game" not in keyed_by and PER_GAME.intersection(keyed_by):
        keyed_by = (*wanted, "game", *split)
    full = keyed_by if "game" in keyed_by else (*keyed_by, "game")
    cells = {key: measures(items) for key, items in table.cells(full).items()}
    void, aborts = table.void(full), table.aborts(full)
    rows = {key: measures({}) for key in void} | cells
    episode_dimensions = tuple(each for each in full if each not in PER_SEAT)
    over = tuple(each for each in full if each != "game" and each not in PER_GAME)
    games, without_average = _games_of_averages(cells, full, over)
    averages = [AverageRow(key, average(games[key])) for key in sorted_keys(games)]
    return Report(
        by=keyed_by if "game" in keyed_by else (),
        cells=tuple(
            Cell(key, rows[key], void[key], _most_frequent_first(aborts[key]))
            for key in sorted_keys(rows)
        )
        if "game" in keyed_by
        else (),
        over=over,
        averages=tuple(sorted(averages, key=_best_first)),
        ambiguous_averages=without_average,
        different_games=len({frozenset(each) for each in games.values()}) > 1,
        split=tuple(split),
        pooled_on_request=mixed,
        pooled=_pooled(table, keyed_by),
        unknown_models=_unknown_models(results) if "settings" in keyed_by else 0,
        several_models=results.several_models,
        counted_per_seat=any(each in PER_SEAT for each in keyed_by),
        external_scorers=tuple(
            sorted({each.scorer for each, _ in results.items if each.rules_hash is None})
        ),
        items=sum(map(Counter.total, table.cells(episode_dimensions).values())),
        episodes=results.episodes,
        left_out=results.left_out,
        scorers=results.scorers,
    )


class Row(NamedTuple):
    """The row that a result has in a report by players and game in which nothing is mixed.

    Attributes:
        seats: who played, by the names in the report.
        average: the values that its row among the averages over games has.
        in_game: the further values that its row among those of its game has.
    """

    seats: tuple[SeatPlayer, ...]
    average: Key
    in_game: Key


def rows_of(found: EpisodeResults) -> dict[Result, Row]:
    """Return the row of each result that counts."""
    results = tuple(dict.fromkeys((*found.counting.values(), *found.void)))
    values = Values(results, found.contents, found.line_ups)
    by = (*_with_kinds(("players",)), *NEVER_POOLED_SILENTLY)
    average, in_game = (
        zip(*(values.column(each) for each in by if (each in PER_GAME) is of_game), strict=True)
        for of_game in (False, True)
    )
    return {
        result: Row(*row)
        for result, *row in zip(results, values.seats, average, in_game, strict=True)
    }


def _default_dimensions(results: Results) -> tuple[Dimension, ...]:
    languages = {result.language for result, _ in results.items}
    return ("players", "language", "game") if len(languages) > 1 else ("players", "game")


def _pooled(table: _GroupedResults, by: Sequence[Dimension]) -> dict[Dimension, tuple[str, ...]]:
    """Return what is pooled in rows by these dimensions although nobody asked for it.

    Rows that are not split by players pool their settings, too: these are named where players of
    the same name differ. A row of a player pools those they played with.
    """
    found: dict[Dimension, tuple[str, ...]] = {}
    for dimension in POOLED_WITH_REMARK:
        if dimension not in by:
            found[dimension] = table.values_to_pool(dimension, by)
    if "players" not in by and "settings" in of_seats(by) and {"player", "settings"} & {*by}:
        found["players"] = table.partners_to_pool(by)
    if "settings" not in by and not _NAMING.intersection(by):
        found["settings"] = table.values_to_pool("settings", (*by, "players", "kinds"))
    return {dimension: values for dimension, values in found.items() if values}


def _most_frequent_first(aborts: Counter[AbortCause]) -> dict[AbortCause, int]:
    """Return the numbers of aborts; causes that are equally frequent by name."""
    return dict(sorted(aborts.items(), key=lambda each: (-each[1], each[0])))


def _unknown_models(results: Results) -> int:
    """Return the number of episodes in which it is unknown which model answered, or which one
    always did, although other episodes tell it of a player who asked the same model."""
    episodes: Counter[tuple[int, str]] = Counter()
    for (result, item), items in results.items.items():
        episodes[result.line_up, result.answered] += item.episodes * items
    found = [(results.line_ups[of], json.loads(told), n) for (of, told), n in episodes.items()]
    known = AnsweringModels((line_up, answered) for line_up, answered, _ in found)
    named = {asked for _, answered, _ in found for asked in answered if any(answered[asked])}
    unknown = 0
    for line_up, answered, number in found:
        asked = known.of(line_up).keys() | {player.get("model") for player in line_up.players}
        unknown += number * any("" in answered.get(each, [""]) for each in asked & named)
    return unknown


def _with_kinds(by: Iterable[Dimension]) -> tuple[Dimension, ...]:
    """Return each dimension once, each name followed by the kind of its bearer."""
    found: list[Dimension] = []
    for each in by:
        found.append(each)
        if each in _COMPANIONS:
            found.append(_COMPANIONS[each])
    return tuple(dict.fromkeys(found))


class _GroupedResults:
    """Results grouped by any dimensions."""

    def __init__(self, results: Results) -> None:
        self._items = tuple(results.items)
        self._void = results.void
        self._aborts = tuple(results.aborts)
        every = [
            *(result for result, _ in self._items),
            *self._void,
            *(result for result, _ in self._aborts),
        ]

        @cache
        def values(named: bool) -> Values:
            return Values(every, results.contents, results.line_ups, named=named)

        @cache
        def column(dimension: Dimension, named: bool) -> tuple[str, ...]:
            return values(named).column(dimension)

        self._columns = column
        self._seated = cache(lambda named: values(named).seated)
        self._counts = tuple(results.items.values())
        self._abort_counts = tuple(results.aborts.values())

    def cells(self, by: Sequence[Dimension]) -> dict[Key, Counter[ItemResult]]:
        """Return the number of items of each cell, by result.

        An item counts once in a cell, and in several cells if its seats differ in ``by``.
        """
        found: defaultdict[Key, Counter[ItemResult]] = defaultdict(Counter)
        parts: defaultdict[tuple[Key, object], list[ItemResult]] = defaultdict(list)
        # what is void and aborted comes after the items
        for keys, (of, item), items in zip(self._keys(by), self._items, self._counts, strict=False):
            for key in keys:
                if item.replicate:
                    whole = of.line_up, of.answered, of.language, item.replicate
                    parts[key, whole] += repeat(item, items)
                else:
                    found[key][item] += items
        for (key, _), each in parts.items():
            found[key][ItemResult.together(each)] += 1
        return found

    def void(self, by: Sequence[Dimension]) -> Counter[Key]:
        """Return the number of void episodes of each cell."""
        found: Counter[Key] = Counter()
        after = islice(self._keys(by), len(self._items), None)
        for keys, episodes in zip(after, self._void.values(), strict=False):
            for key in keys:
                found[key] += episodes
        return found

    def aborts(self, by: Sequence[Dimension]) -> defaultdict[Key, Counter[AbortCause]]:
        """Return the number of aborted episodes of each cell, by cause."""
        found: defaultdict[Key, Counter[AbortCause]] = defaultdict(Counter)
        after = islice(self._keys(by), len(self._items) + len(self._void), None)
        for keys, (_, cause), episodes in zip(after, self._aborts, self._abort_counts, strict=True):
            for key in keys:
                found[key][cause] += episodes
        return found

    def values_to_pool(self, dimension: Dimension, by: Sequence[Dimension]) -> tuple[str, ...]:
        """Return the values of a dimension that a report by ``by`` would mix; empty if none.

        Dimensions that depend on the game are compared within each game, all others also across the
        games of an average.
        """
        column = self._columns(dimension, _named(by))
        if len(set(column[: len(self._items)])) < 2:
            return ()
        if dimension in PER_GAME:
            scope = tuple(dict.fromkeys((*by, "game")))
        else:
            scope = tuple(each for each in by if each != "game" and each not in PER_GAME)
        keys = islice(self._keys((*scope, dimension), named=_named(by)), len(self._items))
        return _several((key[:-1], key[-1]) for key in set(chain.from_iterable(keys)))

    def partners_to_pool(self, by: Sequence[Dimension]) -> tuple[str, ...]:
        """Return the line-ups that rows of seats would mix, with their settings; empty if none.

        They are compared within each game: games with one seat and with two always have different
        line-ups of the same player.
        """
        columns = (self._columns(each, True) for each in ("players", "settings"))
        named = zip(*columns, strict=True)
        line_ups = (f"{name} ({settings})" if settings else name for name, settings in named)
        keys = islice(self._keys(tuple(dict.fromkeys((*by, "game")))), len(self._items))
        return _several(
            {(key, name) for of, name in zip(keys, line_ups, strict=False) for key in of}
        )

    def _keys(
        self, by: Sequence[Dimension], *, named: bool | None = None
    ) -> Iterable[Iterable[Key]]:
        """Return the keys of every result; ``named``: as in `_named`, by default of ``by``."""
        named = _named(by) if named is None else named
        seated = self._seated(named)
        per_seat = [each for each in by if each in of_seats(by)]
        known = [self._columns(each, named) for each in by if each not in per_seat]
        keys: Iterable[Key] = zip(*known, strict=True) if known else repeat((), len(seated))
        if not per_seat:
            return ((key,) for key in keys)
        order = [*(each for each in by if each not in per_seat), *per_seat]
        places = [order.index(each) for each in by]
        values = cache(lambda seats: tuple(seat_values(seats, per_seat)))

        def placed(key: Key, seat: Key) -> Key:
            joined = (*key, *seat)
            return tuple(joined[place] for place in places)

        return (
            [placed(key, seat) for seat in values(seats)]
            for key, seats in zip(keys, seated, strict=True)
        )


def _named(by: Sequence[Dimension]) -> bool:
    """Return whether settings in rows by these dimensions stand beside the players' names."""
    return "settings" not in by or not _NAMING.isdisjoint(by)


def _several(pairs: Iterable[tuple[Key, str]]) -> tuple[str, ...]:
    """Return the values of all keys that have more than one."""
    found: defaultdict[Key, set[str]] = defaultdict(set)
    for key, value in pairs:
        found[key].add(value)
    return tuple(sorted(set().union(*(each for each in found.values() if len(each) > 1))))


def _games_of_averages(
    cells: Mapping[Key, Measures], full: Sequence[Dimension], over: Sequence[Dimension]
) -> tuple[dict[Key, dict[str, Measures]], int]:
    """Return the games of each average, and the number of averages that are ambiguous."""
    games: defaultdict[Key, dict[str, Measures]] = defaultdict(dict)
    ambiguous: set[Key] = set()
    for key, measured in cells.items():
        named = dict(zip(full, key, strict=True))
        row = tuple(named[each] for each in over)
        if named["game"] in games[row]:
            ambiguous.add(row)
        games[row][named["game"]] = measured
    return {key: games[key] for key in games if key not in ambiguous}, len(ambiguous)


def _best_first(row: AverageRow) -> float:
    return 1.0 if row.average.clemscore is None else -row.average.clemscore

"""Players by their names: one rule for filters, lists of values and figures.

A player is what was configured of it (`clemtui.records.line_ups`). It has every name that the
records give it in any episode, whoever it played with.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import NamedTuple

from clemtui.records.line_ups import (
    LineUp,
    SeatPlayer,
    given_names,
    names_to_find,
    player_names,
)
from clemtui.records.names import folded, named_kind
from clemtui.store.library import Database
from clemtui.store.line_ups import line_ups_by_number
from clemtui.store.read.sample import seats_of

_SEATED = """SELECT DISTINCT p.line_up, g.seats FROM result_series g
    JOIN result_pools p ON p.id = g.pool WHERE EXISTS (
        SELECT 1 FROM series_counts c WHERE c.series = g.id AND c.episodes > 0)"""


class Called(NamedTuple):
    """What those who play in a line-up are called: their kinds, and all names that are no kind."""

    kinds: frozenset[str]
    names: frozenset[str]


def named_seats(db: Database) -> Callable[[int, str], tuple[SeatPlayer, ...]]:
    """Return a function that says who had the seats, by the names that all figures use.

    Its arguments are the number of a line-up and ``result_series.seats``. The names follow from
    all records, so that a player has the same name whatever else is shown.
    """
    line_ups, given = _players(db)
    names = player_names(given)
    return cache(lambda number, seats: line_ups[number].renamed(seats_of(seats), names))


def called(db: Database) -> dict[int, Called]:
    """Return what those who play are called, by the number of each line-up with episodes."""
    line_ups, given = _players(db)
    names = {
        player: frozenset(
            name for name in names_to_find(player, labels) if named_kind(name) is None
        )
        for player, labels in given.items()
    }
    return {
        number: Called(
            frozenset(player["kind"] for player in line_up.players),
            frozenset().union(*(names[player] for player in line_up.identities())),
        )
        for number, line_up in line_ups.items()
    }


def line_ups_with(db: Database, player: str) -> list[int]:
    """Return the numbers of the line-ups in which someone plays who is called so.

    ``player`` is a kind, which is named whole, or part of a name, in any case.
    """
    kind, part = named_kind(player), folded(player)

    def plays(who: Called) -> bool:
        if kind is not None:
            return kind in who.kinds
        return any(part in folded(name) for name in who.names)

    return [number for number, who in called(db).items() if plays(who)]


def _players(db: Database) -> tuple[dict[int, LineUp], Mapping[str, frozenset[str]]]:
    """Return the line-ups with episodes by number, and the names of their players."""
    rows = db.execute(_SEATED).fetchall()
    line_ups = line_ups_by_number(db, {number for number, _ in rows})
    return line_ups, given_names((line_ups[number], seats_of(seats)) for number, seats in rows)

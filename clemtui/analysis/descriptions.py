"""Short descriptions of settings: only what tells players of one name apart."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from clemtui.records.line_ups import LineUp, SeatPlayer, configurations, usual_value
from clemtui.records.results import Tally

_Named = tuple[str, str]
"""The kind of a player and the name under which it is listed."""


class Played(NamedTuple):
    """Who played, under the names by which they are listed; as in `Result`."""

    line_up: LineUp
    seats: tuple[SeatPlayer, ...]
    answered: str


class Descriptions:
    """What tells the players of some line-ups apart if they have the same name.

    A description has the entries that are not the same for all players of that name, so that
    different players never have the same one; it is empty if there is no other.
    """

    def __init__(self, played: Iterable[Played]) -> None:
        values: defaultdict[_Named, defaultdict[str, set[str]]]
        values = defaultdict(lambda: defaultdict(set))
        players: defaultdict[_Named, list[dict[str, str]]] = defaultdict(list)
        for each in dict.fromkeys(played):
            for seat, entries in zip(each.seats, configurations(*each), strict=True):
                players[seat.kind, seat.name].append(entries)
        for named, found in players.items():
            for name in {name for entries in found for name in entries}:
                all_values = (_value(entries, name) for entries in found)
                values[named][name].update(each for each in all_values if each is not None)
        self._different = {
            named: sorted(name for name, several in of_name.items() if len(several) > 1)
            for named, of_name in values.items()
        }

    def of_seats(self, played: Played) -> tuple[str, ...]:
        """Return the description of each seat's player."""
        return tuple(
            _described((name, _value(entries, name)) for name in self._names(seat))
            for seat, entries in zip(played.seats, configurations(*played), strict=True)
        )

    def of_line_up(self, played: Played) -> str:
        """Return the descriptions of all players together.

        A player counts once, even if it has several seats. If players of the same name are
        different, there is a value for each of their seats, in order.
        """
        alike: defaultdict[_Named, list[dict[str, str]]] = defaultdict(list)
        for seat, entries in zip(played.seats, configurations(*played), strict=True):
            alike[seat.kind, seat.name].append(entries)
        found: dict[str, str] = {}
        for named, players in alike.items():
            for name in self._different.get(named, ()):
                of_seats = [_value(entries, name) for entries in players]
                same = all(each == players[0] for each in players)
                if any(each is not None for each in of_seats):
                    found[name] = _joined(of_seats[:1] if same else of_seats)
        return _described(sorted(found.items()))

    def _names(self, seat: SeatPlayer) -> Sequence[str]:
        return self._different.get((seat.kind, seat.name), ())


def settings_of_rows(rows: Sequence[Tally]) -> dict[Tally, str]:
    """Return what tells each row from others of players with the same names; empty if there are
    none."""
    played = {row: Played(row.line_up, row.seats, row.answered) for row in rows}
    known = Descriptions(played.values())
    return {row: known.of_line_up(each) for row, each in played.items()}


def _value(entries: Mapping[str, str], name: str) -> str | None:
    return entries[name] if name in entries else usual_value(name, entries)


def _joined(values: Sequence[str | None]) -> str:
    return " / ".join("not asked" if each is None else each for each in values)


def _described(entries: Iterable[tuple[str, str | None]]) -> str:
    return ", ".join(f"{name}={value}" for name, value in entries if value is not None)

"""Short descriptions of settings: only what tells players apart."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from clemtui.records.line_ups import ANSWERING, LineUp, SeatPlayer, configurations, usual_value
from clemtui.records.results import Tally


class Played(NamedTuple):
    """Who played, under the names by which they are listed; as in `Result`."""

    line_up: LineUp
    seats: tuple[SeatPlayer, ...]
    answered: str


_MODEL = "model"

_Group = tuple[str, str]
"""The kind of players, and the name under which they are listed; empty for all names."""


class Descriptions:
    """What tells the players of some line-ups apart.

    A description has the entries that are not the same for all players of the group, so that
    different players never have the same one; it is empty if there is no other.

    Args:
        played: the line-ups.
        named: the descriptions stand beside the players' names, so that they tell only players of
            one name apart. Else they compare the settings of all players of a kind; the model is
            one of them only if a name stands for several.
    """

    def __init__(self, played: Iterable[Played], *, named: bool = True) -> None:
        self._named = named
        players: defaultdict[_Group, list[Mapping[str, str]]] = defaultdict(list)
        for each in dict.fromkeys(played):
            for seat, entries in zip(each.seats, configurations(*each), strict=True):
                players[seat.kind, seat.name].append(entries)
        self._different = {group: _different(found) for group, found in players.items()}
        if not named:
            self._different = _regardless_of_names(players, self._different)

    def of_seats(self, played: Played) -> tuple[str, ...]:
        """Return the description of each seat's player."""
        return tuple(
            _described(
                (self._label(name, seat), _value(entries, name))
                for name in self._different.get(self._group(seat), ())
            )
            for seat, entries in zip(played.seats, configurations(*played), strict=True)
        )

    def of_line_up(self, played: Played) -> str:
        """Return the descriptions of all players together.

        A value counts once if all players of the group have it. Else there is one for each of their
        seats, in order. What answered for a model is said of the seats that asked it.
        """
        alike: defaultdict[_Group, list[Mapping[str, str]]] = defaultdict(list)
        labels: dict[_Group, SeatPlayer] = {}
        for seat, entries in zip(played.seats, configurations(*played), strict=True):
            alike[self._group(seat)].append(entries)
            labels[self._group(seat)] = seat
        found: dict[str, str] = {}
        for group, players in alike.items():
            for name in self._different.get(group, ()):
                of_seats = (_value(entries, name) for entries in players)
                if said := [each for each in of_seats if each is not None]:
                    found[self._label(name, labels[group])] = _joined(said)
        return _described(sorted(found.items()))

    def _group(self, seat: SeatPlayer) -> _Group:
        return seat.kind, seat.name if self._named else ""

    def _label(self, name: str, seat: SeatPlayer) -> str:
        plain = name.startswith(ANSWERING) or not self._named
        return name if plain else f"{name} of {seat.name}"


def _different(players: Sequence[Mapping[str, str]]) -> list[str]:
    """Return the names of the entries that are not the same for all of these players."""
    values: defaultdict[str, set[str]] = defaultdict(set)
    for name in {name for entries in players for name in entries}:
        all_values = (_value(entries, name) for entries in players)
        values[name].update(each for each in all_values if each is not None)
    return sorted(name for name, several in values.items() if len(several) > 1)


def _regardless_of_names(
    players: Mapping[_Group, Sequence[Mapping[str, str]]], different: Mapping[_Group, Sequence[str]]
) -> dict[_Group, list[str]]:
    """Return the entries that are not the same for all players of a kind."""
    found: dict[_Group, list[str]] = {}
    for kind in {kind for kind, _ in players}:
        groups = [group for group in players if group[0] == kind]
        ambiguous = any(_MODEL in different[group] for group in groups)
        every = _different([entries for group in groups for entries in players[group]])
        found[kind, ""] = [name for name in every if name != _MODEL or ambiguous]
    return found


def settings_of_rows(rows: Sequence[Tally]) -> dict[Tally, str]:
    """Return what tells each row from others of players with the same names; empty if there are
    none."""
    played = {row: Played(row.line_up, row.seats, row.answered) for row in rows}
    known = Descriptions(played.values())
    return {row: known.of_line_up(each) for row, each in played.items()}


def _value(entries: Mapping[str, str], name: str) -> str | None:
    return entries[name] if name in entries else usual_value(name, entries)


def _joined(values: Sequence[str]) -> str:
    return " / ".join(values[:1] if len(set(values)) == 1 else values)


def _described(entries: Iterable[tuple[str, str | None]]) -> str:
    return ", ".join(f"{name}={value}" for name, value in entries if value is not None)

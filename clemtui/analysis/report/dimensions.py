"""Dimensions: what a report can split episodes by, and each episode's value in them.

Values are words for a table. For settings, they name only what differs within the report; a
condition has the same name in every report.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache
from operator import attrgetter
from typing import Any, Literal, NamedTuple, get_args

from clemtui.analysis.descriptions import Descriptions, Played
from clemtui.records.line_ups import LineUp, SeatPlayer
from clemtui.records.names import JOINT, joined_names
from clemtui.records.results import Result

Dimension = Literal[
    "players", "kinds", "player", "kind", "seat", "role", "people", "game", "experiment",
    "language", "interface", "condition", "aids", "scorer", "instances", "settings",
]  # fmt: skip

DIMENSIONS: tuple[Dimension, ...] = get_args(Dimension)
"""All dimensions; docs/report.md describes them."""

PER_SEAT: frozenset[Dimension] = frozenset({"player", "kind", "seat", "role"})
"""Dimensions in which an episode has one value per seat."""

PER_GAME: frozenset[Dimension] = frozenset({"experiment", "role", "aids", "scorer"})
"""Dimensions whose values depend on the game: they have no average over games."""

NO_PEOPLE = "no people"
"""The people, and the interface, of episodes without people."""

NO_AIDS = "none"

NO_LIMIT = "none"

_UNKNOWN = "unknown"
"""What an incomplete condition, such as that of an import, does not say."""

# Parts of a condition that a report handles elsewhere, and those that only affect people.
_HANDLED_ELSEWHERE = {
    "interface", "aids", "prompt_language", "practice", "continued_from", "continued_after",
}  # fmt: skip
_OF_PEOPLE = {"interface_language", "live_partner"}
_SAME_AS_ABSENT: tuple[Any, ...] = (False, "", [])
"""Defaults of fields that older conditions lack, so that a new field splits no old rows."""
_USUAL: Mapping[str, Any] = {"interface_language": "en", "response_limit": 2000}
"""What a condition has unless it says otherwise. Not to be changed, even if the defaults of the
program are: a name must mean the same in the reports of all versions."""

Key = tuple[str, ...]


class Seated(NamedTuple):
    """A seat, and the ``settings`` of its player alone."""

    seat: SeatPlayer
    settings: str

    def value(self, dimension: Dimension) -> str:
        """Return the value in a dimension of `PER_SEAT`, or in ``settings``."""
        match dimension:
            case "settings":
                return self.settings
            case "player":
                return self.seat.name
            case _:
                return str(getattr(self.seat, dimension))


def seat_values(seats: Iterable[Seated], dimensions: Sequence[Dimension]) -> set[Key]:
    """Return the different values that seats have in dimensions with one value per seat."""
    return {tuple(each.value(dimension) for dimension in dimensions) for each in seats}


def of_seats(by: Collection[Dimension]) -> frozenset[Dimension]:
    """Return those of a report's dimensions in which an episode has one value per seat.

    Where rows are those of seats and do not name a whole line-up, ``settings`` are of each seat's
    player: a partner's settings make nobody another player.
    """
    found = PER_SEAT.intersection(by)
    return found | {"settings"} if found and "players" not in by else found


class Values:
    """The values of a report's results, by dimension.

    Players with the same name are told apart by ``settings``, which is what differs in their
    line-ups (`clemtui.records.line_ups`), and never the same for different players.

    Args:
        results: the results.
        contents, line_ups: as in `clemtui.records.results.Results`.
        named: as in `clemtui.analysis.descriptions.Descriptions`.
    """

    def __init__(
        self,
        results: Sequence[Result],
        contents: Mapping[str, Mapping[str, Any]],
        line_ups: Mapping[int, LineUp],
        *,
        named: bool = True,
    ) -> None:
        self._contents = contents
        self._results = tuple(results)
        hashes: dict[str, set[str | None]] = {}
        for result in self._results:
            hashes.setdefault(result.scorer, set()).add(result.rules_hash)
        self._hashes = hashes
        seated = {result.seats for result in self._results}
        self._names = {seats: line_up_name(seats) for seats in seated}
        self._kinds = {seats: _joined([holder.kind for holder in seats]) for seats in seated}
        self._people = {
            seats: "human" in kinds.split(JOINT) for seats, kinds in self._kinds.items()
        }
        conditions = {
            (result.condition, result.interface, self._people[result.seats])
            for result in self._results
        }
        self._conditions = {key: self._condition(*key) for key in conditions}
        played = {
            (each.line_up, each.seats, each.answered): Played(
                line_ups[each.line_up], each.seats, each.answered
            )
            for each in self._results
        }
        described = Descriptions(played.values(), named=named)
        self._settings = {key: described.of_line_up(each) for key, each in played.items()}
        self._seated = {
            key: tuple(map(Seated, each.seats, described.of_seats(each)))
            for key, each in played.items()
        }

    def column(self, dimension: Dimension) -> tuple[str, ...]:
        """Return the value of each result, in order, in a dimension with one value per episode.

        Raises:
            ValueError: for a dimension with one value per seat.
        """
        return tuple(self._column(dimension))

    def _column(self, dimension: Dimension) -> Iterable[str]:
        results, people = self._results, self._people
        match dimension:
            case "game" | "experiment" | "language":
                return map(attrgetter(dimension), results)
            case "players":
                return (self._names[each.seats] for each in results)
            case "kinds":
                return (self._kinds[each.seats] for each in results)
            case "interface":
                return (each.interface if people[each.seats] else NO_PEOPLE for each in results)
            case "condition":
                said = self._conditions
                return (
                    said[each.condition, each.interface, people[each.seats]] for each in results
                )
            case "aids":
                aids = cache(self._aids)
                return (aids(each.condition) if people[each.seats] else NO_AIDS for each in results)
            case "scorer":
                scorer = cache(self._scorer)
                return (scorer(each.scorer, each.rules_hash) for each in results)
            case "instances":
                return (instances_in_words(each.origin, each.source) for each in results)
            case "settings":
                settings = self._settings
                return (settings[each.line_up, each.seats, each.answered] for each in results)
            case "people":
                people_of = cache(lambda people: joined_names(dict.fromkeys(people)) or NO_PEOPLE)
                return (people_of(each.people) for each in results)
            case _:
                raise ValueError(f"{dimension} has a value per seat")

    @property
    def seats(self) -> tuple[tuple[SeatPlayer, ...], ...]:
        """The seats of each result, in order."""
        return tuple(each.seats for each in self._results)

    @property
    def seated(self) -> tuple[tuple[Seated, ...], ...]:
        """The seats of each result, in order, with what is said of their players alone."""
        return tuple(
            self._seated[each.line_up, each.seats, each.answered] for each in self._results
        )

    def _condition(self, condition: str, interface: str, people: bool) -> str:
        known = self._contents.get(condition, {})
        return condition_in_words(known, interface if people else "")

    def _aids(self, condition: str) -> str:
        return aids_in_words(self._contents.get(condition, {}))

    def _scorer(self, scorer: str, rules_hash: str | None) -> str:
        if len(self._hashes[scorer]) == 1:
            return scorer
        return f"{scorer} ({(rules_hash or 'unknown')[:8]})"


def compared_condition(condition: Mapping[str, Any], interface: str) -> dict[str, Any]:
    """Return what of a condition is compared; ``interface`` is empty if no people play."""
    left_out = _HANDLED_ELSEWHERE if interface else _HANDLED_ELSEWHERE | _OF_PEOPLE
    rest = {
        key: value
        for key, value in condition.items()
        if key not in left_out and value not in _SAME_AS_ABSENT
    }
    return {"interface": interface or NO_PEOPLE, **rest}


def condition_in_words(condition: Mapping[str, Any], interface: str) -> str:
    """Return the name of a condition, which depends on nothing but the condition.

    It is the interface, then everything else that is not as usual, by name. ``interface`` is empty
    if no people play.
    """
    found = compared_condition(condition, interface)
    expected = {key: value for key, value in _USUAL.items() if interface or key not in _OF_PEOPLE}
    names = sorted({*found, *expected} - {"interface"})
    return ", ".join(
        [
            str(found["interface"]),
            *(
                f"{name}={_as_text(found.get(name, _UNKNOWN))}"
                for name in names
                if name not in expected or found.get(name, _UNKNOWN) != expected[name]
            ),
        ]
    )


def _as_text(value: Any) -> str:
    if value is None:
        return NO_LIMIT
    return value if isinstance(value, str) else json.dumps(value, sort_keys=True)


def aids_in_words(condition: Mapping[str, Any]) -> str:
    """Return the aids of a condition."""
    return ", ".join(sorted(map(str, condition.get("aids", ())))) or NO_AIDS


def instances_in_words(origin: str, source: str) -> str:
    """Return where instances are from."""
    return origin if origin in ("bundled", "generated") else f"{origin}: {source}"


def pooled(
    rows: Iterable[Mapping[Dimension, Collection[str]]],
) -> dict[Dimension, tuple[str, ...]]:
    """Return the dimensions with several values in a row, with all values of such rows."""
    found: defaultdict[Dimension, set[str]] = defaultdict(set)
    for row in rows:
        for dimension, values in row.items():
            if len(set(values)) > 1:
                found[dimension].update(values)
    return {
        dimension: tuple(sorted(found[dimension])) for dimension in DIMENSIONS if dimension in found
    }


def line_up_name(seats: Sequence[SeatPlayer]) -> str:
    """Return clembench's name for the players of an episode, as in its result folders: ``a--b``.

    Line-ups of different names never have the same one (`joined_names`).

    A model or scripted player that fills every seat is ``a--a``, even in single-seat games, so that
    all its games are in one row as in published tables. A person who does is just named.
    """
    players = [(holder.kind, holder.name) for holder in seats]
    if len(set(players)) == 1:
        kind, name = players[0]
        return joined_names([name] if kind == "human" else [name, name])
    return joined_names(name for _, name in players)


def _joined(words: Sequence[str]) -> str:
    return words[0] if len(set(words)) == 1 else JOINT.join(words)


def sorted_keys(keys: Iterable[Key]) -> list[Key]:
    """Sort keys for people: case-insensitively, and with a fixed order of equal ones."""
    return sorted(keys, key=lambda key: (tuple(part.casefold() for part in key), key))

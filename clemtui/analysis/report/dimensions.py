"""Dimensions: what a report can split episodes by, and each episode's value in them.

Values are words for a table. For conditions and settings, they name only what differs within the
report.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache
from operator import attrgetter
from typing import Any, Literal, TypeVar, get_args

from clemtui.records.results import Results, SeatPlayer

Dimension = Literal[
    "players", "kinds", "player", "kind", "seat", "role", "game", "experiment", "language",
    "interface", "condition", "aids", "scorer", "instances", "settings",
]  # fmt: skip

DIMENSIONS: tuple[Dimension, ...] = get_args(Dimension)
"""All dimensions; docs/report.md describes them."""

PER_SEAT: frozenset[Dimension] = frozenset({"player", "kind", "seat", "role"})
"""Dimensions in which an episode has one value per seat."""

PER_GAME: frozenset[Dimension] = frozenset({"experiment", "role", "aids", "scorer"})
"""Dimensions whose values depend on the game: they have no average over games."""

NO_PEOPLE = "no people"
"""The interface of episodes without people."""

NO_AIDS = "none"

# Parts of a condition that a report handles elsewhere, and those that only affect people.
_HANDLED_ELSEWHERE = {
    "interface", "aids", "prompt_language", "practice", "continued_from", "continued_after",
}  # fmt: skip
_OF_PEOPLE = {"interface_language", "live_partner"}

_NOT_SAMPLING = frozenset({"api_key_env", "timeout", "retries"})

Key = tuple[str, ...]

Described = TypeVar("Described")


class Values:
    """The values of a report's episodes, by dimension."""

    def __init__(self, results: Results) -> None:
        self._results = tuple(results.episodes)
        self._contents = results.contents
        hashes: dict[str, set[str | None]] = {}
        for result in self._results:
            hashes.setdefault(result.scorer, set()).add(result.rules_hash)
        self._hashes = hashes
        line_ups = {result.seats for result in self._results}
        self._names = {seats: line_up_name(seats) for seats in line_ups}
        self._kinds = {seats: _joined([holder.kind for holder in seats]) for seats in line_ups}
        self._people = {seats: "human" in kinds.split("--") for seats, kinds in self._kinds.items()}
        conditions = {
            (result.condition, result.interface, self._people[result.seats])
            for result in self._results
        }
        self._conditions = _descriptions({key: self._condition(*key) for key in conditions})
        self._settings = _descriptions({seats: self._parameters(seats) for seats in line_ups})

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
                return (
                    each.origin
                    if each.origin in ("bundled", "generated")
                    else f"{each.origin}: {each.source}"
                    for each in results
                )
            case "settings":
                return (self._settings[each.seats] for each in results)
            case _:
                raise ValueError(f"{dimension} has a value per seat")

    def seat_values(self, seats: Sequence[SeatPlayer], dimensions: Sequence[Dimension]) -> set[Key]:
        """Return the different values that seats have in dimensions with one value per seat."""
        fields = {"player": "name"}
        return {
            tuple(str(getattr(holder, fields.get(each, each))) for each in dimensions)
            for holder in seats
        }

    def _condition(self, condition: str, interface: str, people: bool) -> dict[str, Any]:
        known = self._contents.get(condition, {})
        left_out = _HANDLED_ELSEWHERE if people else _HANDLED_ELSEWHERE | _OF_PEOPLE
        rest = {key: value for key, value in known.items() if key not in left_out}
        return {"interface": interface if people else NO_PEOPLE, **rest}

    def _aids(self, condition: str) -> str:
        aids = self._contents.get(condition, {}).get("aids", ())
        return ", ".join(sorted(map(str, aids))) or NO_AIDS

    def _scorer(self, scorer: str, rules_hash: str | None) -> str:
        if len(self._hashes[scorer]) == 1:
            return scorer
        return f"{scorer} ({(rules_hash or 'unknown')[:8]})"

    def _parameters(self, seats: tuple[SeatPlayer, ...]) -> dict[str, Any]:
        """Return the settings of each model by its name, once even if it has several seats."""
        found: dict[str, list[str]] = {}
        for holder in seats:
            parameters = self._contents.get(holder.settings, {})
            for key, value in answer_parameters(holder.name, parameters).items():
                said = found.setdefault(f"{key} of {holder.name}", [])
                said += [_as_text(value)] if _as_text(value) not in said else []
        return {key: " / ".join(values) for key, values in found.items()}


def answer_parameters(player: str, parameters: Mapping[str, Any]) -> dict[str, Any]:
    """Return the parameters of a player that may change its answers.

    This includes the model itself, unless the player's name is that of the model: a name from the
    settings may stand for another model in each episode.
    """
    named = player.partition("@")[0]  # without the address of its server
    return {
        key: value
        for key, value in parameters.items()
        if key not in _NOT_SAMPLING and not (key == "model" and value == named)
    }


def line_up_name(seats: Sequence[SeatPlayer]) -> str:
    """Return clembench's name for the players of an episode, as in its result folders: ``a--b``.

    A model or scripted player that fills every seat is ``a--a``, even in single-seat games, so that
    all its games are in one row as in published tables. A person who does is just named.
    """
    players = [(holder.kind, holder.name) for holder in seats]
    if len(set(players)) == 1:
        kind, name = players[0]
        return name if kind == "human" else f"{name}--{name}"
    return "--".join(name for _, name in players)


def _joined(words: Sequence[str]) -> str:
    return words[0] if len(set(words)) == 1 else "--".join(words)


def _descriptions(described: Mapping[Described, Mapping[str, Any]]) -> dict[Described, str]:
    """Describe each mapping by the entries that are not the same in all of them.

    Entries that only some have are included only if the others do not distinguish the descriptions.
    """
    names = {name for description in described.values() for name in description}
    seen = {
        name: {_as_text(each[name]) for each in described.values() if name in each}
        for name in names
    }
    different = {name for name, values in seen.items() if len(values) > 1}
    words = _described_by(described, different)
    distinct = {_as_text(description) for description in described.values()}
    if len(set(words.values())) == len(distinct):
        return words
    of_some = {name for name in names if any(name not in each for each in described.values())}
    return _described_by(described, different | of_some)


def _described_by(
    described: Mapping[Described, Mapping[str, Any]], names: Collection[str]
) -> dict[Described, str]:
    ordered = sorted(names, key=lambda name: (name != "interface", name))
    return {
        key: ", ".join(
            # the interface is shown by its value alone
            _as_text(description[name])
            if name == "interface"
            else f"{name}={_as_text(description[name])}"
            for name in ordered
            if name in description
        )
        for key, description in described.items()
    }


def _as_text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, sort_keys=True)


def sorted_keys(keys: Iterable[Key]) -> list[Key]:
    """Sort keys for people: case-insensitively, and with a fixed order of equal ones."""
    return sorted(keys, key=lambda key: (tuple(part.casefold() for part in key), key))

"""What the records are asked for when somebody looks for episodes and players, as frozen data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any


@dataclass(frozen=True, slots=True)
class Facet:
    """A value to filter by, and how many episodes have it."""

    value: str
    episodes: int


@dataclass(frozen=True, slots=True)
class Facets:
    """What there is to filter by, the most frequent first.

    ``people`` are pseudonyms; ``players`` are ``human``, ``scripted`` and the names of models;
    ``tags`` are the keys of tags.
    """

    games: tuple[Facet, ...] = ()
    experiments: tuple[Facet, ...] = ()
    languages: tuple[Facet, ...] = ()
    interfaces: tuple[Facet, ...] = ()
    people: tuple[Facet, ...] = ()
    players: tuple[Facet, ...] = ()
    states: tuple[Facet, ...] = ()
    outcomes: tuple[Facet, ...] = ()
    tags: tuple[Facet, ...] = ()


@dataclass(frozen=True, slots=True)
class Snippet:
    """Where the words of a search stand, as they were written: show them as foreign text.

    ``seat``: who wrote it, or to whom the game master sent it.
    """

    seat: str
    before: str
    found: str
    after: str


@dataclass(frozen=True, slots=True)
class RecentModel:
    """A model that was used: its name as the user named it, and its parameters.

    ``last_used`` is when the latest of its ``episodes`` began.
    """

    name: str
    parameters: Mapping[str, Any]
    last_used: datetime
    episodes: int

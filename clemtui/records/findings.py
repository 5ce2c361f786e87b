"""What lists and searches of episodes and players return, as frozen data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any


@dataclass(frozen=True, slots=True)
class Facet:
    """A value to filter by, and the number of its episodes."""

    value: str
    episodes: int


@dataclass(frozen=True, slots=True)
class Facets:
    """The values to filter by, most frequent first.

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
    """A match of a search with the text around it, both as recorded: display them as foreign text.

    ``seat``: who wrote it, or, if it was ``received``, to whom the game master sent it.
    """

    seat: str
    received: bool
    before: str
    found: str
    after: str


@dataclass(frozen=True, slots=True)
class RecentModel:
    """A model that was used: the name the user gave it, and its parameters.

    ``last_used`` is the start time of the newest of its ``episodes``.
    """

    name: str
    parameters: Mapping[str, Any]
    last_used: datetime
    episodes: int

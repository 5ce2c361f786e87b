"""What lists and searches of episodes and players return, as frozen data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from clemtui.records.rows import Exposure
from clemtui.records.studies import StudyRef


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


@dataclass(frozen=True, slots=True)
class SharedNumber:
    """A participant number that several enrolments of a study have, as after a merge.

    ``enrolments`` are their ids, oldest first.
    """

    number: int
    enrolments: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RepeatedKey:
    """An exposure key that a participant of a study was assigned, and has otherwise, too.

    Attributes:
        person: id of the participant.
        assignments: all assignments of the person with that key, in any study, oldest first; at
            least one is of the study.
        exposures: what the person has met of that key elsewhere than in these assignments, oldest
            first.
    """

    person: str
    exposure_key: str
    assignments: tuple[StudyRef, ...]
    exposures: tuple[Exposure, ...]


@dataclass(frozen=True, slots=True)
class DoubleAssignments:
    """What occurs twice in a study although it should not; all empty if nothing does.

    Attributes:
        numbers: participant numbers of several people, in order.
        people: enrolments of a person who is enrolled several times, oldest first, by person.
        keys: exposure keys that a participant has more than once.
    """

    numbers: tuple[SharedNumber, ...] = ()
    people: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    keys: tuple[RepeatedKey, ...] = ()

    def __bool__(self) -> bool:
        """Whether anything occurs twice."""
        return bool(self.numbers or self.people or self.keys)

"""The people in a database: listing them with what they played, adding one, forgetting one."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from clemtui.episode.errors import PlayError, UsageError
from clemtui.episode.planning.names import unknown
from clemtui.episode.planning.people import pseudonym
from clemtui.records.rows import EpisodeFilter, Erased, Person
from clemtui.store.read.reader import Reader
from clemtui.store.write.writer import Writer


@dataclass(frozen=True, slots=True)
class KnownPerson:
    """A person of a database.

    Attributes:
        episodes: in how many they had a seat; forgetting them blanks these.
        unfinished: how many of them can still be gone on with.
        playing: the ids of those that a program plays now.
    """

    person: Person
    episodes: int
    unfinished: int
    playing: tuple[str, ...]


def list_people(database: Path) -> tuple[KnownPerson, ...]:
    """Everybody but those who were forgotten, in the order in which they came; nobody where there
    are no records yet.

    Raises:
        StoreError: if the database cannot be read.
    """
    if not database.exists():
        return ()
    with Reader(database) as reader:
        return tuple(_known(reader, person) for person in reader.people())


def _known(reader: Reader, person: Person) -> KnownPerson:
    unfinished = reader.unfinished(person.id)
    return KnownPerson(
        person=person,
        episodes=reader.count(EpisodeFilter(person=person.id)),
        unfinished=len(unfinished),
        playing=tuple(
            each.summary.id for each in unfinished if each.lease and not each.lease_stale
        ),
    )


def find_person(database: Path, name: str) -> KnownPerson:
    """The person of a pseudonym, written exactly so.

    Raises:
        UsageError: if there is nobody of that name; with the nearest one.
        StoreError: if the database cannot be read.
    """
    people = {each.person.pseudonym: each for each in list_people(database)}
    if name not in people:
        raise UsageError(unknown("person", name, people))
    return people[name]


def add_person(database: Path, name: str) -> Person:
    """Make a new person known, under a pseudonym that nobody has.

    Raises:
        UsageError: if the name cannot be one; see `clemtui.episode.planning.people.pseudonym`.
        StoreError: if it cannot be recorded.
    """
    chosen = pseudonym(name, [each.person.pseudonym for each in list_people(database)])
    writer = Writer(database)
    try:
        return writer.person(chosen)
    finally:
        writer.close()


def refuse_while_playing(known: KnownPerson) -> None:
    """Refuse to touch the episodes of somebody who sits at one.

    Raises:
        PlayError: if an episode of theirs is being played.
    """
    if known.playing:
        raise PlayError(
            f"{known.person.pseudonym!r} is playing now, or was until half a minute ago: leave the "
            "episode, then ask again"
        )


def forget(database: Path, known: KnownPerson) -> Erased:
    """Erase a person's words; see `clemtui.store.write.erasure`.

    Raises:
        PlayError: if an episode of theirs is being played.
        StoreError: if it cannot be done; then nothing has changed.
    """
    refuse_while_playing(known)
    writer = Writer(database)
    try:
        return writer.delete_person(known.person.id)
    finally:
        writer.close()

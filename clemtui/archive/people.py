"""The people in a database: listing, adding, exporting and deleting them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from clemtui.archive.episodes import as_document, known_names, list_episodes
from clemtui.episode.errors import PlayError, UsageError
from clemtui.episode.planning.names import unknown
from clemtui.episode.planning.people import known_name, person_name, pseudonym, taken
from clemtui.records.rows import EpisodeFilter, Erased, ErasureTarget, Person, StoredEpisode
from clemtui.records.studies import Enrolment
from clemtui.records.viewing import has_secrets, human_seats
from clemtui.store.clock import iso
from clemtui.store.database import has_records
from clemtui.store.read.reader import Reader
from clemtui.store.write.writer import Writer


@dataclass(frozen=True, slots=True)
class PersonSummary:
    """A person in a database.

    Attributes:
        episodes: number of episodes they had a seat in; deleting the person erases their text.
        unfinished: number of those that can be resumed.
        playing: ids of those that are being played now.
    """

    person: Person
    episodes: int
    unfinished: int
    playing: tuple[str, ...]


def list_people(database: Path) -> tuple[PersonSummary, ...]:
    """Return everyone except deleted people, in the order in which they were added.

    Empty without records.

    Raises:
        StoreError: if the database cannot be read.
    """
    if not has_records(database):
        return ()
    with Reader(database) as reader:
        return tuple(_known(reader, person) for person in reader.people())


def _known(reader: Reader, person: Person) -> PersonSummary:
    unfinished = reader.unfinished(person.id)
    return PersonSummary(
        person=person,
        episodes=reader.count(EpisodeFilter(person=person.id)),
        unfinished=len(unfinished),
        playing=tuple(
            each.summary.id for each in unfinished if each.lease and not each.lease_stale
        ),
    )


def find_person(database: Path, name: str) -> PersonSummary:
    """Return the person with this pseudonym, ignoring case.

    Raises:
        UsageError: if there is none (suggests the nearest one), or more than one.
        StoreError: if the database cannot be read.
    """
    people = {each.person.pseudonym: each for each in list_people(database)}
    found = known_name(name, people)
    if found is None:
        raise UsageError(unknown("person", name, people))
    return people[found]


def typed_person(database: Path, name: str) -> str:
    """Return whom a typed name stands for: a known person, or a new one.

    Raises:
        UsageError: if it stands for several people, or for someone new and is not valid; see
            `clemtui.episode.planning.people.person_name`.
        StoreError: if the database cannot be read.
    """
    return person_name(name, known_names(database))


def add_person(database: Path, name: str) -> Person:
    """Add a person under a pseudonym that is not taken.

    Raises:
        UsageError: if the name is not valid; see `clemtui.episode.planning.people.pseudonym`.
        StoreError: if it cannot be recorded.
    """
    chosen = pseudonym(name, [each.person.pseudonym for each in list_people(database)])
    writer = Writer(database)
    try:
        added = writer.new_person(chosen)
    finally:
        writer.close()
    if added is None:
        raise taken(chosen)
    return added


def prepare_records(database: Path) -> None:
    """Open a database for recording, creating or migrating it, before anyone plays.

    Raises:
        StoreError: if that is not possible.
    """
    Writer(database).close()


def check_not_playing(known: PersonSummary) -> None:
    """Check that a person is not playing, before their episodes are changed.

    Raises:
        PlayError: if one of their episodes is being played.
    """
    if known.playing:
        raise PlayError(
            f"{known.person.pseudonym!r} is playing, or was less than half a minute ago; "
            "leave the episode, then try again"
        )


def delete_person(database: Path, known: PersonSummary, *, scores: bool = False) -> Erased:
    """Erase what a person said, and their scores if asked for; see `clemtui.store.write.erasure`.

    Raises:
        PlayError: if one of their episodes is being played.
        StoreError: if it fails; nothing is changed then.
    """
    check_not_playing(known)
    writer = Writer(database)
    try:
        return writer.erase(ErasureTarget(person=known.person.id, scores=scores))
    finally:
        writer.close()


def person_document(database: Path, known: PersonSummary) -> dict[str, Any]:
    """Return everything recorded about a person as JSON-like data, as they may see it.

    Of episodes that hide something from them, that is what their own seat has seen. Which tasks
    they have met is given by episode, as the names of tasks contain solutions.

    Raises:
        StoreError: if the database cannot be read.
    """
    person = known.person
    ids = [each.id for each in list_episodes(database, EpisodeFilter(person=person.id))]
    with Reader(database) as reader:
        enrolments = [
            found
            for study in reader.studies()
            if (found := reader.enrolment_of(study.id, person.id)) is not None
        ]
        return {
            "person": person.pseudonym,
            "created_at": iso(person.created_at),
            "consents": [
                {"purpose": each.purpose, "decision": each.decision, "at": iso(each.at)}
                for each in reader.consents(person.id)
            ],
            "studies": [_in_study(reader, each) for each in enrolments],
            "met": [
                {"how": each.kind, "episode": each.episode, "at": iso(each.at)}
                for each in reader.exposures(person.id)
            ],
            "episodes": [_seen(reader.load(id), person.pseudonym) for id in ids],
        }


def _in_study(reader: Reader, enrolment: Enrolment) -> dict[str, Any]:
    return {
        "study": enrolment.study,
        "number": enrolment.number,
        "at": iso(enrolment.at),
        "answers": [
            {
                "part": each.part,
                "item": each.item,
                "value": each.value,
                "attempt": each.attempt,
                "at": iso(each.at),
            }
            for each in reader.answers_of(enrolment.id)
        ],
    }


def _seen(episode: StoredEpisode, name: str) -> dict[str, Any]:
    """Return an episode as a person who played it may see it."""
    summary = episode.summary
    if not has_secrets(summary.state, human_seats(summary)):
        return as_document(episode)
    own = next(seat for seat in summary.seats if summary.person_in(seat) == name)
    return as_document(episode, own.seat)

"""Writing of people's records: names, sittings, consents, exposures and deletion."""

from __future__ import annotations

import platform
import sqlite3
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Any

from clemtui.records.names import spellings
from clemtui.records.rows import (
    Consent,
    ConsentDecision,
    Erased,
    ErasureTarget,
    Exposure,
    ExposureKind,
    Person,
    SessionStart,
    SittingEvent,
)
from clemtui.store import traces
from clemtui.store.changes import Change, Value
from clemtui.store.clock import iso, moment
from clemtui.store.codec import checked_name, content_hash, readable
from clemtui.store.ids import uuid7
from clemtui.store.scratch import remove_leftovers
from clemtui.store.write import erasure, rows
from clemtui.store.write.commits import TransactionWriter
from clemtui.store.write.emergency import purge

UNNAMED = "unnamed"
"""The beginning of the pseudonym of people whom the source of an import does not name."""

_PEOPLE = "SELECT id, pseudonym, created_at FROM people"


def free_name(name: str, id: str, taken: Collection[str]) -> str:
    """Return a free name: the name itself, or with as much of the end of the id as needed."""
    found = name
    for length in range(4, len(id) + 1):
        if found not in taken:
            break
        found = f"{name} ({id[-length:]})"
    return found


class PeopleWriter(TransactionWriter):
    """The part of the writer that handles people."""

    _fronts: dict[str, str]
    """The front of each sitting."""

    def person(self, name_: str) -> Person:
        """Return the person with that pseudonym, ignoring case, creating them if new.

        If several people differ only in the case of their names, only an exact spelling is theirs.
        """
        pseudonym = checked_name(name_.strip(), "the name")
        with self._transaction():
            known = self._known_people()
            same = spellings(pseudonym, known)
            return known[same[0]] if len(same) == 1 else self._add_person(pseudonym)

    def new_person(self, name_: str) -> Person | None:
        """Add a person; return None if the name is taken, ignoring case."""
        pseudonym = checked_name(name_.strip(), "the name")
        with self._transaction():
            if spellings(pseudonym, self._known_people()):
                return None
            return self._add_person(pseudonym)

    def _known_people(self) -> dict[str, Person]:
        rows = self._db.execute(_PEOPLE)
        return {name: Person(id, name, moment(at)) for id, name, at in rows}

    def _add_person(self, pseudonym: str) -> Person:
        id, now = uuid7(), self._now()
        self._db.execute(
            "INSERT INTO people (id, pseudonym, created_at, home) VALUES (?, ?, ?, ?)",
            (id, pseudonym, now, self._home),
        )
        return Person(id, pseudonym, moment(now))

    def imported_person(self, name: str, id: str | None = None) -> Person:
        """Return the person of an import with that id, or add them under a name that is free here.

        Args:
            name: their name there; empty if they have none.
            id: None for someone who is not known here.
        """
        with self._transaction():
            found = self._db.execute(
                "SELECT id, pseudonym, created_at FROM people WHERE id = ?", (id,)
            ).fetchone()
            if found is None:
                new, now = id or uuid7(), self._now()
                taken = {row[0] for row in self._db.execute("SELECT pseudonym FROM people")}
                named = name.strip() or UNNAMED
                pseudonym = free_name(checked_name(named, "the name"), new, taken | {UNNAMED})
                self._db.execute(
                    "INSERT INTO people (id, pseudonym, created_at, home) VALUES (?, ?, ?, ?)",
                    (new, pseudonym, now, self._home),
                )
                found = new, pseudonym, now
        return Person(found[0], found[1], moment(found[2]))

    def open_session(self, start: SessionStart) -> str:
        """Start a sitting and return its id."""
        now, ms = self._clock.now(), self._clock.monotonic_ms()
        session = uuid7()
        row: dict[str, Value] = {
            "id": session,
            "person": start.person,
            "front": start.front,
            "started_at": iso(now),
            "utc_offset_minutes": self._clock.utc_offset_minutes(),
            "program_version": start.program_version,
            "python": platform.python_version(),
            "platform": readable(platform.platform()),
            "clock_epoch": iso(now - timedelta(milliseconds=ms)),
        }
        self._write(Change("session", (("sessions", row),)))
        self._fronts[session] = start.front
        return session

    def sitting_event(self, session: str, kind: SittingEvent, note: str = "") -> None:
        """Record a pause, a change of focus or the end of a sitting."""
        row = {"id": uuid7(), "session": session, "kind": kind, "note": readable(note)}
        self._write(Change("sitting event", (("sitting_events", row | self._timed()),)))

    def consent(
        self,
        person: str,
        purpose: str,
        decision: ConsentDecision,
        document: Mapping[str, Any] | None = None,
    ) -> Consent:
        """Record a person's decision about a use of their data and the text they were shown."""
        digest = None if document is None else content_hash(document)
        made = Consent(person, purpose, decision, digest, self._clock.now())
        self._write(Change("consent", tuple(rows.consent(uuid7(), made, document))))
        return made

    def exposure(
        self,
        person: str,
        task_key: str,
        instance_hash: str,
        kind: ExposureKind,
        episode: str | None = None,
    ) -> None:
        """Record that a person knows a task now."""
        row = self._exposure(person, task_key, instance_hash, kind) | {"episode": episode}
        self._write(Change("exposure", (("exposures", row),)))

    def _exposure(
        self, person: str, task_key: str, instance_hash: str, kind: ExposureKind
    ) -> dict[str, Value]:
        return {
            "id": uuid7(),
            "person": person,
            "task_key": readable(task_key),
            "instance_hash": instance_hash,
            "kind": kind,
            "episode": None,
            "at": self._now(),
        }

    def exposed_elsewhere(self, exposures: Iterable[Exposure], rules_hash: str | None) -> None:
        """Record exposures of an import, with their own ids and times; known ones stay as here.

        Args:
            exposures: what people had met. Their exposure keys become those of instances that are
                not known here.
            rules_hash: the rules that computed these keys; None if their game is not installed.
        """
        with self._transaction():
            for each in exposures:
                known = self._db.execute("SELECT 1 FROM exposures WHERE id = ?", (each.id,))
                if known.fetchone():
                    continue
                key = (each.instance_hash, readable(each.exposure_key), rules_hash)
                self._db.execute("INSERT OR IGNORE INTO exposure_keys VALUES (?, ?, ?)", key)
                row = self._exposure(each.person, each.task_key, each.instance_hash, each.kind)
                row |= {"id": each.id, "episode": each.episode, "at": iso(each.at)}
                self._write(Change("exposure", (("exposures", row),)))

    def delete_person(self, person: str) -> Erased:
        """Delete a person and erase their text; see `erase`."""
        return self.erase(ErasureTarget(person=person))

    def covered_by(self, target: ErasureTarget) -> tuple[str, ...]:
        """Return the ids of the episodes that `erase` would erase, in order."""
        return erasure.covered_by(self._db, target)

    def erase(self, target: ErasureTarget) -> Erased:
        """Erase a person, a sitting or some episodes; see `clemtui.store.write.erasure`.

        Files beside the database that cannot be cleaned do not stop it; see `Erased.problems`.
        """
        with self._transaction():
            erased = erasure.erase(self._db, target, self._now())
            unwanted = erasure.erased_ids(self._db, erased)
        erased = replace(erased, problems=purge(self.path, unwanted, erased.renamed))
        remove_leftovers()  # copies of the database that a killed merge has left
        try:
            return replace(erased, pages_in_use=not traces.remove(self._db))
        except sqlite3.Error as error:
            raise self._trouble(error) from error

"""Writing of studies: frozen protocols, deviations, enrolments with their assignments, answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from clemtui.records.errors import AlreadyEnrolled, FrozenDifferently, NotFound, NumberTaken
from clemtui.records.studies import (
    Difference,
    Enrolment,
    NewAnswer,
    NewAssignment,
    StudyRef,
    study_run,
)
from clemtui.records.work import ItemRef
from clemtui.store.changes import Change, Row, Value
from clemtui.store.claims import NewWorkItem
from clemtui.store.clock import iso
from clemtui.store.codec import canonical, checked_name, dumps, readable
from clemtui.store.ids import uuid7
from clemtui.store.write import rows
from clemtui.store.write.people import PeopleWriter


class StudiesWriter(PeopleWriter):
    """The part of the writer that handles studies."""

    def freeze_study(self, id: str, manifest: Mapping[str, Any]) -> bool:
        """Record a frozen study and its run.

        Returns:
            False if it was frozen before, with the same manifest.

        Raises:
            FrozenDifferently: if it was frozen before with another one.
        """
        kept = rows.content("study", canonical(manifest))
        digest, now = str(kept[1]["hash"]), self._now()
        named = checked_name(id, "the study")
        run: dict[str, Value] = {"id": study_run(named), "manifest": digest, "created_at": now}
        study: dict[str, Value] = {"id": named, "manifest": digest, "frozen_at": now}
        change = Change("study", (kept, ("runs", run), ("studies", study)))
        return self._write(change, lambda: self._is_new_study(id, digest))

    def _is_new_study(self, id: str, manifest: str) -> bool:
        found = self._db.execute(
            """SELECT manifest, 0 FROM studies WHERE id = ?
            UNION ALL SELECT manifest, 1 FROM runs WHERE id = ?""",
            (id, study_run(id)),
        ).fetchall()
        if any(known != manifest for known, _ in found):
            raise FrozenDifferently(
                f"study {id!r} was already frozen with other content; record an amendment, or give "
                "the protocol another id"
            )
        return all(of_run for _, of_run in found)

    def deviation(self, found: Difference, amended: Mapping[str, Any] | None = None) -> bool:
        """Record a difference from the manifest of a study, and the amended manifest if any.

        Returns:
            False if the same value of the same subject was recorded before.

        Raises:
            NotFound: if the study does not exist.
        """
        kept = [] if amended is None else [rows.content("study", canonical(amended))]
        row: dict[str, Value] = {
            "id": uuid7(),
            "study": found.study,
            "kind": found.kind,
            "subject": checked_name(found.subject, "the subject"),
            "frozen": dumps(canonical(found.frozen)),
            "found": dumps(canonical(found.found)),
            "reason": readable(found.reason),
            "author": readable(found.author),
            "at": self._now(),
            "manifest": kept[0][1]["hash"] if kept else None,
        }
        change = Change("deviation", (*kept, ("deviations", row)))
        return self._write(change, lambda: self._is_new_deviation(row))

    def _is_new_deviation(self, row: Mapping[str, Value]) -> bool:
        self._check_study(row["study"])
        known = self._db.execute(
            """SELECT 1 FROM deviations WHERE study = :study AND kind = :kind
            AND subject = :subject AND found = :found""",
            dict(row),
        )
        return known.fetchone() is None

    def enrol(
        self,
        study: str,
        person: str,
        number: int,
        assignments: Sequence[NewAssignment],
        *,
        collector: int,
        seed: int,
    ) -> Enrolment:
        """Enrol a person in a study, with their assignments in order and the items of these.

        If it cannot be written, the emergency file keeps it, like any change. Whoever enrols the
        person again before restoring it has two enrolments afterwards, which
        `Reader.double_assignments` reports.

        Args:
            study: the study.
            person: id of the person.
            number: a participant number that is free in this database, from 1.
            assignments: what they are to play.
            collector: the number of the collector in whose range it is, from 1.
            seed: the seed of the assignments.

        Raises:
            NotFound: if the study does not exist.
            AlreadyEnrolled: if the person is enrolled in it.
            NumberTaken: if the number is; another program may have given it meanwhile.
            RefusedWrite: if the person does not exist or was deleted.
        """
        now = self._clock.now()
        made = Enrolment(uuid7(), study, person, number, collector, seed, now)
        row: dict[str, Value] = {
            "id": made.id,
            "study": study,
            "person": person,
            "number": number,
            "collector": collector,
            "seed": seed,
            "at": iso(now),
        }
        items: list[Row] = []
        assigned: list[Row] = []
        for position, each in enumerate(assignments, 1):
            item = _item(made, position, each)
            # Participants follow each other in the plan of the run.
            place = (number - 1) * len(assignments) + position
            items += rows.work_item(study_run(study), item, place)
            ref = StudyRef(made.id, position)
            assigned.append(_assignment(ref, each, ItemRef(study_run(study), item.key)))
        change = Change("enrolment", (*items, ("enrolments", row), *assigned))
        self._write(change, lambda: self._can_enrol(made))
        return made

    def _can_enrol(self, made: Enrolment) -> bool:
        self._check_study(made.study)
        same = "SELECT 1 FROM enrolments WHERE study = ? AND"
        if self._db.execute(f"{same} person = ?", (made.study, made.person)).fetchone():
            raise AlreadyEnrolled(f"this person already takes part in study {made.study!r}")
        if self._db.execute(f"{same} number = ?", (made.study, made.number)).fetchone():
            raise NumberTaken(
                f"participant number {made.number} of study {made.study!r} was given to someone "
                "else; try again"
            )
        return True

    def answer(self, given: NewAnswer) -> str:
        """Record what a participant said or confirmed outside episodes; return its id.

        Raises:
            RefusedWrite: if its enrolment, assignment or sitting does not exist, or the participant
                was deleted.
        """
        row: dict[str, Value] = {
            "id": uuid7(),
            "enrolment": given.enrolment,
            "part": given.part,
            "item": checked_name(given.item, "the item"),
            "value": dumps(given.value),
            "attempt": given.attempt,
            "position": given.position,
            "session": given.session,
            "shown_at": None if given.shown_at is None else iso(given.shown_at),
            **self._timed(),
        }
        self._write(Change("answer", (("answers", row),)))
        return str(row["id"])

    def _check_study(self, study: Value) -> None:
        if self._db.execute("SELECT 1 FROM studies WHERE id = ?", (study,)).fetchone() is None:
            raise NotFound(f"unknown study {study!r}")

    def _assigned_item(self, ref: StudyRef) -> ItemRef:
        """Return the work item of an assignment.

        Raises:
            NotFound: if there is no such assignment.
        """
        row = self._db.execute(
            "SELECT run, item FROM assignments WHERE enrolment = ? AND position = ?",
            (ref.enrolment, ref.position),
        ).fetchone()
        if row is None:
            raise NotFound(f"enrolment {ref.enrolment} has no assignment {ref.position}")
        return ItemRef(*row)


def _item(made: Enrolment, position: int, assigned: NewAssignment) -> NewWorkItem:
    content = {**assigned.content, "enrolment": made.id, "position": position}
    return NewWorkItem("episode", content)


def _assignment(ref: StudyRef, assigned: NewAssignment, item: ItemRef) -> Row:
    return "assignments", {
        "enrolment": ref.enrolment,
        "position": ref.position,
        "run": item.run,
        "item": item.key,
        "practice": int(assigned.practice),
        "block": assigned.block,
        "game": checked_name(assigned.game, "the game"),
        "seat": checked_name(assigned.seat, "the seat"),
        "language": checked_name(assigned.language, "the language"),
        "instance_hash": assigned.instance_hash,
        "exposure_key": readable(assigned.exposure_key),
        "attention": int(assigned.attention),
    }


def study_episode(episode: str, ref: StudyRef) -> Row:
    """Return the row that says for which assignment an episode is played."""
    row: dict[str, Value] = {"episode": episode}
    return "study_episodes", {**row, "enrolment": ref.enrolment, "position": ref.position}

"""Writing of studies: what was frozen, deviations, who was asked, who takes part, answers."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from clemtui.engine import Instance, Texts
from clemtui.records.errors import (
    AlreadyEnrolled,
    ClockBehind,
    FrozenDifferently,
    NotFound,
    NumberTaken,
    StudyClosed,
)
from clemtui.records.rows import Consent, NewConsent
from clemtui.records.studies import (
    Difference,
    Enrolment,
    NewAnswer,
    NewAssignment,
    ScreeningOutcome,
    StudyRef,
    study_run,
)
from clemtui.records.work import ItemRef
from clemtui.store.changes import Change, Row, Value
from clemtui.store.claims import NewWorkItem
from clemtui.store.clock import iso, moment
from clemtui.store.codec import canonical, checked_name, content_hash, dumps, readable
from clemtui.store.ids import deviation_id, uuid7
from clemtui.store.write import rows
from clemtui.store.write.emergency import check_restored
from clemtui.store.write.people import PeopleWriter

_IDENTIFY = ("study", "kind", "subject", "found", "manifest", "amendment")
"""The columns from which the id of a deviation is derived."""

CLOCK_TOLERANCE = timedelta(minutes=10)
"""By how much the clocks of two collectors may differ whose databases were merged."""

_LATEST = """
SELECT max(at) FROM (
    SELECT frozen_at AS at FROM studies WHERE id = :study
    UNION ALL SELECT at FROM enrolments WHERE study = :study
    UNION ALL SELECT answers.at FROM answers
        JOIN enrolments ON enrolments.id = answers.enrolment WHERE enrolments.study = :study
) AS recorded WHERE NOT EXISTS (
    SELECT 1 FROM deviations WHERE study = :study AND kind = 'clock'
    AND recorded.at > json_extract(found, '$') AND recorded.at <= json_extract(frozen, '$')
)
"""


class StudiesWriter(PeopleWriter):
    """The part of the writer that handles studies."""

    def freeze_study(
        self,
        id: str,
        manifest: Mapping[str, Any],
        instances: Iterable[Instance] = (),
        texts: Iterable[Texts] = (),
    ) -> bool:
        """Record a frozen study and its run, with the complete contents of instances and texts.

        Contents that are in the database stay as they are.

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
        contents = rows.complete_contents(instances, texts)
        change = Change("study", (*contents, kept, ("runs", run), ("studies", study)))
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

    def close_study(self, id: str) -> bool:
        """Close a study, once and for all: from now on, no one is enrolled in it here.

        Returns:
            False if it was closed before.

        Raises:
            NotFound: if the study does not exist.
        """
        try:
            known = self._db.execute("SELECT manifest, frozen_at FROM studies WHERE id = ?", (id,))
            manifest, frozen_at = known.fetchone() or ("", "")
        except sqlite3.Error as error:
            raise self._trouble(error) from error
        row: dict[str, Value] = {"id": id, "manifest": manifest, "frozen_at": frozen_at}
        change = Change("closing of the study", (("studies", row | {"closed_at": self._now()}),))
        return self._write(change, lambda: not self._is_closed(id))

    def _is_closed(self, study: Value) -> bool:
        """Whether a study was closed.

        Raises:
            NotFound: if the study does not exist.
        """
        row = self._db.execute("SELECT closed_at FROM studies WHERE id = ?", (study,)).fetchone()
        if row is None:
            raise NotFound(f"unknown study {study!r}")
        return row[0] is not None

    def screening(self, study: str, outcome: ScreeningOutcome) -> None:
        """Record that someone was asked to take part in a study and is not enrolled.

        Raises:
            NotFound: if the study does not exist.
        """
        row: dict[str, Value] = {
            "id": uuid7(),
            "study": study,
            "outcome": outcome,
            "at": self._now(),
        }
        self._write(Change("screening", (("screenings", row),)), lambda: self._exists_study(study))

    def deviation(self, found: Difference) -> bool:
        """Record a difference from the manifest of a study, which is not amended.

        Returns:
            False if the same value of the same subject was the last one recorded.

        Raises:
            NotFound: if the study does not exist.
        """
        row = self._deviation(found, 0, None)
        change = Change("deviation", (("deviations", row),))
        return self._write(change, lambda: self._is_new_deviation(row))

    def amend_study(
        self,
        found: Sequence[Difference],
        amended: Mapping[str, Any],
        instances: Iterable[Instance] = (),
        texts: Iterable[Texts] = (),
    ) -> tuple[Difference, ...]:
        """Record an amendment with all its differences in one transaction.

        Args:
            found: the differences, of one study.
            amended: the manifest that is valid from now on.
            instances, texts: what it refers to, as in `freeze_study`.

        Returns:
            the differences that were not recorded before as part of this amendment; if there are
            none, nothing is written.

        Raises:
            NotFound: if the study does not exist.
        """
        kept = rows.content("study", canonical(amended))
        contents = (*rows.complete_contents(instances, texts), kept)
        while found:
            try:
                number = self._amendment(found[0].study, kept[1]["hash"])
                made = [(each, self._deviation(each, number, kept[1]["hash"])) for each in found]
                new = [pair for pair in made if self._is_new_deviation(pair[1])]
            except sqlite3.Error as error:
                raise self._trouble(error) from error
            if not new:
                break
            change = Change("amendment", (*contents, *(("deviations", row) for _, row in new)))
            if self._write(change, partial(self._are_new_deviations, [row for _, row in new])):
                return tuple(each for each, _ in new)
        return ()

    def _deviation(self, found: Difference, amendment: int, manifest: Value) -> dict[str, Value]:
        """Return a row of deviations. Two of an amendment differ in their subjects."""
        row: dict[str, Value] = {
            "study": found.study,
            "kind": found.kind,
            "subject": checked_name(found.subject, "the subject"),
            "frozen": dumps(canonical(found.frozen)),
            "found": dumps(canonical(found.found)),
            "reason": readable(found.reason),
            "author": readable(found.author),
            "at": self._now(),
            "amendment": amendment,
            "manifest": manifest,
        }
        row["id"] = deviation_id(*(row[each] for each in _IDENTIFY), self._count_like(row))
        return row

    def _are_new_deviations(self, found: Sequence[Mapping[str, Value]]) -> bool:
        """Whether an amendment is still the next one, in the transaction that writes it; another
        program may have recorded one meanwhile."""
        study, manifest = found[0]["study"], found[0]["manifest"]
        next_one = self._amendment(study, manifest) == found[0]["amendment"]
        return next_one and all(map(self._is_new_deviation, found))

    def _amendment(self, study: Value, manifest: Value) -> int:
        """Return the number of an amendment: that of the last one, if it is part of that."""
        last = self._db.execute(
            """SELECT amendment, manifest FROM deviations WHERE study = ? AND amendment > 0
            ORDER BY amendment DESC LIMIT 1""",
            (study,),
        ).fetchone()
        number, before = last or (0, None)
        return int(number) if before == manifest else int(number) + 1

    def _count_like(self, row: Mapping[str, Value]) -> int:
        """Return how often the same was recorded before; an amendment records a subject once."""
        if row["amendment"]:
            return 0
        found: int = self._db.execute(
            """SELECT count(*) FROM deviations WHERE study = :study AND kind = :kind
            AND subject = :subject AND found = :found AND amendment = 0""",
            dict(row),
        ).fetchone()[0]
        return found

    def _is_new_deviation(self, row: Mapping[str, Value]) -> bool:
        self._exists_study(row["study"])
        last = self._db.execute(
            """SELECT found FROM deviations WHERE study = :study AND kind = :kind
            AND subject = :subject AND amendment = :amendment
            ORDER BY at DESC, rowid DESC LIMIT 1""",
            dict(row),
        ).fetchone()
        return last is None or last[0] != row["found"]

    def enrol(
        self,
        study: str,
        person: str,
        number: int,
        assignments: Sequence[NewAssignment],
        *,
        collector: int,
        seed: int,
        answers: Sequence[NewAnswer] = (),
        consents: Sequence[NewConsent] = (),
    ) -> Enrolment:
        """Enrol a person in a study, with their assignments in order and the items of these.

        What they have answered and agreed to before is written with it, so that no one takes part
        without it. If it cannot be written, the emergency file keeps it, like any change; no one
        else is enrolled until it is restored, because its number and its place are taken.

        Args:
            study: the study.
            person: id of the person.
            number: a participant number that is free in this database, from 1.
            assignments: what they are to play.
            collector: the number of the collector in whose range it is, from 1.
            seed: the seed of the assignments.
            answers: what they have answered, recorded as said now; the ``enrolment`` of these is
                ignored.
            consents: what they have decided.

        Raises:
            NotFound: if the study does not exist.
            StudyClosed: if it was closed.
            AlreadyEnrolled: if the person is enrolled in it.
            NumberTaken: if the number is; another program may have given it meanwhile.
            RefusedWrite: if the person, or the sitting of an answer, does not exist, or the person
                was deleted.
            Unrestored, ClockBehind: see `check_study_restored` and `check_study_clock`.
        """
        self.check_study_restored(study)
        self.check_study_clock(study)
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
        agreed = _consents(person, consents, now)
        said = [self._answer(each, made.id) for each in answers]
        change = Change("enrolment", (*agreed, *items, ("enrolments", row), *assigned, *said))
        self._write(change, lambda: self._can_enrol(made))
        return made

    def check_study_restored(self, study: str) -> None:
        """Check that no records of a study or its participants are in an emergency file only.

        Raises:
            Unrestored: if there are some. What is recorded meanwhile would be recorded twice.
        """
        try:
            enrolled = self._db.execute("SELECT id FROM enrolments WHERE study = ?", (study,))
            ids = [id for (id,) in enrolled]
        except sqlite3.Error as error:
            raise self._trouble(error) from error
        check_restored(f"study {study!r}", (study, *ids), self.path)

    def check_study_clock(self, study: str) -> None:
        """Check that the clock has not been set back since something of a study was recorded.

        Raises:
            ClockBehind: if it has, by more than `CLOCK_TOLERANCE`. Who came first, and how long
                things took, would be wrong in the records.
        """
        latest, now = self._latest_of(study), self._clock.now()
        if latest is not None and now < moment(latest) - CLOCK_TOLERANCE:
            raise ClockBehind(
                f"the clock shows {now:%Y-%m-%d %H:%M} UTC, but the last record of study "
                f"{study!r} is of {moment(latest):%Y-%m-%d %H:%M} UTC: set the clock; if it is "
                "right now and was wrong then, say so with --clock REASON"
            )

    def accept_clock(self, study: str, reason: str, author: str) -> bool:
        """Record as a deviation that the clock was wrong when something of a study was recorded.

        Returns:
            False if the clock is not behind what was recorded.
        """
        latest, now = self._latest_of(study), iso(self._clock.now())
        if latest is None or latest <= now:
            return False
        return self.deviation(Difference(study, "clock", "clock", latest, now, reason, author))

    def _latest_of(self, study: str) -> str | None:
        """Return the latest time recorded of a study, but for those that are known to be wrong."""
        try:
            row = self._db.execute(_LATEST, {"study": study}).fetchone()
        except sqlite3.Error as error:
            raise self._trouble(error) from error
        return None if row[0] is None else str(row[0])

    def _can_enrol(self, made: Enrolment) -> bool:
        if self._is_closed(made.study):
            raise StudyClosed(f"study {made.study!r} was closed; no one can be enrolled any more")
        same = "SELECT 1 FROM enrolments WHERE study = ? AND"
        if self._db.execute(f"{same} person = ?", (made.study, made.person)).fetchone():
            raise AlreadyEnrolled(f"this person already takes part in study {made.study!r}")
        if self._db.execute(f"{same} number = ?", (made.study, made.number)).fetchone():
            raise NumberTaken(
                f"participant number {made.number} of study {made.study!r} was given to someone "
                "else; try again"
            )
        return True

    def answer(self, given: NewAnswer) -> bool:
        """Record what a participant said or confirmed outside episodes.

        The first answer counts, and none after a withdrawal: with the same code, someone may answer
        in two programs at once.

        Returns:
            False if it was answered before, or the participant has withdrawn.

        Raises:
            RefusedWrite: if its enrolment, assignment or sitting does not exist, or the participant
                was deleted.
        """
        table, row = self._answer(given, given.enrolment)
        return self._write(Change("answer", ((table, row),)), lambda: not self._is_answered(row))

    def _is_answered(self, row: Mapping[str, Value]) -> bool:
        same = self._db.execute(
            """SELECT 1 FROM answers WHERE enrolment = :enrolment AND (part = 'withdrawal'
            OR part = :part AND item = :item AND attempt = :attempt AND position IS :position)""",
            dict(row),
        )
        return same.fetchone() is not None

    def _answer(self, given: NewAnswer, enrolment: str) -> Row:
        row: dict[str, Value] = {
            "id": uuid7(),
            "enrolment": enrolment,
            "part": given.part,
            "item": checked_name(given.item, "the item"),
            "value": dumps(given.value),
            "attempt": given.attempt,
            "position": given.position,
            "session": given.session,
            "shown_at": None if given.shown_at is None else iso(given.shown_at),
            **self._timed(),
        }
        if given.answered_at is not None:
            row["at"] = iso(given.answered_at)
        return "answers", row

    def _exists_study(self, study: Value) -> bool:
        """Return that a study exists.

        Raises:
            NotFound: if it does not.
        """
        self._is_closed(study)
        return True

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
    }


def _consents(person: str, given: Sequence[NewConsent], now: datetime) -> Iterator[Row]:
    for each in given:
        document = None if each.document is None else {"text": each.document}
        digest = None if document is None else content_hash(document)
        made = Consent(person, each.purpose, each.decision, digest, now)
        yield from rows.consent(uuid7(), made, document)


def study_episode(episode: str, ref: StudyRef) -> Row:
    """Return the row that says for which assignment an episode is played."""
    row: dict[str, Value] = {"episode": episode}
    return "study_episodes", {**row, "enrolment": ref.enrolment, "position": ref.position}

"""Studies in the records: freezing them, and admitting participants."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from clemtui import __version__
from clemtui.catalogue import CatalogueError
from clemtui.episode.errors import UsageError
from clemtui.episode.planning.people import known_name
from clemtui.episode.service import PlayService
from clemtui.records.errors import AlreadyEnrolled, FrozenDifferently, NotFound, NumberTaken
from clemtui.records.rows import NewConsent, Person
from clemtui.records.studies import (
    Answer,
    Assignment,
    Difference,
    Enrolment,
    FrozenStudy,
    NewAnswer,
    NewAssignment,
    ScreeningOutcome,
)
from clemtui.store.read.reader import Reader
from clemtui.store.write.writer import Writer
from clemtui.study.assignment.planning import Plan, Planned, numbers_of, plan_for
from clemtui.study.errors import StudyError
from clemtui.study.freezing import Frozen, differences, value_at
from clemtui.study.manifest import Manifest, read_manifest
from clemtui.study.path.codes import new_code
from clemtui.study.path.steps import is_withdrawn
from clemtui.study.protocol.folder import StudyFolder
from clemtui.study.protocol.model import Protocol


@dataclass(frozen=True, slots=True)
class StudyInRecords:
    """A frozen study with everything recorded about it.

    Attributes:
        manifest: what was frozen, or the last amendment of it.
    """

    frozen: FrozenStudy
    manifest: Manifest


@dataclass(frozen=True, slots=True)
class Entry:
    """What a person said before they were admitted.

    Attributes:
        languages: the prompt languages of the study in which they can play.
        answers: to eligibility and consent, in their order; the enrolment is filled in.
        consents: their decisions.
    """

    languages: Collection[str]
    answers: Sequence[NewAnswer]
    consents: Sequence[NewConsent]


class Studies:
    """The studies of one sitting."""

    def __init__(self, play: PlayService) -> None:
        self.play = play

    # Freezing

    async def freeze(self, frozen: Frozen) -> bool:
        """Record a frozen study. Returns False if it was frozen before in the same way.

        Raises:
            StudyError: if it was frozen before in another way; names the first difference.
            StoreError: if it cannot be recorded.
        """
        recorder = await self.play.recorder()
        name = str(frozen.manifest["study"])
        try:
            return await recorder.do(
                Writer.freeze_study, name, frozen.manifest, frozen.instances, frozen.texts
            )
        except FrozenDifferently:
            _, before = await self._recorded(name)
            changed = differences(before, frozen.manifest)
        if not changed:  # as it was amended
            return False
        more = f" and {len(changed) - 1} more" if len(changed) > 1 else ""
        raise StudyError(
            f"study {name!r} was frozen before in another way ({changed[0]}{more}): undo that, "
            "record it with --amend REASON, or give the study another name"
        )

    async def study(self, name: str) -> StudyInRecords:
        """Return a frozen study.

        Raises:
            UsageError: if it was not frozen in this database.
            StudyError: if this version cannot read it.
            StoreError: if the database cannot be read.
        """

        frozen, body = await self._recorded(name)
        return StudyInRecords(frozen, read_manifest(body))

    async def _recorded(self, name: str) -> tuple[FrozenStudy, Mapping[str, Any]]:
        """Return a frozen study, and the content of its last amendment."""

        def read(reader: Reader) -> tuple[FrozenStudy, Mapping[str, Any]]:
            found = reader.study(name)
            amended = [d.manifest_hash for d in reader.deviations(name) if d.manifest_hash]
            return found, reader.study_manifest(amended[-1]) if amended else found.manifest

        unknown = UsageError(
            f"study {name!r} is not frozen in {self.play.database}; freeze it with 'clemtui study "
            f"freeze {name}'"
        )
        if not await self.play.has_records():
            raise unknown
        try:
            return await self.play.read(read)
        except NotFound:
            raise unknown from None

    def check_unchanged(self, study: StudyInRecords, folder: StudyFolder) -> None:
        """Check that the protocol in a study's folder is still the one that was frozen.

        Raises:
            StudyError: if it differs.
        """
        manifest = study.manifest
        frozen = {"consents": dict(manifest.consents), "protocol": _plain(manifest.protocol)}
        here = {"consents": dict(folder.consents), "protocol": _plain(folder.protocol)}
        changed = differences(frozen, here)
        if changed:
            more = f" and {len(changed) - 1} more" if len(changed) > 1 else ""
            raise StudyError(
                f"{folder.file}: differs from what was frozen ({changed[0]}{more}): undo that, or "
                f"record it with 'clemtui study freeze {study.frozen.id} --amend REASON'"
            )

    async def note_deviations(self, study: StudyInRecords) -> tuple[Difference, ...]:
        """Record in what this program differs from that under which a study was frozen.

        Returns:
            the differences that were not recorded before.

        Raises:
            StoreError: if they cannot be recorded.
        """
        recorder = await self.play.recorder()
        found = [
            each
            for each in differences_here(self.play, study.manifest)
            if await recorder.do(Writer.deviation, each)
        ]
        return tuple(found)

    async def amend(self, frozen: Frozen, reason: str, author: str) -> tuple[str, ...]:
        """Record a changed protocol as deviations from the one that was frozen.

        Returns:
            the entries that were changed.

        Raises:
            UsageError: if the study was not frozen here.
            StoreError: if it cannot be recorded.
        """
        name = str(frozen.manifest["study"])
        _, before = await self._recorded(name)
        recorder = await self.play.recorder()
        changed = differences(before, frozen.manifest)
        for entry in changed:
            difference = Difference(
                name, "protocol", entry, value_at(before, entry), value_at(frozen.manifest, entry),
                reason, author,
            )  # fmt: skip
            await recorder.do(
                Writer.deviation, difference, frozen.manifest, frozen.instances, frozen.texts
            )
        return changed

    async def close(self, study: StudyInRecords) -> bool:
        """Admit no one any more. Returns False if the study was closed before.

        Raises:
            StoreError: if it cannot be recorded.
        """
        recorder = await self.play.recorder()
        return await recorder.do(Writer.close_study, study.frozen.id)

    # Participants

    async def enrolment(self, study: StudyInRecords, code: str) -> Enrolment | None:
        """Return the enrolment of a person in a study; None if they have none.

        Raises:
            UsageError: if the code can stand for several people.
            StoreError: if the database cannot be read.
        """
        people = {each.pseudonym: each.id for each in await self.play.people()}
        name = known_name(code, people)
        if name is None:
            return None
        person = people[name]
        return await self.play.read(lambda reader: reader.enrolment_of(study.frozen.id, person))

    async def screen(self, study: StudyInRecords, outcome: ScreeningOutcome) -> None:
        """Count a person who does not take part, without any data on them.

        Raises:
            StoreError: if it cannot be recorded.
        """
        recorder = await self.play.recorder()
        await recorder.do(Writer.screening, study.frozen.id, outcome)

    async def check_place(self, study: StudyInRecords, collector: int) -> int:
        """Return the number that the next participant of a collector gets.

        Raises:
            UsageError: if the collector does not exist.
            StudyError: if no place is left, or the study was closed.
            StoreError: if the database cannot be read.
        """
        people = study.manifest.protocol.participants
        if not 1 <= collector <= people.collectors:
            raise UsageError(
                f"study {study.frozen.id!r} has no collector {collector}: its protocol names "
                f"{people.collectors}"
            )
        if study.frozen.closed_at is not None:
            raise StudyError(
                f"study {study.frozen.id!r} was closed on {study.frozen.closed_at:%Y-%m-%d} and "
                "admits no one any more"
            )
        enrolments = await self.play.read(lambda reader: reader.enrolments(study.frozen.id))
        taken = {each.number for each in enrolments}
        own = numbers_of(collector, people.collectors, people.number)
        number = next((number for number in own if number not in taken), None)
        if number is None:
            raise StudyError(
                f"study {study.frozen.id!r}: all {len(own)} places of collector {collector} are "
                "taken"
            )
        return number

    async def enrol(
        self, study: StudyInRecords, person: Person, entry: Entry, collector: int = 1
    ) -> Enrolment:
        """Admit a person and assign to them what they will play.

        Raises:
            UsageError: if they take part already, or nothing can be assigned to them.
            StudyError: if there is no place.
            StudyClosed: if no one is admitted any more.
            StoreError: if it cannot be recorded.
        """
        recorder = await self.play.recorder()
        session = await self.play.start_sitting(person.pseudonym)
        answers = [replace(each, session=session) for each in entry.answers]
        while True:
            number = await self.check_place(study, collector)
            plan = await self._plan(study, person, number, entry.languages)
            try:
                found: Enrolment = await recorder.do(
                    Writer.enrol,
                    study.frozen.id,
                    person.id,
                    number,
                    [_assignment(study.manifest, each) for each in plan.episodes],
                    collector=collector,
                    seed=study.manifest.protocol.seed,
                    answers=answers,
                    consents=entry.consents,
                )
            except NumberTaken:
                continue  # another program has just given it away
            except AlreadyEnrolled as error:
                raise UsageError(str(error)) from None
            await self._note_short(study, number, plan)
            return found

    async def _plan(
        self, study: StudyInRecords, person: Person, number: int, languages: Collection[str]
    ) -> Plan:
        def read(reader: Reader) -> tuple[frozenset[str], Sequence[Assignment], Sequence[Answer]]:
            name = study.frozen.id
            return reader.exposed(person.id), reader.assignments(name), reader.answers(name)

        met, assignments, answers = await self.play.read(read)
        left = {each.enrolment for each in answers if is_withdrawn(each)}
        others: dict[str, list[Planned]] = {}
        names = _task_names(study.manifest)
        for each in assignments:
            if each.ref.enrolment not in left:
                others.setdefault(each.ref.enrolment, []).append(_planned(each, names))
        plan = plan_for(study.manifest.design(), number, languages, met, list(others.values()))
        if not any(not each.practice for each in plan.episodes):
            raise UsageError(
                f"study {study.frozen.id!r}: nothing can be assigned to this person, who speaks "
                "none of its languages, or has met all of its tasks"
            )
        return plan

    async def _note_short(self, study: StudyInRecords, number: int, plan: Plan) -> None:
        """Record that a participant has fewer episodes than planned."""
        recorder = await self.play.recorder()
        planned = Counter(each.game for each in plan.episodes)
        for game, missing in plan.short.items():
            await recorder.do(
                Writer.deviation,
                Difference(
                    study.frozen.id,
                    "assignment",
                    f"participant {number}, {game}",
                    planned[game] + missing,
                    planned[game],
                    "the participant has met the other tasks",
                ),
            )

    async def new_person(self, code: str = "") -> Person:
        """Add a person under a code of their own, or under a new random one.

        Raises:
            UsageError: if their own code is taken, or no pseudonym.
            StoreError: if it cannot be recorded.
        """
        if code:
            return await self.play.add_person(code)
        while True:
            try:
                return await self.play.add_person(new_code())
            except UsageError:
                continue  # taken: one in a million millions


def _plain(protocol: Protocol) -> Mapping[str, Any]:
    return protocol.model_dump(mode="json")


def differences_here(play: PlayService, manifest: Manifest) -> list[Difference]:
    """Return in what this program and its games differ from what was frozen."""
    found: list[Difference] = []

    def compare(kind: Any, subject: str, frozen: Any, here: Any) -> None:
        if frozen != here:
            found.append(Difference(manifest.study, kind, subject, frozen, here))

    compare("program", "clemtui", manifest.program, __version__)
    for game in manifest.games:
        try:
            card = play.catalogue.card(game.game)
            rules = play.catalogue.family(game.game).rules_hash
        except CatalogueError:
            compare("rules", game.game, game.rules, None)
            continue
        compare("rules", game.game, game.rules, rules)
        compare("rules", f"{game.game} (version)", game.version, card.version)
        compare("rules", f"{game.game} (script)", game.script, card.script)
    return found


def _assignment(manifest: Manifest, planned: Planned) -> NewAssignment:
    game = manifest.game(planned.game)
    return NewAssignment(
        game=planned.game,
        seat=planned.seat,
        language=planned.language,
        instance_hash=planned.instance,
        exposure_key=planned.key,
        block=planned.block,
        practice=planned.practice,
        content={
            "study": manifest.study,
            "game": planned.game,
            "rules": game.rules,
            "seat": planned.seat,
            "language": planned.language,
            "instance": planned.instance,
            "practice": planned.practice,
        },
    )


def _planned(assignment: Assignment, names: Mapping[tuple[str, str], str]) -> Planned:
    return Planned(
        position=assignment.ref.position,
        block=assignment.block,
        practice=assignment.practice,
        game=assignment.game,
        seat=assignment.seat,
        language=assignment.language,
        task=names.get((assignment.game, assignment.instance_hash), assignment.instance_hash),
        key=assignment.exposure_key,
        instance=assignment.instance_hash,
    )


def _task_names(manifest: Manifest) -> dict[tuple[str, str], str]:
    """Return the names of tasks by game and hash of an instance."""
    return {
        (game.game, instance): task.name
        for game in manifest.games
        for task in (*game.tasks, *game.practice)
        for instance in task.instances.values()
    }

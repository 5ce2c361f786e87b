"""Studies in the records: freezing them, and admitting participants."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Any

from clemtui import __version__
from clemtui.catalogue import Catalogue, CatalogueError
from clemtui.episode.errors import UsageError
from clemtui.episode.planning.people import known_name
from clemtui.episode.service import PlayService
from clemtui.language import Sentence, translatable
from clemtui.records.errors import AlreadyEnrolled, FrozenDifferently, NotFound, NumberTaken
from clemtui.records.names import spellings
from clemtui.records.rows import ErasureTarget, NewConsent, Person
from clemtui.records.studies import (
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
from clemtui.study.errors import NoPlace, StudyError
from clemtui.study.freezing import Frozen, Place, differences, place_name, value_at
from clemtui.study.manifest import Manifest, read_manifest
from clemtui.study.path.codes import code_meant, is_alike, is_typeable, new_code
from clemtui.study.path.participant import ERASED, erasure_of
from clemtui.study.path.steps import is_withdrawn
from clemtui.study.protocol.folder import StudyFolder
from clemtui.study.protocol.model import Protocol
from clemtui.study.thinking import check_thinking

_TAKEN = translatable("The code {code} is that of a participant: choose another")


@dataclass(frozen=True, slots=True)
class _Meant:
    """The code that a typed one stands for, and whose it is here.

    Attributes:
        code: see `code_meant`.
        people: their ids.
        is_unclear: nobody has it, and it looks like the codes of several people.
        is_outside: one of them has played outside of studies.
    """

    code: str
    people: tuple[str, ...]
    is_unclear: bool
    is_outside: bool


@dataclass(frozen=True, slots=True)
class StudyInRecords:
    """A frozen study with everything recorded about it.

    Attributes:
        manifest: what was frozen, or the last amendment of it.
        catalogue: the games that are here, whose rules may be other ones by now; None: none.
    """

    frozen: FrozenStudy
    manifest: Manifest
    catalogue: Catalogue | None = None


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
            StudyError: if it was frozen before in another way; names the first difference. If there
                is no one to draw thinking times from.
            StoreError: if it cannot be recorded.
        """
        await check_thinking(self.play, read_manifest(frozen.manifest))
        recorder = await self.play.recorder()
        name = str(frozen.manifest["study"])
        try:
            return await recorder.do(
                Writer.freeze_study, name, frozen.manifest, frozen.instances, frozen.texts
            )
        except FrozenDifferently:
            _, (before, *_) = await self._recorded(name)
            changed = differences(before, frozen.manifest)
        if not changed:  # as it was amended
            return False
        raise StudyError(
            f"study {name!r} was frozen before in another way ({_named(changed)}): undo that, "
            "record it with --amend REASON, or give the study another name"
        )

    async def study(self, name: str) -> StudyInRecords:
        """Return a frozen study. Erasures that were asked for and interrupted are completed first.

        Raises:
            UsageError: if it was not frozen in this database.
            StudyError: if this version cannot read it.
            StoreError: if the database cannot be read, or an erasure fails.
        """
        frozen, bodies = await self._recorded(name)
        manifest = read_manifest(bodies[0], bodies[1:])
        found = StudyInRecords(frozen, manifest, self.play.catalogue)
        await self._complete_erasures(name)
        return found

    async def _recorded(self, name: str) -> tuple[FrozenStudy, list[Mapping[str, Any]]]:
        """Return a frozen study, and the manifests since it was frozen, the latest first."""

        def read(reader: Reader) -> tuple[FrozenStudy, list[Mapping[str, Any]]]:
            found = reader.study(name)
            amended = {
                each.amendment: each.manifest_hash
                for each in reader.deviations(name)
                if each.manifest_hash is not None
            }
            later = [reader.study_manifest(amended[at]) for at in sorted(amended, reverse=True)]
            return found, [*later, found.manifest]

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

    async def _complete_erasures(self, name: str) -> None:
        """Erase what participants wanted erased when they withdrew, if that was interrupted.

        Erasing removes the answer that asks for it, so one that is still there was not carried out.
        """

        def read(reader: Reader) -> list[ErasureTarget]:
            people = {each.id: each.person for each in reader.enrolments(name)}
            return [
                erasure_of(each.value, people[each.enrolment], each.session)
                for each in reader.answers(name)
                if is_withdrawn(each) and each.value in ERASED
            ]

        for target in await self.play.read(read):
            await (await self.play.recorder()).do(Writer.erase, target)

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
            raise StudyError(
                f"{folder.file}: differs from what was frozen ({_named(changed)}): undo that, or "
                f"record it with 'clemtui study freeze {study.frozen.id} --amend REASON'"
            )

    async def check_recording(self, study: StudyInRecords) -> None:
        """Check that what is recorded next will be in order with what was recorded before.

        Raises:
            StoreError: if something waits to be restored after it could not be recorded, or the
                clock was set back; the message says what to do.
        """
        recorder = await self.play.recorder()
        await recorder.do(Writer.check_study_restored, study.frozen.id)
        await recorder.do(Writer.check_study_clock, study.frozen.id)

    async def accept_clock(self, study: StudyInRecords, reason: str, author: str) -> bool:
        """Record as a deviation that the clock was wrong before, and is right now.

        Returns:
            False if it is not behind what was recorded.

        Raises:
            StoreError: if it cannot be recorded.
        """
        recorder = await self.play.recorder()
        return bool(await recorder.do(Writer.accept_clock, study.frozen.id, reason, author))

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
        """Record a changed protocol as deviations from the one that was frozen, all or none.

        If only some deviations of an amendment are recorded, the others are added to it.

        Returns:
            the entries that were changed.

        Raises:
            UsageError: if the study was not frozen here.
            StudyError: if there is no one to draw thinking times from.
            StoreError: if it cannot be recorded.
        """
        name, after = str(frozen.manifest["study"]), frozen.manifest
        if not reason.strip():
            raise UsageError("--amend: say why the protocol was changed")
        await check_thinking(self.play, read_manifest(after))
        _, bodies = await self._recorded(name)
        before = bodies[1] if bodies[0] == after and len(bodies) > 1 else bodies[0]
        found = [
            Difference(
                name, "protocol", place_name(place), value_at(before, place),
                value_at(after, place), reason, author,
            )
            for place in differences(before, after)
        ]  # fmt: skip
        recorder = await self.play.recorder()
        written: Sequence[Difference] = await recorder.do(
            Writer.amend_study, found, after, frozen.instances, frozen.texts
        )
        return tuple(each.subject for each in written)

    async def close(self, study: StudyInRecords) -> bool:
        """Admit no one any more. Returns False if the study was closed before.

        Raises:
            StoreError: if it cannot be recorded.
        """
        recorder = await self.play.recorder()
        return await recorder.do(Writer.close_study, study.frozen.id)

    async def note_rehearsal(self, study: StudyInRecords, title: str) -> None:
        """Record as a deviation that scripted people take part; ``title`` was that of the study.

        Raises:
            StoreError: if it cannot be recorded.
        """
        marked = study.manifest.protocol.title
        reason = "rehearsed: everyone who takes part is a scripted player"
        difference = Difference(
            study.frozen.id, "protocol", "protocol.title", title, marked, reason
        )
        await (await self.play.recorder()).do(Writer.deviation, difference)

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

    async def is_known(self, code: str) -> bool:
        """Whether a code is that of someone known here who can take part, in whatever case and form
        (see `code_meant`): not of someone who has played outside of studies.

        Raises:
            StoreError: if the database cannot be read.
        """
        meant = await self._meant(code)
        return bool(meant.people) and not meant.is_outside

    async def _meant(self, code: str) -> _Meant:
        people = await self.play.people()
        known = [each.pseudonym for each in people]
        code = code_meant(code, known)
        names = spellings(code, known)
        ids = tuple(each.id for each in people if each.pseudonym in names)
        return _Meant(
            code,
            ids,
            is_unclear=not names and any(is_alike(each, code) for each in known),
            is_outside=await self.play.read(lambda r: any(map(r.has_played_outside, ids))),
        )

    async def screen(self, study: StudyInRecords, outcome: ScreeningOutcome) -> None:
        """Count a person who does not take part, without any data on them.

        Raises:
            StoreError: if it cannot be recorded.
        """
        recorder = await self.play.recorder()
        await recorder.do(Writer.screening, study.frozen.id, outcome)

    async def check_place(self, study: StudyInRecords, collector: int) -> int:
        """Return the number that the next participant of a collector gets.

        Those who withdrew, or were erased, have left their place to someone else.

        Raises:
            UsageError: if the collector does not exist.
            NoPlace: if no place is left, or the study was closed.
            StoreError: if the database cannot be read.
        """
        name, people = study.frozen.id, study.manifest.protocol.participants
        if not 1 <= collector <= people.collectors:
            raise UsageError(
                f"study {name!r} has no collector {collector}: its protocol names "
                f"{people.collectors}"
            )

        def read(reader: Reader) -> tuple[FrozenStudy, Sequence[Enrolment], frozenset[str]]:
            return reader.study(name), reader.enrolments(name), reader.gone(name)

        frozen, enrolments, gone = await self.play.read(read)
        if frozen.closed_at is not None:
            raise NoPlace(
                f"study {name!r} was closed on {frozen.closed_at:%Y-%m-%d} and admits no one any "
                "more"
            )
        places = len(numbers_of(collector, people.collectors, people.number))
        taken = {each.number for each in enrolments}
        own = [
            each
            for each in enrolments
            if each.number % people.collectors == collector % people.collectors
        ]
        if sum(each.id not in gone for each in own) >= places:
            raise NoPlace(
                f"study {name!r}: all places of collector {collector} are taken ({places})"
            )
        return next(number for number in count(collector, people.collectors) if number not in taken)

    async def check_languages(
        self, study: StudyInRecords, languages: Collection[str], collector: int
    ) -> bool:
        """Whether someone new who speaks these prompt languages can be given anything to play.

        Raises:
            UsageError, StudyError: see `check_place`.
            StoreError: if the database cannot be read.
        """
        number = await self.check_place(study, collector)
        return _is_some(await self._plan(study, "", number, languages))

    async def admit(
        self, study: StudyInRecords, code: str, entry: Entry, collector: int = 1
    ) -> tuple[Person, Enrolment]:
        """Admit a person under a code of their own, or a new one, and assign what they will play.

        Nothing is recorded about someone who cannot be admitted.

        Raises:
            UsageError: if their code is no pseudonym, could not be typed in a command or stands for
                several people, if someone has played under it outside of studies, whose records
                they could erase; if they take part already, or if nothing can be assigned to them.
            StudyError: if there is no place.
            StoreError: if it cannot be recorded.
        """
        await self.check_place(study, collector)
        if code:
            meant = await self._meant(code)
            code = meant.code
            if meant.is_unclear or meant.is_outside or not is_typeable(code):
                raise UsageError("this code cannot be used: choose another")
        person = await self._person(study, code)
        return person, await self.enrol(study, person, entry, collector)

    async def enrol(
        self, study: StudyInRecords, person: Person, entry: Entry, collector: int = 1
    ) -> Enrolment:
        """Admit a person in the records; see `admit`.

        Raises:
            UsageError, StudyError, StoreError: see `admit`.
        """
        recorder = await self.play.recorder()
        while True:
            number = await self.check_place(study, collector)
            plan = await self._plan(study, person.id, number, entry.languages)
            if not _is_some(plan):
                raise UsageError(
                    f"study {study.frozen.id!r}: nothing can be assigned to this person, who "
                    "speaks none of its languages, or has met all of its tasks"
                )
            session = await self.play.start_sitting(person.pseudonym)
            try:
                found: Enrolment = await recorder.do(
                    Writer.enrol,
                    study.frozen.id,
                    person.id,
                    number,
                    [_assignment(study.manifest, each) for each in plan.episodes],
                    collector=collector,
                    seed=study.manifest.protocol.seed,
                    answers=[replace(each, session=session) for each in entry.answers],
                    consents=entry.consents,
                )
            except NumberTaken:
                continue  # another program has just given it away
            except AlreadyEnrolled as error:
                raise UsageError(str(error)) from None
            await self._note_short(study, number, plan)
            return found

    async def _plan(
        self, study: StudyInRecords, person: str, number: int, languages: Collection[str]
    ) -> Plan:
        """Return the plan of a person, by their id; empty for someone new."""
        name = study.frozen.id

        def read(reader: Reader) -> tuple[frozenset[str], Sequence[Assignment], frozenset[str]]:
            met = reader.exposed(person) if person else frozenset()
            return met, reader.assignments(name), reader.gone(name)

        met, assignments, gone = await self.play.read(read)
        others: dict[str, list[Planned]] = {}
        names = study.manifest.task_names()
        for each in assignments:
            if each.ref.enrolment not in gone:
                others.setdefault(each.ref.enrolment, []).append(_planned(each, names))
        return plan_for(study.manifest.design(), number, languages, met, list(others.values()))

    async def _note_short(self, study: StudyInRecords, number: int, plan: Plan) -> None:
        """Record that a participant has fewer episodes than planned."""
        recorder = await self.play.recorder()
        planned = Counter(each.game for each in plan.episodes if not each.practice)
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

    async def _person(self, study: StudyInRecords, code: str) -> Person:
        """Return the person with a code of their own, or add someone new under a new one.

        Raises:
            UsageError: if the code is no pseudonym, or that of a participant of this study.
            StoreError: if it cannot be recorded.
        """
        if not code:
            while True:
                try:
                    return await self.play.add_person(new_code())
                except UsageError:
                    continue  # taken: one in a million millions
        people = {each.pseudonym: each for each in await self.play.people()}
        try:
            name = known_name(code, people)
        except UsageError:  # it says the codes of others
            raise UsageError(Sentence(_TAKEN, code=code)) from None
        if name is None:
            return await self.play.add_person(code)
        person = people[name]
        known = await self.play.read(lambda reader: reader.enrolment_of(study.frozen.id, person.id))
        if known is not None:
            raise UsageError(Sentence(_TAKEN, code=person.pseudonym))
        return person


def _is_some(plan: Plan) -> bool:
    """Whether a plan has an episode that counts."""
    return any(not each.practice for each in plan.episodes)


def _named(changed: Sequence[Place]) -> str:
    """Return the first of the places that were changed, and how many more there are."""
    more = f" and {len(changed) - 1} more" if len(changed) > 1 else ""
    return f"{place_name(changed[0])}{more}"


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

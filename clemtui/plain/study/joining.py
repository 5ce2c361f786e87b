"""Joining a study: language, eligibility, consent, code; or going on with a code."""

from __future__ import annotations

from dataclasses import replace

from clemtui.episode.errors import UsageError
from clemtui.language import Interface, safe
from clemtui.language.interface import native_name
from clemtui.plain.inbox import Leave
from clemtui.plain.menus import index_of, numbered
from clemtui.plain.options import PlainOptions
from clemtui.plain.sitting import Sitting, sitting
from clemtui.plain.study.asking import WITHDRAW, ask, confirm, read
from clemtui.plain.study.walking import Walk
from clemtui.records.rows import NewConsent, Person
from clemtui.records.studies import AnswerPart, Enrolment, NewAnswer
from clemtui.study.path.participant import Participant
from clemtui.study.path.wording import consent_text, in_language, language_question, speaks
from clemtui.study.protocol.folder import StudyFolder
from clemtui.study.service import Entry, Studies, StudyInRecords


async def join_study(
    options: PlainOptions,
    name: str,
    folder: StudyFolder | None = None,
    code: str = "",
    collector: int = 1,
) -> int:
    """Take a participant through a study, from where they are; return the exit code.

    Args:
        name: of the frozen study.
        folder: the folder of the study, whose protocol must be the frozen one; None: there is none
            here.
        code: of a participant who goes on; empty for a new one.
        collector: in whose range a new participant gets a number.

    Raises:
        PlayError: if the study or the code is unknown, or there is no place.
        StoreError: if something cannot be recorded.
    """
    async with sitting(options) as at:
        studies = Studies(at.service)
        study = await studies.study(name)
        if folder is not None:
            studies.check_unchanged(study, folder)
        await studies.note_deviations(study)
        try:
            if code:
                await _use_language(at, study)
                participant = await _known(at, studies, study, code)
            else:
                await studies.check_place(study, collector)
                await _use_language(at, study)
                admitted = await _Admission(at, studies, study, collector).admit()
                if admitted is None:
                    return 0
                participant = admitted
            return await Walk(at, participant).walk()
        except Leave:
            at.say(at.ui.text("You have left. Nothing was recorded."))
            return 0


async def _use_language(at: Sitting, study: StudyInRecords) -> None:
    """Let the participant choose the language in which they read everything."""
    tags = study.manifest.protocol.interface_languages
    tag = tags[0]
    if len(tags) > 1:
        at.say(*numbered(at.ui, tuple(map(native_name, tags))))
        while True:
            chosen = index_of(await read(at, at.ui.text("Your language, as a number:")), len(tags))
            if chosen is not None:
                tag = tags[chosen]
                break
    at.ui = Interface(tag)
    at.options = replace(at.options, interface=at.ui)


async def _known(at: Sitting, studies: Studies, study: StudyInRecords, code: str) -> Participant:
    enrolment = await studies.enrolment(study, code)
    if enrolment is None:
        raise UsageError(
            f"unknown code {code!r} in study {study.frozen.id!r}; to take part as someone new, "
            "leave the code out"
        )
    people = {each.id: each for each in await at.service.people()}
    return Participant(at.service, study.manifest, people[enrolment.person], enrolment)


class _Admission:
    """What happens before a person is admitted; nothing of it is recorded unless they are."""

    def __init__(
        self, at: Sitting, studies: Studies, study: StudyInRecords, collector: int
    ) -> None:
        self._at = at
        self._ui = at.ui
        self._studies = studies
        self._study = study
        self._protocol = study.manifest.protocol
        self._collector = collector
        self._answers: list[NewAnswer] = []

    async def admit(self) -> Participant | None:
        """Return the participant; None if they do not take part.

        Raises:
            Leave: if the person leaves.
            StudyError: if there is no place any more.
            StoreError: if it cannot be recorded.
        """
        self._at.say(safe(self._protocol.title), "")
        self._at.say(self._ui.text("You can leave at any time with /leave."))
        languages = await self._languages() if await self._is_eligible() else ()
        if not await self._studies.check_languages(self._study, languages, self._collector):
            await self._turn_away()
            return None
        consents = await self._consents()
        if consents is None:
            await self._studies.screen(self._study, "declined")
            self._at.say(self._ui.text("You do not take part. Nothing about you was recorded."))
            return None
        person, enrolment = await self._enrolled(Entry(languages, self._answers, consents))
        return Participant(self._at.service, self._study.manifest, person, enrolment)

    async def _turn_away(self) -> None:
        await self._studies.screen(self._study, "not eligible")
        self._at.say(
            self._ui.text(
                "Unfortunately you cannot take part in this study. Nothing about you was recorded. "
                "Thank you for your interest!"
            )
        )

    async def _is_eligible(self) -> bool:
        for number, statement in enumerate(self._protocol.participants.eligibility, 1):
            self._at.say("", in_language(statement, self._ui))
            question = self._ui.text("Is this true of you? yes or no:")
            if not await confirm(self._at, self._ui, question):
                return False
            self._note("eligibility", f"statement.{number}", True)
        return True

    async def _languages(self) -> tuple[str, ...]:
        """Return the prompt languages that the person speaks well enough."""
        protocol = self._protocol
        if not protocol.questionnaire.languages:
            return protocol.languages
        found = []
        for language in protocol.languages:
            asked = language_question(language, self._ui)
            level = await ask(self._at, self._ui, asked)
            self._note("eligibility", asked.id, level)
            if speaks(level, protocol.participants.language_level):
                found.append(language)
        return tuple(found)

    async def _consents(self) -> list[NewConsent] | None:
        """Return the person's decisions; None if they do not agree to take part."""
        document = consent_text(self._study.manifest, self._ui)
        self._at.say("", document, "")
        question = self._ui.text(
            "Do you agree to take part, and that what you write is recorded? yes or no:"
        )
        if not await confirm(self._at, self._ui, question):
            return None
        question = self._ui.text(
            "May what you write in the games be published, without your code? You can take part "
            "either way. yes or no:"
        )
        publish = await confirm(self._at, self._ui, question)
        self._note("consent", "record", True)
        self._note("consent", "publish", publish)
        return [
            NewConsent("record", "given", document),
            NewConsent("publish", "given" if publish else "refused", document),
        ]

    async def _enrolled(self, entry: Entry) -> tuple[Person, Enrolment]:
        """Return the person under a code of their own or a new one, which is shown."""
        question = self._ui.text("Were you given a code? Type it, or press Enter to get a new one:")
        while True:
            code = await read(self._at, question)
            try:
                found = await self._studies.admit(self._study, code, entry, self._collector)
                break
            except UsageError as error:
                self._at.say(self._ui.show(error.args[0]))
        self._at.say(
            self._ui.text("Your code is {code}.", code=found[0].pseudonym),
            self._ui.text(
                "Write it down: it is shown only now and at the end. With it you can go on later, "
                "and ask to have your data erased."
            ),
            self._ui.text("To withdraw from the study at any time, type {command}.",
                          command=WITHDRAW),
        )  # fmt: skip
        return found

    def _note(self, part: AnswerPart, item: str, value: object) -> None:
        self._answers.append(NewAnswer("", part, item, value, ""))

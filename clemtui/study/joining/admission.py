"""Admitting a participant: eligibility, languages, consent, code."""

from __future__ import annotations

from clemtui.episode.errors import UsageError
from clemtui.language import Sentence
from clemtui.records.rows import NewConsent, Person
from clemtui.records.studies import AnswerPart, Enrolment, NewAnswer
from clemtui.study.joining.front import Front
from clemtui.study.path.participant import Participant
from clemtui.study.path.wording import (
    code_question,
    consent_text,
    in_language,
    language_question,
    speaks,
)
from clemtui.study.service import Entry, Studies, StudyInRecords


class Admission:
    """What happens before a person is admitted; nothing of it is recorded unless they are."""

    def __init__(
        self, front: Front, studies: Studies, study: StudyInRecords, collector: int
    ) -> None:
        self._front = front
        self._studies = studies
        self._study = study
        self._protocol = study.manifest.protocol
        self._collector = collector
        self._answers: list[NewAnswer] = []

    async def admit(self) -> Participant | None:
        """Return the participant; None if they do not take part.

        Raises:
            Leaves, Withdraws: see `Front`.
            StudyError: if there is no place any more.
            StoreError: if it cannot be recorded.
        """
        languages = await self._languages() if await self._is_eligible() else ()
        if not await self._studies.check_languages(self._study, languages, self._collector):
            await self._turn_away()
            return None
        consents = await self._consents()
        if consents is None:
            await self._studies.screen(self._study, "declined")
            self._front.say(
                self._front.ui.text("You do not take part. Nothing about you was recorded.")
            )
            return None
        person, enrolment = await self._enrolled(Entry(languages, self._answers, consents))
        return Participant(self._studies.play, self._study.manifest, person, enrolment)

    async def _turn_away(self) -> None:
        await self._studies.screen(self._study, "not eligible")
        self._front.say(
            self._front.ui.text(
                "Unfortunately you cannot take part in this study. Nothing about you was recorded. "
                "Thank you for your interest!"
            )
        )

    async def _is_eligible(self) -> bool:
        ui = self._front.ui
        for number, statement in enumerate(self._protocol.participants.eligibility, 1):
            question = ui.text("Is this true of you?")
            if not await self._front.confirm(question, in_language(statement, ui)):
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
            asked = language_question(language, self._front.ui)
            level = await self._front.ask(asked)
            self._note("eligibility", asked.id, level)
            if speaks(level, protocol.participants.language_level):
                found.append(language)
        return tuple(found)

    async def _consents(self) -> list[NewConsent] | None:
        """Return the person's decisions; None if they do not agree to take part."""
        ui = self._front.ui
        document = consent_text(self._study.manifest, ui)
        question = ui.text("Do you agree to take part, and that what you write is recorded?")
        if not await self._front.confirm(question, document):
            return None
        question = ui.text(
            "May what you write be published, without your code? You can take part either way."
        )
        publish = await self._front.confirm(question)
        self._note("consent", "record", True)
        self._note("consent", "publish", publish)
        return [
            NewConsent("record", "given", document),
            NewConsent("publish", "given" if publish else "refused", document),
        ]

    async def _enrolled(self, entry: Entry) -> tuple[Person, Enrolment]:
        """Return the person under a code of their own or a new one."""
        ui, asked = self._front.ui, code_question(self._front.ui)
        while True:
            code = str(await self._front.ask(asked) or "")
            if code and not await self._is_theirs(code):
                continue
            try:
                return await self._studies.admit(self._study, code, entry, self._collector)
            except UsageError as error:
                why = error.args[0]
                self._front.say(
                    ui.show(why)
                    if isinstance(why, Sentence)
                    else ui.text("This code cannot be used. Type another one, or leave it empty.")
                )

    async def _is_theirs(self, code: str) -> bool:
        """Ask whoever types a code under which someone has played whether that was them.

        What they erase later would otherwise be someone else's.
        """
        if not await self._studies.is_known(code):
            return True
        ui = self._front.ui
        question = ui.text("Someone has already played here as {code}. Was that you?", code=code)
        return await self._front.confirm(question)

    def _note(self, part: AnswerPart, item: str, value: object) -> None:
        self._answers.append(NewAnswer("", part, item, value, ""))

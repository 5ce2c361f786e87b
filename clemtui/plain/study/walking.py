"""A participant's way through a study, step by step."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime

from clemtui.episode.planning.repeating import seat_names
from clemtui.language.display import safe
from clemtui.plain.episode import PlainEpisode
from clemtui.plain.inbox import Leave
from clemtui.plain.menus import index_of, numbered
from clemtui.plain.sitting import Sitting
from clemtui.plain.study.asking import (
    Withdraw,
    ask,
    ask_number,
    confirm,
    go_on,
    read,
)
from clemtui.records.studies import AnswerPart, Assignment
from clemtui.study.path.participant import Keep, Participant
from clemtui.study.path.steps import (
    ATTEMPTS,
    PARTNER,
    READ,
    Attention,
    Break,
    Comprehension,
    Debrief,
    Finished,
    Instructions,
    PartnerQuestion,
    Play,
    Questionnaire,
    Step,
)
from clemtui.study.path.wording import (
    Asked,
    attention_question,
    comprehension_question,
    debriefing,
    final_question,
    partner_question,
)

_KEEPS: tuple[Keep, ...] = ("everything", "other sessions", "nothing")


class Walk:
    """Takes a participant from step to step until they leave or have finished."""

    def __init__(self, at: Sitting, participant: Participant) -> None:
        self._at = at
        self._ui = at.ui
        self._participant = participant
        self._manifest = participant.manifest
        at.person = participant.person.pseudonym
        at.reader = at.person

    async def walk(self) -> int:
        """Go on until the participant leaves or has finished; return the exit code.

        Raises:
            PlayError: if an episode cannot be played.
            StoreError: if something cannot be recorded.
        """
        while True:
            try:
                while not isinstance(step := await self._participant.step(), Finished):
                    if not await self._take(step):
                        return 1
                break
            except Withdraw:
                if await self._withdraw():
                    return 0
            except Leave:
                self._at.say("", self._ui.text("You have left. Everything so far is recorded."))
                self._say_code()
                return 0
        if step.withdrawn:
            self._at.say(self._ui.text("You have withdrawn from this study."))
        else:
            self._at.say(self._ui.text("You have finished this study. Thank you!"))
        return 0

    def _say_code(self) -> None:
        self._at.say(
            self._ui.text("To go on later, use your code: {code}.",
                          code=self._participant.person.pseudonym)
        )  # fmt: skip

    async def _take(self, step: Step) -> bool:
        """Take a step; return False if play could not be recorded."""
        match step:
            case Instructions(game):
                await self._instructions(game)
            case Comprehension():
                await self._comprehension(step)
            case Play(assignment):
                return await self._play(assignment)
            case PartnerQuestion(assignment):
                await self._partner(assignment)
            case Attention(question):
                await self._ask("attention", attention_question(self._manifest, question, self._ui))
            case Break(position):
                await self._break(position)
            case Questionnaire(questions):
                titles = self._titles()
                for question in questions:
                    asked = final_question(self._manifest, question, self._ui, titles)
                    await self._ask("questionnaire", asked)
            case Debrief():
                await self._debrief()
            case Finished():
                pass
        return True

    async def _ask(
        self, part: AnswerPart, asked: Asked, item: str = "", attempt: int = 1
    ) -> object:
        """Ask a question and record the answer, by default as an answer to its id; return it."""
        shown = datetime.now(UTC)
        value = await ask(self._at, self._ui, asked)
        await self._participant.answer(
            part, item or asked.id, value, attempt=attempt, shown_at=shown
        )
        return value

    async def _instructions(self, game: str) -> None:
        shown = datetime.now(UTC)
        voice = self._at.voice(game, {})
        self._at.say(
            "",
            self._ui.text("The next game: {game}", game=voice.say(voice.listing.title)),
            voice.say(voice.listing.rules),
            "",
        )
        await go_on(self._at, self._ui)
        await self._participant.answer("instructions", game, True, shown_at=shown)

    async def _comprehension(self, step: Comprehension) -> None:
        voice = self._at.voice(step.game, {})
        if step.attempt == 1:
            self._at.say("", self._ui.text("Some questions about the rules:"))
        for id in step.questions:
            asked = comprehension_question(self._manifest, step.game, id, self._ui, voice.labels)
            chosen = await self._ask("comprehension", asked, f"{step.game}.{id}", step.attempt)
            if chosen == asked.right:
                self._at.say(self._ui.text("That is right."))
            elif step.attempt < ATTEMPTS:
                self._at.say(
                    self._ui.text("That is not right. The rules once more:"),
                    voice.say(voice.listing.rules),
                )
            else:
                self._at.say(
                    self._ui.text(
                        "That is not right. The right answer: {answer}",
                        answer=asked.options[(asked.right or 1) - 1],
                    )
                )

    async def _play(self, assignment: Assignment) -> bool:
        live = await self._participant.play(assignment, self._ui.language)
        stored = await self._at.service.read(lambda reader: reader.load(live.id))
        voice = self._at.voice(assignment.game, seat_names(stored.summary))
        done, planned = await self._participant.progress()
        self._at.say(
            "",
            self._ui.text("Episode {number} of {planned}: {game}", number=done + 1,
                          planned=planned, game=voice.say(voice.listing.title)),
            self._ui.text("You are {role}.", role=voice.seat(assignment.seat)),
            *([self._ui.text("This one is for practice.")] if assignment.practice else []),
            "",
        )  # fmt: skip
        episode = PlainEpisode(live, voice, self._at, in_study=True)
        end = await episode.play()
        if episode.withdraws:
            raise Withdraw
        if end == "left":
            raise Leave
        return end == "finished"

    async def _partner(self, assignment: Assignment) -> None:
        shown = datetime.now(UTC)
        who, sure = partner_question(self._ui)
        guessed = await ask(self._at, self._ui, who)
        certain = await ask_number(self._at, self._ui, sure, 100)
        value = {"guess": guessed, "confidence": certain}
        position = assignment.ref.position
        await self._participant.answer("episode", PARTNER, value, position=position, shown_at=shown)

    async def _break(self, position: int) -> None:
        shown = datetime.now(UTC)
        self._at.say("", self._ui.text("Time for a break, if you like."))
        await go_on(self._at, self._ui)
        await self._participant.answer("break", READ, True, position=position, shown_at=shown)

    async def _debrief(self) -> None:
        shown, code = datetime.now(UTC), self._participant.person.pseudonym
        said = debriefing(self._manifest, code, self._ui, self._titles())
        self._at.say("", *map(safe, said), "")
        await go_on(self._at, self._ui)
        await self._participant.answer("debrief", READ, True, shown_at=shown)

    async def _withdraw(self) -> bool:
        """Ask what is to be kept, then withdraw; return False to go on with the study."""
        options = (
            self._ui.text("Keep what I have done so far: it may be used."),
            self._ui.text("Erase this session."),
            self._ui.text("Erase everything that is recorded about me here."),
        )
        try:
            self._at.say("", self._ui.text("You want to withdraw from the study."))
            self._at.say(*numbered(self._ui, options))
            prompt = self._ui.text("Your choice, as a number, or Enter to go on with the study:")
            chosen = None
            while chosen is None:
                reply = await read(self._at, prompt)
                if not reply:
                    return False
                chosen = index_of(reply, len(options))
            sure = self._ui.text("This cannot be undone. Withdraw? yes or no:")
            if not await confirm(self._at, self._ui, sure):
                return False
        except Leave:
            self._say_code()
            return True
        await self._participant.withdraw(_KEEPS[chosen])
        self._at.say(self._ui.text("You have withdrawn from this study."))
        return True

    # Words

    def _titles(self) -> Mapping[str, str]:
        voices = {each.game: self._at.voice(each.game, {}) for each in self._manifest.games}
        return {game: voice.say(voice.listing.title) for game, voice in voices.items()}

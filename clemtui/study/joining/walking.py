"""A participant's way through a study, step by step."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from typing import Literal, cast

from clemtui.language import Interface, safe
from clemtui.records.studies import AnswerPart, Assignment
from clemtui.study.joining.asking import Series
from clemtui.study.joining.front import Front, Leaves, Withdraws
from clemtui.study.manifest import Manifest
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
    partner_lines,
    partner_question,
    withdrawal_question,
)
from clemtui.wording.phrases import Voice
from clemtui.wording.rules import language_of_questions, rules_to_play

WalkEnd = Literal["finished", "withdrawn", "left", "not recorded"]
"""How a sitting of a participant ended."""


class _NotRecorded(Exception):
    """An episode could not be recorded any more."""


def left_lines(ui: Interface, code: str) -> tuple[str, ...]:
    """Return what is said to a participant who has left, see `how_to_go_on`."""
    return ui.text("You have left. Everything so far is recorded."), how_to_go_on(ui, code)


def code_to_say(manifest: Manifest, code: str) -> str:
    """Return a participant's code; empty if a second person may be at the keyboard."""
    together = any(each.partner == "person" for each in manifest.protocol.games)
    return "" if together else code


def how_to_go_on(ui: Interface, code: str) -> str:
    """Return how a participant goes on; for the ``code`` see `code_to_say`."""
    if not code:
        return ui.text("To go on later, use your code.")
    return ui.text("To go on later, use your code: {code}.", code=code)


def _remarks(asked: Asked, answer: object, ui: Interface, *, again: bool) -> Iterator[str]:
    """Yield a question, and what is said of a wrong answer: that it is, or which one is right.

    In paragraphs of their own, since the question may be in a language of the other direction.
    """
    option = asked.options[asked.values.index(answer)]
    yield asked.text
    if again:
        yield ui.text("Your answer, “{answer}”, is not right.", answer=option)
    else:
        yield ui.text("The right answer: {answer}", answer=option)


class Walk:
    """Takes a participant from step to step until they leave or have finished."""

    def __init__(self, front: Front, participant: Participant) -> None:
        self._front = front
        self._participant = participant
        self._manifest = participant.manifest
        self._remarked: set[tuple[str, int]] = set()
        self._finished = False
        """Whether they have been shown the debriefing, in this sitting."""
        self._debriefed = False
        """Whether they have gone on from there."""

    async def walk(self, *, is_new: bool = False, withdraws: bool = False) -> WalkEnd:
        """Go on until the participant leaves or has finished. The end is said.

        Args:
            is_new: they have just been admitted, and do not know their code.
            withdraws: they have just said that they want to withdraw.

        Raises:
            PlayError: if an episode cannot be played.
            StoreError: if something cannot be recorded.
        """
        ui = self._front.ui
        while True:
            try:
                if withdraws:
                    withdraws = False
                    raise Withdraws
                if is_new:
                    await self._show_code()
                    is_new = False
                while not isinstance(step := await self._participant.step(), Finished):
                    await self._take(step)
                if not step.withdrawn and not self._debriefed:  # who comes back needs their code
                    await self._read_debriefing()
                break
            except Withdraws:
                if await self._withdraw():
                    return "withdrawn"
            except Leaves:
                return self._leave()
            except _NotRecorded:
                self._front.say(how_to_go_on(ui, self._code_to_say()))
                return "not recorded"
        if step.withdrawn:
            self._front.say(ui.text("You have withdrawn from this study."))
            return "withdrawn"
        return self._leave()

    async def _show_code(self) -> None:
        ui = self._front.ui
        await self._front.read(
            ui.text("Your code is {code}.", code=self._participant.person.pseudonym),
            ui.text(
                "Write it down: it is shown only now and at the end. With it you can go on later, "
                "and ask to have your data erased."
            ),
            self._front.how_to_withdraw,
        )

    def _leave(self) -> WalkEnd:
        """Say that the participant has finished, or see `left`."""
        if not self._finished:
            return self.left()
        self._front.say(self._front.ui.text("You have finished this study. Thank you!"))
        return "finished"

    def left(self) -> WalkEnd:
        """Say that the participant has left, and how to go on."""
        self._front.say(*left_lines(self._front.ui, self._code_to_say()))
        return "left"

    def _code_to_say(self) -> str:
        return code_to_say(self._manifest, self._participant.person.pseudonym)

    async def _take(self, step: Step) -> None:
        match step:
            case Instructions(game):
                await self._instructions(game)
            case Comprehension():
                await self._comprehension(step)
            case Play(assignment):
                await self._play(assignment)
            case PartnerQuestion(assignment):
                await self._partner(assignment)
            case Attention(question):
                ui = self._front.ui
                await self._ask("attention", attention_question(self._manifest, question, ui))
            case Break(position):
                await self._break(position)
            case Questionnaire(questions):
                titles, ui = self._titles(), self._front.ui
                asked = [final_question(self._manifest, id, ui, titles) for id in questions]
                await self._ask("questionnaire", *asked)
            case Debrief():
                await self._debrief()
            case Finished():
                pass

    async def _ask(
        self, part: AnswerPart, *asked: Asked, item: str = "{}", attempt: int = 1
    ) -> dict[str, object]:
        """Ask questions and record the answers; return them by the ids of the questions.

        Args:
            item: the ids under which answers are recorded, with ``{}`` for that of the question.
        """
        series = Series(self._front, self._participant, part, attempt)
        said = await series.ask([(item.format(each.id), each) for each in asked])
        return {each.id: said[item.format(each.id)] for each in asked}

    async def _instructions(self, game: str) -> None:
        shown = datetime.now(UTC)
        voice = self._front.voice(game, {})
        await self._front.read(
            self._front.ui.text("The next game: {game}", game=voice.say(voice.listing.title)),
            *rules_to_play(voice, await self._participant.languages(game)),
        )
        await self._participant.answer("instructions", game, True, shown_at=shown)

    async def _comprehension(self, step: Comprehension) -> None:
        if step.attempt > 1:  # they may have left before they read these
            await self._remark(step.game, step.attempt - 1)
        else:
            self._front.say(self._front.ui.text("Some questions about the rules:"))
        asked = await self._questions(step.game, step.questions)
        await self._ask("comprehension", *asked, item=f"{step.game}.{{}}", attempt=step.attempt)
        await self._remark(step.game, step.attempt)

    async def _questions(self, game: str, ids: Iterable[str]) -> list[Asked]:
        ui, labels = self._front.ui, self._front.voice(game, {}).labels
        language = language_of_questions(ui, await self._participant.languages(game))
        return [
            comprehension_question(self._manifest, game, id, ui, labels, language) for id in ids
        ]

    async def _remark(self, game: str, attempt: int) -> None:
        """Say which answers of an attempt were right, also those of earlier sittings; once."""
        if (game, attempt) in self._remarked:
            return
        self._remarked.add((game, attempt))
        ui, voice = self._front.ui, self._front.voice(game, {})
        chosen = await self._participant.comprehension(game, attempt)
        asked = await self._questions(game, chosen)
        wrong = [each for each in asked if chosen[each.id] != each.right]
        if not wrong:
            self._front.say(ui.text("All your answers about the rules are right."))
            return
        again = attempt < ATTEMPTS
        answers = {each.id: chosen[each.id] if again else each.right for each in wrong}
        rules = rules_to_play(voice, await self._participant.languages(game)) if again else ()
        await self._front.read(
            ui.text("Not every answer about the rules is right."),
            *(line for each in wrong for line in _remarks(each, answers[each.id], ui, again=again)),
            *([ui.text("Read the rules once more; then you are asked again.")] if again else []),
            *rules,
        )

    async def _play(self, assignment: Assignment) -> None:
        ui, voice = self._front.ui, self._front.voice(assignment.game, {})
        done, planned = await self._participant.progress()
        await self._front.announce(
            ui.text("Episode {number} of {planned}: {game}", number=done + 1, planned=planned,
                    game=voice.say(voice.listing.title)),
            ui.text("You are {role}.", role=voice.seat(assignment.seat)),
            *self._terms(assignment),
            *([ui.text("This one is for practice.")] if assignment.practice else []),
        )  # fmt: skip
        live = await self._participant.play(assignment, ui.language)
        names = await self._participant.names_in(live)
        for seat in live.human_seats:  # a code is for its participant alone
            own = seat == assignment.seat
            names[seat] = ui.text("the participant") if own else ui.text("a second person")
        end = await self._front.play(live, self._front.voice(assignment.game, names))
        match end:
            case "withdraws":
                raise Withdraws
            case "left":
                raise Leaves
            case "not recorded":
                raise _NotRecorded
            case "finished":
                pass

    def _terms(self, assignment: Assignment) -> Iterator[str]:
        """Yield in which language an episode is, if the study has several, and its time limit."""
        ui, protocol = self._front.ui, self._manifest.protocol
        if len(protocol.languages) > 1:
            language = ui.language_name(assignment.language)
            yield ui.text("You play in this language: {language}.", language=language)
        minutes = self._manifest.wanted(assignment.game).minutes
        if minutes is not None:
            time = ui.duration(round(60 * minutes))
            yield ui.text("Time to think and write: {time}.", time=time)

    async def _partner(self, assignment: Assignment) -> None:
        shown = datetime.now(UTC)
        who, sure = partner_question(self._front.ui)
        guessed = await self._front.ask(who)
        certain = await self._front.ask_number(sure, 100)
        value = {"guess": guessed, "confidence": certain}
        position = assignment.ref.position
        await self._participant.answer("episode", PARTNER, value, position=position, shown_at=shown)

    async def _break(self, position: int) -> None:
        shown = datetime.now(UTC)
        await self._front.read(self._front.ui.text("Time for a break, if you like."))
        await self._participant.answer("break", READ, True, position=position, shown_at=shown)

    async def _debrief(self) -> None:
        """Show the debriefing. They have finished from then on, even if they leave there."""
        await self._participant.answer("debrief", READ, True, shown_at=datetime.now(UTC))
        await self._read_debriefing()

    async def _read_debriefing(self) -> None:
        self._finished = True
        code = self._participant.person.pseudonym
        said = debriefing(self._manifest, code, self._front.ui, self._with_partner())
        await self._front.read(*map(safe, said), last=True)
        self._debriefed = True

    async def _withdraw(self) -> bool:
        """Ask what is to be kept, then withdraw; return False to go on with the study."""
        ui = self._front.ui
        try:
            asked = withdrawal_question(ui)
            keep = await self._front.ask(asked)
            if keep is None:
                return False
            chosen = asked.options[asked.values.index(keep)]
            sure = ui.text("This cannot be undone. Withdraw?")
            if not await self._front.confirm(sure, chosen, withdrawing=True):
                return False
        except Withdraws:  # pressed again: it is asked already
            return await self._withdraw()
        except Leaves:
            self._leave()
            return True
        await self._participant.withdraw(cast("Keep", keep))
        if self._manifest.protocol.blinding.partner:  # who withdraws is not debriefed otherwise
            self._front.say(*map(safe, partner_lines(self._manifest, ui, self._with_partner())))
        self._front.say(ui.text("You have withdrawn from this study."))
        return True

    def _titles(self) -> Mapping[str, str]:
        return {game: voice.say(voice.listing.title) for game, voice in self._voices().items()}

    def _with_partner(self) -> Mapping[str, str]:
        """Return the titles of the games that are not played alone."""
        return {
            game: voice.say(voice.listing.title)
            for game, voice in self._voices().items()
            if sum(not seat.service for seat in voice.listing.card.seats) > 1
        }

    def _voices(self) -> Mapping[str, Voice]:
        return {each.game: self._front.voice(each.game, {}) for each in self._manifest.games}

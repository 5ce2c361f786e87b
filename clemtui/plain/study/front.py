"""The path of a participant as lines of text."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from clemtui.episode.errors import PlayError, message_of
from clemtui.episode.seat_port import SeatPort
from clemtui.language import Interface, safe
from clemtui.language.catalogues import SOURCE_LANGUAGE
from clemtui.plain.answering import yes_or_no
from clemtui.plain.commands import WITHDRAW
from clemtui.plain.episode import PlainEpisode
from clemtui.plain.inbox import Leave
from clemtui.plain.menus import index_of, numbered
from clemtui.plain.options import PlainOptions
from clemtui.plain.sitting import Sitting, sitting
from clemtui.records.errors import StoreError
from clemtui.study.joining.front import GoesBack, Leaves, PlayedUntil, Withdraws
from clemtui.study.joining.session import is_erased, opened_study, take_part
from clemtui.study.joining.trouble import (
    cannot_take_part,
    did_not_work,
    erased,
    in_trouble,
    not_recorded,
    note_reason,
)
from clemtui.study.joining.walking import code_to_say, how_to_go_on
from clemtui.study.path.wording import Asked, number_in
from clemtui.study.protocol.folder import StudyFolder
from clemtui.study.service import Studies, StudyInRecords
from clemtui.wording.phrases import Voice

BACK = "/back"
"""Goes back to the question before."""


async def join_study(
    options: PlainOptions,
    name: str,
    folder: StudyFolder | None = None,
    code: str = "",
    collector: int = 1,
) -> int:
    """Take a participant through a study; return the exit code.

    For the arguments see `clemtui.study.joining.session`.

    Raises:
        PlayError, StoreError: see `opened_study` and `take_part`; not once someone has answered
            anything, who is told what is true for them, while the reason is noted (see
            `clemtui.study.joining.trouble`).
    """
    front, done = None, 0
    try:
        async with sitting(options, may_edit=False) as at:
            studies = Studies(at.service)
            study = await opened_study(studies, name, folder)
            if not code:
                at.say(safe(study.manifest.protocol.title), "")
            front = PlainFront(at)
            done = await _take_part(front, studies, study, code, collector)
    except (PlayError, StoreError) as error:
        if front is None or not front.has_answered:
            raise
        if not done:  # else they were told already
            ui = front.ui
            if front.person:
                front.say(did_not_work(ui, error), in_trouble(ui))
            else:
                front.say(cannot_take_part(ui, error))
        done = _noted(options.database, name, message_of(error), front.person)
    return done


async def _take_part(
    front: PlainFront, studies: Studies, study: StudyInRecords, code: str, collector: int
) -> int:
    """Take a participant through an open study; return the exit code.

    Raises:
        PlayError, StoreError: see `take_part`; not once the participant is admitted.
    """
    database, name = studies.play.database, study.frozen.id
    try:
        end = await take_part(front, studies, study, code, collector)
    except (PlayError, StoreError) as error:
        if not front.person:
            raise
        ui = front.ui
        if await is_erased(studies, study, front.person):
            front.say(erased(ui))
        else:
            how = how_to_go_on(ui, code_to_say(study.manifest, front.person))
            front.say(did_not_work(ui, error), in_trouble(ui), how)
        return _noted(database, name, message_of(error), front.person)
    if end == "not recorded":
        return _noted(database, name, not_recorded(database), front.person)
    return 0


def _noted(database: Path, study: str, reason: str, code: str) -> int:
    """Note a reason for those who run the study; return the exit code."""
    with suppress(OSError):  # nothing can be written anywhere: they learn it from the participant
        note_reason(database, study, Interface(SOURCE_LANGUAGE).show(reason), code)
    return 1


class PlainFront:
    """Asks and plays in a sitting; see `clemtui.study.joining.front.Front`.

    Attributes:
        has_answered: whether a question was answered, so that a participant is here.
    """

    def __init__(self, at: Sitting) -> None:
        self.has_answered = False
        self._at = at

    @property
    def person(self) -> str:
        """The code of the participant; empty before they are admitted."""
        return self._at.person

    @property
    def ui(self) -> Interface:
        """The texts of the participant's language."""
        return self._at.ui

    @property
    def how_to_leave(self) -> str:
        """A sentence."""
        return self.ui.text("You can leave at any time with /leave.")

    @property
    def how_to_withdraw(self) -> str:
        """A sentence."""
        return self.ui.text(
            "To withdraw from the study at any time, type {command}.", command=WITHDRAW
        )

    async def use_language(self, tag: str) -> None:
        """Speak another language."""
        self._at.ui = Interface(tag)
        self._at.options = replace(self._at.options, interface=self._at.ui)

    def known_as(self, pseudonym: str) -> None:
        """Note who takes part."""
        self._at.person = self._at.reader = pseudonym

    def voice(self, game: str, names: Mapping[str, str]) -> Voice:
        """Return the voice for a game and its players."""
        return self._at.voice(game, names)

    def say(self, *lines: str) -> None:
        """Say something at once."""
        self._at.say(*lines)

    async def read(self, *paragraphs: str, last: bool = False) -> None:
        """Say a text and wait for Enter."""
        self._at.say("", *paragraphs, "")
        await self._line(self.ui.text("Press Enter to go on:"))

    async def ask(self, asked: Asked, *before: str) -> object:
        """Ask a question: for the number of an option, or a line of text."""
        self._at.say(*(line for each in before for line in ("", each)), "", asked.text)
        if asked.back:
            said = self.ui.text("{command} goes back to the question before.", command=BACK)
            self._at.say(said)
        if not asked.options:
            return await self._text(asked)
        self._at.say(*numbered(self.ui, asked.options))
        has_answer = asked.given is not None and asked.given in asked.values
        if has_answer:
            self._say_answer(asked.options[asked.values.index(asked.given)])
        prompt = self.ui.text("Your choice, as a number:")
        while True:
            reply = await self._line(prompt, back=asked.back)
            if not reply and has_answer:
                return asked.given
            if not reply and asked.optional:
                return None
            at = index_of(reply, len(asked.options))
            if at is not None:
                return asked.values[at]
            self._at.say(self.ui.text("Type a number from 1 to {last}.", last=len(asked.options)))

    def _say_answer(self, answer: str) -> None:
        """Say what was answered before. The sentence has a full stop of its own."""
        answer = answer.rstrip(".。")
        self._at.say(self.ui.text("Your answer so far: {answer}. Enter keeps it.", answer=answer))

    async def _text(self, asked: Asked) -> str | None:
        prompt = self.ui.text("Your answer:")
        if asked.optional and not asked.says_so:
            prompt = self.ui.text("Your answer (Enter to skip):")
        before = asked.given if isinstance(asked.given, str) else None
        if before:
            self._say_answer(before)
        while True:
            reply = await self._line(prompt, back=asked.back)
            if reply or before or asked.optional:
                return reply or before

    async def ask_number(self, asked: Asked, last: int) -> int:
        """Ask for a whole number from 0 to ``last``."""
        while True:
            number = number_in(await self._line(asked.text), last)
            if number is not None:
                return number
            self._at.say(self.ui.text("Type a number from 0 to {last}.", last=last))

    async def confirm(self, question: str, *before: str, withdrawing: bool = False) -> bool:
        """Ask for yes or no, in the interface language or English."""
        self._at.say(*(line for each in before for line in ("", each)), "")
        prompt = self.ui.text("{question} yes or no:", question=question)
        while True:
            meant = yes_or_no(self.ui, await self._line(prompt))
            if meant is not None:
                return meant
            self._at.say(self.ui.text("Please type yes or no."))

    async def announce(self, *lines: str) -> None:
        """Say which episode comes next."""
        self._at.say("", *lines, "")

    async def play(self, live: SeatPort, voice: Voice) -> PlayedUntil:
        """Let the participant play an episode."""
        episode = PlainEpisode(live, voice, self._at, in_study=True)
        end = await episode.play()
        if episode.withdraws:
            return "withdraws"
        return "left" if end == "went on" else end

    async def _line(self, prompt: str, *, back: bool = False) -> str:
        """Ask for a line.

        Args:
            back: whether the participant can go back to the question before.

        Raises:
            Withdraws, Leaves, GoesBack: if that is what the participant wants instead.
        """
        while True:
            try:
                line = str(await self._at.read(prompt)).strip()
                self.has_answered = True
            except Leave:
                raise Leaves from None
            match line.casefold():
                case "/withdraw":
                    raise Withdraws
                case "/back" if back:
                    raise GoesBack
                case "/help":
                    self._at.say(self.how_to_leave, self.how_to_withdraw)
                case _:
                    return line

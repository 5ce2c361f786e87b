"""The path of a participant in the app."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Protocol

from clemtui.episode.seat_port import SeatPort
from clemtui.language import Interface
from clemtui.study.joining.front import PlayedUntil
from clemtui.study.path.wording import Asked, number_in
from clemtui.ui.shell.context import Context
from clemtui.ui.study.page import Answered, Page
from clemtui.wording.phrases import Voice


class Pages(Protocol):
    """The screen that shows pages and lets people play."""

    context: Context

    async def turn_to(self, page: Page) -> Answered:
        """Show a page and return the answer; raises `Leaves`, `Withdraws` and `GoesBack`."""
        ...

    def key_of(self, id: str) -> str:
        """Return the key of a binding, by its id."""
        ...

    async def speak(self, tag: str) -> None:
        """Switch to another interface language."""
        ...

    async def play(self, live: SeatPort, voice: Voice) -> PlayedUntil:
        """Show an episode until it ends or is left."""
        ...


def _given(asked: Asked) -> int | str | None:
    """Return what was answered before, as a page shows it."""
    if asked.given is None:
        return None
    return asked.values.index(asked.given) if asked.options else str(asked.given)


class AppFront:
    """Asks and plays on a screen; see `clemtui.study.joining.front.Front`."""

    def __init__(self, pages: Pages) -> None:
        self._pages = pages
        self._said: list[str] = []

    @property
    def ui(self) -> Interface:
        """The texts of the participant's language."""
        return self._pages.context.interface

    @property
    def how_to_leave(self) -> str:
        """A sentence."""
        key = self._pages.key_of("study.leave")
        return self.ui.text("You can leave at any time with {key}.", key=key)

    @property
    def how_to_withdraw(self) -> str:
        """A sentence."""
        key = self._pages.key_of("study.withdraw")
        return self.ui.text("To withdraw from the study at any time, press {key}.", key=key)

    async def use_language(self, tag: str) -> None:
        """Speak another language."""
        await self._pages.speak(tag)

    def known_as(self, pseudonym: str) -> None:
        """Note who takes part."""
        self._pages.context.choose_person(pseudonym)

    def voice(self, game: str, names: Mapping[str, str]) -> Voice:
        """Return the voice for a game and its players."""
        context = self._pages.context
        return Voice(context.interface, context.labels(game), context.listing(game), names)

    def say(self, *lines: str) -> None:
        """Keep what is said for the next page."""
        self._said += lines

    def take_said(self) -> tuple[str, ...]:
        """Return what was said and is not shown yet, once."""
        said, self._said = tuple(self._said), []
        return said

    async def read(self, *paragraphs: str, last: bool = False) -> None:
        """Show a text until Enter is pressed."""
        await self._pages.turn_to(Page(self.take_said(), paragraphs, last=last))

    async def ask(self, asked: Asked, *before: str) -> object:
        """Ask a question: one of its options, or words."""
        page = Page(
            self.take_said(), before, asked.text, asked.options,
            optional=asked.optional and not asked.says_so,
            in_lines=asked.in_lines, back=asked.back, given=_given(asked),
            withdrawing=asked.withdrawing,
        )  # fmt: skip
        while True:
            answered = await self._pages.turn_to(page)
            if answered.option is not None:
                return asked.values[answered.option]
            if answered.text or asked.optional:
                return answered.text or None
            page = self._again(page, self.ui.text("Please type an answer."))

    async def ask_number(self, asked: Asked, last: int) -> int:
        """Ask for a whole number from 0 to ``last``."""
        page = Page(self.take_said(), (), asked.text)
        while True:
            number = number_in((await self._pages.turn_to(page)).text, last)
            if number is not None:
                return number
            page = self._again(page, self.ui.text("Type a number from 0 to {last}.", last=last))

    @staticmethod
    def _again(page: Page, problem: str) -> Page:
        """Return a page once more, with what was wrong."""
        return replace(page, said=(problem,))

    async def confirm(self, question: str, *before: str, withdrawing: bool = False) -> bool:
        """Ask for yes or no."""
        options = (self.ui.text("Yes"), self.ui.text("No"))
        page = Page(self.take_said(), before, question, options, withdrawing=withdrawing)
        return (await self._pages.turn_to(page)).option == 0

    async def announce(self, *lines: str) -> None:
        """Show what comes next until the participant is ready."""
        await self.read(*lines)

    async def play(self, live: SeatPort, voice: Voice) -> PlayedUntil:
        """Let the participant play an episode."""
        return await self._pages.play(live, voice)

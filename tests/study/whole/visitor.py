"""A simulated participant at the keyboard of the app."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from textual.pilot import Pilot
from textual.screen import Screen

from clemtui.config import Settings
from clemtui.study.path.wording import Asked
from clemtui.ui.app import ClemtuiApp
from clemtui.ui.play.screen import PlayScreen
from clemtui.ui.shell.options import AppOptions, StudyStart
from clemtui.ui.study.episode_end import EpisodeEndScreen
from clemtui.ui.study.front import AppFront
from clemtui.ui.study.page import PageView
from clemtui.ui.study.screen import StudyScreen
from clemtui.ui.widgets.answer.composer import Composer
from tests.study.whole.participant import Character
from tests.study.whole.world import World
from tests.ui.support.app import until


async def visit(database: Path, start: StudyStart, world: World, character: Character) -> str:
    """Take part in the app, and return the code; empty: not admitted."""
    settings = Settings(motion="reduced")
    app = ClemtuiApp(AppOptions(database=database, settings=settings, study=start))
    async with app.run_test(size=(80, 24)) as pilot:
        visitor = _Visitor(app, pilot, world, character)
        await visitor.go()
        code = app.context.person
        await app.shut_down(0)
    return code


class _Visitor:
    def __init__(
        self, app: ClemtuiApp, pilot: Pilot[Any], world: World, character: Character
    ) -> None:
        self._app = app
        self._pilot = pilot
        self._world = world
        self._character = character
        self._page = 0
        self._asked: Asked | None = None

    def _listen(self, front: AppFront) -> None:
        """Note which question is on the page; None: one that is answered with yes or no."""
        ask, confirm = front.ask, front.confirm

        async def asking(asked: Asked, *before: str) -> object:
            self._asked = asked
            return await ask(asked, *before)

        async def confirming(question: str, *before: str) -> bool:
            self._asked = None
            return await confirm(question, *before)

        vars(front).update(ask=asking, confirm=confirming)

    async def go(self) -> None:
        """Do what comes until the last page."""
        first = self._app._first
        assert isinstance(first, StudyScreen)
        self._listen(first._front)
        while True:
            await until(self._pilot, self._waits)
            top = self._app.screen
            if isinstance(top, PlayScreen):
                await self._play(top)
            elif isinstance(top, EpisodeEndScreen):
                await self._pilot.press("enter")
                await until(self._pilot, partial(self._is_left, top))
            elif isinstance(top, StudyScreen):
                self._page = top._number
                if await self._turn(top):
                    return

    def _waits(self) -> bool:
        """Whether the app waits for the visitor."""
        top = self._app.screen
        if isinstance(top, PlayScreen):
            return bool(top.query(Composer)) and top.asks
        if isinstance(top, EpisodeEndScreen):
            return top._guard.painted
        assert isinstance(top, StudyScreen)
        return top._number > self._page and top._guard.painted and bool(top.query(PageView))

    def _is_left(self, screen: Screen[Any]) -> bool:
        return self._app.screen is not screen

    async def _turn(self, screen: StudyScreen) -> bool:
        """Answer a page; return True if it is the last one."""
        page, asked = screen._page, self._asked
        if page.is_read:
            if any(line.startswith(("You have finished", "You do not", "Unfortunately"))
                   for line in page.paragraphs):  # fmt: skip
                return True
            await self._pilot.press("enter")
        elif not page.options:
            await self._pilot.press("enter")
        elif asked is None:
            yes = self._character.confirms(page.question)
            await self._pilot.press("1" if yes else "2", "enter")
        else:
            await self._pilot.press(str(self._character.option(asked) + 1), "enter")
        return False

    async def _play(self, screen: PlayScreen) -> None:
        guesses = self._character.guesses(self._world, screen.live)
        if guesses is None:
            await self._pilot.press("ctrl+g")
            await until(self._pilot, lambda: self._app.screen is not screen)
            await self._pilot.press("enter")
            await until(self._pilot, lambda: screen.stage.state.over)
            return
        for number, guess in enumerate(guesses):
            await until(self._pilot, partial(_asks, screen, number))
            await self._pilot.press(*guess, "enter")
        await until(self._pilot, lambda: screen.stage.state.over)


def _asks(screen: PlayScreen, number: int) -> bool:
    """Whether a screen asks for the next answer after so many."""
    return screen.asks and len(screen.stage.sent) == number

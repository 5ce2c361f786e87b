"""The app: opens the home screen, or an episode at once, and ends with everything saved.

The command line calls it so::

    from clemtui.ui.app import run_app
    from clemtui.ui.options import AppOptions

    code = run_app(AppOptions(database=..., settings=..., collections=..., interface_language=...,
                              person=None, choices=None, resume=None))

``choices`` starts an episode at once, ``resume`` goes on with an unfinished one; both come back to
the home screen. The answer is the exit code: 0, or 128 plus the number of the signal that ended it.
This module loads neither games' code nor the records nor the model library.
"""

from __future__ import annotations

import asyncio
import os
import select
import signal
import sys
from pathlib import PurePath
from typing import ClassVar

from textual.app import App
from textual.binding import Binding, BindingType
from textual.drivers import headless_driver

from clemtui.play.errors import PlayError, StoreError
from clemtui.ui.context import Context
from clemtui.ui.options import AppOptions
from clemtui.ui.screens.base import SMALLEST
from clemtui.ui.screens.home import HomeScreen
from clemtui.ui.widgets.keybar import key_name

__all__ = ["AppOptions", "ClemtuiApp", "run_app"]

TERMINAL_CHECK_SECONDS = 2.0


class ClemtuiApp(App[None]):
    """The program in a terminal."""

    CSS_PATH: ClassVar[list[str | PurePath]] = [
        "styles/base.tcss",
        "styles/home.tcss",
        "styles/play.tcss",
        "styles/composer.tcss",
    ]
    HORIZONTAL_BREAKPOINTS = [  # noqa: RUF012 - so declared by Textual
        (0, "-tiny"),
        (SMALLEST[0], "-slim"),
        (56, "-narrow"),
        (72, "-normal"),
        (100, "-wide"),
    ]
    VERTICAL_BREAKPOINTS = [  # noqa: RUF012
        (0, "-flat"),
        (SMALLEST[1], "-low"),
        (20, "-medium"),
        (30, "-high"),
    ]
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = []
    TITLE = "clemtui"

    def __init__(self, options: AppOptions) -> None:
        """Read the collections.

        Raises:
            PlayError: if a collection given is none.
            UnknownLanguage: if the interface does not speak the language.
        """
        super().__init__()
        self.options = options
        self.context = Context(options)
        self._home = HomeScreen(self.context)
        self._leaving = False

    def on_mount(self) -> None:
        self._listen_to_signals()
        self.push_screen(self._home)
        if self.options.choices is not None or self.options.resume is not None:
            self.call_after_refresh(self._begin)

    def _begin(self) -> None:
        self.run_worker(self._open_episode(), group="start", exclusive=True)

    async def _open_episode(self) -> None:
        from clemtui.ui.starting import resume_by_id, start

        try:
            if self.options.resume is not None:
                await resume_by_id(self._home, self.options.resume)
            elif self.options.choices is not None:
                await start(self._home, self.options.choices)
        except (PlayError, StoreError) as error:
            self._home.complain(str(error))

    async def action_quit(self) -> None:
        await self.leave(0)

    def get_key_display(self, binding: Binding) -> str:
        """The name of a key as it is printed on keyboards."""
        return key_name(super().get_key_display(binding))

    def action_help_quit(self) -> None:
        """Offer whoever presses ctrl+c out of habit to leave the game, or say how to quit."""
        from clemtui.ui.screens.play import PlayScreen

        if isinstance(self.screen, PlayScreen):
            self.screen.action_leave()
            return
        self.notify(self.context.interface.text("Ctrl+Q quits."), markup=False, timeout=4)

    async def leave(self, code: int) -> None:
        """End the program after whatever is being played has been saved."""
        if self._leaving:
            return
        self._leaving = True
        from clemtui.ui.screens.play import PlayScreen

        for screen in self.screen_stack:
            if isinstance(screen, PlayScreen):
                await screen.leave(quitting=True)
        try:
            await self.context.close()
        except StoreError as error:
            self.exit(return_code=1, message=str(error))
            return
        self.exit(return_code=code)

    def _listen_to_signals(self) -> None:
        if isinstance(self._driver, headless_driver.HeadlessDriver) or os.name == "nt":
            return
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGHUP):
            loop.add_signal_handler(number, self._signalled, number)
        self.set_interval(TERMINAL_CHECK_SECONDS, self._check_terminal)

    def _signalled(self, number: int) -> None:
        self.run_worker(self.leave(128 + number), group="leave")

    def _check_terminal(self) -> None:
        """Notice a terminal that went away without a signal: nobody would ever end the program."""
        poll = select.poll()
        poll.register(sys.__stdin__.fileno(), select.POLLHUP)  # type: ignore[union-attr]
        if any(event & (select.POLLHUP | select.POLLERR) for _, event in poll.poll(0)):
            self._signalled(signal.SIGHUP)


def run_app(options: AppOptions) -> int:
    """Run the app in this terminal until it is left.

    Raises:
        PlayError: if a collection given is none.
        UnknownLanguage: if the interface does not speak the language.
    """
    app = ClemtuiApp(options)
    app.run()
    return app.return_code or 0

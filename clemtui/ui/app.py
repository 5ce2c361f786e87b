"""The Textual app and its entry point, `run_app`.

The app opens the home screen, or an episode right away, and saves everything before it exits. The
command line calls it like this::

    from clemtui.ui.app import AppOptions, run_app

    code = run_app(AppOptions(database=..., settings=..., collections=..., interface_language=...,
                              person=None, choices=None, resume=None))

``choices`` starts an episode right away, ``resume`` resumes an unfinished one; both return to the
home screen afterwards. The result is the exit code: 0, or 128 plus the number of the signal that
ended the program. This module imports no game code, no database code and no model library.
"""

from __future__ import annotations

import asyncio
import gc
import os
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any, ClassVar, cast

from textual import constants, events
from textual.binding import Binding, BindingType
from textual.dom import DOMNode
from textual.driver import Driver
from textual.screen import Screen
from textual.widget import MountError
from textual.worker import WorkerFailed

from clemtui.episode.errors import PlayError, message_of
from clemtui.language import Localised, choose_language, translatable
from clemtui.language.visual import EXTRA, PACKAGES
from clemtui.records.errors import StoreError
from clemtui.ui.home.screen import HomeScreen
from clemtui.ui.shell.base import MINIMUM_SIZE, BaseScreen, FirstScreen, is_at
from clemtui.ui.shell.context import Context
from clemtui.ui.shell.keymaps import closest, keymap
from clemtui.ui.shell.navigation import OpenHome, OpenPlay, OpenProgress, OpenStudy, screen_at
from clemtui.ui.shell.options import AppOptions
from clemtui.ui.shell.program import Program
from clemtui.ui.shell.themes import THEMES, initial_theme, with_own_variables
from clemtui.ui.terminal.bidi import MISSING, reorders_in_app, set_terminal_bidi, with_bidi
from clemtui.ui.terminal.no_colour import NoColourFilter
from clemtui.ui.terminal.paste import take_pastes_literally
from clemtui.ui.terminal.signals import (
    EXIT_TIMEOUT_SECONDS,
    SIGNAL_EXIT_BASE,
    force_exit_after,
    handle_signals,
)
from clemtui.ui.terminal.widths import SignWidthFilter
from clemtui.ui.widgets.key_guard import KeyGuard, Press
from clemtui.ui.widgets.keybar import key_name

if TYPE_CHECKING:
    from clemtui.config import Settings
    from clemtui.ui.shell.crash import Crash
    from clemtui.ui.shell.dialogs.palette import Command

__all__ = ["AppOptions", "ClemtuiApp", "run_app"]

_FIRST_PAINT_SECONDS = 0.02
"""Seconds the terminal's writer thread needs for the first screen if nothing else runs."""


class ClemtuiApp(Program):
    """The clemtui app."""

    CSS_PATH: ClassVar[list[str | PurePath]] = ["styles/base.tcss", "styles/home.tcss"]
    DEFERRED_STYLES = (
        *("around", "settings", "setup", "play", "result"),
        *("progress", "composer", "history", "review", "effect", "study", "studies"),
    )
    """Style sheets of all screens but the first; read once the first screen is painted."""

    HORIZONTAL_BREAKPOINTS = [  # noqa: RUF012 - declared like this in Textual
        (0, "-tiny"),
        (MINIMUM_SIZE[0], "-slim"),
        (56, "-narrow"),
        (72, "-normal"),
        (100, "-wide"),
    ]
    VERTICAL_BREAKPOINTS = [  # noqa: RUF012
        (0, "-flat"),
        (MINIMUM_SIZE[1], "-low"),
        (20, "-medium"),
        (30, "-high"),
    ]
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "f11,ctrl+backslash", "withdraw", translatable("Withdraw"), id="study.withdraw",
            priority=True,
        ),
    ]  # fmt: skip
    TITLE = "clemtui"

    def __init__(self, options: AppOptions) -> None:
        """Read the collections.

        Raises:
            PlayError: if a given collection is not one.
            UnknownLanguage: if the interface is not available in the language.
        """
        super().__init__()
        if self.no_color:
            self._filters[-1] = NoColourFilter(self)
        self.options = options
        self.crash: Crash | None = None
        self.context = Context(options)
        for theme in THEMES:
            self.register_theme(theme)
        self._safe_keymap = self.context.settings.keymap
        self._apply_settings()
        self._apply_bidi()
        self._first: FirstScreen = (
            cast("FirstScreen", screen_at(OpenStudy(), self.context))
            if self.context.in_study
            else HomeScreen(self.context, OpenHome())
        )
        self._guard: KeyGuard | None = None
        self._leaving = False

    def get_theme_variable_defaults(self) -> dict[str, str]:
        theme = self.current_theme
        return with_own_variables({**theme.to_color_system().generate(), **theme.variables})

    def get_driver_class(self) -> type[Driver]:
        found = super().get_driver_class()
        if os.name == "nt":
            return found
        take_pastes_literally()
        if constants.DRIVER is not None:
            return found
        from clemtui.ui.terminal.driver import TerminalDriver

        return TerminalDriver

    def on_mount(self) -> None:
        handle_signals(self, self.shut_down)
        if not self.is_headless:  # snapshots measure text as Rich does
            self._filters.insert(0, SignWidthFilter())
        set_terminal_bidi(self, not reorders_in_app(self))
        self.screen_change_signal.subscribe(self, self._guard_while_opening, immediate=True)
        self.push_screen(self._first)
        self.call_after_refresh(self.set_timer, _FIRST_PAINT_SECONDS, self._first_painted)

    def _first_painted(self) -> None:
        """Do the work that the first screen does not need.

        Loads the other styles and the records, then opens what the command line asked for.
        """
        styles = Path(__file__).parent / "styles"
        self.stylesheet.read_all([styles / f"{name}.tcss" for name in self.DEFERRED_STYLES])
        self.stylesheet.parse()
        if self.screen is not self._first or self.context.in_study:
            # a key typed early has opened another screen, or the first one needs them
            self.refresh_css(animate=False)
        if not gc.isenabled():  # disabled while loading; exempt the objects loaded so far
            gc.freeze()
            gc.enable()
        self._first.reload()
        self._check_settings()
        if self.options.opens_more:
            self._first.run_latest(self._open_requested, group="open")

    async def _open_requested(self) -> None:
        from clemtui.ui.startup import open_requested

        try:
            await open_requested(cast("HomeScreen", self._first), self.options)
        except (PlayError, StoreError) as error:
            self._first.show_error(message_of(error))
        if self._leaving:
            return
        await self._first.uncover()
        if self._guard is not None and not self._guard.painted:
            self.screen.call_after_refresh(self._guard.mark_painted)

    def _guard_while_opening(self, screen: Screen[Any]) -> None:
        """Let no screen that opens after the home screen's cover take what was typed before it.

        The cover itself takes nothing at all.
        """
        if self._first.covered:
            guard = self._guard = KeyGuard(painted=False, after=self._guard)
            if screen is not self._first:
                screen.call_after_refresh(guard.mark_painted)

    def post_display_hook(self) -> None:
        """Take what is typed as soon as a question is on the screen, whatever is still to do."""
        guard = self._guard
        if guard is None or guard.painted:
            return
        if self._asks():
            guard.mark_painted()

    def _asks(self) -> bool:
        """Whether the question of a game is on the screen."""
        for screen in self.screen_stack[-1:]:  # none while the program ends
            return isinstance(screen, BaseScreen) and screen.asks
        return False

    def before_typed(self, typed: events.Key | events.Paste) -> None:
        if isinstance(self.screen, BaseScreen):
            self.screen.before_typed(typed)

    async def on_event(self, event: events.Event) -> None:
        if (
            isinstance(event, events.Key | events.MouseDown | events.Paste)
            and not event.is_forwarded
            and self._reaches_nothing(event)
        ):
            if isinstance(event, events.Key) and self._quits(event.key):
                await self.shut_down(0)
            return
        await super().on_event(event)

    def _reaches_nothing(self, event: Press) -> bool:
        """Whether a key or click was made while nothing that it could mean was on the screen."""
        if self.size.width < MINIMUM_SIZE[0] or self.size.height < MINIMUM_SIZE[1]:
            return True
        if self._guard is not None and self._guard.meant_before(event):
            return not (self._asks() and self._guard.seen_typing(event))
        self._guard = None
        return False

    def _quits(self, key: str) -> bool:
        """Whether a key always quits, unlike letters, which may be meant for an answer."""
        bound = self.screen.active_bindings.get(key)
        return bound is not None and (
            bound.binding.id == "app.quit" or bound.binding.action in ("quit", "help_quit")
        )

    def _check_settings(self) -> None:
        """Warn once about settings that refer to something unknown; keys in the background."""
        settings, ui = self.context.settings, self.context.interface
        if settings.theme is not None and settings.theme not in self.available_themes:
            near = closest(settings.theme, self.available_themes)
            self.warn(
                ui.text(
                    "Unknown theme {name}; did you mean {near}?",
                    name=settings.theme,
                    near=near,
                )
                if near
                else ui.text("Unknown theme {name}.", name=settings.theme)
            )
        if settings.bidi == "app" and not reorders_in_app(self):
            self.warn(ui.text(MISSING, extra=EXTRA, packages=ui.list(PACKAGES)))
        if settings.keymap:
            self.run_worker(self._check_keys(), group="keys", exclusive=True)

    async def _check_keys(self) -> None:
        settings, ui = self.context.settings, self.context.interface

        def check() -> tuple[list[Localised], dict[str, str]]:
            from clemtui.ui.settings import bindings

            said = bindings.keymap_problems(ui, settings.keys, settings.keymap)
            return said, bindings.safe_keymap(settings.keymap)

        said, self._safe_keymap = await asyncio.to_thread(check)
        self._apply_settings()
        for line in said:
            self.warn(line)

    def warn(self, line: str) -> None:
        """Show a one-line warning."""
        self.notify(line, severity="warning", markup=False, timeout=10)

    async def change_settings(self, changes: Mapping[str, Any]) -> None:
        """Apply settings and write them to the configuration file.

        Raises:
            ConfigError: if the settings cannot be changed; nothing is changed then.
        """
        self.context.change_settings(changes)
        if any(name.partition(".")[0] == "keymap" for name in changes):
            self._safe_keymap = self.context.settings.keymap
            self._check_settings()
        self._apply_settings()
        self.refresh_bindings()
        if "language" in changes:
            await self.set_language(choose_language(changes["language"]))
        elif "bidi" in changes:
            self._apply_bidi()
            self._check_settings()
            await self.set_language(self.context.interface.language)
        if "person" in changes:
            self.context.choose_person(changes["person"] or "")
            self.show_person()

    async def use_settings(self, settings: Settings, language: str) -> None:
        """Use other settings and another interface language, for this session only."""
        self.context.use_settings(settings)
        self._safe_keymap = settings.keymap
        if settings.keymap:
            self.run_worker(self._check_keys(), group="keys", exclusive=True)
        self._apply_settings()
        self.refresh_bindings()
        await self.set_language(language)

    def _apply_settings(self) -> None:
        settings = self.context.settings
        self.theme = initial_theme(settings.theme, self.available_themes, self.console.color_system)
        self.set_keymap(keymap(settings.keys, self._safe_keymap))
        reduced = settings.motion == "reduced"
        self.animation_level = "none" if reduced else constants.TEXTUAL_ANIMATIONS

    def _apply_bidi(self) -> None:
        direction = self.context.interface.direction
        self._filters = with_bidi(self._filters, self.context.settings.bidi, direction)
        self.set_class(direction == "rtl", "-rtl")
        set_terminal_bidi(self, not reorders_in_app(self))

    def preview_theme(self, name: str | None) -> None:
        """Show a theme without saving it; None returns to the configured theme."""
        if name is None:
            self._apply_settings()
        else:
            self.theme = name

    async def set_language(self, language: str) -> None:
        """Switch every screen to another interface language.

        Raises:
            UnknownLanguage: if the interface is not available in it.
        """
        self.context.set_language(language)
        self._apply_bidi()
        for screen in self.screen_stack:
            if isinstance(screen, BaseScreen):
                await screen.rebuild()
        self.refresh_bindings()

    def show_person(self) -> None:
        """Refresh the name of the current person on every screen."""
        for screen in self.screen_stack:
            if isinstance(screen, BaseScreen):
                screen.show_person()

    def commands(self) -> Iterator[Command]:
        """Yield commands for the palette: progress, and settings that can be changed anywhere."""
        from clemtui.ui.settings import screen as settings_screen
        from clemtui.ui.shell.dialogs.palette import Command
        from clemtui.ui.shell.languages import interface_languages

        ui, settings = self.context.interface, self.context.settings
        if self.check_action("progress", ()):
            yield Command(ui.text("Progress"), "progress", self)
        for name, said in settings_screen.theme_options(self.available_themes):
            yield Command(ui.text("Theme: {name}", name=said), f"use('theme', {name!r})", self)
        languages = () if self.context.in_study else interface_languages(ui, settings.language)
        for tag, said in languages:
            yield Command(ui.text("Language: {name}", name=said), f"use('language', {tag!r})", self)
        for name, said in settings_screen.key_preset_options(ui):
            yield Command(ui.text("Keys: {name}", name=said), f"use('keys', {name!r})", self)
        for name, said in settings_screen.motion_options(ui):
            yield Command(ui.text("Motion: {name}", name=said), f"use('motion', {name!r})", self)
        for name, said in () if self.context.in_study else settings_screen.clock_options(ui):
            yield Command(ui.text("Clock: {name}", name=said), f"use('clock', {name!r})", self)

    async def action_withdraw(self) -> None:
        """Let a participant withdraw from the study."""
        self._first.run_latest(self._first.withdraw, group="withdraw")

    def action_progress(self) -> None:
        """Open the progress screen."""
        self.push_screen(screen_at(OpenProgress(), self.context))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "withdraw":
            return self._first.can_withdraw
        if action == "progress":
            # Home has a key for it, and nothing else may be started during an episode.
            here = any(is_at(screen, OpenPlay, OpenProgress) for screen in self.screen_stack)
            return not (here or self.screen is self._first or self.context.in_study)
        if action in ("focus_next", "focus_previous"):
            return any(widget is not self.screen.focused for widget in self.screen.focus_chain)
        return super().check_action(action, parameters)

    async def action_use(self, setting: str, value: str) -> None:
        """Change a setting, or show why it cannot be changed."""
        from clemtui.config import ConfigError

        try:
            await self.change_settings({setting: value})
        except ConfigError as error:
            self._first.show_error(message_of(error))

    async def action_quit(self) -> None:
        if not self._first.confirm_quit():
            await self.shut_down(0)

    def get_key_display(self, binding: Binding) -> str:
        """Return the name of a key as printed on keyboards."""
        return key_name(super().get_key_display(binding), self.context.interface)

    def handle_bindings_clash(self, clashed_bindings: set[Binding], node: DOMNode) -> None:
        """Do nothing: `clemtui.ui.settings.bindings` reports clashes once.

        Textual calls this on every key press, even for a binding whose two keys have become one.
        """

    def action_help_quit(self) -> None:
        """Handle a habitual ctrl+c: offer to leave the game, or show how to quit."""
        if not (isinstance(self.screen, BaseScreen) and self.screen.confirm_leave()):
            self.notify(
                self.context.interface.text("Press Ctrl+Q to quit."), markup=False, timeout=4
            )

    async def shut_down(self, code: int) -> None:
        """Save the running episode, if any, and exit with ``code``."""
        if self._leaving:
            return
        self._leaving = True
        for screen in self.screen_stack:
            if isinstance(screen, BaseScreen):
                await screen.before_exit()
        try:
            await self.context.close()
        except StoreError as error:
            self.exit(return_code=1, message=str(error))
            return
        if code > SIGNAL_EXIT_BASE:
            force_exit_after(code, EXIT_TIMEOUT_SECONDS)
        self.exit(return_code=code)

    def _handle_exception(self, error: Exception) -> None:
        """Exit with a `Crash` that `run_app` raises, instead of a traceback over the screen.

        The full report is written to a file.
        """
        if self.crash is not None or (self._exit and isinstance(error, MountError)):
            return  # once the app has exited, what a screen was about to show has no place
        from clemtui.ui.shell.crash import Crash, crash_message

        while isinstance(error, WorkerFailed) and isinstance(error.error, Exception):
            error = error.error
        # the pipe breaks when the server that has shown this page is killed: no mistake of ours
        gone = self.is_web and isinstance(error, BrokenPipeError)
        folder = None if gone else self.options.crashes
        self.crash = Crash(crash_message(error, folder, self.context.interface))
        self.crash.__cause__ = error
        super()._handle_exception(self.crash)
        self._exit_renderables.clear()  # the caller prints the message


def run_app(options: AppOptions) -> int:
    """Run the app in this terminal until it exits, and return the exit code.

    Raises:
        PlayError: if a given collection is not one; a `clemtui.ui.shell.crash.Crash` if the program
            crashed.
        StoreError: if the end of the sitting cannot be recorded.
        UnknownLanguage: if the interface is not available in the language.
    """
    app = ClemtuiApp(options)
    asyncio.run(_run(app))
    if app.crash is not None:
        raise app.crash
    return app.return_code or 0


async def _run(app: ClemtuiApp) -> None:
    await app.run_async()
    try:
        await app.context.close()  # does nothing unless a crash left it open
    except StoreError:
        if app.crash is None:
            raise

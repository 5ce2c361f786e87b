"""A walk through the app with real keys and clicks, checking the effect of each.

A `Place` is a screen in a state in which its keys make sense. It has a `Trial` for each binding id:
the preparation, and the effect, which must be absent before the key and present after it. One app
visits many places; a place is entered again whenever a trial has left it.
"""

from __future__ import annotations

import asyncio
import shutil
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, chdir, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar
from unittest import mock

from textual import events
from textual.dom import DOMNode
from textual.keys import key_to_character
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import OptionList

from clemtui.config import Settings
from clemtui.episode import live
from clemtui.episode.offers import connection_test
from clemtui.players.llm.parameters import ModelParameters
from clemtui.ui.app import ClemtuiApp
from clemtui.ui.play.screen import PlayScreen
from clemtui.ui.widgets.keybar import KeyBar
from tests.ui.snapshots.environment import PERSON, recorded_database
from tests.ui.snapshots.records import DATABASE, MODELS
from tests.ui.snapshots.stage import home_screen
from tests.ui.support.app import opened, paint

W = TypeVar("W", bound=Widget)

TIMEOUT_SECONDS = 20.0
"""Seconds after which a missing effect is a failure; generous, so that speed does not matter."""

USUAL = (80, 24)
GREETING = "Hello to you too"

WIDE = (250, 24)
"""Wide enough to show every key in the key bar."""

Check = Callable[[], object]
Effect = Callable[["Walk"], Check]
"""Remembers the current state and returns a check for whether the effect has happened."""
Action = Callable[["Walk"], Awaitable[object]]


@dataclass(frozen=True)
class Trial:
    """The expected effect of a key, and the preparation for it."""

    effect: Effect
    before: Action | None = None


@dataclass(frozen=True)
class Place:
    """A place in which keys are tried.

    Attributes:
        kinds: the screen and the focused widget whose bindings are tried here.
        enter: goes there from the home screen.
        trials: the trials by binding id.
    """

    name: str
    kinds: tuple[type[DOMNode], ...]
    enter: Action
    trials: Mapping[str, Trial | Effect] = field(default_factory=dict)
    size: tuple[int, int] = USUAL

    def trial(self, id: str) -> Trial:
        """Return the trial of a binding."""
        found = self.trials[id]
        return found if isinstance(found, Trial) else Trial(found)


class Walk:
    """The app with a database of earlier evenings, and a user who walks through it.

    Attributes:
        table: whatever a place has prepared for its trials.
        made: objects that places create once and use on every visit, by name.
        moved: the widget the focus has moved to, if moving it was the effect.
        quits: the exit codes requested; the app never exits during a walk.
    """

    def __init__(self, app: ClemtuiApp, pilot: Pilot[None], folder: Path) -> None:
        self.app = app
        self.pilot = pilot
        self.folder = folder
        self.table: Any = None
        self.made: dict[str, Any] = {}
        self.moved: Widget | None = None
        self.quits: list[int] = []
        self.answers: list[Any] = []
        self.numbers = iter(range(1, 10_000))
        self._place: Place | None = None
        self._here: tuple[Screen[Any], Widget | None] | None = None

    @property
    def screen(self) -> Any:
        """The screen on top."""
        return self.app.screen

    @property
    def focused(self) -> Any:
        """The focused widget."""
        return self.screen.focused

    def one(self, kind: type[W] | str) -> Any:
        """Return the only widget of a kind, or at a selector, on the top screen."""
        return self.screen.query_one(kind)

    async def settle(self) -> None:
        """Wait until pending messages are handled."""
        await self.pilot.pause(0)

    async def until(self, happened: Check, what: str) -> None:
        """Wait until something has happened."""
        deadline = time.monotonic() + TIMEOUT_SECONDS
        while not happened():
            assert time.monotonic() < deadline, f"{what}: nothing came of it on {self.screen!r}"
            assert self.app._exception is None, f"{what}: {self.app._exception!r}"
            await asyncio.sleep(0.002)

    async def on(self, kind: type[Screen[Any]]) -> Any:
        """Wait until a screen of this kind is on top, and return it."""
        await self.until(lambda: isinstance(self.screen, kind), f"waiting for {kind.__name__}")
        await self.settle()
        paint(self.app)
        return self.screen

    async def press(self, key: str) -> None:
        """Press a key, given by Textual's name for it."""
        self.app.post_message(events.Key(key, key_to_character(key)))
        await self.settle()

    def in_key_bar(self, id: str) -> tuple[int, int] | None:
        """Return the column and row of a key in the key bar, or None if it is not shown."""
        paint(self.app)  # the key bar is laid out when drawn
        bars = self.screen.query(KeyBar)
        lines = bars.first()._lines if bars else []
        found = (
            (at.start, row)
            for row, line in enumerate(lines)
            for at, usable in line
            if usable.binding.id == id
        )
        return next(found, None)

    async def click_key(self, id: str) -> None:
        """Click a binding in the key bar."""
        place = self.in_key_bar(id)
        assert place is not None
        bar = self.one(KeyBar).region
        x, y = bar.x + place[0] + 1, bar.y + place[1]
        for kind in (events.MouseDown, events.MouseUp):
            self.app.post_message(kind(None, x, y, 0, 0, 1, shift=False, meta=False, ctrl=False))
        await self.settle()

    async def resize(self, size: tuple[int, int]) -> None:
        """Resize the terminal."""
        if self.app.size != size:
            await self.pilot.resize_terminal(*size)
            await self.laid_out()

    async def laid_out(self) -> None:
        """Wait until the key bar is as wide as the terminal."""
        bars = self.screen.query(KeyBar)
        width = self.app.size.width
        await self.until(lambda: all(bar.size.width == width for bar in bars), "laying out")
        await self.settle()

    async def go_to(self, place: Place) -> None:
        """Go to a place, with the focus where it was on entering."""
        moved, self.moved = self.moved, None
        if self._place is place and self._here is not None:
            screen, focused = self._here
            if screen in self.app.screen_stack:
                await self.back_to(screen)
                if self.focused is moved is not None:
                    screen.set_focus(focused)
                    await self.settle()
                if self.focused is focused and self.app.context.person == PERSON:
                    return
        await self.home()
        await place.enter(self)
        await self.settle()
        self._place, self._here = place, (self.screen, self.focused)

    async def enter_anew(self, place: Place) -> None:
        """Enter a place anew."""
        self._place = None
        await self.go_to(place)

    async def back_to(self, below: Screen[Any]) -> None:
        """Close everything above a screen."""
        while self.screen is not below:
            screen = self.screen
            if isinstance(screen, PlayScreen):
                await screen.leave(quitting=True)
            screen.dismiss(None)
            await self.until(lambda: screen not in self.app.screen_stack, "going back")  # noqa: B023
        await self.settle()

    async def home(self) -> None:
        """Close everything above the home screen and restore the current person."""
        await self.back_to(self.app.screen_stack[1])
        if self.app.context.person != PERSON:
            self.app.context.person = PERSON
            self.app.show_person()

    async def prepare(self, place: Place, trial: Trial) -> None:
        """Go to a place and prepare a trial."""
        await self.go_to(place)
        if trial.before is not None:
            await trial.before(self)
        await self.laid_out()

    def listeners(self, key: str) -> list[tuple[type[DOMNode], str | None, str]]:
        """Return all bindings of a key, in the order in which they are tried."""
        return [
            (type(node), binding.id, binding.action)
            for node, bindings in self.screen._modal_binding_chain
            for binding in bindings.key_to_bindings.get(key, ())
        ]

    async def try_key(self, place: Place, trial: Trial, do: Action, way: str) -> None:
        """Trigger an effect in one way and check that it happens."""
        await self.prepare(place, trial)
        happened = trial.effect(self)
        assert not happened(), f"{place.name}: the effect is there before {way}"
        await do(self)
        await self.until(happened, f"{place.name}: {way}")
        await self.settle()


async def answer_test(parameters: ModelParameters) -> connection_test.ConnectionResult:
    """Answer every connection test."""
    return connection_test.ConnectionResult(ok=True, text=GREETING)


@asynccontextmanager
async def running_walk(folder: Path, size: tuple[int, int] = USUAL) -> AsyncIterator[Walk]:
    """Run the app for a person who has played before, at the home screen."""
    shutil.copyfile(Path(recorded_database().name) / DATABASE, folder / DATABASE)
    settings = Settings(models=MODELS, motion="reduced")
    async with AsyncExitStack() as stack:
        stack.enter_context(chdir(folder))  # where files are saved by default
        stack.enter_context(mock.patch.object(live, "preload"))  # no model is ever called
        stack.enter_context(mock.patch.object(connection_test, "check_connection", answer_test))
        given = opened(folder, size=size, settings=settings, person=PERSON, data=folder)
        app, pilot = await stack.enter_async_context(given)
        walk = Walk(app, pilot, folder)

        async def leave(code: int) -> None:
            walk.quits.append(code)

        await home_screen(pilot)
        with mock.patch.multiple(app, shut_down=leave, suspend=nullcontext):
            yield walk
        await walk.home()


# Effects


def opens(kind: type[Screen[Any]]) -> Effect:
    """Another screen of this kind is on top."""

    def effect(walk: Walk) -> Check:
        before = tuple(walk.app.screen_stack)
        return lambda: walk.screen not in before and isinstance(walk.screen, kind)

    return effect


def closes(walk: Walk) -> Check:
    """The screen is closed, and the one below is back."""
    screen, below = walk.screen, walk.app.screen_stack[-2]
    return lambda: screen not in walk.app.screen_stack and walk.screen is below


def becomes(read: Callable[[Walk], object], wanted: Callable[[Any], object]) -> Effect:
    """The value from ``read`` becomes what ``wanted`` computes from its previous value."""

    def effect(walk: Walk) -> Check:
        after = wanted(read(walk))
        return lambda: read(walk) == after

    return effect


def changes(read: Callable[[Walk], object]) -> Effect:
    """The value from ``read`` changes."""

    def effect(walk: Walk) -> Check:
        before = read(walk)
        return lambda: read(walk) != before

    return effect


def answered(*answers: object) -> Effect:
    """A question has got exactly these answers and is closed."""

    def effect(walk: Walk) -> Check:
        walk.answers.clear()
        gone = closes(walk)
        return lambda: gone() and walk.answers == [*answers]

    return effect


def focuses(kind: type[Widget] | str) -> Effect:
    """The focus moves to the widget of a kind or at a selector."""

    def effect(walk: Walk) -> Check:
        wanted = walk.one(kind)
        return lambda: walk.focused is wanted

    return effect


def focus_moves(step: int) -> Effect:
    """The focus moves to the next widget (1) or the previous one (-1)."""

    def effect(walk: Walk) -> Check:
        chain = walk.screen.focus_chain
        walk.moved = wanted = chain[(chain.index(walk.focused) + step) % len(chain)]
        return lambda: walk.focused is wanted

    return effect


def toggles(name: str) -> Effect:
    """A class of the screen is toggled."""
    return becomes(lambda walk: walk.screen.has_class(name), lambda before: not before)


def quits(walk: Walk) -> Check:
    """The app exits normally."""
    before = len(walk.quits)
    return lambda: walk.quits[before:] == [0]


# Movements, with the same names everywhere

FORWARD = ("move.down", "move.page_down", "move.last")
BACKWARD = ("move.up", "move.page_up", "move.first")


def in_list(kind: type[OptionList]) -> dict[str, Trial]:
    """Return the trials of movements in a list, each from one end towards the other."""

    def reachable(walk: Walk) -> list[int]:
        options = walk.one(kind).options
        return [at for at, option in enumerate(options) if not option.disabled]

    def start(forward: bool) -> Action:
        async def go(walk: Walk) -> None:
            walk.one(kind).highlighted = reachable(walk)[0 if forward else -1]

        return go

    def effect(id: str) -> Effect:
        def remember(walk: Walk) -> Check:
            at, options = reachable(walk), walk.one(kind)
            ways = at if id in FORWARD else at[::-1]
            assert len(ways) > 1, f"nowhere to go in {options!r}"
            if id in ("move.up", "move.down"):
                return lambda: options.highlighted == ways[1]
            if id in ("move.first", "move.last"):
                return lambda: options.highlighted == ways[-1]
            return lambda: options.highlighted in ways[min(2, len(ways) - 1) :]

        return remember

    return {id: Trial(effect(id), start(id in FORWARD)) for id in (*FORWARD, *BACKWARD)}


def movement_trials(
    middle: Action, place: Callable[[Walk], float], last: Callable[[Walk], float]
) -> dict[str, Trial]:
    """Return the trials of movements between 0 and a last position, starting in the middle."""

    def effect(id: str) -> Effect:
        def remember(walk: Walk) -> Check:
            before, end = round(place(walk)), last(walk)
            return {
                "move.up": lambda: place(walk) == before - 1,
                "move.down": lambda: place(walk) == before + 1,
                "move.page_up": lambda: place(walk) < before - 1,
                "move.page_down": lambda: place(walk) > before + 1,
                "move.first": lambda: place(walk) == 0,
                "move.last": lambda: place(walk) == end,
            }[id]

        return remember

    return {id: Trial(effect(id), middle) for id in (*FORWARD, *BACKWARD)}


def in_text(kind: type[Widget]) -> dict[str, Trial]:
    """Return the trials of movements in a text."""

    async def middle(walk: Walk) -> None:
        pane = walk.one(kind)
        assert pane.max_scroll_y > 4, f"{pane!r} has nothing to scroll"
        pane.scroll_to(y=pane.max_scroll_y // 2, animate=False, force=True, immediate=True)

    return movement_trials(
        middle, lambda walk: walk.one(kind).scroll_y, lambda walk: walk.one(kind).max_scroll_y
    )

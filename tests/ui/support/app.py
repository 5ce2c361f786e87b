"""Helpers for the tests of the app: an app with its own database, and controlled partners."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from contextvars import copy_context
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar, cast

from textual.app import App
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets import Static
from textual.worker import WorkerCancelled
from textual.worker_manager import WorkerManager

from clemtui.config import Settings
from clemtui.engine import Text
from clemtui.episode.live import LiveEpisode
from clemtui.episode.planning.plan import Choices
from clemtui.players.base import Ask, Player, PlayerFailed, PlayerKind, PlayerResponse
from clemtui.records.rows import StoredEpisode
from clemtui.store.read.reader import Reader
from clemtui.ui.app import ClemtuiApp
from clemtui.ui.play.screen import PlayScreen
from clemtui.ui.shell.options import AppOptions
from clemtui.ui.widgets.answer.composer import Composer
from clemtui.ui.widgets.headline import Headline
from clemtui.ui.widgets.transcript.log import Transcript
from tests.support.families import CONTRACT_GAMES

S = TypeVar("S", bound="Screen[Any]")


class ControlledPartner:
    """A partner that answers when told to by the test."""

    def __init__(self, kind: PlayerKind = "model") -> None:
        self.kind: PlayerKind = kind
        self.asks: list[Ask] = []
        self._answer: asyncio.Future[str] | None = None

    async def respond(self, ask: Ask) -> PlayerResponse:
        self.asks.append(ask)
        self._answer = asyncio.get_running_loop().create_future()
        return PlayerResponse((Text(await self._answer),))

    @property
    def pending(self) -> bool:
        """Whether an answer is awaited."""
        return self._answer is not None and not self._answer.done()

    def say(self, text: str) -> None:
        """Answer."""
        assert self._answer is not None
        self._answer.set_result(text)

    def fail(self, message: str) -> None:
        """Fail to answer."""
        assert self._answer is not None
        self._answer.set_exception(PlayerFailed("refused", message, "Start the server."))

    def write(self, text: str, thought: str = "") -> None:
        """Stream a piece of an answer, which spectators may see."""
        self.asks[-1].stream(text, thought)


@dataclass
class PlayedEpisode:
    """The app with an episode on the screen."""

    app: ClemtuiApp
    pilot: Pilot[None]
    live: LiveEpisode

    @property
    def screen(self) -> PlayScreen:
        """The play screen, even if other screens are above it."""
        return next(s for s in self.app.screen_stack if isinstance(s, PlayScreen))

    @property
    def composer(self) -> Composer:
        """The composer."""
        return self.screen.query_one(Composer)

    @property
    def transcript(self) -> Transcript:
        """The transcript."""
        return self.screen.query_one(Transcript)

    @property
    def transcript_text(self) -> str:
        """The transcript as text."""
        return "\n".join(f"{e.heading}\n{e.text}" for e in self.transcript.entries)

    @property
    def hint(self) -> str:
        """The hint line."""
        return text_of(self.composer.query_one("#hint", Static))

    async def wait_for_request(self) -> None:
        """Wait until a request can be answered."""
        await until(
            self.pilot,
            lambda: self.screen.query(Composer) and self.composer.answering is not None,
        )

    async def play_wrong_guess(self, partner: ControlledPartner, clue: str) -> None:
        """Give a clue, let the partner guess wrong, and wait for the next request."""
        await self.type(clue, "enter")
        await until(self.pilot, lambda: partner.pending)
        partner.say("GUESS: wrongword")
        await self.wait_for_request()

    async def type(self, text: str, *keys: str) -> None:
        """Press the keys of a text, then the other keys."""
        names = {" ": "space", "\n": "ctrl+j", ".": "full_stop", ",": "comma", ":": "colon"}
        await self.pilot.press(*(names.get(character, character) for character in text), *keys)


def headline(table: PlayedEpisode) -> tuple[str, str]:
    """Return the headline of the play screen: its title and the person."""
    line = table.screen.query_one(Headline)
    return line._title, line.person


def text_of(widget: Static) -> str:
    """Return the text of a widget."""
    return str(widget.visual)


def seen(app: App[Any]) -> str:
    """Return all characters on the screen, as displayed."""
    screen = app.screen
    strips = screen._compositor.render_strips()
    return "\n".join(strip.text for strip in strips)


def shows(app: App[Any], word: str) -> bool:
    """Return whether a word is on the screen, also with its letters apart as on a drawn card."""
    apart = ((" " * blanks).join(word) for blanks in range(2, 7))
    return any(each in seen(app) for each in (word, *apart))


def paint(app: App[Any]) -> None:
    """Draw the top screen as a terminal would; errors of widgets are raised here."""
    draw, below = app.screen._compositor.render_update, app._background_screens
    copy_context().run(draw, full=True, screen_stack=below)  # render_update sets a context variable


async def until(pilot: Pilot[Any], condition: Callable[[], object]) -> None:
    """Let the app work until a condition holds; after 90 seconds, fail and show the screen."""
    if condition():
        return
    try:
        async with asyncio.timeout(90):
            while not condition():
                if pilot.app._exception is None:
                    await asyncio.sleep(0.005)
                else:
                    await pilot.pause(0.005)  # raises if the app has ended
    except TimeoutError as error:
        app = pilot.app
        raise AssertionError(f"timed out, focus on {app.focused}, screen:\n{seen(app)}") from error
    await pilot.pause(0)


async def resize(pilot: Pilot[Any], width: int, height: int) -> None:
    """Resize the terminal, and wait until the screen is laid out anew."""
    await pilot.resize_terminal(width, height)
    await until(pilot, lambda: pilot.app.screen.size == (width, height))
    await pilot.pause()


async def wait_for_workers(workers: WorkerManager) -> None:
    """Wait until all workers are done, even if one replaces another or starts one at its end."""
    while not all(worker.is_finished for worker in workers):
        try:
            await workers.wait_for_complete()
        except WorkerCancelled:
            await asyncio.sleep(0)


async def on(pilot: Pilot[Any], kind: type[S]) -> S:
    """Wait until a screen of this kind is on top, and return it."""
    found: list[Screen[Any]] = []  # another screen may cover it a moment later

    def there() -> bool:
        if isinstance(pilot.app.screen, kind):
            found.append(pilot.app.screen)
        return bool(found)

    await until(pilot, there)
    screen = found[-1]
    guard = getattr(screen, "_guard", None)
    await until(pilot, lambda: guard is None or guard.painted)  # keys are ignored before
    await pilot.pause()
    paint(pilot.app)
    return cast(S, screen)


@asynccontextmanager
async def opened(
    folder: Path,
    *,
    size: tuple[int, int] = (80, 24),
    settings: Settings | None = None,
    **given: Any,
) -> AsyncIterator[tuple[ClemtuiApp, Pilot[None]]]:
    """Run the app with a database in a folder, the bundled games and the contract games."""
    options = AppOptions(
        database=folder / "clemtui.db",
        settings=settings or Settings(),
        **{"collections": (CONTRACT_GAMES,), "person": "Ann", **given},
    )
    app = ClemtuiApp(options)
    async with app.run_test(size=size, notifications=True) as pilot:
        try:
            yield app, pilot
        finally:
            await app.shut_down(0)


@asynccontextmanager
async def playing(
    folder: Path,
    game: str,
    *,
    size: tuple[int, int] = (80, 24),
    partners: Mapping[str, Player] | None = None,
    limit: int | None = 200,
    settings: Settings | None = None,
    under: Mapping[str, Any] | None = None,
    names: Mapping[str, str] | None = None,
    **chosen: Any,
) -> AsyncIterator[PlayedEpisode]:
    """Run the app with an episode on the screen.

    ``partners`` replace scripted players, ``under`` parts of the condition, and ``names`` those of
    players, which are usually the names of their seats.
    """
    from clemtui.ui.shell.starting import show

    async with opened(folder, size=size, settings=settings) as (app, pilot):
        service = await app.context.service()
        choices = Choices(game=game, **{"person": "Ann", **chosen})
        plan = service.plan(choices)
        changed = {"response_limit": limit, **(under or {})}
        plan = replace(plan, condition=plan.condition.model_copy(update=changed))
        live = await service.start(plan)
        cast(dict[str, Player], live.players).update(partners or {})
        shown = {seat.seat.name: seat.name for seat in plan.seats} | dict(names or {})
        await until(pilot, lambda: app.screen_stack[1:])
        await show(app._first, live, shown, choices)
        table = PlayedEpisode(app, pilot, live)
        await until(pilot, lambda: table.screen.stage.replayed)
        await pilot.pause()
        yield table


def stored_episode(folder: Path, episode: str) -> StoredEpisode:
    """Return an episode as recorded."""
    with Reader(folder / "clemtui.db") as reader:
        return reader.load(episode)

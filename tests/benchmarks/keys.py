"""From a key to the screen, while a partner's answer streams below a long transcript."""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from textual import events
from textual.app import App
from textual.drivers.headless_driver import HeadlessDriver

from clemtui.config import Settings
from clemtui.engine import GAME_MASTER, OBSERVER, RECEIVE, SEND, Event
from clemtui.episode.planning.plan import Choices
from clemtui.episode.updates import EventsHappened
from clemtui.ui.app import ClemtuiApp
from clemtui.ui.play.screen import PlayScreen
from clemtui.ui.shell.options import AppOptions
from clemtui.ui.widgets.transcript.log import Transcript
from tests.benchmarks.figures import Figure
from tests.benchmarks.server import MODEL, model_server

TURNS = 2000
ANSWER = "CLUE: " + "a word and another word, " * 400
CHUNKS, GAP = 5000, 0.01
"""About a hundred chunks a second, for longer than anything is measured."""
BETWEEN_KEYS_SECONDS = 0.037
"""Typing speed, and no multiple of the time between two drawings of what streams."""


class Screen(HeadlessDriver):
    """A terminal of 100x30 that takes everything and notes when."""

    def __init__(self, app: App[object], **given: object) -> None:
        super().__init__(app, size=(100, 30))
        self.on_insert_character: Callable[[], None] = lambda: None

    @property
    def is_headless(self) -> bool:
        return False  # what is drawn is really made into terminal sequences

    def write(self, data: str) -> None:
        self.on_insert_character()


def key_to_screen(keys: int) -> Figure:
    """Milliseconds from a key that moves the transcript to the first output that shows it moved:
    the 99th percentile."""
    with (
        model_server(ANSWER, chunks=CHUNKS, gap=GAP) as settings,
        tempfile.TemporaryDirectory() as folder,
    ):
        seconds = asyncio.run(_pressed(Path(folder), settings, keys))
    seconds.sort()
    slowest = seconds[max(0, round(len(seconds) * 0.99) - 1)] * 1000
    return Figure(f"key to screen, {TURNS} turns, streaming", slowest, "ms", 50)


async def _pressed(folder: Path, settings: Settings, keys: int) -> list[float]:
    choices = Choices("taboo", seat=OBSERVER, partner=(MODEL, MODEL), person="Ann")
    app = ClemtuiApp(
        AppOptions(database=folder / "keys.db", settings=settings, choices=choices, person="Ann")
    )
    app.driver_class = Screen
    running = asyncio.create_task(app.run_async())
    await _until(lambda: isinstance(app.screen_stack and app.screen, PlayScreen))
    play = app.screen
    assert isinstance(play, PlayScreen)
    await _until(lambda: play.stage.streamed() is not None)
    play._apply_update(EventsHappened(tuple(_turns())))
    transcript = play.query_one(Transcript)
    await _until(lambda: len(transcript.entries) >= TURNS)
    before = _written(play)
    seconds = [await _press(app, transcript, key) for key in ("pageup", "pagedown") * (keys // 2)]
    assert _written(play) > before, "nothing has streamed meanwhile"
    await app.shut_down(0)
    await running
    return seconds


def _written(play: PlayScreen) -> int:
    streamed = play.stage.streamed()
    assert streamed is not None
    return len(streamed.written)


def _turns() -> Iterator[Event]:
    """A long dialogue, as a game master tells it."""
    everybody = frozenset({OBSERVER})
    for number in range(TURNS // 2):
        words = f"turn {number}: " + "some words " * (number % 17)
        yield Event(SEND, words, number, GAME_MASTER, "Player 1", audience=everybody)
        yield Event(RECEIVE, words, number, "Player 1", GAME_MASTER, audience=everybody)


async def _press(app: ClemtuiApp, transcript: Transcript, key: str) -> float:
    await asyncio.sleep(BETWEEN_KEYS_SECONDS)
    driver = app._driver
    assert isinstance(driver, Screen)
    shown: asyncio.Future[float] = asyncio.get_running_loop().create_future()
    place = transcript.scroll_offset.y

    def written() -> None:
        if transcript.scroll_offset.y != place and not shown.done():
            shown.set_result(time.perf_counter())

    driver.on_insert_character = written
    pressed = time.perf_counter()
    driver.process_message(events.Key(key, None))
    return await asyncio.wait_for(shown, 30) - pressed


async def _until(condition: Callable[[], object]) -> None:
    async with asyncio.timeout(60):
        while not condition():  # noqa: ASYNC110 - not every condition has an event
            await asyncio.sleep(0.01)

"""Until the screen that the command asked for is there, home is covered and takes no keys.

Only the keys that quit work. What was typed meanwhile acts on no screen that was not seen.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from textual import events
from textual.pilot import Pilot

from clemtui.episode.errors import PlayError
from clemtui.episode.seat_port import LeaveEpisode
from clemtui.episode.service import PlayService
from clemtui.records.rows import EpisodeFilter
from clemtui.store.read.reader import Reader
from clemtui.ui.app import ClemtuiApp
from clemtui.ui.archive.history.screen import HistoryScreen
from clemtui.ui.archive.review.screen import ReviewScreen
from clemtui.ui.home.people import PeopleScreen
from clemtui.ui.home.screen import HomeScreen
from clemtui.ui.play.screen import PlayScreen
from clemtui.ui.settings.screen import SettingsScreen
from clemtui.ui.setup.partner_dialog import PartnerDialog
from clemtui.ui.setup.screen import SetupScreen
from clemtui.ui.shell.context import Context
from clemtui.ui.shell.dialogs.confirm import ConfirmDialog
from clemtui.ui.widgets import key_guard
from clemtui.ui.widgets.answer.composer import Composer
from clemtui.ui.widgets.games.cards import GameCards
from clemtui.ui.widgets.key_guard import KeyGuard, key_time
from clemtui.ui.widgets.keybar import KeyBar
from tests.support.play_helpers import choices, leave_when, play, sitting
from tests.ui.support.app import on, opened, seen, text_of, until

TABOO: dict[str, Any] = {"choices": choices("taboo")}

LETTERS = ("q", "s", "r", "d", "w", "v", "enter", "down", "question_mark", "x")
PROGRAM_KEYS = ("f1", "f6", "f10", "f12", "ctrl+p", "tab", "escape")


class Slowness:
    """Holds back the service, without which nothing can be opened, until a test lets it go."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._go = asyncio.Event()
        load = Context.service

        async def slow(context: Context) -> PlayService:
            await self._go.wait()
            return await load(context)

        monkeypatch.setattr(Context, "service", slow)

    def end(self) -> None:
        """Let everything be opened."""
        self._go.set()


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Slowness:
    return Slowness(monkeypatch)


@asynccontextmanager
async def covered(
    folder: Path, slow: Slowness, **given: Any
) -> AsyncIterator[tuple[ClemtuiApp, Pilot[None]]]:
    """Run the app while it cannot open what it was asked for."""
    async with opened(folder, **{"collections": (), **given}) as (app, pilot):
        try:
            await on(pilot, HomeScreen)
            yield app, pilot
        finally:
            slow.end()


async def recorded(folder: Path) -> tuple[str, str]:
    """Record an episode that is finished and one that is not, and return their ids."""
    async with sitting(folder / "clemtui.db") as service:
        ended = (await play(service, choices("wordle"))).live.id
        left = await leave_when(service, choices("taboo"), lambda person: person.updates)
        return ended, left.live.id


def episodes_in(folder: Path) -> int:
    if not (folder / "clemtui.db").exists():
        return 0
    with Reader(folder / "clemtui.db") as reader:
        return reader.count(EpisodeFilter())


# What is shown


@pytest.mark.parametrize(
    ("language", "line"), [("en", "Opening Taboo…"), ("de", "Tabu wird geöffnet…")]
)
async def test_the_cover_says_what_is_opened_in_the_interface_language(
    tmp_path: Path, slow: Slowness, language: str, line: str
) -> None:
    async with covered(tmp_path, slow, interface_language=language, **TABOO) as (app, _):
        assert line in seen(app)


@pytest.mark.parametrize(
    ("given", "line"),
    [
        ({"resume": "12ab"}, "Opening the episode…"),
        ({"review": "12ab"}, "Opening the episode…"),
        ({"first": "history"}, "Opening the history…"),
        ({"first": "people"}, "One moment…"),
    ],
)
async def test_every_command_that_opens_a_screen_covers_home(
    tmp_path: Path, slow: Slowness, given: dict[str, Any], line: str
) -> None:
    async with covered(tmp_path, slow, person=None, **given) as (app, _):
        assert line in seen(app)
        assert not app.screen.query(GameCards)


async def test_the_cover_offers_no_key_but_the_one_that_quits(
    tmp_path: Path, slow: Slowness
) -> None:
    async with covered(tmp_path, slow, **TABOO) as (app, _):
        assert text_of(app.screen.query_one(KeyBar)).split() == ["^Q", "Quit"]
        assert "Wordle" not in seen(app)


async def test_home_without_another_screen_has_no_cover(tmp_path: Path, slow: Slowness) -> None:
    async with covered(tmp_path, slow) as (app, pilot):
        assert "Wordle" in seen(app)
        await pilot.press("s")
        await on(pilot, SettingsScreen)


# What is typed


async def test_keys_do_nothing_while_a_game_is_opened(tmp_path: Path, slow: Slowness) -> None:
    async with covered(tmp_path, slow, **TABOO) as (app, pilot):
        home = app.screen
        await pilot.press(*LETTERS, *PROGRAM_KEYS)
        await pilot.pause()
        assert app.screen is home
        assert app.is_running
        slow.end()
        play_screen = await on(pilot, PlayScreen)
        assert app.screen_stack[1:] == [home, play_screen]


async def test_clicks_and_pasted_text_do_nothing_either(tmp_path: Path, slow: Slowness) -> None:
    async with covered(tmp_path, slow, person="Ann", **TABOO) as (app, pilot):
        home = app.screen
        for row in (0, home.size.height - 1):
            for column in range(0, home.size.width, 2):
                at = {"x": column, "y": row, "delta_x": 0, "delta_y": 0, "button": 1}
                for kind in (events.MouseDown, events.MouseUp):
                    app.post_message(
                        kind(None, **at, shift=False, meta=False, ctrl=False)  # type: ignore[arg-type]
                    )
        app.post_message(events.Paste("river"))
        await pilot.pause()
        assert app.screen is home
        assert app.is_running


@pytest.mark.parametrize("key", ["ctrl+q", "ctrl+c"])
async def test_quitting_works_while_a_game_is_opened(
    tmp_path: Path, slow: Slowness, key: str
) -> None:
    async with covered(tmp_path, slow, **TABOO) as (app, pilot):
        await pilot.press(key)
        await until(pilot, lambda: app._exit)
        assert app.return_code == 0
    assert episodes_in(tmp_path) == 0


async def test_what_was_typed_during_the_cover_acts_on_no_screen_that_comes_after(
    tmp_path: Path, slow: Slowness
) -> None:
    """Keys that waited in the queue until the game was on the screen count as typed before it."""
    async with covered(tmp_path, slow, **TABOO) as (app, pilot):
        typed = key_time()
        slow.end()
        game = await on(pilot, PlayScreen)
        await until(pilot, lambda: game.query_one(Composer).answering is not None)
        for key, character in (("f12", None), ("escape", None), ("q", "q"), ("enter", "\r")):
            early = events.Key(key, character)
            early.time = typed
            app.post_message(early)
        await pilot.pause()
        assert app.screen is game
        assert not game.query_one(Composer).written()
        await pilot.press("q")
        assert game.query_one(Composer).written()


@pytest.mark.parametrize("ahead", [True, False])
async def test_only_what_goes_on_without_a_pause_is_lost_once_the_game_is_there(
    tmp_path: Path, slow: Slowness, monkeypatch: pytest.MonkeyPatch, ahead: bool
) -> None:
    """The end of a clue that was begun too early would be sent as if it were the clue."""
    monkeypatch.setattr(key_guard, "PAUSE_SECONDS", 1_000_000)
    monkeypatch.setattr(key_guard, "TYPING_SECONDS", 1_000_000)
    async with covered(tmp_path, slow, **TABOO) as (app, pilot):
        if ahead:
            await pilot.press(*"riv")
        slow.end()
        game = await on(pilot, PlayScreen)
        await until(pilot, lambda: game.query_one(Composer).answering is not None)
        await pilot.press(*"er")
        assert game.query_one(Composer).written() == (None if ahead else {"clue": "er"})
        assert app.screen is game


async def test_what_is_typed_counts_as_soon_as_the_question_is_on_the_screen(
    tmp_path: Path, slow: Slowness
) -> None:
    """Much may be left to do behind the screen; the person sees the question and types."""
    async with covered(tmp_path, slow, **TABOO) as (app, pilot):
        slow.end()
        game = await on(pilot, PlayScreen)
        await until(pilot, lambda: game.query_one(Composer).answering is not None)
        app._guard = guard = KeyGuard(painted=False)
        game.refresh()
        await until(pilot, lambda: guard.painted)
        await pilot.press(*"river")
        assert game.query_one(Composer).written() == {"clue": "river"}


async def test_who_types_all_the_while_loses_only_the_beginning(
    tmp_path: Path, slow: Slowness, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is sent, as the person may not have seen what is missing."""
    async with covered(tmp_path, slow, **TABOO) as (app, pilot):
        slow.end()
        game = await on(pilot, PlayScreen)
        composer = game.query_one(Composer)
        await until(pilot, lambda: composer.answering is not None)
        app._guard = KeyGuard(painted=False)
        monkeypatch.setattr(key_guard, "PAUSE_SECONDS", 3600.0)
        await pilot.press("x")
        app._guard.mark_painted()
        await pilot.press(*"river", "enter")
        assert composer.written() == {"clue": "river"}
        assert game.stage.next_request() is not None


# What comes after it


async def test_leaving_the_game_returns_to_a_home_that_works(
    tmp_path: Path, slow: Slowness
) -> None:
    async with covered(tmp_path, slow, **TABOO) as (app, pilot):
        slow.end()
        game = await on(pilot, PlayScreen)
        await until(pilot, lambda: game.query_one(Composer).answering is not None)
        game.live.control(LeaveEpisode())
        home = await on(pilot, HomeScreen)
        await until(pilot, lambda: home.loaded_at is not None and "Wordle" in seen(app))
        assert home.focused is home.query_one(GameCards)
        await pilot.press("m")
        await on(pilot, SetupScreen)


async def test_an_error_is_shown_on_a_home_that_works(
    tmp_path: Path, slow: Slowness, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refuse(*_: object) -> None:
        raise PlayError("no such task")

    monkeypatch.setattr(PlayService, "start", refuse)
    async with covered(tmp_path, slow, **TABOO) as (app, pilot):
        slow.end()
        await until(pilot, lambda: "no such task" in seen(app) and "Wordle" in seen(app))
        await pilot.press("s")
        await on(pilot, SettingsScreen)


async def test_an_episode_that_is_not_there_uncovers_home(tmp_path: Path, slow: Slowness) -> None:
    async with covered(tmp_path, slow, resume="12ab") as (app, pilot):
        slow.end()
        await until(pilot, lambda: "No unfinished episode matches" in seen(app))
        await until(pilot, lambda: "Wordle" in seen(app))
        await pilot.press("s")
        await on(pilot, SettingsScreen)


async def test_declining_to_resume_an_episode_of_someone_else_uncovers_home(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, left = await recorded(tmp_path)
    slow = Slowness(monkeypatch)
    async with covered(tmp_path, slow, person="Bo", resume=left) as (app, pilot):
        slow.end()
        await on(pilot, ConfirmDialog)
        await pilot.press("escape")
        await on(pilot, HomeScreen)
        await until(pilot, lambda: "Wordle" in seen(app))
        await pilot.press("s")
        await on(pilot, SettingsScreen)


async def test_questions_on_the_way_take_keys(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, left = await recorded(tmp_path)
    slow = Slowness(monkeypatch)
    given: dict[str, Any] = {"person": None, "first": "people", "resume": left}
    async with covered(tmp_path, slow, **given) as (app, pilot):
        await pilot.press("enter", "s")
        slow.end()
        people = await on(pilot, PeopleScreen)
        await until(pilot, lambda: people.people)
        await pilot.press("enter")
        await on(pilot, PlayScreen)
        assert app.context.person == "Ann"


async def test_declining_to_choose_a_partner_uncovers_home(tmp_path: Path, slow: Slowness) -> None:
    wanted = choices("taboo", language="tk")  # which the scripted player does not speak
    given: dict[str, Any] = {"choices": wanted, "ask_partner": True}
    async with covered(tmp_path, slow, **given) as (app, pilot):
        slow.end()
        await on(pilot, PartnerDialog)
        await pilot.press("escape")
        await on(pilot, HomeScreen)
        await until(pilot, lambda: "Wordle" in seen(app))


@pytest.mark.parametrize("kind", [HistoryScreen, ReviewScreen])
async def test_the_history_and_an_episode_open_above_a_home_that_works_afterwards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: type[HistoryScreen | ReviewScreen]
) -> None:
    ended, _ = await recorded(tmp_path)
    slow = Slowness(monkeypatch)
    given = {"first": "history"} if kind is HistoryScreen else {"review": ended}
    async with covered(tmp_path, slow, person=None, **given) as (app, pilot):
        await pilot.press("q", "s")
        slow.end()
        await on(pilot, kind)
        app.pop_screen()
        home = await on(pilot, HomeScreen)
        await until(pilot, lambda: home.query(GameCards) and "Wordle" in seen(app))

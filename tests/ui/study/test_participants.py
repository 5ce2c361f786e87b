"""A participant of a study in the app: one page after the other, and nothing else."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

import pytest
from textual import events
from textual.pilot import Pilot

from clemtui.config import Settings
from clemtui.records.errors import StoreError
from clemtui.study.joining.trouble import FILE
from clemtui.study.path.participant import Participant
from clemtui.ui.app import ClemtuiApp
from clemtui.ui.play.screen import PlayScreen
from clemtui.ui.settings.screen import SettingsScreen
from clemtui.ui.shell.dialogs.palette import PaletteScreen
from clemtui.ui.shell.options import StudyStart
from clemtui.ui.shell.reader import ReaderScreen
from clemtui.ui.shell.themes import DARK, LIGHT
from clemtui.ui.study.episode_end import EpisodeEndScreen
from clemtui.ui.study.page import PageInput, PageOptions, PageView
from clemtui.ui.study.screen import StudyScreen
from clemtui.ui.widgets.answer.composer import Composer
from clemtui.ui.widgets.lists import TextPane
from tests.cli.study.test_collecting import PATH, SMALL, join
from tests.study.protocols import bilingual, study_folder
from tests.support.calling import call
from tests.ui.support.app import opened, seen, until

START = StudyStart("memory")


@pytest.fixture
def frozen(home: Path) -> Path:
    """The folder of the data, with the frozen study ``memory``: two episodes of taboo."""
    study_folder(home / "data" / "studies", *SMALL)
    assert call("study", "freeze", "memory").code == 0
    return home / "data"


class Visit:
    """Someone at the app."""

    def __init__(self, app: ClemtuiApp, pilot: Pilot[None]) -> None:
        self.app = app
        self.pilot = pilot
        self._page = 0

    @property
    def screen(self) -> StudyScreen:
        return next(each for each in self.app.screen_stack if isinstance(each, StudyScreen))

    async def page(self) -> str:
        """Wait for the next page and return what is on the screen."""
        screen, here = self.screen, self._page
        await until(
            self.pilot,
            lambda: (
                self.app.screen is screen
                and screen._number != here
                and screen._guard.painted
                and screen.query(PageView)
            ),
        )
        self._page = screen._number
        return seen(self.app)

    async def press(self, *keys: str) -> str:
        """Press keys on this page and return the next one."""
        await self.pilot.press(*keys)
        return await self.page()

    async def guess(self, *words: str) -> None:
        """Play an episode of taboo, with wrong guesses."""
        await until(self.pilot, lambda: isinstance(self.app.screen, PlayScreen))
        for word in words:
            await self.asked()
            await self.pilot.press(*word, "enter")

    async def asked(self) -> None:
        await until(
            self.pilot,
            lambda: any(
                each.answering is not None
                for each in self.app.screen.query(Composer)
                if each.request is not None
            ),
        )

    async def end(self) -> str:
        """Wait for the end of an episode and return what is said of it."""
        await until(self.pilot, lambda: isinstance(self.app.screen, EpisodeEndScreen))
        screen = self.app.screen
        assert isinstance(screen, EpisodeEndScreen)
        await until(self.pilot, lambda: screen._guard.painted)
        return seen(self.app)


@asynccontextmanager
async def visit(
    folder: Path,
    start: StudyStart = START,
    size: tuple[int, int] = (80, 24),
    settings: Settings | None = None,
) -> AsyncIterator[Visit]:
    opening = opened(folder, size=size, person=None, study=start, settings=settings)
    async with opening as (app, pilot):
        yield Visit(app, pilot)


async def enter(visit: Visit) -> str:
    """Become a participant, and return their code."""
    assert "I am at least 18 years old." in await visit.page()
    assert "How well do you speak" in await visit.press("1", "enter")
    assert "You play games." in await visit.press("8", "enter")
    assert "be published" in await visit.press("1", "enter")
    assert "Were you given a code?" in await visit.press("2", "enter")
    shown = await visit.press("enter")
    assert "Your code is P-" in shown
    return shown.partition("Your code is ")[2].partition(".")[0]


async def to_first_episode(visit: Visit) -> str:
    code = await enter(visit)
    assert "The next game: Taboo" in await visit.press("enter")
    assert "Episode 1 of 3: Taboo" in await visit.press("enter")
    await visit.pilot.press("enter")
    return code


async def understand(visit: Visit) -> str:
    """Answer the questions about the rules rightly."""
    for option in ("2", "1", "3"):
        shown = await visit.press(option, "enter")
    assert "All your answers about the rules are right." in shown
    return shown


def rows(folder: Path, query: str) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(folder / "clemtui.db")) as db:
        return db.execute(query).fetchall()


_ANSWERS = "SELECT part, item, value, attempt FROM answers ORDER BY id"


async def test_the_whole_path_records_what_lines_of_text_record(
    frozen: Path, tmp_path: Path
) -> None:
    async with visit(frozen) as here:
        await to_first_episode(here)
        await here.guess("zebra", "horse", "cow")
        assert "Main score: 0 of 100." in await here.end()
        assert "Some questions about the rules:" in await here.press("enter")
        assert "Episode 2 of 3" in await understand(here)
        for _ in range(2):
            await here.pilot.press("enter")
            await here.guess("zebra", "horse", "cow")
            said = await here.end()
            assert "The episode has ended." in said
            assert "score" not in said
            assert "Lost" not in said
            shown = await here.press("enter")
        assert "How old are you?" in shown
        await here.press("1", "enter")
        await here.press("2", "enter")
        assert "Thank you for taking part!" in await here.press("2", "enter")
        assert "You have finished this study." in await here.press("enter")
    in_app = rows(frozen, _ANSWERS)
    assert (await asyncio.to_thread(join, PATH)).code == 0  # someone else
    assert rows(frozen, _ANSWERS)[len(in_app) :] == in_app
    episodes = rows(frozen, "SELECT practice, main_score FROM study_results ORDER BY episode")
    assert len(episodes) == 6
    assert {front for (front,) in rows(frozen, "SELECT front FROM sessions")} == {"app", "plain"}


async def test_no_option_is_chosen_before_one_is_marked(frozen: Path) -> None:
    async with visit(frozen) as here:
        await here.page()
        assert here.screen.query_one(PageOptions).highlighted is None
        await here.pilot.press("enter", "enter")
        await here.pilot.pause()
        assert "I am at least 18 years old." in seen(here.app)


async def test_a_key_pressed_for_one_page_does_not_answer_the_next(frozen: Path) -> None:
    async with visit(frozen) as here:
        await here.page()
        await here.press("1", "enter")
        before = here._page
        here.screen._guard = type(here.screen._guard)(painted=False)
        await here.pilot.press("8", "enter")
        await here.pilot.pause()
        assert here.screen._number == before


async def test_whoever_leaves_goes_on_at_the_same_place(frozen: Path) -> None:
    async with visit(frozen) as here:
        code = await to_first_episode(here)
        await here.guess("zebra")
        await here.asked()
        await here.pilot.press("escape")
        await until(here.pilot, lambda: not isinstance(here.app.screen, PlayScreen))
        left = await here.press("enter")
        assert "You have left. Everything so far is recorded." in left
        assert code in left
    async with visit(frozen, StudyStart("memory", code=code.lower())) as here:
        assert "Episode 1 of 3: Taboo" in await here.page()
        await here.pilot.press("enter")
        await here.guess("horse", "cow")
        assert "The word was" in await here.end()
    assert rows(frozen, "SELECT count(*) FROM episodes") == [(1,)]


async def test_before_consent_leaving_records_nothing(frozen: Path) -> None:
    async with visit(frozen) as here:
        await here.page()
        await here.press("1", "enter")
        await here.pilot.press("escape")
        await until(here.pilot, lambda: "Nothing about you is recorded yet." in seen(here.app))
        assert "Nothing was recorded." in await here.press("enter")
    for table in ("people", "enrolments", "answers", "sessions"):
        assert rows(frozen, f"SELECT count(*) FROM {table}") == [(0,)], table


@pytest.mark.parametrize(
    ("keep", "stays"), [("1", True), ("3", False)], ids=["keep", "erase everything"]
)
async def test_one_key_withdraws_in_the_middle_of_an_episode(
    frozen: Path, keep: str, stays: bool
) -> None:
    async with visit(frozen) as here:
        await to_first_episode(here)
        await here.guess("zebra")
        await here.asked()
        assert "What should happen to what you have done so far?" in await here.press("f11")
        assert "This cannot be undone. Withdraw?" in await here.press(keep, "enter")
        assert "You have withdrawn from this study." in await here.press("1", "enter")
    (kept,) = rows(frozen, "SELECT count(*) > 0 FROM answers WHERE value != 'null'")
    assert kept == (stays,)


async def test_whoever_thinks_better_of_it_goes_on_in_the_same_episode(frozen: Path) -> None:
    async with visit(frozen) as here:
        await to_first_episode(here)
        await here.guess("zebra")
        await here.asked()
        await here.press("f11")
        assert "Episode 1 of 3" in await here.press("4", "enter")
        await here.pilot.press("enter")
        await here.guess("horse", "cow")
        await here.end()
    assert rows(frozen, "SELECT count(*) FROM episodes") == [(1,)]


async def test_one_can_withdraw_while_the_end_of_an_episode_is_shown(frozen: Path) -> None:
    async with visit(frozen) as here:
        await to_first_episode(here)
        await here.guess("zebra", "horse", "cow")
        await here.end()
        assert "What should happen to what you have done so far?" in await here.press("f11")
        assert "Some questions about the rules:" in await here.press("4", "enter")


async def test_nothing_else_of_the_program_can_be_reached(frozen: Path) -> None:
    async with visit(frozen) as here:
        await to_first_episode(here)
        await here.asked()
        play = here.app.screen
        assert isinstance(play, PlayScreen)
        offered = {command.name for command in play.commands()}
        assert "Withdraw" in offered
        for other in ("Progress", "Home", "History", "Next", "Continue with another partner"):
            assert other not in offered
        assert not any(name.startswith(("Language:", "Clock:")) for name in offered)
        await here.pilot.press("f12")
        await until(here.pilot, lambda: isinstance(here.app.screen, SettingsScreen))
        settings = here.app.screen
        assert isinstance(settings, SettingsScreen)
        shown = {row.id for row in settings.rows() if settings._is_allowed(row)}
        assert shown == {"theme", "keys", "keymap", "motion", "alert", "bidi"}
        await here.pilot.press("escape", "ctrl+p")
        await until(here.pilot, lambda: isinstance(here.app.screen, PaletteScreen))


async def test_the_code_is_not_on_the_screen_while_one_plays(frozen: Path) -> None:
    async with visit(frozen) as here:
        code = await to_first_episode(here)
        await here.guess("zebra")
        await here.asked()
        assert code not in seen(here.app)


async def test_what_did_not_work_can_be_tried_again(
    frozen: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play, failures = Participant.play, [StoreError("the disk is full")]

    async def failing(self: Participant, *given: Any) -> Any:
        if failures:
            raise failures.pop()
        return await play(self, *given)

    monkeypatch.setattr(Participant, "play", failing)
    async with visit(frozen) as here:
        await to_first_episode(here)
        shown = await here.page()
        assert "the disk is full" not in shown, "it is noted for those who run the study"
        assert "the disk is full" in (frozen / FILE).read_text("utf-8")
        assert "Your last answers may not be recorded." in shown
        assert "Episode 1 of 3" in await here.press("1", "enter")
        await here.pilot.press("enter")
        await here.guess("zebra", "horse", "cow")
        await here.end()


async def test_one_participant_after_the_other(frozen: Path) -> None:
    async with visit(frozen, StudyStart("memory", repeats=True)) as here:
        assert "type your code" in await here.page()
        await here.pilot.press("enter")
        code = await enter(here)
        await here.pilot.press("escape")
        await until(here.pilot, lambda: "leave now" in seen(here.app))
        assert code in await here.press("enter")
        again = await here.press("enter")
        assert "type your code" in again
        assert code not in again
        assert not here.app.context.person
        assert "The next game: Taboo" in await here.press(*code.lower(), "enter")


async def test_an_unknown_code_is_said_and_asked_for_again(frozen: Path) -> None:
    async with visit(frozen, StudyStart("memory", repeats=True)) as here:
        await here.page()
        asked = await here.press(*"nobody", "enter")
        assert "No one in this study has the code nobody yet." in asked
        assert "type your code" in asked
        assert "I am at least 18 years old." in await here.press("enter")


async def test_the_researchers_own_name_is_no_participant(frozen: Path) -> None:
    async with visit(frozen, settings=Settings(person="Boss")) as here:
        await here.page()
        assert not here.app.context.person


def _in(home: Path, language: str) -> None:
    """Freeze a study for people who read English or another language."""
    bilingual(home / "data" / "studies", language, *SMALL)
    assert call("study", "freeze", "memory").code == 0


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("de", ("Trifft das auf dich zu?", "Ja")),
        ("ja", ("これはあなたに当てはまりますか？", "はい")),
    ],
)
async def test_everything_is_in_the_language_of_the_participant(
    home: Path, language: str, words: Sequence[str]
) -> None:
    await asyncio.to_thread(_in, home, language)
    async with visit(home / "data") as here:
        assert "Your language" in await here.page()
        shown = await here.press("2", "enter")
        assert all(word in shown for word in words)
        answers = (("1", "enter"), ("8", "enter"), ("1", "enter"), ("2", "enter"), ("enter",))
        pages = [shown, *[await here.press(*keys) for keys in answers]]
        for english in ("Withdraw", "Leave", "Go on", "You ", "Choose", "Your "):
            assert not any(english in page for page in pages), english


@pytest.mark.parametrize("size", [(40, 12), (60, 20), (200, 60)])
async def test_every_question_can_be_answered_at_every_size(
    frozen: Path, size: tuple[int, int]
) -> None:
    async with visit(frozen, size=size) as here:
        await here.page()
        for keys in (("1", "enter"), ("8", "enter"), ("1", "enter"), ("2", "enter")):
            for widget in here.screen.query(PageOptions):
                assert widget.size.height >= min(2, widget.option_count)
            await here.press(*keys)
        assert here.screen.query_one(PageInput).size.width > 10


async def test_withdrawing_is_asked_of_who_comes_back_before_they_choose_a_language(
    home: Path,
) -> None:
    await asyncio.to_thread(_in, home, "de")
    async with visit(home / "data") as here:
        await here.page()
        await here.press("1", "enter")
        await here.press("1", "enter")
        await here.press("8", "enter")
        await here.press("1", "enter")
        await here.press("2", "enter")
        shown = await here.press("enter")
        code = shown.partition("Your code is ")[2].partition(".")[0]
    async with visit(home / "data", StudyStart("memory", code=code)) as here:
        assert "Your language" in await here.page()
        assert "What should happen to what you have done so far?" in await here.press("f11")


async def test_no_one_can_withdraw_before_or_after_they_take_part(frozen: Path) -> None:
    async with visit(frozen, StudyStart("memory", repeats=True)) as here:
        await here.page()
        assert "Withdraw" not in seen(here.app)
        await here.press("enter")
        assert "Withdraw" in seen(here.app)
        await here.press("2", "enter")
        assert "Withdraw" not in seen(here.app)


async def test_whoever_comes_back_begins_another_sitting(frozen: Path) -> None:
    async with visit(frozen, StudyStart("memory", repeats=True)) as here:
        await here.page()
        await here.pilot.press("enter")
        code = await enter(here)
        await here.pilot.press("escape")
        await until(here.pilot, lambda: "leave now" in seen(here.app))
        await here.press("enter")
        await here.press("enter")
        await here.press(*code.lower(), "enter")
        await here.press("enter")
    assert rows(frozen, "SELECT count(*) FROM sessions WHERE person IS NOT NULL") == [(2,)]


async def test_all_lines_of_a_paste_are_taken(frozen: Path) -> None:
    async with visit(frozen) as here:
        await here.page()
        for keys in (("1", "enter"), ("8", "enter"), ("1", "enter"), ("2", "enter")):
            await here.press(*keys)
        here.app.post_message(events.Paste("lab\nseven\n"))
        await until(here.pilot, lambda: here.screen.query_one(PageInput).value)
        assert here.screen.query_one(PageInput).value == "lab seven"


async def test_a_long_consent_text_is_read_on_with_page_down(home: Path) -> None:
    await asyncio.to_thread(_in, home, "de")
    async with visit(home / "data") as here:
        await here.page()
        for keys in (("2", "enter"), ("1", "enter"), ("8", "enter")):
            await here.press(*keys)
        pane = here.screen.query_one(PageView).query_one(TextPane)
        await until(here.pilot, lambda: here.screen.query_one(PageView).overflows)
        await until(here.pilot, lambda: here.screen.check_action("text", (1,)))
        await here.pilot.press("pagedown")
        await until(here.pilot, lambda: pane.scroll_y > 0)
        await here.pilot.press("pageup")
        await until(here.pilot, lambda: pane.scroll_y == 0)


async def test_participants_are_no_default_players(frozen: Path) -> None:
    async with visit(frozen) as here:
        await enter(here)
    called = await asyncio.to_thread(call, "people", "list")
    assert "plays by default" not in called.out


async def test_withdrawing_is_possible_where_something_did_not_work(
    frozen: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def failing(self: Participant, *given: Any) -> Any:
        raise StoreError("the disk is full")

    monkeypatch.setattr(Participant, "play", failing)
    async with visit(frozen) as here:
        await to_first_episode(here)
        assert "This did not work." in await here.page()
        assert "What should happen to what you have done so far?" in await here.press("f11")


async def test_whoever_leaves_where_something_did_not_work_is_told_how_to_go_on(
    frozen: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def failing(self: Participant, *given: Any) -> Any:
        raise StoreError("the disk is full")

    monkeypatch.setattr(Participant, "play", failing)
    async with visit(frozen) as here:
        code = await to_first_episode(here)
        await here.page()
        assert f"use your code: {code}" in await here.press("2", "enter")
        assert "Withdraw" not in seen(here.app)


async def test_the_next_participant_finds_the_settings_of_the_researcher(frozen: Path) -> None:
    start, settings = StudyStart("memory", repeats=True), Settings(theme=LIGHT)
    async with visit(frozen, start, settings=settings) as here:
        await here.page()
        await here.press("enter")
        changes = {"theme": DARK, "motion": "reduced", "keymap.study.withdraw": "f9"}
        await here.app.change_settings(changes)
        await until(here.pilot, lambda: "F9 Withdraw" in seen(here.app))
        await here.press("2", "enter")
        await here.press("enter")
        assert here.app.theme == LIGHT
        assert here.app.context.settings == settings
        await here.press("enter")
        assert "F11 Withdraw" in seen(here.app)


async def test_the_key_that_is_named_is_the_one_that_withdraws(frozen: Path) -> None:
    settings = Settings(keymap={"study.withdraw": "f9"})
    async with visit(frozen, settings=settings) as here:
        await here.page()
        for keys in (("1", "enter"), ("8", "enter"), ("1", "enter"), ("2", "enter")):
            await here.press(*keys)
        assert "press F9." in await here.press("enter")
        assert "What should happen to what you have done so far?" in await here.press("f9")


async def test_no_one_can_leave_before_they_have_begun(frozen: Path) -> None:
    async with visit(frozen, StudyStart("memory", repeats=True)) as here:
        await here.page()
        assert "Leave" not in seen(here.app).splitlines()[-1]
        await here.pilot.press("escape", "f1")
        await until(here.pilot, lambda: isinstance(here.app.screen, ReaderScreen))

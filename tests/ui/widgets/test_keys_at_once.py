"""Keys that arrive in one burst, as over a slow connection, act in the order in which they came."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import ClassVar

import pytest
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Static

from clemtui.ui.archive.export import ExportDialog
from clemtui.ui.archive.history.screen import HistoryScreen
from clemtui.ui.home.welcome import WelcomeScreen
from clemtui.ui.play.handover import HandOverScreen
from clemtui.ui.play.rules import RulesScreen
from clemtui.ui.play.screen import PlayScreen
from clemtui.ui.results.screen import ResultScreen
from clemtui.ui.shell.dialogs.choice import ChoiceDialog, TextDialog
from clemtui.ui.shell.dialogs.confirm import ConfirmDialog
from clemtui.ui.terminal import key_order
from clemtui.ui.terminal.key_order import OrderedKeys
from clemtui.ui.widgets import key_guard
from clemtui.ui.widgets.line_input import LineInput
from tests.ui.support.app import ControlledPartner, on, opened, playing, until
from tests.ui.support.bursts import burst
from tests.ui.support.history import history, record_episodes
from tests.ui.support.reviews import open_review


async def test_a_confirmation_is_for_the_text_that_was_warned_of(tmp_path: Path) -> None:
    partner = ControlledPartner()
    async with playing(tmp_path, "taboo", partners={"Player 2": partner}) as table:
        await table.wait_for_request()
        forbidden = table.live.instance.data["related_word"][0]
        burst(table.app, forbidden, "enter")
        await until(table.pilot, lambda: "Enter again" in table.hint)
        burst(table.app, "!", "enter")
        await until(table.pilot, lambda: forbidden + "!" in str(table.composer.draft()))
        await table.pilot.pause()
        assert table.composer.request is not None, "another text, which was not confirmed"
        assert "Enter again" in table.hint
        await table.pilot.press("enter")
        await on(table.pilot, ResultScreen)


async def test_editing_keys_act_between_the_letters(tmp_path: Path) -> None:
    partner = ControlledPartner()
    async with playing(tmp_path, "taboo", partners={"Player 2": partner}) as table:
        await table.wait_for_request()
        burst(table.app, "strong loge", "backspace", "backspace", "ve", "home", "a ", "enter")
        await until(table.pilot, lambda: partner.pending)
        assert "CLUE: a strong love" in table.transcript_text


async def test_a_line_replaced_and_sent_at_once_is_the_new_line(tmp_path: Path) -> None:
    partner = ControlledPartner()
    async with playing(tmp_path, "taboo", partners={"Player 2": partner}) as table:
        await table.wait_for_request()
        await table.type("something else")
        burst(table.app, "ctrl+a", "ctrl+k", "a feeling", "enter")
        await until(table.pilot, lambda: partner.pending)
        assert "CLUE: a feeling" in table.transcript_text


async def test_a_name_is_what_was_typed(tmp_path: Path) -> None:
    async with opened(tmp_path, person="") as (app, pilot):
        await on(pilot, WelcomeScreen)
        field = app.screen.query_one(LineInput)
        field.value = ""
        field.focus()
        await pilot.pause()
        burst(app, "Annb", "backspace", "e", "enter", "x", "enter", "y")
        await until(pilot, lambda: app.context.person == "Anne")


async def test_what_follows_enter_begins_the_next_answer_if_it_is_asked_at_once(
    tmp_path: Path,
) -> None:
    """Up to the next Enter; nobody has seen what that would send."""
    async with playing(tmp_path, "wordle") as table:
        await table.wait_for_request()
        burst(table.app, "crane", "enter", "slo", "backspace", "ate", "enter", "pound")
        await until(table.pilot, lambda: table.composer.draft() == {"guess": "slate"})
        assert "crane" in table.transcript_text
        assert table.composer.request is not None


async def test_what_follows_enter_is_dropped_if_others_are_waited_for(tmp_path: Path) -> None:
    partner = ControlledPartner()
    async with playing(tmp_path, "taboo", partners={"Player 2": partner}) as table:
        await table.wait_for_request()
        burst(table.app, "a feeling", "enter", "strong", "enter", "love", "f7")
        await until(table.pilot, lambda: partner.pending)
        assert table.transcript_text.endswith("CLUE: a feeling")
        await on(table.pilot, RulesScreen)  # a key that is no text acts in its turn
        assert table.composer.draft() == {"clue": ""}


async def test_what_follows_tab_goes_into_the_next_field(tmp_path: Path) -> None:
    async with playing(tmp_path, "wordle_withclue") as table:
        await table.wait_for_request()
        burst(table.app, "crane", "tab", "a first", *["left"] * 5, "new ", "enter")
        await until(table.pilot, lambda: "a new first" in table.transcript_text)
        assert "crane" in table.transcript_text


async def test_what_follows_a_refused_enter_is_dropped(tmp_path: Path) -> None:
    partner = ControlledPartner()
    async with playing(tmp_path, "taboo", partners={"Player 2": partner}) as table:
        await table.wait_for_request()
        forbidden = table.live.instance.data["related_word"][0]
        burst(table.app, forbidden, "enter", "something else", "enter")
        await until(table.pilot, lambda: "Enter again" in table.hint)
        assert table.composer.draft() == {"clue": forbidden}
        burst(table.app, "ish")
        await until(table.pilot, lambda: table.composer.draft() == {"clue": f"{forbidden}ish"})


async def test_a_warning_that_was_not_seen_is_not_confirmed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither by a second Enter in the same burst, nor by one that bounced or was repeated."""
    partner = ControlledPartner()
    async with playing(tmp_path, "taboo", partners={"Player 2": partner}) as table:
        await table.wait_for_request()
        forbidden = table.live.instance.data["related_word"][0]
        monkeypatch.setattr(key_guard, "PAUSE_SECONDS", 3600)
        burst(table.app, forbidden, "enter", "enter")
        await until(table.pilot, lambda: "Enter again" in table.hint)
        await table.pilot.press("enter")
        await table.pilot.pause()
        assert table.composer.request is not None
        monkeypatch.setattr(key_guard, "PAUSE_SECONDS", 0)
        await table.pilot.press("enter")
        await on(table.pilot, ResultScreen)


async def test_a_stuck_widget_does_not_stop_the_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    released = asyncio.Event()

    class Stuck(Static, can_focus=True):
        async def on_key(self) -> None:
            await released.wait()

    class Host(OrderedKeys):
        BINDINGS: ClassVar[list[BindingType]] = [Binding("f7", "leave", priority=True)]

        def compose(self) -> ComposeResult:
            yield Stuck()

        def action_leave(self) -> None:
            released.set()

    monkeypatch.setattr(key_order, "_LONGEST_SECONDS", 0.01)
    app = Host()
    async with app.run_test() as pilot:
        burst(app, "x", "f7")
        await until(pilot, released.is_set)


async def test_an_enter_has_no_effect_on_a_screen_that_was_not_painted(tmp_path: Path) -> None:
    partner = ControlledPartner()
    async with playing(tmp_path, "taboo", partners={"Player 2": partner}) as table:
        await table.wait_for_request()
        burst(table.app, "a feeling", "ctrl+g", "enter")
        await on(table.pilot, ConfirmDialog)
        await table.pilot.press("enter")
        await on(table.pilot, ResultScreen)


@pytest.mark.parametrize("cover", ["f1", "f7", "f9"])
async def test_a_warning_is_not_confirmed_from_another_screen(tmp_path: Path, cover: str) -> None:
    partner = ControlledPartner()
    async with playing(tmp_path, "taboo", partners={"Player 2": partner}) as table:
        await table.wait_for_request()
        forbidden = table.live.instance.data["related_word"][0]
        burst(table.app, forbidden, "enter")
        await until(table.pilot, lambda: "Enter again" in table.hint)
        await table.pilot.press(cover)
        await until(table.pilot, lambda: not isinstance(table.app.screen, PlayScreen))
        await table.app.keys_handled()
        closes = {"f1": "escape", "f7": "escape", "f9": "enter"}[cover]
        burst(table.app, closes, "enter", "enter")
        await on(table.pilot, PlayScreen)
        await table.app.keys_handled()
        assert table.composer.request is not None
        await table.pilot.press("enter")
        await on(table.pilot, ResultScreen)


async def test_nothing_typed_before_the_game_was_seen_is_an_answer(tmp_path: Path) -> None:
    async with playing(tmp_path, "taboo", partner=("human",)) as table:
        await on(table.pilot, HandOverScreen)
        burst(table.app, "enter", "ahead", "enter", "more")
        await table.wait_for_request()
        await table.app.keys_handled()
        assert table.composer.draft() == {"clue": ""}


async def test_what_follows_an_enter_that_closed_a_dialog_is_no_command(tmp_path: Path) -> None:
    await record_episodes(tmp_path)
    async with history(tmp_path) as (screen, pilot, app):
        screen.context.person = "Ann"
        await pilot.press("down", "x")
        await on(pilot, ChoiceDialog)
        await pilot.press("down", "enter")
        await on(pilot, TextDialog)
        burst(app, "wave=2", "enter", "mue")
        await on(pilot, HistoryScreen)
        await app.keys_handled()
        assert app.screen is screen
        assert screen.line == ""


async def test_keys_behind_the_one_that_starts_a_game_reach_no_other_screen(
    tmp_path: Path,
) -> None:
    ids = await record_episodes(tmp_path)
    async with open_review(tmp_path, ids["taboo"]) as (_, pilot, app):
        burst(app, "ae", "enter", "enter")
        await on(pilot, PlayScreen)
        await app.keys_handled()
        assert isinstance(app.screen, PlayScreen)
        assert not any(isinstance(each, ExportDialog) for each in app.screen_stack)

"""Tests of switching the interface language during a game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from textual.widgets import ContentSwitcher

from clemtui.ui.app import ClemtuiApp
from clemtui.ui.play.handover import HandOverScreen
from clemtui.ui.play.pause import PauseScreen
from clemtui.ui.play.screen import PlayScreen
from clemtui.ui.settings.screen import SettingsScreen
from clemtui.ui.widgets.answer.box import AnswerBox
from clemtui.ui.widgets.wait_panels import ChoiceMenu
from tests.ui.support.app import (
    ControlledPartner,
    PlayedEpisode,
    headline,
    on,
    opened,
    playing,
    seen,
    shows,
    stored_episode,
    until,
)

COUNTED = "Episodes are counted under the interface language they began in."


async def german(table: PlayedEpisode) -> None:
    await table.app.set_language("de")
    await table.pilot.pause()


async def test_whole_screen_is_translated(tmp_path: Path) -> None:
    partner = ControlledPartner()
    async with playing(tmp_path, "taboo", partners={"Player 2": partner}) as table:
        await table.wait_for_request()
        await table.play_wrong_guess(partner, "one")
        entries = len(table.transcript.entries)
        await german(table)
        assert len(table.transcript.entries) == entries
        voice = table.screen.voice
        assert voice.interface.language == "de"
        assert "Spielleitung" in table.transcript_text or "Game master" not in table.transcript_text
        shown = seen(table.app)
        for label in ("taboo.clue", "taboo.target"):
            assert f"‹{label}›" not in shown
        assert str(voice.seat("Player 1")) in headline(table)[0]
        assert f"{voice.seat('Player 1')}" in shown
        assert "Ann" in shown


@pytest.mark.parametrize("interface", ["assisted", "verbatim"])
async def test_answer_keeps_timing_and_undo(tmp_path: Path, interface: str) -> None:
    partner = ControlledPartner()
    written = "CLUE: half a thought" if interface == "verbatim" else "half a thought"
    async with playing(
        tmp_path, "taboo", interface=interface, partners={"Player 2": partner}
    ) as table:
        await table.wait_for_request()
        await table.type(written, "left", "left")
        answering, request = table.composer.answering, table.composer.request
        box = table.screen.query_one(AnswerBox)
        cursor = box.cursor_location
        await german(table)
        after = table.screen.query_one(AnswerBox)
        assert after is not box
        assert after.text == written
        assert after.cursor_location == cursor
        assert table.app.focused is after
        assert table.composer.answering is answering
        assert table.composer.request is request
        await table.pilot.press("x", "ctrl+z", "ctrl+z")
        assert after.text != written
        await table.pilot.press("ctrl+y", "enter")
        await until(table.pilot, lambda: stored_episode(tmp_path, table.live.id).entries)
        (entry,) = stored_episode(tmp_path, table.live.id).entries
        assert entry.timing is not None
        assert entry.timing.shown_at == answering._shown_at  # type: ignore[union-attr]


async def test_cells_keep_letters_and_cursor(tmp_path: Path) -> None:
    async with playing(tmp_path, "wordle") as table:
        await table.wait_for_request()
        await table.type("cra", "left")
        await german(table)
        await table.type("x")
        assert table.composer.draft()["guess"] == "crxa"  # type: ignore[index]
        await table.pilot.press("ctrl+z", "ctrl+z")
        assert table.composer.draft()["guess"] == "cr"  # type: ignore[index]


async def test_input_history_is_kept(tmp_path: Path) -> None:
    partner = ControlledPartner()
    async with playing(tmp_path, "taboo", partners={"Player 2": partner}) as table:
        await table.wait_for_request()
        await table.type("first clue", "enter")
        await until(table.pilot, lambda: partner.pending)
        await german(table)
        partner.say("GUESS: wrongword")
        await table.wait_for_request()
        await table.pilot.press("up")
        assert table.composer.draft() == {"clue": "first clue"}


async def test_open_options_stay_open(tmp_path: Path) -> None:
    partner = ControlledPartner()
    async with playing(tmp_path, "taboo", partners={"Player 2": partner}) as table:
        await table.wait_for_request()
        await table.type("one", "enter")
        await until(table.pilot, lambda: partner.pending)
        partner.fail("The connection was refused.")
        await until(table.pilot, lambda: table.app.focused is table.screen.query_one(ChoiceMenu))
        await table.pilot.press("down")
        await german(table)
        assert table.screen.query_one("#dock", ContentSwitcher).current == "choose"
        choices = table.screen.query_one(ChoiceMenu)
        assert choices.option_count == 4
        assert table.app.focused is choices


async def test_scroll_position_is_kept(tmp_path: Path) -> None:
    async with playing(tmp_path, "taboo") as table:
        await table.wait_for_request()
        table.transcript.scroll_to(y=1, animate=False, immediate=True)
        table.transcript.marked = 0
        await table.pilot.pause()
        await german(table)
        await table.pilot.pause()
        assert table.transcript.scroll_y == 1
        assert table.transcript.marked == 0
        assert not table.transcript.at_end


async def test_screens_below_are_translated_too(tmp_path: Path) -> None:
    async with playing(tmp_path, "taboo") as table:
        await table.wait_for_request()
        await table.type("kept")
        await table.pilot.press("f12")
        await on(table.pilot, SettingsScreen)
        await german(table)
        await table.pilot.press("escape")
        await on(table.pilot, PlayScreen)
        assert table.screen.query_one(AnswerBox).text == "kept"
        assert table.app.focused is table.screen.query_one(AnswerBox)
        await table.type("!")
        assert table.screen.query_one(AnswerBox).text == "kept!"


async def test_pause_continues(tmp_path: Path) -> None:
    async with playing(tmp_path, "taboo") as table:
        await table.wait_for_request()
        await table.type("kept")
        await table.pilot.press("f9")
        await on(table.pilot, PauseScreen)
        answering = table.composer.answering
        await german(table)
        assert table.composer.answering is answering
        await table.pilot.press("f9")
        await on(table.pilot, PlayScreen)
        assert [pause.why for pause in answering._pauses] == ["paused"]  # type: ignore[union-attr]
        assert table.screen.query_one(AnswerBox).text == "kept"


async def test_hand_over_is_translated(tmp_path: Path) -> None:
    async with playing(tmp_path, "taboo", partner=("human:Ben",)) as table:
        await on(table.pilot, HandOverScreen)
        await german(table)
        target = table.live.instance.data["target_word"]
        assert not shows(table.app, target)
        role = table.screen.voice.seat("Player 1")
        assert f"{role} · Ann" in seen(table.app)
        await table.pilot.press("enter")
        await table.wait_for_request()
        assert shows(table.app, target)


# Counting: an episode keeps the language that it began in, and the app says so


def remark(app: ClemtuiApp) -> str:
    """Return the sentence about counting, in the current interface language, if it is shown."""
    sentence = app.context.interface.text(COUNTED)
    return sentence if sentence in [note.message for note in app._notifications] else ""


async def test_a_person_who_changes_it_in_an_episode_is_told_under_which_it_counts(
    tmp_path: Path,
) -> None:
    async with playing(tmp_path, "taboo") as table:
        await table.wait_for_request()
        assert not remark(table.app)
        await german(table)
        assert remark(table.app).startswith("Episoden zählen")
    assert stored_episode(tmp_path, table.live.id).condition["interface_language"] == "en"


async def test_changing_it_back_needs_no_remark(tmp_path: Path) -> None:
    async with playing(tmp_path, "taboo") as table:
        await table.wait_for_request()
        await german(table)
        await table.app.set_language("en")
        await table.pilot.pause()
        assert not remark(table.app)


async def test_a_spectator_is_told_nothing(tmp_path: Path) -> None:
    partners = {seat: ControlledPartner() for seat in ("Player 1", "Player 2")}
    async with playing(tmp_path, "taboo", seat="observer", partners=partners) as table:
        await german(table)
        assert not remark(table.app)


@pytest.mark.parametrize(("language", "told"), [("en", False), ("de", True)])
async def test_who_resumes_in_another_language_is_told_too(
    tmp_path: Path, language: str, told: bool
) -> None:
    async with playing(tmp_path, "taboo") as table:
        await table.wait_for_request()
    given: dict[str, Any] = {"resume": table.live.id, "interface_language": language}
    async with opened(tmp_path, **given) as (app, pilot):
        await on(pilot, PlayScreen)
        await until(pilot, lambda: not app._first.covered)  # all that opening does is done
        assert bool(remark(app)) == told

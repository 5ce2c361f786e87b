"""Tests of the wordle games on the screen: nothing is hidden, and no stray key answers."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual import events

from clemtui.engine import Response
from clemtui.ui.widgets import key_guard
from clemtui.ui.widgets.answer.letter_cells import LetterCells
from clemtui.ui.widgets.board.blocks import BlockWidget
from clemtui.ui.widgets.board.board import Board
from clemtui.ui.widgets.board.letters import KeyboardWidget, LetterBoardWidget
from tests.ui.support.app import (
    ControlledPartner,
    PlayedEpisode,
    playing,
    seen,
    stored_episode,
    text_of,
    until,
)

CRITIC = "Player 2"
LONG = "it is a vessel, but one that goes by sail and not on a canal, and so does not suit the clue"


def disagree(table: PlayedEpisode, critic: ControlledPartner, why: str) -> None:
    explanation, agreement = (table.live.texts.tag(id) for id in ("explanation", "agreement"))
    critic.say(f"{explanation} {why}\n{agreement} {table.live.texts.options['agreement'][1]}")


async def propose(table: PlayedEpisode, critic: ControlledPartner) -> str:
    """Propose an accepted word that is not the target, and return it."""
    await table.wait_for_request()
    data = table.live.instance
    word = next(w for w in data.lists["words"].words if w != data.data["target_word"])
    await table.type(word, "enter")
    await until(table.pilot, lambda: critic.pending)
    return str(word)


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("size", [(80, 24), (60, 20)])
async def test_long_critic_reason_fits(
    tmp_path: Path, language: str, size: tuple[int, int]
) -> None:
    """Check that the reason takes one line of the board and is complete in the transcript."""
    critic = ControlledPartner("scripted")
    async with playing(
        tmp_path, "wordle_withcritic", partners={CRITIC: critic}, language=language, size=size
    ) as table:
        await propose(table, critic)
        disagree(table, critic, LONG)
        await table.wait_for_request()
        await until(table.pilot, lambda: LONG[:12] in seen(table.app))
        board = table.screen.query_one(Board)
        shown = board.region
        for wanted in ("1 of 6", "Q  W  E  R  T"):
            assert wanted in seen(table.app)
        assert LONG not in "".join(text_of(block) for block in board.query(BlockWidget))
        assert LONG in table.transcript_text
        letters = board.query_one(LetterBoardWidget).region
        assert letters.y >= shown.y
        assert letters.bottom <= shown.bottom


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("game", ["wordle", "wordle_withclue", "wordle_withcritic"])
@pytest.mark.parametrize("width", [56, 60, 71])
async def test_keyboard_fits_narrow_terminal(
    tmp_path: Path, game: str, language: str, width: int
) -> None:
    """Check that the keyboard is beside the letters and ends before the scroll bar."""
    async with playing(tmp_path, game, language=language, size=(width, 20)) as table:
        await table.wait_for_request()
        await until(table.pilot, lambda: "Q  W  E" in seen(table.app))
        keys = table.screen.query_one(KeyboardWidget)
        drawn = max(len(line.rstrip()) for line in text_of(keys).splitlines())
        assert keys.region.x + drawn <= width
        assert drawn <= keys.region.width
        assert keys.region.y < table.screen.query_one(LetterBoardWidget).region.bottom


async def test_enter_does_not_confirm_before_opinion_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Check that Enter pressed twice only proposes; after a pause, Enter confirms the proposal."""
    critic = ControlledPartner("scripted")
    async with playing(tmp_path, "wordle_withcritic", partners={CRITIC: critic}) as table:
        word = await propose(table, critic)
        monkeypatch.setattr(key_guard, "PAUSE_SECONDS", 1_000_000)
        disagree(table, critic, "no")
        await table.wait_for_request()
        await table.pilot.press("enter", "enter")
        await table.pilot.pause()
        assert table.composer.request is not None
        monkeypatch.setattr(key_guard, "PAUSE_SECONDS", 0)
        await table.pilot.press("enter")
        await until(table.pilot, lambda: "2 of 6" in seen(table.app))
        said = [
            e.text
            for e in stored_episode(tmp_path, table.live.id).entries_for_replay
            if isinstance(e, Response)
        ]
        assert [text.splitlines()[-1] for text in said] == [
            f"guess: {word}",
            "agreement: no",
            f"guess: {word}",
        ]


async def test_typing_a_new_word_is_accepted_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Check that typing another word shows that the new request was seen."""
    critic = ControlledPartner("scripted")
    async with playing(tmp_path, "wordle_withcritic", partners={CRITIC: critic}) as table:
        await propose(table, critic)
        monkeypatch.setattr(key_guard, "PAUSE_SECONDS", 1_000_000)
        disagree(table, critic, "no")
        await table.wait_for_request()
        await table.type("crane", "enter")
        await until(table.pilot, lambda: "2 of 6" in seen(table.app))


async def test_double_enter_answers_once(tmp_path: Path) -> None:
    critic = ControlledPartner("scripted")
    async with playing(tmp_path, "wordle_withcritic", partners={CRITIC: critic}) as table:
        await table.wait_for_request()
        await table.type("crane")
        table.composer.submit()
        table.composer.submit()
        await until(table.pilot, lambda: critic.pending)
        await table.pilot.pause()
        assert len(stored_episode(tmp_path, table.live.id).entries_for_replay) == 1


async def test_a_tag_typed_or_pasted_before_the_word_is_no_word(tmp_path: Path) -> None:
    async with playing(tmp_path, "wordle") as table:
        await table.wait_for_request()
        cells = table.composer.query_one(LetterCells)
        keys = ["space" if char == " " else "colon" if char == ":" else char for char in "guess: "]
        await table.pilot.press(*keys)
        assert cells.value() == ""
        assert "is added for you" in table.hint
        await table.pilot.press(*"crane")
        assert cells.value() == "crane"
        await table.pilot.press("ctrl+u")
        cells.post_message(events.Paste("Guess:  slate\n"))
        await until(table.pilot, lambda: cells.value() == "slate")


async def test_what_does_not_fit_into_the_cells_is_refused(tmp_path: Path) -> None:
    async with playing(tmp_path, "wordle") as table:
        await table.wait_for_request()
        cells = table.composer.query_one(LetterCells)
        await table.pilot.press(*"cranes")
        assert (cells.value(), table.hint) == ("crane", "! The word has 5 letters.")
        await table.pilot.press("ctrl+u")
        cells.post_message(events.Paste("slates"))
        await until(table.pilot, lambda: "The word has 5 letters." in table.hint)
        assert cells.value() == ""

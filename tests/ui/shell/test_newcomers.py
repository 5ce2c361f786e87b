"""What a newcomer sees: the next key, what to type, the outcome, and that work is in progress."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from rich.color import Color
from textual.events import Paste
from textual.geometry import Region

from clemtui.episode.updates import RecordingFailed
from clemtui.language import Interface
from clemtui.ui.home.screen import HomeScreen
from clemtui.ui.play.handover import HandOverScreen
from clemtui.ui.play.screen import PlayScreen
from clemtui.ui.results.screen import ResultScreen
from clemtui.ui.shell import base
from clemtui.ui.shell.dialogs.confirm import ConfirmDialog
from clemtui.ui.widgets import key_guard
from clemtui.ui.widgets.answer.box import AnswerBox
from clemtui.ui.widgets.board.board import Board
from clemtui.ui.widgets.board.letters import KeyboardWidget, LetterBoardWidget
from clemtui.ui.widgets.key_guard import KeyGuard
from clemtui.ui.widgets.keybar import KeyBar, key_name
from clemtui.ui.widgets.transcript.rows import Entry
from tests.ui.support.app import (
    ControlledPartner,
    PlayedEpisode,
    on,
    opened,
    playing,
    seen,
    text_of,
    until,
)

WRONG = ("crane", "moist", "pudgy", "fjord")
"""Words that the game knows but that are not targets."""


def keys(screen: base.BaseScreen[Any]) -> str:
    return text_of(screen.query_one(KeyBar))


async def guess(table: PlayedEpisode, *words: str) -> None:
    for word in words:
        await table.wait_for_request()
        number = len(table.screen.stage.state.lines)
        await table.type(word, "enter")
        await until(table.pilot, lambda n=number: len(table.screen.stage.state.lines) > n)  # type: ignore[misc]
        await table.pilot.pause()


async def lost_taboo(table: PlayedEpisode) -> ResultScreen:
    """Lose by saying the target, despite the warning."""
    await table.wait_for_request()
    await table.type(table.live.instance.data["target_word"], "enter", "enter")
    return await on(table.pilot, ResultScreen)


@pytest.mark.parametrize(
    ("shown", "name"),
    [("f2", "F2"), ("^q", "^Q"), ("esc", "Esc"), ("shift+tab", "Shift+Tab"), ("pgup", "PgUp")],
)
def test_keys_are_called_as_they_are_printed_on_keyboards(shown: str, name: str) -> None:
    assert key_name(shown, Interface("en")) == name


def test_keys_are_called_as_in_the_texts_of_the_language() -> None:
    german = Interface("de")
    assert key_name("pgdn", german) == "Bild ab"
    assert key_name("^pgup", german) == "^Bild auf"


def test_a_bare_letter_is_not_made_a_capital() -> None:
    assert key_name("n", Interface("en")) == "n", "it would have to be typed with shift"


@pytest.mark.parametrize("size", [(80, 24), (40, 12)])
async def test_the_most_important_keys_come_first(tmp_path: Path, size: tuple[int, int]) -> None:
    async with playing(tmp_path, "taboo", size=size) as table:
        await table.wait_for_request()
        await table.pilot.pause()
        assert keys(table.screen).split()[:2] == ["⏎", "Send"]
        assert "Leave" in keys(table.screen) or size[0] < 80


async def test_a_single_field_has_its_name_and_an_optional_one_says_so(tmp_path: Path) -> None:
    async with playing(tmp_path, "taboo") as table:
        await table.wait_for_request()
        await table.pilot.pause()
        assert "Your clue" in seen(table.app)
    async with playing(tmp_path, "wordle") as table:
        await table.wait_for_request()
        await table.pilot.pause()
        assert "optional" in seen(table.app)


@pytest.mark.parametrize(
    ("amid_typing", "keys", "gap", "pause"),
    [(False, ("l", "a", "enter", "n"), 0.3, 0.5), (True, ("e", "a"), 0.9, 1.1)],
    ids=["typed ahead", "typed on slowly"],
)
async def test_what_was_typed_for_the_game_chooses_nothing_on_the_result(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    amid_typing: bool,
    keys: tuple[str, ...],
    gap: float,
    pause: float,
) -> None:
    now = [0.0]
    async with playing(tmp_path, "taboo") as table:
        result = await lost_taboo(table)
        monkeypatch.setattr(key_guard, "PAUSE_SECONDS", 0.4)
        monkeypatch.setattr(key_guard, "TYPING_SECONDS", 1.0)
        result._guard = KeyGuard(amid_typing=amid_typing, clock=lambda _: now[0])
        for key in keys:
            now[0] += gap
            await table.pilot.press(key)
            await table.pilot.pause()
            assert table.app.screen is result
        now[0] += pause
        await table.pilot.press("a")
        await on(table.pilot, PlayScreen)


async def test_a_key_too_many_does_not_take_the_keyboard(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(key_guard, "PAUSE_SECONDS", 0.4)
    now = [0.0]
    async with playing(tmp_path, "taboo", partner=("human",)) as table:
        handover = await on(table.pilot, HandOverScreen)
        handover._guard = KeyGuard(clock=lambda _: now[0])
        await table.pilot.press("enter")
        await table.pilot.pause()
        assert table.app.screen is handover
        now[0] += 0.5
        await table.pilot.press("enter")
        await on(table.pilot, PlayScreen)


@pytest.mark.parametrize("theme", ["textual-dark", "textual-light"])
async def test_remarks_can_be_read_on_every_background(tmp_path: Path, theme: str) -> None:
    async with playing(tmp_path, "taboo") as table:
        table.app.theme = theme
        await table.wait_for_request()
        table.transcript.add([Entry("· a remark", "note")])
        table.transcript.follow()
        await table.pilot.pause()
        style = table.transcript._style("note")
        background = table.transcript.rich_style.bgcolor
        assert abs(brightness(style.color) - brightness(background)) > 80


def brightness(color: Color | None) -> float:
    assert color is not None
    return sum(color.get_truecolor()) / 3


async def test_a_remark_that_is_repeated_at_once_is_shown_once(tmp_path: Path) -> None:
    remark, message = Entry("! Cannot connect", "bad"), Entry("hello", "other", "Guesser")
    async with playing(tmp_path, "taboo") as table:
        await table.wait_for_request()
        table.transcript.replace(())
        table.transcript.add([remark, remark])
        table.transcript.add([remark, message, message])
        table.transcript.add([remark])
        assert table.transcript.entries == (remark, message, message, remark)


@pytest.mark.parametrize("size", [(60, 20), (60, 24), (80, 24)])
async def test_board_and_keyboard_are_seen_whole(tmp_path: Path, size: tuple[int, int]) -> None:
    async with playing(tmp_path, "wordle", language="en", size=size) as table:
        await guess(table, *WRONG)
        for kind, width, height in ((LetterBoardWidget, 19, 6), (KeyboardWidget, 30, 3)):
            widget = table.screen.query_one(kind)
            (board,) = [each for each in widget.ancestors if isinstance(each, Board)]
            there = Region(widget.region.x, widget.region.y, width, height)
            assert board.content_region.contains_region(there)
        assert "Z  X" in seen(table.app), "no line of it is broken"


@pytest.mark.parametrize("size", [(60, 18), (40, 12)])
async def test_the_newest_row_stays_in_sight_where_the_board_does_not_fit(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    async with playing(tmp_path, "wordle", language="en", size=size) as table:
        await table.pilot.press("f3")
        await guess(table, *WRONG)
        await table.pilot.pause()
        letters = table.screen.query_one(LetterBoardWidget)
        line = letters.region.y + len(WRONG) - 1
        window = table.screen.query_one(Board).content_region
        assert window.y <= line < window.bottom


async def test_the_cells_of_a_word_stand_in_one_line_however_narrow(tmp_path: Path) -> None:
    async with playing(tmp_path, "wordle", size=(40, 12)) as table:
        await table.wait_for_request()
        await table.type("crane")
        await table.pilot.pause()
        assert any("C   R   A   N   E" in line for line in seen(table.app).splitlines())


async def test_a_stopped_game_is_not_called_ended(tmp_path: Path) -> None:
    async with playing(tmp_path, "taboo") as table:
        await table.wait_for_request()
        table.screen._apply_update(RecordingFailed("the disk is full"))
        await until(table.pilot, lambda: "The game has stopped here" in seen(table.app))
        assert "has ended" not in seen(table.app)


async def test_ctrl_c_asks_before_it_leaves_a_game_and_says_how_to_quit(tmp_path: Path) -> None:
    async with playing(tmp_path, "taboo") as table:
        await table.wait_for_request()
        await table.type("kept")
        await table.pilot.press("ctrl+c")
        await on(table.pilot, ConfirmDialog)
        await table.pilot.press("enter")
        await on(table.pilot, HomeScreen)
        await table.pilot.press("ctrl+c")
        await until(table.pilot, lambda: "Press Ctrl+Q to quit." in seen(table.app))


async def test_enter_sends_from_the_transcript_too(tmp_path: Path) -> None:
    partner = ControlledPartner()
    async with playing(tmp_path, "taboo", partners={"Player 2": partner}) as table:
        await table.wait_for_request()
        await table.type("some clue")
        table.transcript.focus()
        await table.pilot.press("enter")
        await until(table.pilot, lambda: partner.pending)


async def test_what_takes_longer_than_a_moment_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(base, "BUSY_DELAY_SECONDS", 0.001)
    async with opened(tmp_path) as (app, pilot):
        home = await on(pilot, HomeScreen)
        with home.busy():
            await until(pilot, lambda: "One moment…" in seen(app))
        await until(pilot, lambda: "One moment…" not in seen(app))


@pytest.mark.parametrize("larger", [False, True])
async def test_pasted_lines_can_be_undone_and_redone(tmp_path: Path, larger: bool) -> None:
    async with playing(tmp_path, "wordle", interface="verbatim") as table:
        await table.wait_for_request()
        if larger:
            await table.pilot.press("f4")
        await table.type("one\ntwo ")
        box = table.screen.query_one(AnswerBox)
        pasted = "\n".join(f"line {number}" for number in range(50))
        box.post_message(Paste(pasted))
        await until(table.pilot, lambda: "line 49" in box.text)
        await table.pilot.press("ctrl+z")
        await table.pilot.pause()
        assert box.text == "one\ntwo "
        await table.pilot.press("ctrl+y")
        await table.pilot.pause()
        assert box.text == f"one\ntwo {pasted}"


async def test_the_german_keyboard_fits_80_columns(tmp_path: Path) -> None:
    async with playing(tmp_path, "wordle", language="de") as table:
        await guess(table, "mühle")
        shown = seen(table.app)
        assert "P -Ü-" in shown or "P (Ü)" in shown or "P [Ü]" in shown or "P  Ü" in shown
        assert "Ö  Ä" in shown
        assert "ß" in shown

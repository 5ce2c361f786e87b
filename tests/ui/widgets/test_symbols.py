"""Typing symbols that few keyboards have, in games whose answers need them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from textual import events
from textual.widgets import OptionList

from clemtui.engine import Response, Symbol
from clemtui.ui.shell.dialogs.choice import ChoiceDialog
from clemtui.ui.widgets.answer.box import AnswerBox
from clemtui.ui.widgets.keybar import KeyBar
from tests.ui.support.app import (
    ControlledPartner,
    PlayedEpisode,
    on,
    playing,
    seen,
    stored_episode,
    until,
)

FOLLOWER = {"seat": "Player 2", "interface": "verbatim"}
ROWS = ("A A ▢ ▢ ▢", *["▢ ▢ ▢ ▢ ▢"] * 4)


def keys(text: str) -> list[str]:
    """Return the keys that type a text on a keyboard without the symbol."""
    names = {" ": "space", "\n": "ctrl+j", "▢": "ctrl+f"}
    return [names.get(character, character) for character in text]


async def drawing(table: PlayedEpisode, partner: ControlledPartner) -> AnswerBox:
    """Return the box in which the first command is answered."""
    await until(table.pilot, lambda: partner.pending)
    partner.say("Command: Put A in the first two cells of row 1")
    await table.wait_for_request()
    return table.composer.query_one(AnswerBox)


async def test_a_person_in_the_verbatim_interface_can_draw_on_any_keyboard(tmp_path: Path) -> None:
    partner = ControlledPartner()
    chosen: dict[str, Any] = {**FOLLOWER, "partners": {"Player 1": partner}}
    async with playing(tmp_path, "imagegame", **chosen) as table:
        await drawing(table, partner)
        assert table.hint == "· ^F types ▢"
        assert "^F Symbol" in str(table.screen.query_one(KeyBar).visual)
        await table.pilot.press(*keys("\n".join(ROWS)), "enter")
        await until(table.pilot, lambda: len(partner.asks) == 2)
        entry = stored_episode(tmp_path, table.live.id).entries[1]
        assert isinstance(entry.entry, Response)
        assert entry.entry.text == "\n".join(ROWS)
        assert entry.timing is not None
        (hint,) = entry.timing.hints
        assert (hint["aid"], hint["values"]) == ("symbols", {"means": "^F", "symbol": "▢"})
        assert entry.timing.pasted == 0, "it was typed"


async def test_it_is_written_where_the_cursor_is_and_can_be_taken_back(tmp_path: Path) -> None:
    partner = ControlledPartner()
    chosen: dict[str, Any] = {**FOLLOWER, "partners": {"Player 1": partner}}
    async with playing(tmp_path, "imagegame", **chosen) as table:
        box = await drawing(table, partner)
        await table.pilot.press("A", "space", "B", "left", "ctrl+f")
        assert box.text == "A ▢B"
        await table.pilot.press("insert", "ctrl+z")
        assert box.text == "A ▢B"


async def test_keys_that_come_at_once_are_written_in_their_order(tmp_path: Path) -> None:
    partner = ControlledPartner()
    chosen: dict[str, Any] = {**FOLLOWER, "partners": {"Player 1": partner}}
    async with playing(tmp_path, "imagegame", **chosen) as table:
        box = await drawing(table, partner)
        for key, character in (("A", "A"), ("ctrl+f", None), ("B", "B"), ("ctrl+f", None)):
            table.app.post_message(events.Key(key, character))
        await until(table.pilot, lambda: len(box.text) == 4)
        assert box.text == "A▢B▢"


async def test_a_giver_can_write_it_into_a_command(tmp_path: Path) -> None:
    async with playing(tmp_path, "imagegame", seat="Player 1") as table:
        await table.wait_for_request()
        await table.pilot.press("A", "ctrl+f")
        assert "Command: A▢" in seen(table.app)


@pytest.mark.parametrize(
    ("game", "chosen"),
    [("taboo", {"interface": "verbatim"}), ("imagegame", {"seat": "Player 2"})],
)
async def test_the_key_is_not_there_where_nothing_needs_it(
    tmp_path: Path, game: str, chosen: dict[str, Any]
) -> None:
    """Neither in a game without symbols nor where a grid reads single keys."""
    async with playing(tmp_path, game, **chosen) as table:
        await table.wait_for_request()
        assert "Symbol" not in str(table.screen.query_one(KeyBar).visual)
        assert "types" not in table.hint


async def test_of_several_symbols_one_is_chosen(tmp_path: Path) -> None:
    partner = ControlledPartner()
    chosen: dict[str, Any] = {**FOLLOWER, "partners": {"Player 1": partner}}
    async with playing(tmp_path, "imagegame", **chosen) as table:
        box = await drawing(table, partner)
        request = table.composer.request
        assert request is not None
        assert request.form is not None
        two = (Symbol("▢", "[]"), Symbol("◆", "<>"))
        table.composer.request = replace(request, form=replace(request.form, symbols=two))
        await table.pilot.press("ctrl+f")
        question = await on(table.pilot, ChoiceDialog)
        assert question.query_one(OptionList).option_count == 2
        await table.pilot.press("down", "enter")
        await until(table.pilot, lambda: box.text == "◆")
        assert table.hint == "· ^F types ▢ ◆"

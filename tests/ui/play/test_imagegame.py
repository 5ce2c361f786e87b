"""The drawing game played by one person in either seat, with a scripted partner."""

from __future__ import annotations

import re
from pathlib import Path

from textual.widgets import ContentSwitcher

from clemtui.engine import Response
from clemtui.ui.results.screen import ResultScreen
from clemtui.ui.widgets.answer.grid_input import GridInput
from tests.ui.support.app import (
    ControlledPartner,
    PlayedEpisode,
    on,
    playing,
    seen,
    stored_episode,
    until,
)

BLANK = "▢"
EMPTY = "\n".join(["▢ ▢ ▢ ▢ ▢"] * 5)


def responses(folder: Path, table: PlayedEpisode) -> list[str]:
    play = stored_episode(folder, table.live.id).entries_for_replay
    return [entry.text for entry in play if isinstance(entry, Response)]


async def answered(table: PlayedEpisode, text: str = "") -> None:
    """Type and send an answer, then wait for the next request or the result."""
    before = table.composer.request

    def is_next() -> bool:
        if isinstance(table.app.screen, ResultScreen):
            return True
        return table.composer.answering is not None and table.composer.request is not before

    await table.type(text, "enter")
    await until(table.pilot, is_next)


async def test_giver_describes_target_and_ends(tmp_path: Path) -> None:
    async with playing(tmp_path, "imagegame", seat="Player 1") as table:
        await table.wait_for_request()
        rows = table.live.instance.data["target_grid"].split("\n")
        for heading in ("1 2 3 4 5", "Target"):
            assert heading in seen(table.app)
        for number, row in enumerate(rows, 1):
            columns = [str(x) for x, cell in enumerate(row.split(" "), 1) if cell != BLANK]
            if columns:
                letter = next(cell for cell in row.split(" ") if cell != BLANK)
                said = f"Put {letter} in row {number}, columns {', '.join(columns)}"
                await answered(table, said)
                assert said in table.transcript_text
        await table.pilot.press("shift+tab", "right")
        await until(table.pilot, lambda: "Command: DONE" in seen(table.app))
        await table.pilot.press("enter")
        await on(table.pilot, ResultScreen)
        assert "100" in seen(table.app)
        assert responses(tmp_path, table)[-1] == "Command: DONE"


async def test_giver_sees_what_is_being_typed_in_a_long_command(tmp_path: Path) -> None:
    """The answer is taller than its place at 80x24, so the line with the cursor scrolls in."""
    async with playing(tmp_path, "imagegame", seat="Player 1") as table:
        await table.wait_for_request()
        await table.type("Put A in row 1 and in row 2, " * 6 + "in this order")
        place = table.composer.query_one("#fields").scrollable_content_region
        await until(table.pilot, lambda: place.contains_point(table.app.cursor_position))
        assert "in this order" in seen(table.app)


async def test_giver_recalls_earlier_commands(tmp_path: Path) -> None:
    async with playing(tmp_path, "imagegame", seat="Player 1") as table:
        await table.wait_for_request()
        await answered(table, "Put A in row 1")
        await table.pilot.press("up", "backspace", "2", "enter")
        await until(table.pilot, lambda: "Put A in row 2" in table.transcript_text)


async def test_what_will_be_sent_is_shown_when_a_command_is_brought_back(tmp_path: Path) -> None:
    async with playing(tmp_path, "imagegame", seat="Player 1") as table:
        await table.wait_for_request()
        await table.type("half typed")
        await table.pilot.press("shift+tab", "right", "left")
        await until(table.pilot, lambda: "Command: half typed" in seen(table.app))


async def test_end_can_be_typed_and_wrong_end_is_warned(tmp_path: Path) -> None:
    async with playing(tmp_path, "imagegame", seat="Player 1") as table:
        await table.wait_for_request()
        await table.type("done.")
        await until(table.pilot, lambda: "does not end the game" in table.hint)
        await table.pilot.press("enter")
        await until(table.pilot, lambda: "Enter again" in table.hint)
        await table.pilot.press("backspace")
        await until(table.pilot, lambda: "This ends the drawing" in table.hint)
        await table.pilot.press("enter")
        await on(table.pilot, ResultScreen)
        assert responses(tmp_path, table) == ["Command: done"]


async def test_giver_never_sees_drawing(tmp_path: Path) -> None:
    partner = ControlledPartner()
    given = {"Player 2": partner}
    async with playing(tmp_path, "imagegame", seat="Player 1", partners=given) as table:
        await table.wait_for_request()
        await table.type("anything", "enter")
        await until(table.pilot, lambda: partner.pending)
        partner.say(EMPTY.replace(BLANK, "Q", 1))
        await table.wait_for_request()
        assert not re.search("Q [.▢]", seen(table.app))
        assert "Drawing" not in seen(table.app).split("\n", 1)[1]


async def test_follower_draws_with_keys(tmp_path: Path) -> None:
    partner = ControlledPartner()
    given = {"Player 1": partner}
    async with playing(tmp_path, "imagegame", seat="Player 2", partners=given) as table:
        await until(table.pilot, lambda: partner.pending)
        partner.say("Command: Fill row 1 with A")
        await table.wait_for_request()
        assert "Fill row 1 with A" in seen(table.app)
        await table.pilot.press("a", "minus", "enter")
        await until(table.pilot, lambda: partner.pending)
        first = "A A A A A\n" + "\n".join(["▢ ▢ ▢ ▢ ▢"] * 4)
        assert responses(tmp_path, table)[-1] == first
        partner.say("Command: Put B in the last column")
        await table.wait_for_request()
        editor = table.composer.query_one(GridInput)
        assert editor.value() == ["AAAAA", *[BLANK * 5] * 4], "it goes on with what was drawn"
        await table.pilot.press("end", "b", "up", "end", "slash", "ctrl+z", "ctrl+y", "enter")
        await until(table.pilot, lambda: partner.pending)
        assert responses(tmp_path, table)[-1] == "\n".join(["A A A A B", *["▢ ▢ ▢ ▢ B"] * 4])
        partner.say("Command: DONE")
        await on(table.pilot, ResultScreen)
        await until(table.pilot, lambda: "F1" in seen(table.app))


async def test_follower_wins_with_scripted_giver(tmp_path: Path) -> None:
    async with playing(tmp_path, "imagegame", seat="Player 2") as table:
        target = table.live.instance.data["target_grid"].split("\n")
        rows = ["".join(row.split(" ")) for row in target]
        while not isinstance(table.app.screen, ResultScreen):
            await table.wait_for_request()
            table.composer.query_one(GridInput).fill(rows)
            await answered(table)
        assert "100" in seen(table.app)
        assert stored_episode(tmp_path, table.live.id).state == "finished"


async def test_result_shows_both_grids(tmp_path: Path) -> None:
    async with playing(tmp_path, "imagegame", seat="observer", size=(120, 40)) as table:
        table.live.pace = 0
        dock = table.screen.query_one("#dock", ContentSwitcher)
        await until(table.pilot, lambda: dock.current == "choose")
        await table.pilot.pause()
        await table.pilot.press("enter")
        await on(table.pilot, ResultScreen)
        await until(table.pilot, lambda: "Target letters drawn" in seen(table.app))
        assert "‹" not in seen(table.app), "every label has its words"

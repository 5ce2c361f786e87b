"""The drawing game played by one person in either seat, with a scripted partner."""

from __future__ import annotations

import re
from pathlib import Path

from textual.widgets import ContentSwitcher

from clemtui.engine import Response
from clemtui.ui.results.screen import ResultScreen
from clemtui.ui.widgets.answer.grid_input import GridInput
from tests.ui.support.table import Puppet, Table, on, playing, seen, stored, until

BLANK = "▢"
EMPTY = "\n".join(["▢ ▢ ▢ ▢ ▢"] * 5)


def responses(folder: Path, table: Table) -> list[str]:
    play = stored(folder, table.live.id).entries_for_replay
    return [entry.text for entry in play if isinstance(entry, Response)]


async def answered(table: Table, text: str = "") -> None:
    """Type and send an answer, then wait for the next request or the result."""
    before = table.composer.request

    def is_next() -> bool:
        if isinstance(table.app.screen, ResultScreen):
            return True
        return table.composer.answering is not None and table.composer.request is not before

    await table.type(text, "enter")
    await until(table.pilot, is_next)


async def test_a_giver_describes_the_target_and_says_when_it_is_done(tmp_path: Path) -> None:
    async with playing(tmp_path, "imagegame", seat="Player 1") as table:
        await table.asked()
        rows = table.live.instance.data["target_grid"].split("\n")
        for heading in ("1 2 3 4 5", "Target"):
            assert heading in seen(table.app)
        for number, row in enumerate(rows, 1):
            columns = [str(x) for x, cell in enumerate(row.split(" "), 1) if cell != BLANK]
            if columns:
                letter = next(cell for cell in row.split(" ") if cell != BLANK)
                said = f"Put {letter} in row {number}, columns {', '.join(columns)}"
                await answered(table, said)
                assert said in table.said
        await table.pilot.press("shift+tab", "right")
        await until(table.pilot, lambda: "Command: DONE" in seen(table.app))
        await table.pilot.press("enter")
        await on(table.pilot, ResultScreen)
        assert "100" in seen(table.app)
        assert responses(tmp_path, table)[-1] == "Command: DONE"


async def test_the_end_may_be_typed_and_what_is_no_end_is_said(tmp_path: Path) -> None:
    async with playing(tmp_path, "imagegame", seat="Player 1") as table:
        await table.asked()
        await table.type("done.")
        await until(table.pilot, lambda: "does not end the game" in table.hint)
        await table.pilot.press("enter")
        await until(table.pilot, lambda: "Enter again" in table.hint)
        await table.pilot.press("backspace")
        await until(table.pilot, lambda: "This ends the drawing" in table.hint)
        await table.pilot.press("enter")
        await on(table.pilot, ResultScreen)
        assert responses(tmp_path, table) == ["Command: done"]


async def test_the_giver_never_sees_what_is_drawn(tmp_path: Path) -> None:
    partner = Puppet()
    given = {"Player 2": partner}
    async with playing(tmp_path, "imagegame", seat="Player 1", partners=given) as table:
        await table.asked()
        await table.type("anything", "enter")
        await until(table.pilot, lambda: partner.asked)
        partner.say(EMPTY.replace(BLANK, "Q", 1))
        await table.asked()
        assert not re.search("Q [.▢]", seen(table.app))
        assert "Drawing" not in seen(table.app).split("\n", 1)[1]


async def test_a_follower_draws_with_keys_and_sends_the_exact_text(tmp_path: Path) -> None:
    partner = Puppet()
    given = {"Player 1": partner}
    async with playing(tmp_path, "imagegame", seat="Player 2", partners=given) as table:
        await until(table.pilot, lambda: partner.asked)
        partner.say("Command: Fill row 1 with A")
        await table.asked()
        assert "Fill row 1 with A" in seen(table.app)
        await table.pilot.press("a", "minus", "enter")
        await until(table.pilot, lambda: partner.asked)
        first = "A A A A A\n" + "\n".join(["▢ ▢ ▢ ▢ ▢"] * 4)
        assert responses(tmp_path, table)[-1] == first
        partner.say("Command: Put B in the last column")
        await table.asked()
        editor = table.composer.query_one(GridInput)
        assert editor.value() == ["AAAAA", *[BLANK * 5] * 4], "it goes on with what was drawn"
        await table.pilot.press("end", "b", "up", "end", "slash", "ctrl+z", "ctrl+y", "enter")
        await until(table.pilot, lambda: partner.asked)
        assert responses(tmp_path, table)[-1] == "\n".join(["A A A A B", *["▢ ▢ ▢ ▢ B"] * 4])
        partner.say("Command: DONE")
        await on(table.pilot, ResultScreen)
        await until(table.pilot, lambda: "F1" in seen(table.app))


async def test_a_follower_who_draws_all_that_the_scripted_giver_says_wins(tmp_path: Path) -> None:
    async with playing(tmp_path, "imagegame", seat="Player 2") as table:
        target = table.live.instance.data["target_grid"].split("\n")
        rows = ["".join(row.split(" ")) for row in target]
        while not isinstance(table.app.screen, ResultScreen):
            await table.asked()
            table.composer.query_one(GridInput).fill(rows)
            await answered(table)
        assert "100" in seen(table.app)
        assert stored(tmp_path, table.live.id).state == "finished"


async def test_both_grids_are_shown_to_everybody_at_the_end(tmp_path: Path) -> None:
    async with playing(tmp_path, "imagegame", seat="observer", size=(120, 40)) as table:
        table.live.pace = 0
        dock = table.screen.query_one("#dock", ContentSwitcher)
        await until(table.pilot, lambda: dock.current == "choose")
        await table.pilot.pause()
        await table.pilot.press("enter")
        await on(table.pilot, ResultScreen)
        await until(table.pilot, lambda: "Target letters drawn" in seen(table.app))
        assert "‹" not in seen(table.app), "every label has its words"

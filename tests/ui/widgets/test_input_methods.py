"""Input methods: the text box does not move during composition.

Input methods draw the composed text at the terminal's cursor. So nothing that happens while a
person types may move the box, and the terminal's cursor must always be where the next character
goes.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.events import Key
from textual.geometry import Offset
from textual.widget import Widget

from clemtui.ui.widgets.answer.box import AnswerBox
from clemtui.ui.widgets.answer.letter_cells import LetterCells
from tests.ui.support.app import ControlledPartner, PlayedEpisode, playing, until

SIZES = ((80, 24), (60, 20))
TYPED_MODEL = {
    "ja": "今日はいい天気ですね。あしたも晴れるといいのですが、どうでしょうか。" * 2,
    "zh": "线索：每天下班以后我们回去的地方，有门，也有窗户。" * 3,
    "ar": "مكان نعود إليه كل مساء، وله باب ونوافذ كثيرة. " * 3,
    "te": "ప్రతి సాయంత్రం మనం తిరిగి వెళ్ళే చోటు; దానికి తలుపు ఉంటుంది. " * 3,
}


async def composed(table: PlayedEpisode, text: str) -> None:
    """Type a text, checking after each character that the box has not moved and has the cursor."""
    box = table.app.focused
    assert isinstance(box, AnswerBox)
    around = (table.composer, *table.composer.ancestors, table.transcript)
    fixed = [each for each in around if isinstance(each, Widget)]
    before = [each.region for each in fixed]
    corner = box.region.offset
    for number, character in enumerate(text):
        table.app.post_message(Key(character, character))  # Pilot cannot press keys beyond ASCII
        if number % 7 == 0 or number == len(text) - 1:
            await table.app.keys_handled()
            await table.pilot.pause()
            assert [each.region for each in fixed] == before
            assert box.region.offset == corner
            assert box.text == text[: number + 1]
            assert box.region.contains_point(table.app.cursor_position)
            assert table.app.cursor_position == box.cursor_screen_offset
    box.clear()


@pytest.mark.parametrize("size", SIZES)
async def test_a_free_text(tmp_path: Path, size: tuple[int, int]) -> None:
    given = {"partners": {"Player 2": ControlledPartner()}, "interface": "verbatim"}
    async with playing(tmp_path, "taboo", size=size, **given) as table:  # type: ignore[arg-type]
        await table.wait_for_request()
        for text in TYPED_MODEL.values():
            await composed(table, text)


@pytest.mark.parametrize("size", SIZES)
async def test_a_line_that_grows(tmp_path: Path, size: tuple[int, int]) -> None:
    """A one-line box in a form grows downwards as far as there is room."""
    given = {"partners": {"Player 2": ControlledPartner()}}
    async with playing(tmp_path, "taboo", size=size, **given) as table:  # type: ignore[arg-type]
        await table.wait_for_request()
        for text in TYPED_MODEL.values():
            await composed(table, text)


async def test_the_bidi_preview_has_its_line_before_typing(tmp_path: Path) -> None:
    given = {"partners": {"Player 2": ControlledPartner()}, "interface": "verbatim"}
    async with playing(tmp_path, "taboo", **given) as table:  # type: ignore[arg-type]
        await table.app.change_settings({"bidi": "app"})
        await table.wait_for_request()
        await until(table.pilot, lambda: getattr(table.app.focused, "region", None))
        await table.pilot.pause()
        await composed(table, TYPED_MODEL["ar"])


async def test_the_cursor_on_letter_cells_stays_in_its_line(tmp_path: Path) -> None:
    async with playing(tmp_path, "wordle") as table:
        await table.wait_for_request()
        cells = table.app.focused
        assert isinstance(cells, LetterCells)
        corner = cells.region
        for number, letter in enumerate("crane"):
            assert table.app.cursor_position == corner.offset + Offset(4 * number + 1, 0)
            await table.pilot.press(letter)
            await table.pilot.pause()
            assert cells.region == corner

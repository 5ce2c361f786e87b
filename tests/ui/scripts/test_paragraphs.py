"""Tests that paragraphs break where their language allows it, without overflow."""

from __future__ import annotations

import pytest
from textual.app import App, ComposeResult

from clemtui.language.width import cell_count
from clemtui.ui.terminal.bidi import Paragraph

TELUGU = "అడ్డు వరుసలు, నిలువు వరుసలు ఉన్న గ్రిడ్‌ను మీ తోటి ప్లేయర్ గీయగలిగేలా వివరించండి. " * 3
JAPANESE = (
    "ゲームを選んで Enter を押すと、プレイヤーの設定に進みます。サーバーはなくても遊べます。" * 3
)
NEVER_FIRST = "、。ー"


class Page(App[None]):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text

    def compose(self) -> ComposeResult:
        yield Paragraph(self.text, markup=False)


@pytest.mark.parametrize("width", [24, 41, 60])
@pytest.mark.parametrize("text", [TELUGU, JAPANESE])
async def test_lines_fit_and_nothing_is_lost(text: str, width: int) -> None:
    page = Page(text)
    async with page.run_test(size=(width, 40)):
        paragraph = page.query_one(Paragraph)
        lines = [paragraph.render_line(row).text.rstrip() for row in range(paragraph.size.height)]
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    assert all(0 < cell_count(line) <= width for line in lines)
    assert not any(line.startswith(tuple(NEVER_FIRST)) for line in lines)


async def test_other_texts_are_laid_out_as_ever() -> None:
    page = Page("One two three four five six seven eight nine ten eleven twelve.")
    async with page.run_test(size=(20, 10)):
        paragraph = page.query_one(Paragraph)
        lines = [paragraph.render_line(row).text.rstrip() for row in range(paragraph.size.height)]
    assert lines == ["One two three four", "five six seven eight", "nine ten eleven", "twelve."]

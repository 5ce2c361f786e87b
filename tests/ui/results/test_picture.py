"""The result as a picture: valid SVG that shows the shared marks and gives no solution away."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clemtui.language import Interface
from clemtui.language.display import safe
from clemtui.ui.results.picture import result_picture
from clemtui.ui.results.screen import ResultScreen
from tests.ui.support.app import opened, seen, until
from tests.ui.support.results import LOSE, open_result

SVG = "{http://www.w3.org/2000/svg}"
SQUARES = "🟩🟨⬛"
GAMES = [
    ("taboo", [LOSE]),
    ("wordle", ["explanation: x\nguess: crane"] * 6),
    ("wordle_withclue", ["explanation: x\nguess: crane"] * 6),
    ("imagegame", ["Instruction: DONE"]),
    ("referencegame", ["Expression: x"]),
    ("privateshared", ["ANSWER: x"]),
]


def drawn(picture: str) -> tuple[list[str], int]:
    """Return the texts of a picture and the number of its tiles."""
    root = ET.fromstring(picture)
    tiles = [each for each in root.iter(f"{SVG}rect") if each.get("x") is not None]
    return [each.text or "" for each in root.iter(f"{SVG}text")], len(tiles)


def saved(folder: Path) -> list[Path]:
    return list(folder.glob("clemtui-result-*.svg"))


@given(
    head=st.text(st.characters(exclude_categories=("C", "Z")), min_size=1),
    rows=st.lists(st.text(SQUARES, min_size=1, max_size=7), max_size=8),
)
def test_any_result_is_valid_and_complete(head: str, rows: list[str]) -> None:
    picture = result_picture("\n".join((head, *rows)), "2026-11-28", Interface("en"))
    texts, tiles = drawn(picture)
    assert texts == [safe(head), "2026-11-28"]
    assert tiles == sum(map(len, rows))
    root = ET.fromstring(picture)
    assert root.findtext(f"{SVG}title") == f"{safe(head)} · 2026-11-28"


@given(st.text("abcXYZ🟩🟨⬛ ", min_size=1))
def test_only_marks_are_drawn_from_the_rows(row: str) -> None:
    """Whatever else were in a shared row, no letter of it gets into the picture."""
    texts, tiles = drawn(result_picture(f"clemtui\n{row}", "today", Interface("en")))
    assert texts == ["clemtui", "today"]
    assert tiles in (0, len(row))


def test_marks_differ_without_colour() -> None:
    picture = result_picture("clemtui\n🟩🟨⬛", "today", Interface("en"))
    root = ET.fromstring(picture)
    tiles = [each for each in root.iter(f"{SVG}rect") if each.get("x") is not None]
    assert len({(each.get("width"), each.get("stroke-width")) for each in tiles}) == 3


def test_arabic_begins_at_the_right() -> None:
    picture = result_picture("clemtui\n🟩", "today", Interface("ar"))
    (text, _) = ET.fromstring(picture).iter(f"{SVG}text")
    assert text.get("direction") == "rtl"
    assert int(text.get("x") or 0) > 180


@pytest.mark.parametrize(("game", "answers"), GAMES, ids=[game for game, _ in GAMES])
async def test_one_key_saves_it_without_the_solution(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, answers: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    async with opened(tmp_path, collections=()) as (app, pilot):
        result = await open_result(app, pilot, game, answers=answers)
        await pilot.press("w")
        await until(pilot, lambda: "Saved to" in seen(app))
        (file,) = saved(tmp_path)
        picture = file.read_text("utf-8")
        texts, tiles = drawn(picture)
        head, *rows = result._shared().splitlines()
        assert " · ".join(texts).startswith(f"{head} · ")
        assert tiles == sum(map(len, rows))
        word = str(result.live.instance.data.get("target_word", "\0"))
        assert word not in picture
        await pilot.press("w")
        await until(pilot, lambda: len(saved(tmp_path)) == 2)


async def test_a_visitor_gets_it_in_the_clipboard(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    async with opened(tmp_path, collections=(), permissions=frozenset()) as (app, pilot):
        result = await open_result(app, pilot, "taboo", answers=[LOSE])
        await pilot.press("w")
        await until(pilot, lambda: app.clipboard.startswith("<svg"))
        assert isinstance(result, ResultScreen)
        assert not saved(tmp_path)

"""Tests of the result on small terminals: no key and no column is lost."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual import events
from textual.widgets import Static

from clemtui.ui.archive.export import ExportDialog
from clemtui.ui.setup.partner_dialog import PartnerDialog
from clemtui.ui.shell.dialogs.palette import PaletteScreen
from clemtui.ui.widgets.keybar import KeyBar
from clemtui.ui.widgets.scores import ScoreRow, score_table
from tests.ui.support.app import on, opened, seen, text_of, until
from tests.ui.support.results import LOSE, open_result, play_to_end

LONG = "Maximiliane-Alexandra-von-Hohenstein"
NEXT = {
    "en": ("a Again", "o Other role", "p Other partner", "⏎ Next", "F1 Help"),
    "de": ("⏎ Nächste", "a Noch einmal", "o Anderer Platz", "F1 Hilfe"),
}
COLUMNS = {
    "en": ["Who", "N", "Played", "Quality", "Joint", "Solved"],
    "de": ["Wer", "N", "Gespielt", "Qualität", "Gesamt", "Gelöst"],
}
SMALL = [(80, 24), (60, 20)]


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("size", SMALL)
async def test_next_step_keys_are_shown(
    tmp_path: Path, size: tuple[int, int], language: str
) -> None:
    async with opened(tmp_path, size=size, person=LONG) as (app, pilot):
        await app.set_language(language)
        await open_result(app, pilot, "taboo", answers=[LOSE], person=LONG)
        lines = "\n".join(seen(app).splitlines()[-2:])
        assert all(key in lines for key in NEXT[language])


async def test_low_terminal_has_one_key_line(tmp_path: Path) -> None:
    async with opened(tmp_path, size=(80, 19)) as (app, pilot):
        await open_result(app, pilot, "taboo", answers=[LOSE])
        bar = app.screen.query_one(KeyBar)
        assert bar.size.height == 1
        await pilot.resize_terminal(80, 24)
        await until(pilot, lambda: bar.size.height == 2)


async def test_one_key_line_if_enough(tmp_path: Path) -> None:
    async with opened(tmp_path, size=(200, 40)) as (app, pilot):
        await open_result(app, pilot, "taboo", answers=[LOSE])
        assert app.screen.query_one(KeyBar).size.height == 1
        assert "^Q Quit" in text_of(app.screen.query_one(KeyBar))


async def test_what_one_does_with_a_result_is_shown_and_the_rest_is_among_the_commands(
    tmp_path: Path,
) -> None:
    """A game of two seats has the most keys."""
    async with opened(tmp_path, size=(80, 24)) as (app, pilot):
        result = await open_result(app, pilot, "taboo", answers=[LOSE])
        shown = text_of(result.query_one(KeyBar))
        for key in ("Esc Home", "s Copy result", "o Other role", "p Other partner", "w Picture"):
            assert key in shown
        await pilot.press("ctrl+p")
        palette = await on(pilot, PaletteScreen)
        commands = {command.name for command in palette.commands}
        assert {"Other language", "Other view", "Step by step", "Save"} <= commands


async def test_click_in_second_key_line(tmp_path: Path) -> None:
    async with opened(tmp_path, size=(120, 40)) as (app, pilot):
        result = await open_result(app, pilot, "taboo", answers=[LOSE])
        bar = result.query_one(KeyBar)
        lines = text_of(bar).split("\n")
        for name, kind in (("Other partner", PartnerDialog), ("Save", ExportDialog)):
            (row,) = (row for row, line in enumerate(lines) if name in line)
            x, y = lines[row].index(name), bar.region.y + row
            for event in (events.MouseDown, events.MouseUp):
                app.post_message(event(None, x, y, 0, 0, 1, shift=False, meta=False, ctrl=False))
            await on(pilot, kind)
            await pilot.press("escape")
            await pilot.pause()
            assert app.screen is result


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("size", SMALL)
async def test_every_measure_of_the_comparison_is_shown(
    tmp_path: Path, size: tuple[int, int], language: str
) -> None:
    async with opened(tmp_path, size=size) as (app, pilot):
        await app.set_language(language)
        service = await app.context.service()
        await play_to_end(service, "taboo", seat="observer")
        await play_to_end(service, "taboo", partner=("human:" + LONG,), answers=[LOSE])
        result = await open_result(app, pilot, "taboo", answers=[LOSE])
        for table in ("#on-instance", "#in-game"):
            shown = text_of(result.query_one(table, Static)).split("\n")
            head = shown[0] if len(shown[0].split()) > 1 else " ".join(shown[:2])
            assert head.split() == COLUMNS[language]


def test_score_name_breaks_at_hyphens() -> None:
    rows = [ScoreRow("Non-Repetition-Guesser-On-Critic-Agreement", "0.5", "a share")]
    names = [line[:24].strip() for line in score_table(rows, 70).plain.split("\n")]
    assert names == ["Non-Repetition-Guesser-", "On-Critic-Agreement"]


def test_unbreakable_score_name_is_complete() -> None:
    rows = [ScoreRow("A" * 60, "1")]
    lines = score_table(rows, 30).plain.split("\n")
    assert all(len(line) <= 30 for line in lines)
    assert "".join(lines).count("A") == 60

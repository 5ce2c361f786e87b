"""Tests of the screen that compares prompt languages."""

from __future__ import annotations

import json
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len
from textual.pilot import Pilot
from textual.widgets import Input, OptionList, Static

from clemtui.analysis.effect.model import Effects, Measure
from clemtui.language import Interface
from clemtui.reports.effect.documents import as_json
from clemtui.reports.effect.plot import Bar, as_text, plot
from clemtui.reports.effect.selection import make_effects
from clemtui.reports.tables import ReportTable
from clemtui.ui.app import ClemtuiApp
from clemtui.ui.archive.history.screen import HistoryScreen
from clemtui.ui.results.effect.layout import table_lines
from clemtui.ui.results.effect.screen import EffectScreen
from clemtui.ui.shell.dialogs.choice import ChoiceDialog, TextDialog
from tests.support.calling import call
from tests.ui.support.app import on, opened, seen, text_of, until, wait_for_workers
from tests.ui.support.language_records import record_languages

STATISTICS = [
    f"clemtui.analysis.effect.{name}" for name in ("computing", "intervals", "significance")
]
"""Modules that import the packages of the extra `stats`, directly or indirectly."""

UI = Interface("en")


@asynccontextmanager
async def compared(
    folder: Path, *, size: tuple[int, int] = (130, 60), **given: Any
) -> AsyncIterator[tuple[EffectScreen, Pilot[None], ClemtuiApp]]:
    """Open the screen from the history and yield it with everything computed."""
    async with opened(folder, size=size, first="history", **given) as (app, pilot):
        history = await on(pilot, HistoryScreen)
        await wait_for_workers(history.workers)
        await pilot.press("c")
        screen = await on(pilot, EffectScreen)
        await computed(screen, pilot)
        yield screen, pilot, app


async def computed(screen: EffectScreen, pilot: Pilot[None]) -> None:
    await until(pilot, lambda: screen.effects is not None or screen.problem)
    await wait_for_workers(screen.workers)
    await pilot.pause()


async def test_the_filter_of_the_history_is_kept_and_shown(tmp_path: Path) -> None:
    record_languages(tmp_path)
    async with opened(tmp_path, size=(130, 60), first="history") as (_, pilot):
        history = await on(pilot, HistoryScreen)
        await wait_for_workers(history.workers)
        history._set_line("game:taboo")
        await wait_for_workers(history.workers)
        history.action_effect()
        screen = await on(pilot, EffectScreen)
        await computed(screen, pilot)
        assert settings(screen) == [SMALL]
        assert "filter: game:taboo" in text_of(screen.query_one("#compared", Static))


async def chosen(pilot: Pilot[None], screen: EffectScreen, key: str, value: str) -> None:
    """Press a key of the screen and choose a value from the list that opens."""
    await pilot.press(key)
    question = await on(pilot, ChoiceDialog)
    options = [each for each, _ in question.options]
    question.query_one(OptionList).highlighted = options.index(value)
    await pilot.press("enter")
    await on(pilot, EffectScreen)
    await computed(screen, pilot)


def shown(screen: EffectScreen) -> str:
    return text_of(screen.query_one("#differences", Static))


def settings(screen: EffectScreen) -> list[str]:
    assert screen.effects is not None
    return [f"{each.key['game']} {each.key['players']}" for each in screen.effects.settings]


GPT, SMALL = "referencegame openai/gpt--openai/gpt", "taboo small--small"


async def test_plot_and_tables(tmp_path: Path) -> None:
    record_languages(tmp_path)
    async with compared(tmp_path) as (screen, _, _):
        assert settings(screen) == [GPT, SMALL]
        lines = [" ".join(line.split()) for line in shown(screen).split("\n")]
        turkish = next(line for line in lines if line.startswith("Turkish") and "●" in line)
        assert turkish.index("├") < turkish.index("●") < turkish.index("┤")
        assert any(line.startswith("Turkish (tr) 20 20 85.0 [64.0; 94.8]") for line in lines)
        assert any(line.startswith("Turkish (tr) 20 -55.0 [") for line in lines)
        assert any(line.startswith("Turkish (tr) Finder An answer must be") for line in lines)
        assert any("p adjusted by Holm over 3 comparisons" in line for line in lines)


async def test_no_records_explains_what_to_do(tmp_path: Path) -> None:
    async with compared(tmp_path) as (screen, pilot, app):
        await until(pilot, lambda: "No episodes to compare." in seen(app))
        assert "clemtui run referencegame --players scripted --lang en,de,it" in seen(app)
        assert shown(screen) == ""
        assert screen.check_action("save", ()) is False


async def test_a_game_and_players_can_be_chosen(tmp_path: Path) -> None:
    record_languages(tmp_path)
    async with compared(tmp_path) as (screen, pilot, app):
        await chosen(pilot, screen, "t", "taboo")
        assert settings(screen) == [SMALL]
        assert "Taboo · all players" in seen(app)
        await chosen(pilot, screen, "t", "")
        await chosen(pilot, screen, "p", "openai/gpt")
        assert settings(screen) == [GPT]
        assert "all games · openai/gpt" in seen(app)


async def test_baseline_measure_and_correction_can_be_chosen(tmp_path: Path) -> None:
    record_languages(tmp_path)
    async with compared(tmp_path) as (screen, pilot, app):
        await chosen(pilot, screen, "b", "de")
        await chosen(pilot, screen, "m", "quality")
        await chosen(pilot, screen, "c", "bh")
        assert screen.effects is not None
        effects = screen.effects
        assert (effects.baseline, effects.measure, effects.correction) == ("de", "quality", "bh")
        assert "baseline German · quality score · Benjamini-Hochberg" in seen(app)
        assert "Difference from German (de) (quality score)" in shown(screen)


@pytest.mark.parametrize(
    ("form", "begins"),
    [("md", "## "), ("csv", "game,"), ("json", "{"), ("svg", "<svg ")],
)
async def test_save_to_new_file(tmp_path: Path, form: str, begins: str) -> None:
    record_languages(tmp_path)
    file = tmp_path / f"found.{form}"
    async with compared(tmp_path) as (_, pilot, _):
        await pilot.press("e")
        question = await on(pilot, ChoiceDialog)
        options = [each for each, _ in question.options]
        question.query_one(OptionList).highlighted = options.index(form)
        await pilot.press("enter")
        asked = await on(pilot, TextDialog)
        box = asked.query_one(Input)
        assert box.value == f"clemtui-languages.{form}"
        box.value = str(file)
        await pilot.press("enter")
        await on(pilot, EffectScreen)
        assert file.read_text("utf-8").startswith(begins)


async def test_existing_file_is_not_overwritten(tmp_path: Path) -> None:
    record_languages(tmp_path)
    file = tmp_path / "found.txt"
    file.write_text("mine", encoding="utf-8")
    async with compared(tmp_path) as (_, pilot, _):
        await pilot.press("e")
        await on(pilot, ChoiceDialog)
        await pilot.press("enter")
        asked = await on(pilot, TextDialog)
        asked.query_one(Input).value = str(file)
        await pilot.press("enter")
        await until(
            pilot, lambda: "choose another file name" in text_of(asked.query_one(".error", Static))
        )
        asked.query_one(Input).value = ""
        await pilot.press("enter")
        await until(
            pilot, lambda: "Enter a file name" in text_of(asked.query_one(".error", Static))
        )
        assert file.read_text("utf-8") == "mine"


async def test_recomputed_only_if_an_option_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record_languages(tmp_path)
    computed_by: list[str] = []

    def counting(*given: Any, measure: Measure, **more: Any) -> Effects:
        computed_by.append(measure)
        return make_effects(*given, measure=measure, **more)

    monkeypatch.setattr("clemtui.reports.effect.selection.make_effects", counting)
    async with compared(tmp_path) as (screen, pilot, _):
        assert computed_by == ["joint"]
        await pilot.press("m")
        await on(pilot, ChoiceDialog)
        await pilot.press("escape")
        await on(pilot, EffectScreen)
        await computed(screen, pilot)
        await chosen(pilot, screen, "m", "joint")
        assert computed_by == ["joint"]
        await chosen(pilot, screen, "m", "played")
        assert computed_by == ["joint", "played"]


async def test_reload_includes_new_records(
    tmp_path: Path,
) -> None:
    async with compared(tmp_path) as (screen, pilot, _):
        record_languages(tmp_path)
        await pilot.press("f5")
        await until(pilot, lambda: screen.effects is not None and screen.effects.settings)
        await computed(screen, pilot)
        assert settings(screen) == [GPT, SMALL]


async def test_missing_packages_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    record_languages(tmp_path)
    for name in STATISTICS:
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.setitem(sys.modules, "scipy", None)
    monkeypatch.setitem(sys.modules, "scipy.stats", None)
    async with compared(tmp_path) as (screen, pilot, app):
        assert "Comparing languages requires scipy and statsmodels" in seen(app)
        assert screen.check_action("save", ()) is False
        await pilot.press("escape")
        await on(pilot, HistoryScreen)


@pytest.mark.parametrize("size", [(80, 24), (60, 20), (40, 12)])
async def test_nothing_is_cut_off_at_any_size(tmp_path: Path, size: tuple[int, int]) -> None:
    record_languages(tmp_path)
    async with compared(tmp_path, size=size) as (screen, pilot, app):
        width = screen.query_one("#differences").content_size.width
        assert all(cell_len(line) <= width for line in shown(screen).split("\n"))
        await until(pilot, lambda: "●" in seen(app))
        await pilot.press("end")
        await until(pilot, lambda: "do not count" in " ".join(seen(app).split()))


async def test_all_option_keys_fit_the_key_bar(
    tmp_path: Path,
) -> None:
    record_languages(tmp_path)
    async with compared(tmp_path, size=(80, 24)) as (_, pilot, app):
        keys = "t Game p Players b Baseline m Measure c Correction e Save Esc Back"
        await until(pilot, lambda: keys in " ".join(seen(app).split()))


async def test_interface_language_change_translates(tmp_path: Path) -> None:
    record_languages(tmp_path)
    async with compared(tmp_path) as (screen, pilot, app):
        before = screen.effects
        await app.set_language("de")
        await pilot.pause()
        assert screen.effects is before
        assert "Türkisch (tr)" in shown(screen)


async def test_figures_match_the_command(tmp_path: Path) -> None:
    record_languages(tmp_path)
    async with compared(tmp_path) as (screen, _, _):
        assert screen.effects is not None
        mine = json.loads(as_json(screen.effects))
    database = str(tmp_path / "clemtui.db")
    called = call("languages", "effect", "--format", "json", "--db", database)
    assert json.loads(called.out) == mine


# The plot and tables

BARS = (
    Bar("Japanese (ja)", "ja", -12.0, -20.0, -4.0, False, (-6.0, 3.0)),
    Bar("English (en-x-para1)", "en-x-para1", 1.0, -6.0, 3.0, True, (-6.0, 3.0)),
    Bar("中文 (zh)", "zh", 0.0, 0.0, 0.0, False, None),
)


@pytest.mark.parametrize("width", [30, 47, 60, 80, 121])
def test_plot_fits_and_zero_is_aligned(width: int) -> None:
    lines = as_text(plot(BARS, UI, width))
    assert len(lines) == 4
    assert all(cell_len(line) <= width for line in lines)
    japanese = lines[0]
    zero = cell_len(lines[2].split("●")[0])
    assert lines[3][zero] == "0"
    assert japanese.index("├") < japanese.index("●") < japanese.index("┤") <= zero
    assert "░" in japanese
    assert "○" in lines[1]


def test_long_names_are_replaced_by_tags() -> None:
    assert [line.split()[0] for line in as_text(plot(BARS, UI, 80))][:2] == ["Japanese", "English"]
    narrow = [line.split()[0] for line in as_text(plot(BARS, UI, 40))][:3]
    assert narrow == ["ja", "en-x-para1", "zh"]


def test_no_plot_if_too_narrow() -> None:
    assert plot(BARS, UI, 20) == ()
    assert plot((), UI, 80) == ()


TABLE = ReportTable("", ("Language",), ("N", "Played"), ((("German (de)",), ("20", "90.0")),))


def test_wide_table_is_stacked() -> None:
    assert [line.plain for line in table_lines(TABLE, 40)] == [
        "Language      N  Played",
        "German (de)  20    90.0",
    ]
    assert [line.plain for line in table_lines(TABLE, 20)] == [
        "German (de)", "  N 20   Played 90.0",
    ]  # fmt: skip
    assert [line.plain for line in table_lines(TABLE, 15)] == [
        "German (de)", "  N 20", "  Played 90.0",
    ]  # fmt: skip

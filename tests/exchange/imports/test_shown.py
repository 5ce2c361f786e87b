"""Imported episodes in the history and in review, in the app and in the plain interface."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from clemtui.catalogue import open_catalogue
from clemtui.config import load_settings
from clemtui.exchange.imports.importing import import_results
from clemtui.language import Interface
from clemtui.plain import PlainOptions, print_history
from tests.exchange.reference_trees import write_line_2, write_line_3
from tests.support.calling import _stream, _written
from tests.ui.support.app import seen
from tests.ui.support.history import history, rows
from tests.ui.support.reviews import open_review, step_line, transcript


def imported(folder: Path) -> dict[str, str]:
    """Import three episodes; return their ids by game.

    One replays, one lacks its instance, and one is of a game that is not installed.
    """
    results = folder / "results"
    write_line_3(results)
    write_line_3(results, game="codenames")
    write_line_2(results, game="wordle")
    found = import_results(folder / "clemtui.db", open_catalogue(), results)
    return {episode.game: str(episode.id) for episode in found.episodes}


async def test_the_history_lists_them(tmp_path: Path) -> None:
    imported(tmp_path)
    async with history(tmp_path, size=(120, 40)) as (_, _, app):
        lines = "\n".join(rows(app))
        for text in ("codenames", "Taboo", "Wordle", "Success", "50"):
            assert text in lines


@pytest.mark.parametrize("game", ["taboo", "wordle", "codenames"])
@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_each_is_read_step_by_step(tmp_path: Path, game: str, size: tuple[int, int]) -> None:
    ids = imported(tmp_path)
    async with open_review(tmp_path, ids[game], size=size) as (screen, pilot, app):
        assert "main score 50" in seen(app)
        assert "Step 4 of 4" in step_line(screen)
        assert "coast" in transcript(screen)
        await pilot.press("home")
        await pilot.pause()
        assert screen.step == 0


async def test_review_says_why_there_is_no_board(tmp_path: Path) -> None:
    ids = imported(tmp_path)
    async with open_review(tmp_path, ids["codenames"], size=(120, 40)) as (_, _, app):
        shown = " ".join(seen(app).split())
        assert "imported from clemcore-3.7.2; not re-scored: game 'codenames' is not" in shown


Tell = Callable[..., str]


@pytest.fixture
def print_imported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Tell:
    """Return a function that prints the plain history of the imported episodes for typed input."""
    imported(tmp_path)

    def say(typed: str = "") -> str:
        out = _stream()
        monkeypatch.setattr(sys, "stdin", _stream(typed.encode()))
        monkeypatch.setattr(sys, "stdout", out)
        print_history(
            PlainOptions(
                interface=Interface("en"),
                database=tmp_path / "clemtui.db",
                settings=load_settings(),
                person="ada",
            ),
            "",
        )
        return _written(out)

    return say


def test_plain_history_lists_them(print_imported: Tell) -> None:
    said = print_imported()
    assert "3 episodes" in said
    assert "codenames (English), tiny_en 4, one-7b and two-70b, at an unknown time: Success" in said


@pytest.mark.parametrize("number", [1, 2, 3])
def test_each_is_read_as_lines_of_text(print_imported: Tell, number: int) -> None:
    said = print_imported(f"{number}\n" + "\n" * 6)
    assert "GUESS: river" in said
    assert "an error" not in said

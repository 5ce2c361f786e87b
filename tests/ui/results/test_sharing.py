"""The result to pass on: a line and the marks as squares, without the solution."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from clemtui.engine import REVEAL
from clemtui.ui.results.sharing import shared_text
from tests.ui.support.app import opened, until
from tests.ui.support.results import LOSE, open_result

GUESSES = ("explanation: x\nguess: crane", "explanation: x\nguess: moist")


async def test_wordle_is_passed_on_as_squares(tmp_path: Path) -> None:
    async with opened(tmp_path, collections=()) as (app, pilot):
        result = await open_result(app, pilot, "wordle", answers=[*GUESSES, "no form"])
        head, *rows = _text(result).splitlines()
        assert head == "clemtui Wordle · Easy 1 · aborted · en"
        assert len(rows) == len(GUESSES)
        assert all(len(row) == 5 and set(row) <= set("🟩🟨⬛") for row in rows)


@pytest.mark.parametrize(
    ("game", "answers"),
    [("taboo", [LOSE]), ("wordle", [GUESSES[0]] * 6), ("imagegame", ["Instruction: DONE"])],
)
async def test_it_gives_no_solution_away(tmp_path: Path, game: str, answers: list[str]) -> None:
    async with opened(tmp_path, collections=()) as (app, pilot):
        result = await open_result(app, pilot, game, answers=answers)
        head, *rows = _text(result).splitlines()
        word = result.live.instance.data.get("target_word", "\0")
        assert word not in head.casefold()
        assert set("".join(rows)) <= set("🟩🟨⬛")


async def test_one_key_copies_it(tmp_path: Path) -> None:
    async with opened(tmp_path, collections=()) as (app, pilot):
        result = await open_result(app, pilot, "wordle", answers=[*GUESSES, "no form"])
        await pilot.press("s")
        await until(pilot, lambda: app.clipboard == _text(result))


async def test_it_says_what_is_no_new_task(tmp_path: Path) -> None:
    """Whoever gets it would take it for a first attempt."""
    async with opened(tmp_path, collections=()) as (app, pilot):
        answers = [*GUESSES, "no form"]
        for practice, end in ((False, "· en"), (False, "· repetition"), (True, "· practice")):
            await open_result(app, pilot, "wordle", answers=answers, practice=practice)
            await pilot.press("s")
            ends = re.compile(rf"[^\n]*{end}\n")
            await until(pilot, partial(lambda ends: ends.match(app.clipboard), ends))


async def test_a_file_does_not_pose_as_the_task_of_a_day(tmp_path: Path) -> None:
    async with opened(tmp_path, collections=()) as (app, pilot):
        result = await open_result(app, pilot, "wordle", answers=[*GUESSES, "no form"])
        posing = replace(result.live.instance, experiment="daily", origin="file")
        assert result.voice.experiment(posing) == "daily"
        assert result.voice.experiment(replace(posing, origin="generated")) == "Daily task"


def _text(result: object) -> str:
    from clemtui.ui.results.screen import ResultScreen

    assert isinstance(result, ResultScreen)
    live = result.live
    language = live.condition.prompt_language
    view = live.view(REVEAL)
    return shared_text(view, result.voice, live.instance, result.scores, language)

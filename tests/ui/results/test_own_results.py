"""What one's own result means on the result screen: distribution, best, daily task and streak."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from clemtui.analysis.own_results import Bar, OwnResults, own_results
from clemtui.config import Settings
from clemtui.episode.planning.daily import DAILY, day_number, local_today
from clemtui.language import Interface
from clemtui.ui.app import ClemtuiApp
from clemtui.ui.results.own import own_results_text
from clemtui.ui.results.screen import ResultScreen
from clemtui.ui.widgets.fitted_text import FittedText
from tests.ui.support.app import opened, seen, text_of, until
from tests.ui.support.results import open_result, play_to_end

WON = "explanation: I know it\nguess: {target_word}"
OTHER = "explanation: a start\nguess: crane"


async def won(app: ClemtuiApp, pilot: Pilot[None], *before: str, **given: object) -> ResultScreen:
    result = await open_result(app, pilot, "wordle", answers=[*before, WON], **given)
    await until(pilot, lambda: "This instance" in seen(app))
    return result


async def test_tries_are_counted_with_this_one_marked(tmp_path: Path) -> None:
    async with opened(tmp_path, collections=()) as (app, pilot):
        service = await app.context.service()
        for number in (1, 2, 3):
            await play_to_end(
                service, "wordle", answers=[OTHER, WON], experiment="medium", game_id=number
            )
        lost = ["explanation: no\nguess: crane"] * 6
        await play_to_end(service, "wordle", answers=lost, experiment="medium", game_id=4)
        await play_to_end(service, "wordle", experiment="medium", game_id=5)
        result = await won(app, pilot, experiment="high", game_id=2)
        await until(pilot, lambda: "Your 6 episodes as Guesser" in seen(app))
        lines = [line.split("││")[-1].strip(" │").split() for line in seen(app).split("\n")]
        bars = {line[0]: line[2:] for line in lines if len(line) > 1 and "█" in line[1]}
        assert bars == {"1": ["1", "◂", "this", "time"], "2": ["3"], "aborted": ["1"]}
        assert ["not", "solved"] in [line[:2] for line in lines if line[-1:] == ["1"]]
        assert "All with the same" in seen(app)
        assert "Your best so far." in seen(app)
        assert "✓ Solved in 1 attempt" in seen(app)
        assert result.query_one("#own-results").display


async def test_other_interfaces_languages_and_practice_are_not_among_them(tmp_path: Path) -> None:
    """What reports keep apart is no distribution either."""
    others: list[dict[str, Any]] = [
        {"interface": "verbatim"},
        {"interface": "board"},
        {"practice": True},
        {"aids": ()},
        {"language": "de"},
    ]
    async with opened(tmp_path, collections=()) as (app, pilot):
        service = await app.context.service()
        for number, given in enumerate(others, start=1):
            given |= {"experiment": "medium", "game_id": number}
            await play_to_end(service, "wordle", answers=[WON], **given)
        await play_to_end(service, "wordle", answers=[WON], experiment="medium", game_id=9)
        await won(app, pilot, experiment="high", game_id=2)
        await until(pilot, lambda: "Your 2 episodes as Guesser" in seen(app))


async def test_it_is_off_by_one_setting(tmp_path: Path) -> None:
    settings = Settings(challenges="off")
    async with opened(tmp_path, collections=(), settings=settings) as (app, pilot):
        result = await won(app, pilot, daily=local_today())
        assert not result.query_one("#own-results").display
        assert "Your 1 episode" not in seen(app)
        assert "Daily task 1" not in seen(app)


async def test_a_daily_task_says_which_it_is_and_a_repetition_that_it_counts_for_nothing(
    tmp_path: Path,
) -> None:
    number = day_number(local_today())
    async with opened(tmp_path, collections=()) as (app, pilot):
        result = await won(app, pilot, daily=local_today())
        assert result.live.instance.experiment == DAILY
        await until(pilot, lambda: f"Daily task {number}." in seen(app))
        assert "Daily task, number" in seen(app)
        again = await won(app, pilot, daily=local_today())
        assert again.live.instance == result.live.instance
        said = "You had met this task before"
        await until(pilot, lambda: said in seen(app))


@pytest.mark.parametrize(
    ("given", "answers", "said"),
    [
        ({"practice": True}, [WON], "Practice does not count for your streak."),
        ({}, [], "An aborted episode does not count for your streak."),
    ],
)
async def test_a_daily_task_says_that_it_gives_no_streak(
    tmp_path: Path, given: dict[str, Any], answers: list[str], said: str
) -> None:
    """Two days in a row before it are still a streak."""
    today = local_today()
    async with opened(tmp_path, collections=()) as (app, pilot):
        service = await app.context.service()
        for ago in (1, 0):
            day = today - timedelta(days=ago)
            await play_to_end(service, "wordle_withclue", daily=day, answers=[WON])
        result = await open_result(app, pilot, "wordle", daily=today, answers=answers, **given)
        shown = result.query_one("#own-results", FittedText)
        await until(pilot, lambda: said in " ".join(text_of(shown).split()))
        assert "days in a row" not in text_of(shown)


@pytest.mark.parametrize("width", [12, 24, 40, 100])
def test_bars_fit_into_the_width_and_every_count_has_one(width: int) -> None:
    bars = (Bar(1, False, 1), Bar(200, True, 2), Bar(0, False, 3), Bar(3, False))
    drawn = own_results_text(
        OwnResults(204, bars, in_tries=True), "Alike.", [], Interface("en"), width
    )
    *rows, common = drawn.plain.split("\n")
    assert common == "Alike."
    assert ["█" in row or "▌" in row for row in rows] == [True, True, False, True]
    if width >= 40:
        assert max(len(row) for row in rows) <= width


def test_without_results_there_is_no_distribution() -> None:
    nothing = own_results([], "", in_tries=False)
    assert own_results_text(nothing, "", [], Interface("en"), 40).plain == ""


async def test_of_two_people_the_one_at_home_here_sees_their_own_results(tmp_path: Path) -> None:
    """The person in the first seat is not always "you"."""
    ann: dict[str, Any] = {"person": "Ann", "seat": "Player 2"}
    async with opened(tmp_path, collections=()) as (app, pilot):
        assert app.context.person in ("", "Ann")
        service = await app.context.service()
        for number in (1, 2, 3):
            given: dict[str, Any] = {"experiment": "high", "game_id": number}
            await play_to_end(service, "taboo", answers=["CLUE: no"], person="Ben", **given)
        for number in (4, 5):
            given = {"experiment": "high", "game_id": number}
            await play_to_end(service, "taboo", answers=["GUESS: no"] * 3, **ann, **given)
        await app.context.ensure_person()
        app.context.choose_person("Ann")
        await open_result(
            app,
            pilot,
            "taboo",
            experiment="high",
            game_id=6,
            partner=("human:Ben",),
            answers=["CLUE: no", *["GUESS: no", "CLUE: no"] * 3],
            **ann,
        )
        await until(pilot, lambda: "Your 3 episodes as Guesser" in seen(app))

"""Home and set-up: from the list of games to the first question."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from textual.widgets import OptionList, Static

from clemtui.config import Settings
from clemtui.play.plan import Choices
from clemtui.players.llm_parameters import ModelParameters
from clemtui.ui.screens.confirm import HandOverScreen
from clemtui.ui.screens.home import HomeScreen
from clemtui.ui.screens.play import PlayScreen
from clemtui.ui.screens.result import ResultScreen
from clemtui.ui.screens.setup import SetUpScreen
from clemtui.ui.widgets.answer_box import AnswerBox
from clemtui.ui.widgets.options import Stepper
from tests.support.paths import ROOT
from tests.ui.table import on, opened, playing, seen, text_of, until


def loaded_by(module: str) -> set[str]:
    program = f"import sys, json, {module}; print(json.dumps(list(sys.modules)))"
    result = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return set(json.loads(result.stdout))


def test_the_first_paint_needs_no_model_library_and_no_game() -> None:
    loaded = loaded_by("clemtui.ui.app")
    assert "textual.app" in loaded
    late = {"litellm", "openai", "clemtui.play.service", "clemtui.ui.screens.play"}
    assert loaded.isdisjoint(late)
    assert not any(name.startswith("clemtui_collections") for name in loaded)


def test_the_first_paint_needs_no_records() -> None:
    assert loaded_by("clemtui.ui.app").isdisjoint({"sqlite_utils", "sqlite3"})


async def test_the_games_are_readable_at_once(tmp_path: Path) -> None:
    async with opened(tmp_path, collections=()) as (app, pilot):
        await pilot.pause()
        shown = seen(app)
        for text in ("Taboo", "Wordle", "2 seats", "1 seat", "German and English"):
            assert text in shown
        assert "without saying it" in shown
        assert not (tmp_path / "clemtui.db").exists(), "looking writes nothing"


async def test_what_is_wrong_with_a_collection_is_said(tmp_path: Path) -> None:
    broken = tmp_path / "mine" / "games" / "broken"
    broken.mkdir(parents=True)
    (broken / "game.toml").write_text("[family", "utf-8")
    async with opened(tmp_path, collections=(tmp_path / "mine",)) as (app, pilot):
        await pilot.pause()
        assert "game.toml" in seen(app)
        assert "Taboo" in seen(app)


async def test_the_interface_language_is_the_one_asked_for(tmp_path: Path) -> None:
    async with opened(tmp_path, collections=(), interface_language="de") as (app, pilot):
        await pilot.pause()
        listing = app.context.listing("taboo")
        assert listing.words["de"]["taboo.summary"][:30] in seen(app)


async def test_enter_and_enter_play(tmp_path: Path) -> None:
    async with opened(tmp_path, collections=()) as (_, pilot):
        await on(pilot, HomeScreen)
        await pilot.press("enter")
        setup = await on(pilot, SetUpScreen)
        await until(pilot, lambda: setup.experiments)
        await pilot.press("enter")
        screen = await on(pilot, PlayScreen)
        assert screen.live.game.card.id == "taboo"
        assert screen.live.human_seats == ("Player 1",)
        assert screen.live.condition.interface == "assisted"
        assert not screen.live.condition.practice


async def test_an_unfinished_episode_says_where_it_stands(tmp_path: Path) -> None:
    async with playing(tmp_path, "taboo") as table:
        await table.asked()
        await table.pilot.press("escape", "enter")
        home = await on(table.pilot, HomeScreen)
        await until(table.pilot, lambda: home.unfinished)
        await table.pilot.pause()
        shown = seen(table.app)
        assert "Taboo  Describer · with scripted player" in shown
        assert "after 0 responses · " in shown


async def set_up(pilot: object, app: object) -> SetUpScreen:
    await pilot.press("enter")  # type: ignore[attr-defined]
    setup = await on(pilot, SetUpScreen)  # type: ignore[arg-type]
    await until(pilot, lambda: setup.experiments)  # type: ignore[arg-type]
    return setup


def error_at(setup: SetUpScreen, field: str) -> str:
    return text_of(setup.query_one(f"#row-{field} .error", Static))


async def test_everything_can_be_chosen(tmp_path: Path) -> None:
    async with opened(tmp_path, collections=()) as (app, pilot):
        setup = await set_up(pilot, app)
        setup.query_one("#seat", Stepper).fill("Player 2")
        setup.query_one("#language", Stepper).fill("de")
        setup.query_one("#interface", Stepper).fill("verbatim")
        setup.query_one("#practice", Stepper).fill("yes")
        await pilot.pause()
        experiment = setup.query_one("#experiment", Stepper)
        experiment.fill(experiment.options[1][0])
        await pilot.pause()
        setup.query_one("#number", AnswerBox).fill("3")
        setup.query_one("#person", AnswerBox).fill("Bea")
        await pilot.press("enter")
        screen = await on(pilot, PlayScreen)
        live = screen.live
        assert live.human_seats == ("Player 2",)
        assert live.condition.prompt_language == "de"
        assert live.condition.interface == "verbatim"
        assert live.condition.practice
        assert live.instance.game_id == 3
        assert live.instance.experiment == experiment.options[1][0]
        service = await app.context.service()
        assert [person.pseudonym for person in await service.people()] == ["Bea"]


async def test_a_new_instance_comes_from_a_seed(tmp_path: Path) -> None:
    async with opened(tmp_path, collections=()) as (app, pilot):
        setup = await set_up(pilot, app)
        experiment = setup.query_one("#experiment", Stepper)
        experiment.fill(experiment.options[-1][0])
        await pilot.pause()
        setup.query_one("#number", AnswerBox).fill("7")
        await pilot.press("enter")
        screen = await on(pilot, PlayScreen)
        assert screen.choices is not None
        assert screen.choices.seed == 7


async def test_watching_two_scripted_players(tmp_path: Path) -> None:
    async with opened(tmp_path, collections=()) as (app, pilot):
        setup = await set_up(pilot, app)
        setup.query_one("#seat", Stepper).fill("observer")
        await pilot.pause()
        assert setup.query_one("#row-partner-0").display
        assert setup.query_one("#row-partner-1").display
        await pilot.press("enter")
        result = await on(pilot, ResultScreen)
        assert result.live.human_seats == ()


async def test_two_people(tmp_path: Path) -> None:
    async with opened(tmp_path, collections=()) as (app, pilot):
        setup = await set_up(pilot, app)
        setup.query_one("#partner-1", Stepper).fill("human")
        await pilot.press("enter")
        await on(pilot, HandOverScreen)


@pytest.mark.parametrize(
    ("number", "message"), [("many", "whole number"), ("999", "no game id 999")]
)
async def test_a_wrong_number_is_said_at_its_field(
    tmp_path: Path, number: str, message: str
) -> None:
    async with opened(tmp_path, collections=()) as (app, pilot):
        setup = await set_up(pilot, app)
        setup.query_one("#number", AnswerBox).fill(number)
        await pilot.press("enter")
        await until(pilot, lambda: message in error_at(setup, "number"))
        assert "\n" not in error_at(setup, "number")
        assert app.focused is setup.query_one("#number")


async def test_a_model_is_named_or_typed(tmp_path: Path) -> None:
    models = {"small": ModelParameters(model="openai/small")}
    async with opened(tmp_path, collections=(), settings=Settings(models=models)) as (app, pilot):
        setup = await set_up(pilot, app)
        partner = setup.query_one("#partner-1", Stepper)
        assert "small" in dict(partner.options)
        assert not setup.query_one("#row-model-1").display
        partner.fill("other")
        await pilot.pause()
        assert setup.query_one("#row-model-1").display
        await pilot.press("enter")
        await until(pilot, lambda: error_at(setup, "model-1"))
        setup.query_one("#model-1", AnswerBox).fill("smal")
        await pilot.press("enter")
        await until(pilot, lambda: "did you mean small?" in error_at(setup, "model-1"))


async def test_choices_of_the_command_line_open_the_play_screen(tmp_path: Path) -> None:
    choices = Choices(game="wordle", person="Cem")
    async with opened(tmp_path, choices=choices) as (app, pilot):
        screen = await on(pilot, PlayScreen)
        assert screen.live.game.card.id == "wordle"
        await pilot.press("escape", "enter")
        await on(pilot, HomeScreen)
        assert app.is_running


async def test_choices_that_make_no_sense_are_told_and_the_games_are_there(tmp_path: Path) -> None:
    async with opened(tmp_path, choices=Choices(game="wordle", game_id=4711)) as (app, pilot):
        await until(pilot, lambda: "4711" in seen(app))
        assert isinstance(app.screen, HomeScreen)
        assert app.screen.query_one("#games", OptionList).has_focus


async def test_an_episode_that_is_not_there_is_told(tmp_path: Path) -> None:
    async with opened(tmp_path, resume="nowhere") as (app, pilot):
        await until(pilot, lambda: "nowhere" in seen(app))

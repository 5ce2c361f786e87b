"""Play with one key: a task that is new to everyone, as one played last; or what is to decide."""

from __future__ import annotations

from itertools import repeat
from pathlib import Path

import pytest
from textual.pilot import Pilot

from clemtui.config import Settings
from clemtui.engine import Instance
from clemtui.episode.offers.last_choices import seen_tasks
from clemtui.episode.planning.listing import open_games
from clemtui.players.llm.parameters import ModelParameters
from clemtui.ui.home.screen import HomeScreen
from clemtui.ui.play.screen import PlayScreen
from clemtui.ui.setup.screen import SetupScreen
from clemtui.ui.shell.dialogs.confirm import ConfirmDialog
from clemtui.ui.widgets.games.cards import GameCards
from tests.support.fake_openai import FakeOpenAI
from tests.support.fake_servers import ollama
from tests.support.play_helpers import choices, play, sitting
from tests.ui.support.app import on, opened, seen, until
from tests.ui.support.setup import BUNDLED, note_at, open_setup, stepper


async def press_play(pilot: Pilot[None], game: str) -> None:
    """Press Enter on a game at home."""
    home = await on(pilot, HomeScreen)
    await until(pilot, lambda: home.loaded_at)
    games = home.query_one(GameCards)
    games.highlight(games.ids.index(game))
    await pilot.press("enter")


async def test_the_first_game_takes_one_key(tmp_path: Path) -> None:
    async with opened(tmp_path, **BUNDLED) as (_, pilot):
        home = await on(pilot, HomeScreen)
        assert home.query_one(GameCards).ids[:2] == ("wordle", "taboo")
        await pilot.press("enter")
        live = (await on(pilot, PlayScreen)).live
        assert (live.game.card.id, live.human_seats) == ("wordle", ("Player 1",))
        assert live.condition.interface == "assisted"
        assert live.condition.aids == live.game.card.aids
        assert not live.condition.practice


async def test_it_is_a_task_that_one_has_not_met(tmp_path: Path) -> None:
    """Neither here nor in another game with the same words."""
    async with sitting(tmp_path / "clemtui.db") as service:
        await play(service, choices("wordle", experiment="high", game_id=1))
        await play(service, choices("wordle_withclue", experiment="high", game_id=2))
        met = set(await seen_tasks(service, "Ann"))
        assert len(met) == 2
    async with opened(tmp_path, **BUNDLED) as (_, pilot):
        await press_play(pilot, "wordle")
        live = (await on(pilot, PlayScreen)).live
        assert live.instance.experiment == "high"
        assert live.game.exposure_key(live.instance) not in met


async def test_role_language_and_interface_are_those_of_the_last_game(tmp_path: Path) -> None:
    last = choices("taboo", seat="Player 2", language="de", interface="board", experiment="low")
    async with sitting(tmp_path / "clemtui.db") as service:
        await play(service, last)
    async with opened(tmp_path, **BUNDLED) as (_, pilot):
        await press_play(pilot, "taboo")
        live = (await on(pilot, PlayScreen)).live
        assert live.human_seats == ("Player 2",)
        assert live.condition.prompt_language == "de"
        assert live.condition.interface == "board"
        assert live.instance.experiment == "low"


async def test_after_the_last_task_of_an_experiment_comes_the_next_experiment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with sitting(tmp_path / "clemtui.db") as service:
        await play(service, choices("taboo", experiment="medium", game_id=1))
    async with opened(tmp_path, **BUNDLED) as (app, pilot):
        game = (await app.context.service()).catalogue.game("taboo")
        groups = [each for each in open_games().experiments("taboo") if each.language == "en"]
        known = [each for group in groups if group.name != "low" for each in group.instances]
        keys = set(map(game.exposure_key, known))

        async def most_met(*_: object) -> dict[str, frozenset[str]]:
            return {key: frozenset({"played"}) for key in keys}

        monkeypatch.setattr("clemtui.ui.setup.screen.seen_tasks", most_met)
        await press_play(pilot, "taboo")
        live = (await on(pilot, PlayScreen)).live
        assert live.instance.experiment == "low"
        assert live.game.exposure_key(live.instance) not in keys


async def test_set_up_says_so_where_nothing_new_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(tmp_path, **BUNDLED) as (app, pilot):
        service = await app.context.service()
        game = service.catalogue.game("taboo")
        keys = [game.exposure_key(each) for each in _instances("taboo")]

        async def all_met(*_: object) -> dict[str, frozenset[str]]:
            return {key: frozenset({"played"}) for key in keys}

        monkeypatch.setattr("clemtui.ui.setup.screen.seen_tasks", all_met)
        await press_play(pilot, "taboo")
        setup = await on(pilot, SetupScreen)
        await until(pilot, lambda: "already played" in seen(app))
        assert not setup.has_class("-at-once")
        assert not await service.unfinished()


def _instances(game: str) -> list[Instance]:
    return [each for group in open_games().experiments(game) for each in group.instances]


async def test_set_up_opens_if_the_last_partner_cannot_play(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A model without a key is not called before one has seen so."""
    monkeypatch.delenv("NO_SUCH_KEY", raising=False)
    models = {"mine": ModelParameters(model="openai/mine", api_key_env="NO_SUCH_KEY")}
    async with opened(tmp_path, settings=Settings(models=models), **BUNDLED) as (app, pilot):
        home = await on(pilot, HomeScreen)
        await until(pilot, lambda: home.loaded_at)
        await home._set_up("taboo")
        setup = await on(pilot, SetupScreen)
        await until(pilot, setup.loaded.is_set)
        seat = setup.state.others[0].name
        settled = {}
        for word in ("mine", "scripted"):
            setup.state.set_partner(seat, word)
            settled[word] = setup.state.settled
        assert settled == {"mine": False, "scripted": True}
        assert app.screen is setup


async def played_with(server: FakeOpenAI, folder: Path) -> Settings:
    """Play taboo with a model of a server, and return the settings that name it."""
    model = ModelParameters(model="openai/llama3.2:1b", api_base=server.base_url)
    settings = Settings(models={"mine": model})
    async with sitting(folder / "clemtui.db", settings=settings) as service:
        wanted = choices("taboo", seat="Player 1", partner=("mine",), language="en")
        await play(service, wanted, lambda _request: "CLUE: nothing to say")
    return settings


async def test_a_model_that_can_be_reached_is_played_with_at_once(tmp_path: Path) -> None:
    with ollama(["llama3.2:1b"], repeat("GUESS: tree")) as server:
        settings = await played_with(server, tmp_path)
        async with opened(tmp_path, settings=settings, **BUNDLED) as (_, pilot):
            await press_play(pilot, "taboo")
            screen = await on(pilot, PlayScreen)
            assert screen.live.kinds["Player 2"] == "model"


async def dead_model(folder: Path) -> Settings:
    """Return the settings that name the last partner, whose server has ended since."""
    with ollama(["llama3.2:1b"], repeat("GUESS: tree")) as server:
        return await played_with(server, folder)


async def test_before_play_with_a_dead_model_the_scripted_player_is_offered(tmp_path: Path) -> None:
    settings = await dead_model(tmp_path)
    async with opened(tmp_path, settings=settings, **BUNDLED) as (_, pilot):
        await press_play(pilot, "taboo")
        dialog = await on(pilot, ConfirmDialog)
        assert "does not respond. Play with the scripted player instead?" in dialog.question
        await pilot.press("enter")
        screen = await on(pilot, PlayScreen)
        assert screen.live.kinds["Player 2"] == "scripted"


async def test_who_declines_sees_in_set_up_what_is_wrong(tmp_path: Path) -> None:
    settings = await dead_model(tmp_path)
    async with opened(tmp_path, settings=settings, **BUNDLED) as (app, pilot):
        await press_play(pilot, "taboo")
        await on(pilot, ConfirmDialog)
        await pilot.press("escape")
        setup = await on(pilot, SetupScreen)
        assert "does not respond. Start it" in note_at(setup, "partner-1")
        assert app.focused is stepper(setup, "partner-1")
        assert not await (await app.context.service()).unfinished()


async def test_set_up_knows_a_dead_model_when_it_can_be_started(tmp_path: Path) -> None:
    settings = await dead_model(tmp_path)
    async with opened(tmp_path, settings=settings, **BUNDLED) as (_, pilot):
        setup = await open_setup(pilot, "taboo")
        assert setup.state.unreachable == ("Player 2",)
        assert "does not respond" in note_at(setup, "partner-1")

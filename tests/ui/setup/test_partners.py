"""Tests of the setup screen: available players, connection tests and stable choices."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from textual.pilot import Pilot

from clemtui.config import Settings
from clemtui.episode.offers import partners
from clemtui.episode.service import PlayService
from clemtui.players.llm.parameters import ModelParameters
from clemtui.players.llm.player import preload
from clemtui.ui.app import ClemtuiApp
from clemtui.ui.home.screen import HomeScreen
from clemtui.ui.play.handover import HandOverScreen
from clemtui.ui.play.screen import PlayScreen
from clemtui.ui.setup.partner_dialog import PartnerDialog
from clemtui.ui.setup.screen import ConnectionTests, SetupScreen
from clemtui.ui.setup.state import SetupState
from clemtui.ui.shell.navigation import OpenSetUp
from clemtui.ui.widgets.keybar import KeyBar
from tests.support.fake_openai import FakeOpenAI, Received, Reply, error_reply
from tests.support.fake_servers import address, ollama, vllm
from tests.support.scripts import reject_language
from tests.ui.support.app import on, opened, seen, text_of, until
from tests.ui.support.setup import (
    BUNDLED,
    box,
    choose,
    error_at,
    names,
    note_at,
    open_setup,
    shown,
    stepper,
    summary,
    write,
)


@pytest.fixture(autouse=True, scope="module")
def preloaded_model_library() -> None:
    """Load the model library in advance; that is slow on a busy machine and not tested here."""
    preload()


# Available players


async def test_available_players_first_others_explained(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("NO_SUCH_KEY", raising=False)
    monkeypatch.setenv("LAB_KEY", "secret")
    models = {
        "keyless": ModelParameters(model="openai/a", api_key_env="NO_SUCH_KEY"),
        "keyed": ModelParameters(model="openai/b", api_key_env="LAB_KEY"),
    }
    with vllm(["small"]) as server:
        settings = Settings(models=models, servers=(address(server),))
        async with opened(tmp_path, settings=settings, **BUNDLED) as (_, pilot):
            setup = await open_setup(pilot)
            partner = stepper(setup, "partner-1")
            await until(pilot, lambda: "small" in names(partner))
            assert names(partner) == [
                "scripted player",
                "a person at this keyboard",
                "keyed",
                "small",
                "another model, by name",
                "✗ keyless",
            ]
            await choose(pilot, setup, "partner-1", "keyless")
            assert "NO_SUCH_KEY is not set" in note_at(setup, "partner-1")
            await pilot.press("enter")
            await until(pilot, lambda: "NO_SUCH_KEY" in error_at(setup, "partner-1"))
            assert setup.is_current, "a game that could not go on is not begun"


async def test_unreachable_server_is_listed(tmp_path: Path) -> None:
    with vllm(["small"]) as server:
        gone = address(server)
    async with opened(tmp_path, settings=Settings(servers=(gone,)), **BUNDLED) as (_, pilot):
        setup = await open_setup(pilot)
        partner = stepper(setup, "partner-1")
        await until(pilot, lambda: any(gone in name for name in names(partner)))
        await choose(pilot, setup, "partner-1", f"\0{gone}")
        assert "does not respond" in note_at(setup, "partner-1")
        await pilot.press("enter")
        await until(pilot, lambda: "does not respond" in error_at(setup, "partner-1"))


@pytest.fixture
def server_gate(monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """An event that must be set before the responses of model servers arrive."""
    opened, offers = asyncio.Event(), partners.offers

    async def gated(service: PlayService) -> AsyncIterator[tuple[partners.Offer, ...]]:
        first = True
        async for each in offers(service):
            if not first:
                await opened.wait()
            first = False
            yield each

    monkeypatch.setattr("clemtui.ui.setup.screen.offers", gated)
    return opened


async def test_late_servers_keep_the_choice(tmp_path: Path, server_gate: asyncio.Event) -> None:
    with ollama(["llama3.2:1b"]) as server:
        settings = Settings(servers=(address(server),))
        async with opened(tmp_path, settings=settings, **BUNDLED) as (app, pilot):
            setup = await open_setup(pilot)
            partner = stepper(setup, "partner-1")
            assert "llama3.2:1b" not in names(partner)
            partner.focus()
            await pilot.press("right", "right")
            await write(pilot, setup, "model-1", "openai/mine")
            focused = app.focused
            server_gate.set()
            await until(pilot, lambda: "llama3.2:1b" in names(partner))
            await pilot.pause()
            assert partner.value() == "\0typed"
            assert box(setup, "model-1").text == "openai/mine"
            assert app.focused is focused


async def test_model_of_server_can_play(tmp_path: Path) -> None:
    with vllm(["small"], ["CLUE: warm drink"]) as server:
        settings = Settings(servers=(address(server),))
        async with opened(tmp_path, settings=settings, **BUNDLED) as (app, pilot):
            setup = await open_setup(pilot)
            await choose(pilot, setup, "seat", "Player 2")
            partner = stepper(setup, "partner-0")
            await until(pilot, lambda: "small" in names(partner))
            (word,) = (value for value, name in partner.options if name == "small")
            await choose(pilot, setup, "partner-0", word)
            assert address(server).removeprefix("http://") in note_at(setup, "partner-0")
            await pilot.press("enter")
            await on(pilot, PlayScreen)
            await until(pilot, lambda: "warm drink" in seen(app))


async def test_typed_model_name(tmp_path: Path) -> None:
    models = {"small": ModelParameters(model="openai/small", api_base="http://127.0.0.1:9")}
    async with opened(tmp_path, settings=Settings(models=models), **BUNDLED) as (_, pilot):
        setup = await open_setup(pilot)
        assert not shown(setup, "model-1")
        await choose(pilot, setup, "partner-1", "\0typed")
        assert shown(setup, "model-1")
        await pilot.press("enter")
        await until(pilot, lambda: error_at(setup, "model-1"))
        await write(pilot, setup, "model-1", "smal")
        await pilot.press("enter")
        await until(pilot, lambda: "did you mean small?" in error_at(setup, "model-1"))


async def test_space_lists_partners_with_reasons(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("NO_SUCH_KEY", raising=False)
    models = {"keyless": ModelParameters(model="openai/a", api_key_env="NO_SUCH_KEY")}
    async with opened(tmp_path, settings=Settings(models=models), **BUNDLED) as (app, pilot):
        setup = await open_setup(pilot)
        stepper(setup, "partner-1").focus()
        await pilot.press("space")
        chooser = await on(pilot, PartnerDialog)
        await until(pilot, lambda: any(offer.title == "keyless" for offer in chooser.offered))
        await pilot.pause()
        assert "NO_SUCH_KEY is not set" in seen(app)
        chooser.dismiss("human:Bea")
        await on(pilot, SetupScreen)
        await pilot.pause()
        assert summary(setup) == "Describer: Ann · Guesser: Bea"
        assert "partner-Player 2" in setup.state.touched


# Testing the connection


def naming(server: FakeOpenAI) -> Settings:
    """Return settings with one model, on the given server."""
    model = ModelParameters(model="openai/small", api_base=server.base_url, retries=0)
    return Settings(models={"small": model})


def calls(server: FakeOpenAI) -> list[Received]:
    """Return the calls to a model, without requests for the list of models."""
    return [each for each in server.requests if each.path.endswith("/chat/completions")]


async def test_connection_test_shows_answer_and_time(tmp_path: Path) -> None:
    with vllm(["small"], ["Hello [b]you[/b]\x1b[31m"]) as server:
        async with opened(tmp_path, settings=naming(server), **BUNDLED) as (_, pilot):
            setup = await open_setup(pilot)
            assert "Test connection" not in text_of(setup.query_one(KeyBar)), (
                "there is no model yet"
            )
            await choose(pilot, setup, "partner-1", "small")
            assert "F5 Test connection" in text_of(setup.query_one(KeyBar))
            await pilot.press("f5")
            await until(pilot, lambda: "It answered after" in note_at(setup, "partner-1"))
            assert "Hello [b]you[/b]␛[31m" in note_at(setup, "partner-1")
            assert note_at(setup, "partner-1").startswith("✓")
            assert len(calls(server)) == 1
        assert not (tmp_path / "clemtui.db").exists(), "it is no play"


async def test_connection_test_explains_failure(tmp_path: Path) -> None:
    with vllm(["small"], [error_reply(401, "wrong key")]) as server:
        async with opened(tmp_path, settings=naming(server), **BUNDLED) as (_, pilot):
            setup = await open_setup(pilot)
            await choose(pilot, setup, "partner-1", "small")
            await pilot.press("f5")
            await until(pilot, lambda: "rejected the API key" in note_at(setup, "partner-1"))
            assert "api_key_env" in note_at(setup, "partner-1")
            assert setup.is_current


async def test_connection_test_shows_time_and_can_be_cancelled(tmp_path: Path) -> None:
    now = [0.0]
    with vllm(["small"], [Reply(fault="never")]) as server:
        async with opened(tmp_path, settings=naming(server), **BUNDLED) as (_, pilot):
            setup = await open_setup(pilot)
            setup.connection_tests = ConnectionTests(setup, setup.state, clock=lambda: now[0])
            await choose(pilot, setup, "partner-1", "small")
            await pilot.press("f5")
            await until(pilot, lambda: calls(server))
            now[0] = 12.0
            setup.show()
            assert "Testing the connection… 12 sec" in note_at(setup, "partner-1")
            await pilot.press("escape")
            await pilot.pause()
            assert setup.is_current, "the first Escape only stops the call"
            assert "Testing the connection" not in note_at(setup, "partner-1")
            await until(pilot, calls(server)[0].dropped.is_set)
            await pilot.press("escape")
            await on(pilot, HomeScreen)


async def test_model_is_available_after_successful_test(
    tmp_path: Path, server_gate: asyncio.Event
) -> None:
    """The server is down when the screen opens, and up later."""
    with vllm(["small"]) as server:
        word = f"openai/small@{server.base_url}"
        gone = naming(server)
    server_gate.set()
    async with opened(tmp_path, settings=gone, **BUNDLED) as (_, pilot):
        setup = await open_setup(pilot)
        await until(pilot, lambda: "✗ small" in names(stepper(setup, "partner-1")))
        await choose(pilot, setup, "partner-1", "small")
        with FakeOpenAI(["ready"], port=int(word.rpartition(":")[2].partition("/")[0])):
            await pilot.press("f5")
            await until(pilot, lambda: "✓" in note_at(setup, "partner-1"))
            assert "✗ small" not in names(stepper(setup, "partner-1"))
            await pilot.press("enter")
            await on(pilot, PlayScreen)


# Scripted players that do not speak the language


@asynccontextmanager
async def setup_without_italian_script(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[tuple[ClemtuiApp, Pilot[None], SetupScreen]]:
    """Open the setup of a game whose scripted players do not speak Italian."""
    async with opened(folder, **BUNDLED) as (app, pilot):
        setup = await open_setup(pilot)
        assert setup.state.game is not None
        reject_language(monkeypatch, setup.state.game, "it")
        yield app, pilot, setup


async def test_scripted_player_without_language_is_marked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with setup_without_italian_script(tmp_path, monkeypatch) as (app, pilot, setup):
        await choose(pilot, setup, "language", "it")
        partner = stepper(setup, "partner-1")
        await until(pilot, lambda: partner.value() == "human")
        assert "does not speak this language: Italian" in note_at(setup, "partner-1")
        assert partner.options[-1] == ("scripted", "✗ scripted player")
        assert summary(setup) == "Describer: Ann · Guesser: a person at this keyboard"

        partner.focus()
        await pilot.press("space")
        asked = await on(pilot, PartnerDialog)
        await until(pilot, lambda: "✗ scripted player" in seen(app))
        await until(pilot, lambda: asked.offered[-1].word == "scripted")
        await pilot.press("escape")

        await choose(pilot, setup, "language", "de")
        await until(pilot, lambda: partner.value() == "scripted")
        assert partner.options[0] == ("scripted", "scripted player")
        assert note_at(setup, "partner-1") == ""


async def test_explicit_scripted_player_is_kept_but_rejected(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with setup_without_italian_script(tmp_path, monkeypatch) as (app, pilot, setup):
        await choose(pilot, setup, "partner-1", "human")
        await choose(pilot, setup, "partner-1", "scripted")
        await choose(pilot, setup, "language", "it")
        await until(pilot, lambda: "✗ The scripted player does not" in note_at(setup, "partner-1"))
        assert stepper(setup, "partner-1").value() == "scripted"
        await pilot.press("enter")
        await until(pilot, lambda: "does not speak this language" in error_at(setup, "partner-1"))
        assert "F5" not in error_at(setup, "partner-1")
        assert app.screen is setup


async def test_early_enter_does_not_start_with_unseen_person(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Enter is pressed before it is known that the scripted player cannot play."""
    async with opened(tmp_path, **BUNDLED) as (app, pilot):
        home = await on(pilot, HomeScreen)
        await until(pilot, lambda: home.loaded_at)
        service = await app.context.service()
        reject_language(monkeypatch, service.catalogue.game("taboo"), "en")
        pressed, find = asyncio.Event(), SetupState.find_unscripted

        async def held(state: SetupState) -> None:
            await pressed.wait()
            await find(state)

        monkeypatch.setattr(SetupState, "find_unscripted", held)
        setup = SetupScreen(home.context, OpenSetUp(home.context.listing("taboo")))
        app.push_screen(setup)
        await on(pilot, SetupScreen)
        await pilot.press("enter")
        await until(pilot, lambda: setup._starting)
        pressed.set()
        await until(pilot, lambda: setup.loaded.is_set() and not setup._starting)
        assert app.screen is setup
        await pilot.press("enter")
        await on(pilot, HandOverScreen)

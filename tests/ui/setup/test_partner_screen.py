"""Tests of choosing a partner: the offers, the reasons against them, and the name of a person."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import OptionList, Static

from clemtui.config import Settings
from clemtui.episode.offers.partners import Offer
from clemtui.episode.planning.readiness import missing_key_reason
from clemtui.players.llm.parameters import ModelParameters
from clemtui.ui.app import ClemtuiApp
from clemtui.ui.home.screen import HomeScreen
from clemtui.ui.setup.partner_dialog import PartnerDialog
from clemtui.ui.shell.dialogs.choice import TextDialog
from clemtui.ui.shell.navigation import OpenPartners
from tests.ui.support.app import on, opened, seen, text_of, until

SCRIPTED = Offer("scripted", "scripted", "scripted")
PERSON = Offer("human", "human", "person")
TINY = Offer("tiny", "tiny", "settings", "openai/tiny · http://localhost:1/v1")
LOCKED = Offer("big", "big", "settings", "", False, missing_key_reason("BIG_KEY"))
EVIL = Offer("a/b", "\x1b[31mred\u202e", "recent")


class Chooser:
    """The screen above home, with the results it was dismissed with."""

    def __init__(self, pilot: Pilot[None], screen: PartnerDialog) -> None:
        self.pilot = pilot
        self.screen = screen
        self.chosen: list[str | None] = []

    @property
    def list(self) -> OptionList:
        return self.screen.query_one(OptionList)

    @property
    def problem(self) -> str:
        return text_of(self.screen.query_one(".error", Static))


async def given(*lists: tuple[Offer, ...]) -> AsyncIterator[tuple[Offer, ...]]:
    for each in lists:
        yield each


async def choosing(
    app: ClemtuiApp,
    pilot: Pilot[None],
    offers: AsyncIterator[tuple[Offer, ...]] | None,
) -> Chooser:
    await on(pilot, HomeScreen)
    chooser = Chooser(pilot, PartnerDialog(app.context, OpenPartners(), offers))
    await app.push_screen(chooser.screen, chooser.chosen.append)
    await until(pilot, lambda: chooser.screen.offered)
    await pilot.pause()
    return chooser


async def test_enter_chooses_highlighted(tmp_path: Path) -> None:
    async with opened(tmp_path) as (app, pilot):
        chooser = await choosing(app, pilot, given((SCRIPTED, PERSON, TINY)))
        assert "scripted player" in seen(app)
        assert "openai/tiny" in seen(app)
        await pilot.press("down", "down", "enter")
        await on(pilot, HomeScreen)
        assert chooser.chosen == ["tiny"]


async def test_escape_chooses_no_one(tmp_path: Path) -> None:
    async with opened(tmp_path) as (app, pilot):
        chooser = await choosing(app, pilot, given((SCRIPTED,)))
        await pilot.press("escape")
        await on(pilot, HomeScreen)
        assert chooser.chosen == [None]


async def test_unavailable_player_cannot_be_chosen(tmp_path: Path) -> None:
    async with opened(tmp_path) as (app, pilot):
        chooser = await choosing(app, pilot, given((SCRIPTED, LOCKED)))
        assert "BIG_KEY is not set" in seen(app)
        await pilot.press("down", "enter")
        await until(pilot, lambda: "Set BIG_KEY in the environment" in chooser.problem)
        assert app.screen is chooser.screen
        await pilot.press("up")
        await until(pilot, lambda: chooser.problem == "")


async def test_person_needs_another_name(tmp_path: Path) -> None:
    async with opened(tmp_path) as (app, pilot):
        chooser = await choosing(app, pilot, given((SCRIPTED, PERSON)))
        await pilot.press("down", "enter")
        question = await on(pilot, TextDialog)
        await pilot.press("enter")
        error = question.query_one(".error", Static)
        await until(pilot, lambda: "enter a name" in text_of(error))
        await pilot.press(*"ann", "enter")
        await until(pilot, lambda: "taken" in text_of(error))
        await pilot.press("ctrl+u", *"Ben", "enter")
        await on(pilot, HomeScreen)
        assert chooser.chosen == ["human:Ben"]


async def test_a_model_can_be_named(tmp_path: Path) -> None:
    async with opened(tmp_path) as (app, pilot):
        chooser = await choosing(app, pilot, given((SCRIPTED,)))
        await pilot.press("end", "enter")
        question = await on(pilot, TextDialog)
        await pilot.press(*"nonsense", "enter")
        error = question.query_one(".error", Static)
        await until(pilot, lambda: "unknown model" in text_of(error))
        await pilot.press("ctrl+u", *"openai", "slash", *"tiny", "enter")
        await on(pilot, HomeScreen)
        assert chooser.chosen == ["openai/tiny"]


async def test_highlight_is_kept_when_offers_arrive(tmp_path: Path) -> None:
    more = asyncio.Event()

    async def growing() -> AsyncIterator[tuple[Offer, ...]]:
        yield SCRIPTED, PERSON, TINY
        await more.wait()
        yield SCRIPTED, LOCKED, EVIL, PERSON, TINY

    async with opened(tmp_path) as (app, pilot):
        chooser = await choosing(app, pilot, growing())
        await pilot.press("down", "down")
        assert "Looking" in seen(app)
        more.set()
        await until(pilot, lambda: len(chooser.screen.offered) == 5)
        assert chooser.list.highlighted == 4
        await until(pilot, lambda: "Looking" not in seen(app))
        await pilot.press("enter")
        await on(pilot, HomeScreen)
        assert chooser.chosen == ["tiny"]


async def test_names_are_escaped(tmp_path: Path) -> None:
    async with opened(tmp_path) as (app, pilot):
        await choosing(app, pilot, given((SCRIPTED, EVIL)))
        assert "\x1b" not in seen(app)
        assert "\u202e" not in seen(app)
        assert "red" in seen(app)


async def test_offers_come_from_service_by_default(tmp_path: Path) -> None:
    settings = Settings(models={"mine": ModelParameters(model="openai/mine", api_key_env="MINE")})
    async with opened(tmp_path, settings=settings) as (app, pilot):
        chooser = await choosing(app, pilot, None)
        assert {"scripted", "human", "mine"} <= {offer.word for offer in chooser.screen.offered}


@pytest.mark.parametrize("size", [(80, 24), (60, 20), (40, 12)])
async def test_dialog_fits_every_size(tmp_path: Path, size: tuple[int, int]) -> None:
    async with opened(tmp_path, size=size) as (app, pilot):
        many = tuple(Offer(f"m/{n}", f"m/{n}", "server", "ollama") for n in range(30))
        await choosing(app, pilot, given((SCRIPTED, PERSON, *many)))
        await pilot.press("end")  # perhaps before the list is laid out
        await until(pilot, lambda: "a model by name" in seen(app))
        assert "Escape: back" in seen(app)


async def test_current_partner_is_marked(tmp_path: Path) -> None:
    async with opened(tmp_path) as (app, pilot):
        await on(pilot, HomeScreen)
        offers = given((SCRIPTED, PERSON), (SCRIPTED, PERSON, LOCKED, TINY))
        screen = PartnerDialog(app.context, OpenPartners(current="tiny"), offers)
        await app.push_screen(screen)
        await until(pilot, lambda: TINY in screen.offered)
        await pilot.pause()
        assert screen.query_one(OptionList).highlighted == 3
        assert [line.strip(" │▌▐▊▎┃") for line in seen(app).splitlines() if "✓" in line] == [
            f"✓ tiny  {TINY.detail}"
        ]


async def test_moved_highlight_is_kept(tmp_path: Path) -> None:
    more = asyncio.Event()

    async def slowly() -> AsyncIterator[tuple[Offer, ...]]:
        yield (SCRIPTED, PERSON)
        await more.wait()
        yield (SCRIPTED, PERSON, TINY)

    async with opened(tmp_path) as (app, pilot):
        await on(pilot, HomeScreen)
        screen = PartnerDialog(app.context, OpenPartners(current="tiny"), slowly())
        await app.push_screen(screen)
        await until(pilot, lambda: screen.offered)
        await pilot.press("down")
        more.set()
        await until(pilot, lambda: TINY in screen.offered)
        assert screen.query_one(OptionList).highlighted == 1

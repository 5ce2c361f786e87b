"""Tests of the setup with a clembench checkout, whose official instances are listed with ours."""

from __future__ import annotations

from pathlib import Path

from clemtui.config import Settings
from clemtui.ui.play.screen import PlayScreen
from tests.support.checkout import checkout
from tests.ui.support.app import on, opened, until
from tests.ui.support.setup import (
    BUNDLED,
    box,
    choose,
    error_at,
    names,
    open_setup,
    shown,
    stepper,
)


async def test_no_source_field_without_checkout(tmp_path: Path) -> None:
    async with opened(tmp_path, **BUNDLED) as (_, pilot):
        assert not shown(await open_setup(pilot), "source")


async def test_official_instance_uses_own_prompt(tmp_path: Path) -> None:
    settings = Settings(clembench=checkout(tmp_path / "bench"))
    async with opened(tmp_path, settings=settings, **BUNDLED) as (_, pilot):
        setup = await open_setup(pilot)
        assert names(stepper(setup, "source")) == [
            "clemtui",
            "clembench, official: instances",
            "clembench, official: instances_old",
            "clembench, official: instances_v2.0",
        ]
        usual = str(tmp_path / "bench/taboo/in/instances.json")
        await choose(pilot, setup, "source", usual)
        await until(pilot, lambda: setup.state.source == usual)
        assert names(stepper(setup, "experiment")) == [
            "high_en (2 instances)",
            "low_en (2 instances)",
        ]
        assert names(stepper(setup, "language")) == ["English (4 instances)"]
        await choose(pilot, setup, "experiment", "low_en")
        assert box(setup, "number").text == "0"
        await pilot.press("enter")
        screen = await on(pilot, PlayScreen)
        instance = screen.live.instance
        assert (instance.origin, instance.experiment) == ("official", "low_en")
        assert screen.live.texts.prompts["guesser"].startswith("Guess it in")


async def test_rejected_file_changes_nothing(tmp_path: Path) -> None:
    settings = Settings(clembench=checkout(tmp_path / "bench"))
    async with opened(tmp_path, settings=settings, **BUNDLED) as (_, pilot):
        setup = await open_setup(pilot)
        await choose(pilot, setup, "source", str(tmp_path / "bench/taboo/in/instances_old.json"))
        await until(pilot, lambda: error_at(setup, "source"))
        assert "instances_old.json: experiment 'old'" in error_at(setup, "source")
        assert stepper(setup, "source").value() == ""
        assert "high" in stepper(setup, "experiment").value()


async def test_bundled_instances_can_be_chosen_again(tmp_path: Path) -> None:
    settings = Settings(clembench=checkout(tmp_path / "bench"))
    async with opened(tmp_path, settings=settings, **BUNDLED) as (_, pilot):
        setup = await open_setup(pilot)
        usual = str(tmp_path / "bench/taboo/in/instances.json")
        await choose(pilot, setup, "source", usual)
        await until(pilot, lambda: setup.state.source == usual)
        await choose(pilot, setup, "source", "")
        await until(pilot, lambda: setup.state.source == "")
        assert stepper(setup, "experiment").value() == "high"
        languages = [tag for tag, _ in stepper(setup, "language").options]
        assert sorted(languages) == sorted(setup.listing.languages)


async def test_invalid_checkout_is_reported(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    settings = Settings(clembench=tmp_path / "empty")
    async with opened(tmp_path, settings=settings, **BUNDLED) as (_, pilot):
        setup = await open_setup(pilot)
        assert "is not a clembench checkout" in error_at(setup, "experiment")
        await pilot.press("enter")
        await on(pilot, PlayScreen)

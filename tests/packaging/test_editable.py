"""An editable install reads the checkout and contains no copy that could go stale."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support.environments import Environment

pytestmark = pytest.mark.nightly  # the gate plays and tests in environments like this one


def test_it_copies_nothing(editable: Environment, checkout: Path) -> None:
    assert not (editable.packages / "clemtui").exists()
    assert not list(editable.packages.rglob("_collection"))
    assert not list(checkout.rglob("_collection"))
    assert not list(editable.packages.rglob("game.toml"))


def test_it_uses_the_checkout(editable: Environment, checkout: Path) -> None:
    program = "import clemtui.resources as r; print(r.bundled_collection())"
    assert editable.run("python", "-c", program).strip() == str(checkout.resolve())


def test_changes_in_the_checkout_take_effect_immediately(
    editable: Environment, checkout: Path
) -> None:
    module = checkout / "clemtui" / "_fresh.py"
    module.write_text("WORD = 'fresh'\n", encoding="utf-8")
    try:
        program = "import clemtui._fresh as f; print(f.WORD)"
        assert editable.run("python", "-c", program).strip() == "fresh"
    finally:
        module.unlink()


def test_its_catalogues_are_compiled_in_place(editable: Environment, checkout: Path) -> None:
    sources = sorted(checkout.glob("locales/*/LC_MESSAGES/ui.po"))
    assert sources
    assert editable.folder.is_dir()
    assert all(source.with_suffix(".mo").is_file() for source in sources)


def test_only_the_program_becomes_importable(editable: Environment) -> None:
    program = "from importlib.util import find_spec as f; print(f('games'), f('tests'))"
    assert editable.run("python", "-c", program).split() == ["None", "None"]


def test_it_plays_the_same_games(editable: Environment, installed: Environment) -> None:
    listed = json.loads(editable.run("clemtui", "games", "--json"))
    assert listed
    assert listed == json.loads(installed.run("clemtui", "games", "--json"))

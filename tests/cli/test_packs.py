"""``clemtui packs``: every language pack, where it comes from, and why one is not offered."""

from __future__ import annotations

import json
import shutil
import tomllib
from pathlib import Path
from typing import Any

import pytest

from clemtui.play.sessions import EpisodeFilter, list_episodes, load_episode
from tests.plain.telling import play
from tests.support.calling import call
from tests.support.paths import ROOT

CONTRACT_GAMES = ROOT / "tests" / "contract_games"


def listed(*arguments: str) -> dict[tuple[str, str], dict[str, Any]]:
    """The packs, by family and language."""
    document = json.loads(call("packs", "--json", *arguments).out)
    return {(pack["family"], pack["language"]): pack for pack in document["packs"]}


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A collection with a family that has packs in two languages, to be spoiled."""
    folder = tmp_path / "own"
    shutil.copytree(CONTRACT_GAMES / "games" / "sealed", folder / "games" / "sealed")
    for language in ("de", "en"):
        (folder / "locales" / language).mkdir(parents=True)
        shutil.copy(
            CONTRACT_GAMES / "locales" / language / "sealed.toml", folder / "locales" / language
        )
    return folder


def spoilt(own: Path, old: str, new: str, language: str = "de") -> dict[str, Any]:
    """What is said of a pack after something in its file was changed."""
    file = own / "locales" / language / "sealed.toml"
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    return listed("--collection", str(own))["sealed", "de"]


def test_a_pack_says_where_it_comes_from() -> None:
    pack = listed()["taboo", "de"]
    assert (pack["offered"], pack["problems"]) == (True, [])
    assert pack["file"] == str(ROOT / "locales" / "de" / "taboo.toml")
    card = pack["card"]
    assert card["titles"] == {"taboo": "Tabu"}
    assert card["method"].startswith("machine translation")
    assert (card["version"], card["licence"], card["reviewed_by"]) == ("1", "MIT", "")


def test_its_hash_is_the_one_that_episodes_are_recorded_with(home: Path) -> None:
    play("wordle", "--lang", "de")
    database = home / "data" / "clemtui.db"
    (episode,) = list_episodes(database, EpisodeFilter())
    assert load_episode(database, episode.id).texts_hash == listed()["wordle", "de"]["card"]["hash"]


def test_the_table_says_the_same(own: Path) -> None:
    out = call("packs").out
    (row,) = (line for line in out.splitlines() if line.split()[:2] == ["taboo", "de"])
    assert "Tabu" in row
    assert "nobody yet" in row
    assert row.split()[-1] == "yes"
    assert "taboo de: machine translation of the English pack, not reviewed" in out
    assert str(ROOT / "locales" / "de" / "taboo.toml") in out


def test_a_stale_pack_is_listed_with_the_reason(own: Path) -> None:
    file = own / "locales" / "en" / "sealed.toml"
    name = next(iter(tomllib.loads(file.read_text(encoding="utf-8"))["prompts"]))
    pack = spoilt(own, f'{name} = """', f'{name} = """Now: ', language="en")
    assert not pack["offered"]
    assert pack["problems"] == [f"prompts.{name} is stale: the English entry has changed since"]
    out = call("packs", "--collection", str(own)).out
    assert f"sealed de: not offered: prompts.{name} is stale" in out
    (row,) = (line for line in out.splitlines() if line.split()[:2] == ["sealed", "de"])
    assert row.split()[-1] == "no"


def test_an_unreadable_pack_is_listed_with_the_reason(own: Path) -> None:
    pack = spoilt(own, "[card]", "[card")
    assert (pack["offered"], pack["card"]) == (False, None)
    assert "sealed.toml" in pack["problems"][0]
    assert listed("--collection", str(own))["sealed", "en"]["offered"]


def test_a_reviewed_pack_names_who_did(own: Path) -> None:
    pack = spoilt(own, 'reviewed_by = ""', 'reviewed_by = "Ada"')
    assert pack["card"]["reviewed_by"] == "Ada"
    assert "Ada" in call("packs", "--collection", str(own)).out


def test_a_pack_of_no_game_is_listed_with_the_reason(own: Path) -> None:
    (own / "locales" / "de" / "nothing.toml").write_text("", encoding="utf-8")
    pack = listed("--collection", str(own))["nothing", "de"]
    assert pack["problems"][0].startswith("there is no family of games 'nothing' in ")

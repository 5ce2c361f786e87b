"""``clemtui languages list`` and ``card``: every pack, its origin, and why it is unavailable."""

from __future__ import annotations

import json
import shutil
import tomllib
from pathlib import Path
from typing import Any

import pytest

from clemtui.archive.episodes import list_episodes, load_episode
from clemtui.catalogue import open_catalogue
from clemtui.records.rows import EpisodeFilter
from tests.plain.playing import play
from tests.support.calling import call
from tests.support.paths import ROOT

CONTRACT_GAMES = ROOT / "tests" / "contract_games"


def listed(*arguments: str) -> dict[tuple[str, str], dict[str, Any]]:
    """Return the packs by family and language."""
    document = json.loads(call("languages", "list", "--json", *arguments).out)
    return {(pack["family"], pack["language"]): pack for pack in document["packs"]}


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A collection with one family and packs in two languages, to be broken by a test."""
    folder = tmp_path / "own"
    shutil.copytree(CONTRACT_GAMES / "games" / "sealed", folder / "games" / "sealed")
    for language in ("de", "en"):
        (folder / "locales" / language).mkdir(parents=True)
        shutil.copy(
            CONTRACT_GAMES / "locales" / language / "sealed.toml", folder / "locales" / language
        )
    return folder


def spoilt(own: Path, old: str, new: str, language: str = "de") -> dict[str, Any]:
    """Return the listing of the German pack after a change to a pack's file."""
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


def test_hash_equals_that_of_recorded_episodes(home: Path) -> None:
    play("wordle", "--lang", "de")
    database = home / "data" / "clemtui.db"
    (episode,) = list_episodes(database, EpisodeFilter())
    assert load_episode(database, episode.id).texts_hash == listed()["wordle", "de"]["card"]["hash"]


def block(out: str, tag: str) -> list[str]:
    """Return the lines about a language."""
    (found,) = (part for part in out.split("\n\n") if part.startswith(f"{tag}: "))
    return [line.strip() for line in found.splitlines()]


def test_language_heading() -> None:
    said = block(call("languages", "list").out, "de")
    assert said[0] == "de: German (Deutsch)"
    assert said[1].startswith("interface: ")
    assert said[1].endswith(" translated")
    assert said[2] == f"games: {', '.join(family.id for family in open_catalogue().families)}"


def test_missing_review_is_reported_once() -> None:
    said = block(call("languages", "list").out, "de")
    assert said.count("not yet reviewed by a native speaker") == 1
    assert said[-1] == "not yet reviewed by a native speaker"


def test_right_to_left_language_is_marked() -> None:
    out = call("languages", "list").out
    assert "right-to-left script" in block(out, "ar")
    assert "right-to-left script" not in block(out, "de")


def test_names_are_those_of_the_interface_language(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLEMTUI_LANG", "de")
    assert block(call("languages", "list").out, "fr")[0] == "fr: Französisch (français)"


def test_language_with_packs_only_has_no_interface(own: Path) -> None:
    (own / "locales" / "de").rename(own / "locales" / "eo")
    document = json.loads(call("languages", "list", "--json", "--collection", str(own)).out)
    languages = {each["language"]: each for each in document["languages"]}
    assert languages["eo"]["interface"] is None
    assert languages["ar"]["direction"] == "rtl"
    assert 0 < languages["de"]["interface"] <= 1
    assert languages["de"]["own_name"] == "Deutsch"
    assert "taboo" in languages["de"]["families"]
    assert "interface not translated" in block(
        call("languages", "list", "--collection", str(own)).out, "eo"
    )


def test_paraphrase_is_named_after_its_language(own: Path) -> None:
    shutil.copytree(own / "locales" / "en", own / "locales" / "en-x-para7")
    out = call("languages", "list", "--collection", str(own)).out
    assert block(out, "en-x-para7")[0] == "en-x-para7: English, paraphrase 7"


def test_the_long_list_has_the_cards() -> None:
    assert "Translator: " not in call("languages", "list").out
    out = call("languages", "list", "--long").out
    assert out.count("Translator: ") == len(listed())


def test_card_lists_all_facts() -> None:
    out = call("languages", "card", "de", "taboo").out
    lines = [line.strip() for line in out.splitlines()]
    digest = listed()["taboo", "de"]["card"]["hash"]
    assert lines == [
        "de taboo",
        "Title: Tabu",
        f"Version: 1 ({digest[:12]})",
        "Method: machine translation of the English pack, not reviewed by a native speaker",
        "Translator: clemtui contributors",
        "Review: not yet reviewed by a native speaker",
        f"Date: {listed()['taboo', 'de']['card']['date']}",
        "English pack version: 1",
        "Licence: MIT",
        *(f"Notes: {notes}" for notes in [listed()["taboo", "de"]["card"]["notes"]] if notes),
        f"File: {ROOT / 'locales' / 'de' / 'taboo.toml'}",
    ]


def test_card_of_unknown_pack_is_a_clear_error() -> None:
    called = call("languages", "card", "dee")
    assert (called.code, "did you mean 'de'?" in called.error) == (2, True)
    called = call("languages", "card", "de", "tabu")
    assert (called.code, "did you mean 'taboo'?" in called.error) == (2, True)


def test_a_stale_pack_is_listed_with_the_reason(own: Path) -> None:
    file = own / "locales" / "en" / "sealed.toml"
    name = next(iter(tomllib.loads(file.read_text(encoding="utf-8"))["prompts"]))
    pack = spoilt(own, f'{name} = """', f'{name} = """Now: ', language="en")
    assert not pack["offered"]
    assert pack["problems"] == [f"prompts.{name} is stale: the English entry has changed since"]
    out = call("languages", "list", "--collection", str(own)).out
    assert any(
        line.startswith(f"sealed: not available: prompts.{name} is stale")
        for line in block(out, "de")
    )
    assert "sealed" not in block(out, "de")[2]


def test_two_reasons_are_listed_and_the_rest_counted(own: Path) -> None:
    file = own / "locales" / "de" / "sealed.toml"
    text = file.read_text(encoding="utf-8")
    file.write_text(text.partition("\n[source]")[0], encoding="utf-8")
    said = block(call("languages", "list", "--collection", str(own)).out, "de")
    reasons = [line for line in said if line.startswith("sealed: not available: ")]
    count = len(listed("--collection", str(own))["sealed", "de"]["problems"])
    assert len(reasons) == 2
    more = f"and {count - 2} more: clemtui languages check de --family sealed"
    assert more in said


def test_an_unreadable_pack_is_listed_with_the_reason(own: Path) -> None:
    pack = spoilt(own, "[card]", "[card")
    assert (pack["offered"], pack["card"]) == (False, None)
    assert "sealed.toml" in pack["problems"][0]
    assert listed("--collection", str(own))["sealed", "en"]["offered"]


def test_reviewer_is_named(own: Path) -> None:
    pack = spoilt(own, 'reviewed_by = ""', 'reviewed_by = "Ada"')
    assert pack["card"]["reviewed_by"] == "Ada"
    said = block(call("languages", "list", "--collection", str(own)).out, "de")
    assert "sealed: reviewed by Ada" in said
    (rest,) = (line for line in said if line.endswith(": not yet reviewed by a native speaker"))
    assert "taboo" in rest


def test_pack_without_a_game_is_listed_with_the_reason(own: Path) -> None:
    (own / "locales" / "de" / "nothing.toml").write_text("", encoding="utf-8")
    pack = listed("--collection", str(own))["nothing", "de"]
    assert pack["problems"][0].startswith("no game family 'nothing' in ")

"""``clemtui games``, and ``clemtui`` without a terminal."""

from __future__ import annotations

import json
import os
from typing import Any

import pytest

from tests.support.calling import call
from tests.support.paths import ROOT

CONTRACT_GAMES = str(ROOT / "tests" / "contract_games")


def listed(*arguments: str) -> dict[str, Any]:
    document = json.loads(call("games", "--json", *arguments).out)
    return {game["id"]: game for game in document["games"]}


def test_a_game_is_listed_with_seats_languages_and_counts() -> None:
    taboo = listed()["taboo"]
    assert [seat["role"] for seat in taboo["seats"]] == ["WordDescriber", "WordGuesser"]
    assert {"de", "en", "en-x-para1", "te"} <= set(taboo["languages"])
    counts = {(e["name"], e["language"]): e["instances"] for e in taboo["experiments"]}
    assert counts["high", "en"] == counts["low", "de"] == 20


def test_table_matches_json() -> None:
    lines = call("games").out.splitlines()
    (taboo,) = (line for line in lines if line.split()[:1] == ["taboo"])
    assert "Player 1 (WordDescriber), Player 2 (WordGuesser)" in taboo
    assert "de, en" in taboo
    assert "high 20; medium 20; low 20" in taboo


@pytest.mark.parametrize("where", ["before", "after", "environment", "settings"])
def test_collection_may_be_named_anywhere(
    where: str, monkeypatch: pytest.MonkeyPatch, home: Any
) -> None:
    option = ["--collection", CONTRACT_GAMES]
    before, after = (option if where == "before" else []), (option if where == "after" else [])
    if where == "environment":
        monkeypatch.setenv("CLEMTUI_COLLECTIONS", os.pathsep.join([CONTRACT_GAMES, ""]))
    if where == "settings":
        (home / "config").mkdir(parents=True)
        text = f"collections = [{json.dumps(CONTRACT_GAMES)}]"
        (home / "config" / "clemtui.toml").write_text(text, encoding="utf-8")
    games = json.loads(call(*before, "games", "--json", *after).out)["games"]
    ids = [game["id"] for game in games]
    assert "sealed" in ids
    assert "wordle" in ids


def test_the_persons_own_collection_is_found(home: Any) -> None:
    (home / "data").mkdir(parents=True)
    (home / "data" / "collection").symlink_to(CONTRACT_GAMES)
    assert "whisper" in listed()


def test_without_a_terminal_the_program_lists_games_and_says_how_to_play() -> None:
    called = call()
    assert called.code == 0
    assert "- taboo: " in called.out
    assert "- wordle: " in called.out
    assert "clemtui play GAME" in called.out
    assert "Unfinished" not in called.out


def test_unfinished_episodes_are_listed_with_resume_commands() -> None:
    left = call("play", "wordle", "--as", "ada")
    command = left.out.rstrip().splitlines()[-1]
    out = call().out
    assert "played by ada" in out
    assert command in out
    assert command.startswith("clemtui play --resume ")


def test_interface_language_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLEMTUI_LANG", "de")
    assert "Spiele:" in call().out
    assert call("episodes", "list").out.startswith("In ")

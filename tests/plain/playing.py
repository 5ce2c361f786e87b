"""Helpers that play through the plain-text front end and read what was recorded."""

from __future__ import annotations

import json
from pathlib import Path

from clemtui.archive.episodes import list_episodes, load_episode
from clemtui.records.rows import EpisodeFilter, StoredEpisode
from tests.support.calling import CallResult, call
from tests.support.paths import ROOT

CONTRACT_GAMES = str(ROOT / "tests" / "contract_games")


def lines(*said: str) -> str:
    """Return typed input, one line per argument."""
    return "".join(f"{line}\n" for line in said)


def play(*arguments: str, typed: str = "") -> CallResult:
    """Play in this process; it must not fail."""
    called = call("play", *arguments, typed=typed)
    assert called.err == ""
    assert called.code == 0
    return called


def recorded(home: Path) -> list[StoredEpisode]:
    """Return every recorded episode, newest first."""
    database = home / "data" / "clemtui.db"
    return [load_episode(database, e.id) for e in list_episodes(database, EpisodeFilter())]


def target(game: str, experiment: str, game_id: int, language: str = "en") -> str:
    """Return the target word of a bundled instance."""
    path = ROOT / "games" / game / "instances" / f"{language}.json"
    for found in json.loads(path.read_text(encoding="utf-8"))["experiments"]:
        if found["name"] == experiment:
            for instance in found["game_instances"]:
                if instance["game_id"] == game_id:
                    return str(instance["target_word"])
    raise LookupError((game, experiment, game_id))

"""``--clembench DIR``: instances from the user's checkout, with the benchmark's own prompts."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from clemtui.archive.episodes import list_episodes
from clemtui.records.rows import EpisodeFilter
from tests.support.calling import call
from tests.support.checkout import checkout


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return checkout(tmp_path / "clembench")


def experiments(home: Path) -> list[tuple[str, int]]:
    """Return every recorded episode, oldest first."""
    found = list_episodes(home / "data" / "clemtui.db", EpisodeFilter())
    return [(episode.experiment, episode.game_id) for episode in reversed(found)]


def test_run_uses_each_games_default_file(home: Path, root: Path) -> None:
    called = call("run", "taboo", "--players", "scripted", "--clembench", str(root))
    assert called.code == 0, called.err
    assert experiments(home) == [("high_en", 0), ("high_en", 1), ("low_en", 0), ("low_en", 1)]


def test_instance_file_by_bare_name(home: Path, root: Path) -> None:
    file = ("--instances", "instances_v2.0")
    call("run", "taboo", "--players", "scripted", "--clembench", str(root), *file)
    assert experiments(home) == [("high_en", 0)]


def test_setting_and_variable_only_name_the_checkout(
    home: Path, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    limited = ("run", "taboo", "--players", "scripted", "--limit", "1")
    assert call("config", "set", "clembench", str(root)).code == 0
    call(*limited)
    assert [name for name, _ in experiments(home)] == ["high", "medium", "low"]
    call(*limited, "--instances", "instances_v2.0")
    assert experiments(home)[3:] == [("high_en", 0)]
    call("config", "unset", "clembench")
    monkeypatch.setenv("CLEMTUI_CLEMBENCH", str(root))
    call(*limited, "--instances", "instances_v2.0")
    assert experiments(home)[4:] == [("high_en", 0)]


def test_a_bare_name_without_a_checkout_says_what_to_do(home: Path) -> None:
    called = call("run", "taboo", "--players", "scripted", "--instances", "instances_v2.0")
    assert called.code != 0
    assert called.err == (
        "clemtui: file 'instances_v2.0' not found; if it is a clembench file, give "
        "your checkout with --clembench DIR or the setting 'clembench'\n"
    )


def test_official_episode_uses_the_benchmarks_prompt(home: Path, root: Path) -> None:
    arguments = ("play", "taboo", "--plain", "--clembench", str(root), "--interface", "verbatim")
    called = call(*arguments, "--experiment", "low_en", "--game-id", "1", typed="CLUE: food\n")
    assert "Describe bread without" in called.out
    assert experiments(home) == [("low_en", 1)]


def test_interrupted_run_resumes_with_the_same_files(home: Path, root: Path) -> None:
    call("run", "taboo", "--players", "scripted", "--clembench", str(root), "--limit", "1")
    (run,) = {
        tag
        for episode in list_episodes(home / "data" / "clemtui.db", EpisodeFilter())
        for tag in episode.tags["run"]
    }
    again = call("run", "--resume", run)
    assert again.code == 0, again.err
    assert len(experiments(home)) == 2


def test_replay_uses_the_default_file(home: Path, root: Path, tmp_path: Path) -> None:
    said = tmp_path / "said.json"
    said.write_text(json.dumps({"Player 1": ["CLUE: x"], "Player 2": ["GUESS: river"]}), "utf-8")
    arguments = ("replay", "taboo", "--responses", str(said), "--experiment", "high_en")
    called = call(*arguments, "--game-id", "0", "--clembench", str(root), "--json")
    assert json.loads(called.out)["main_score"] == 100


def test_recorded_episode_does_not_need_the_checkout(home: Path, root: Path) -> None:
    call("run", "taboo", "--players", "scripted", "--clembench", str(root), "--limit", "1")
    shutil.rmtree(root)
    (episode, *_) = list_episodes(home / "data" / "clemtui.db", EpisodeFilter())
    shown = call("episodes", "show", episode.id, "--view", "all")
    assert "Describe river without" in shown.out

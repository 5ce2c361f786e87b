"""``clemtui run``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from clemtui.archive.episodes import EpisodeFilter, EpisodeSummary, list_episodes
from tests.support.calling import call
from tests.support.fake_openai import FakeOpenAI, error_reply


def recorded(home: Path) -> tuple[EpisodeSummary, ...]:
    """Everything that was recorded, the oldest first."""
    return tuple(reversed(list_episodes(home / "data" / "clemtui.db", EpisodeFilter())))


def cells(out: str, game: str) -> list[str]:
    """The row of a game in the table of results."""
    (row,) = (line.split() for line in out.splitlines() if line.split()[:1] == [game])
    return row


def test_a_run_plays_so_many_of_each_experiment_and_prints_the_results(home: Path) -> None:
    called = call("run", "wordle", "taboo", "--players", "scripted", "--limit", "1")
    assert called.code == 0
    assert "[5/5] taboo low 0: " in called.err
    episodes = recorded(home)
    assert [(e.game, e.experiment, e.game_id) for e in episodes] == [
        ("wordle", "high", 1),
        ("wordle", "medium", 1),
        ("taboo", "high", 0),
        ("taboo", "medium", 0),
        ("taboo", "low", 0),
    ]
    main = [e.scores.main_score for e in episodes if e.game == "wordle" and e.scores]
    quality = sum(score for score in main if score is not None) / 2
    assert cells(called.out, "wordle") == ["wordle", "en", "2", "100.0%", f"{quality:.2f}", "0"]
    (run,) = {e.tags["run"] for e in episodes}
    assert f"Run {run[0]}, recorded in" in called.out


def test_a_run_covers_several_languages(home: Path) -> None:
    call("run", "wordle", "--players", "scripted", "--lang", "en,de", "--limit", "1")
    assert [e.language for e in recorded(home)] == ["en", "en", "de", "de"]


def test_a_run_may_be_of_one_experiment_or_of_a_file(home: Path, tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    instance = {"game_id": 7, "target_word": "fear", "related_word": ["panic", "fright"]}
    experiment = {"name": "mine", "language": "en", "max_turns": 3, "game_instances": [instance]}
    file.write_text(json.dumps({"experiments": [experiment]}), encoding="utf-8")
    call("run", "taboo", "--players", "scripted", "--experiment", "low", "--limit", "2")
    call("run", "taboo", "--players", "scripted", "--instances", str(file))
    assert [(e.experiment, e.game_id) for e in recorded(home)] == [
        ("low", 0),
        ("low", 1),
        ("mine", 7),
    ]


@pytest.fixture
def config(home: Path) -> Path:
    """The configuration file, in a folder that exists."""
    path = home / "config" / "clemtui.toml"
    path.parent.mkdir(parents=True)
    return path


def test_models_and_their_parameters_are_recorded_and_kept_for_going_on(
    home: Path, config: Path
) -> None:
    with FakeOpenAI(lambda messages: "GUESS: wood") as server:
        config.write_text(
            f'[models.small]\nmodel = "openai/fake"\napi_base = "{server.base_url}"\n',
            encoding="utf-8",
        )
        called = call(
            *("run", "taboo", "--players", "scripted,small", "--experiment", "high"),
            *("--limit", "1", "--max-tokens", "50", "--temperature", "0.5"),
        )
    assert called.code == 0
    assert server.requests[0].body["max_tokens"] == 50
    (episode,) = recorded(home)
    assert episode.seats[1].parameters["temperature"] == 0.5
    kept = json.loads(episode.tags["run-arguments"][0])
    assert kept["players"] == ["scripted", "small"]
    assert kept["models"]["max_tokens"] == 50


def test_a_failure_that_all_episodes_would_meet_stops_the_run_and_one_that_passes_does_not(
    home: Path, config: Path
) -> None:
    script = [error_reply(500, "out of order"), error_reply(401, "wrong key")]
    with FakeOpenAI(script) as server:
        config.write_text(
            f'[models.small]\nmodel = "openai/fake"\napi_base = "{server.base_url}"\nretries = 0\n',
            encoding="utf-8",
        )
        called = call("run", "taboo", "--players", "scripted,small", "--experiment", "high")
    assert called.code == 1
    assert len(server.requests) == 2
    first, second, last = called.err.splitlines()
    assert "out of order" in first
    assert "does not accept the key" in second
    assert "clemtui run --resume " in last
    assert [e.state for e in recorded(home)] == ["running", "running"]


def test_going_on_finishes_what_was_left(home: Path, config: Path) -> None:
    fails = iter([True])

    def answer(messages: object) -> object:
        return error_reply(401, "wrong key") if next(fails, False) else "GUESS: wood"

    with FakeOpenAI(answer) as server:  # type: ignore[arg-type]
        config.write_text(
            f'[models.small]\nmodel = "openai/fake"\napi_base = "{server.base_url}"\n',
            encoding="utf-8",
        )
        arguments = ("taboo", "--players", "scripted,small", "--experiment", "high", "--limit", "2")
        left = call("run", *arguments)
        command = left.err.splitlines()[-1].rpartition(": ")[2]
        called = call(*command.split()[1:])
    assert left.code == 1
    assert called.code == 0
    assert cells(called.out, "taboo")[2::3] == ["2", "0"]
    assert [e.state for e in recorded(home)] == ["finished", "finished"]

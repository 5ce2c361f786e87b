"""``clemtui study match``: models play exactly what people have played."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.study.exported import table
from tests.cli.study.test_collecting import SMALL, join, rows
from tests.study.protocols import study_folder
from tests.support.calling import call
from tests.support.fake_openai import FakeOpenAI, error_reply

MODEL = "openai/small"

PEOPLE = """SELECT DISTINCT game, seat, language, instance_hash FROM study_results
    WHERE left_out IS NULL"""
MATCHED = """SELECT m.game, a.seat, m.language, m.instance_hash FROM work_items w
    JOIN sample m ON m.episode = w.result
    JOIN seat_assignments a ON a.episode = m.episode AND a.kind = 'model'
    WHERE w.run LIKE 'study-memory.%'"""


@pytest.fixture
def played(home: Path) -> Path:
    """A study that two people have played, and whose primary comparison is with a model."""
    primary = ('"people and value"\nvalue = 80.5', f'"people and model"\nmodel = "{MODEL}"')
    study_folder(home / "data" / "studies", *SMALL, primary)
    assert call("study", "freeze", "memory").code == 0
    for _ in range(2):
        join()
    return home


def use_server(home: Path, server: FakeOpenAI) -> None:
    """Define the model ``small`` of the settings as one of a server."""
    file = home / "config" / "clemtui.toml"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(
        f'[models.small]\nmodel = "{MODEL}"\napi_base = "{server.base_url}"\nretries = 0\n'
    )


def models() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(call("study", "report", "memory", "--json").out)[
        "models"
    ]
    return found


def test_a_model_plays_what_people_have_played_and_nothing_else(played: Path) -> None:
    with FakeOpenAI(lambda messages: "GUESS: zebra") as server:
        use_server(played, server)
        called = call("study", "match", "memory", "--players", "small")
    assert called.out == "small: 4 of 4 episodes played\n"
    assert called.code == 0
    assert sorted(rows(played, MATCHED)) == sorted(rows(played, PEOPLE))
    assert len(server.requests) == 12, "three guesses for each task, and no practice"
    (model,) = models()
    assert model["primary"]
    assert model["player"] == MODEL
    assert model["own"]["value"] == 0.0
    assert model["compared"]["difference"]["value"] == 0.0
    assert model["compared"]["difference"]["instances"] == 4


def test_seeds_are_averaged_before_they_are_compared(played: Path) -> None:
    answers = iter(["nonsense", *["GUESS: zebra"] * 99])  # the first episode is aborted
    with FakeOpenAI(lambda messages: next(answers)) as server:
        use_server(played, server)
        called = call("study", "match", "memory", "--players", "small", "--seeds", "3")
    assert called.out == "small: 12 of 12 episodes played\n"
    (model,) = models()
    assert model["own"]["episodes"] == 12
    assert model["own"]["instances"] == 4


def test_the_same_command_goes_on_and_adds_what_people_have_played_since(played: Path) -> None:
    replies = ["GUESS: zebra"] * 4 + [error_reply(401, "wrong key")]
    with FakeOpenAI(replies) as server:
        use_server(played, server)
        failed = call("study", "match", "memory", "--players", "small")
    assert failed.code == 1
    assert "wrong key" in failed.err
    assert failed.out == "small: 1 of 4 episodes played\n"
    with FakeOpenAI(lambda messages: "GUESS: zebra", port=server._port) as again:
        assert call("study", "match", "memory", "--players", "small").out == (
            "small: 4 of 4 episodes played (1 before)\n"
        )
        assert len(again.requests) == 8, "what was answered is not asked again"
        join()
        added = call("study", "match", "memory", "--players", "small").out
        assert added == "small: 6 of 6 episodes played (4 before)\n"
    assert sorted(rows(played, MATCHED)) == sorted(rows(played, PEOPLE))


def test_models_with_other_parameters_are_other_models(played: Path) -> None:
    with FakeOpenAI(lambda messages: "GUESS: zebra") as server:
        use_server(played, server)
        call("study", "match", "memory", "--players", "small")
        file = played / "config" / "clemtui.toml"
        file.write_text(file.read_text() + "temperature = 1.0\n")
        call("study", "match", "memory", "--players", "small")
    found = models()
    assert [each["player"] for each in found] == [MODEL, MODEL]
    assert len({each["run"] for each in found}) == 2


def test_the_report_says_what_is_missing(played: Path) -> None:
    said = call("study", "report", "memory").out
    assert f"  run: clemtui study match memory --players {MODEL}\n" in said


def test_scripts_can_be_matched_too(played: Path) -> None:
    assert call("study", "match", "memory", "--players", "scripted").code == 0
    (script,) = models()
    assert (script["player"], script["primary"]) == ("scripted", False)


def test_before_anyone_has_played_there_is_nothing_to_match(home: Path) -> None:
    study_folder(home / "data" / "studies", *SMALL)
    call("study", "freeze", "memory")
    called = call("study", "match", "memory", "--players", "scripted")
    assert called.error == "study 'memory': no one has played anything yet that counts"


def test_an_unknown_model_is_refused_before_anything_is_played(played: Path) -> None:
    called = call("study", "match", "memory", "--players", "scripted,nope")
    assert called.code == 2
    assert called.error.startswith("unknown model 'nope'")
    assert rows(played, "SELECT count(*) FROM runs WHERE id LIKE 'study-memory.%'") == [(0,)]


def test_its_run_is_resumed_by_no_other_command(played: Path) -> None:
    call("study", "match", "memory", "--players", "scripted")
    ((run,),) = rows(played, "SELECT id FROM runs WHERE id LIKE 'study-memory.%'")
    called = call("run", "--resume", str(run))
    assert "use 'clemtui study'" in called.error


def test_a_model_has_the_same_run_in_the_report_and_in_the_export(
    played: Path, tmp_path: Path
) -> None:
    assert call("study", "match", "memory", "--players", "scripted").code == 0
    assert call("study", "export", "memory", "--to", str(tmp_path / "out")).code == 0
    (model,) = models()
    assert {each["run"] for each in table(tmp_path / "out", "models")} == {model["run"]}
    runs = rows(played, "SELECT id FROM runs")
    assert (model["run"],) in runs, "so it can be looked up"

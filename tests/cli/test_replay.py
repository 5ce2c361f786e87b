"""``clemtui replay`` asks no one and writes nothing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.plain.playing import target
from tests.support.calling import call

HIGH_1 = ("--experiment", "high", "--game-id", "1")


@pytest.fixture
def responses(tmp_path: Path) -> Path:
    """The file for a test's responses."""
    return tmp_path / "responses.json"


def replay(responses: Path, said: Any, *arguments: str) -> Any:
    responses.write_text(json.dumps(said), encoding="utf-8")
    called = call("replay", "wordle", "--responses", str(responses), *HIGH_1, *arguments, "--json")
    assert called.err == ""
    assert called.code == 0
    return json.loads(called.out)


def guess(word: str) -> str:
    return f"explanation: x\nguess: {word}"


def test_an_episode_is_judged_and_scored(home: Path, responses: Path) -> None:
    said = {"Player 1": [guess("crane"), guess(target("wordle", "high", 1)), "unused"]}
    report = replay(responses, said)
    assert (report["game"], report["experiment"], report["game_id"]) == ("wordle", "high", 1)
    assert (report["state"], report["outcome"], report["main_score"]) == (
        "finished",
        "success",
        100,
    )
    assert (report["aborted"], report["success"], report["lose"]) == (0, 1, 0)
    assert [request["response"] for request in report["requests"]] == said["Player 1"][:2]
    assert len(report["requests"][1]["messages"]) == 3
    assert report["log"][0]["to"] == "Player 1"
    assert not home.exists()


def test_responses_may_be_a_list_in_the_order_of_play(responses: Path) -> None:
    report = replay(responses, [{"seat": "Player 1", "text": guess("crane")}])
    assert report["state"] == "running"
    assert report["outcome"] is report["main_score"] is report["aborted"] is None


def test_responses_are_kept_verbatim(responses: Path) -> None:
    said = f"  {guess('crane')}\ud800\x1b[0m"
    assert replay(responses, {"Player 1": [said]})["requests"][0]["response"] == said


def test_missing_scores_are_null(responses: Path) -> None:
    report = replay(responses, {"Player 1": ["nonsense"]})
    assert report["aborted"] == 1
    assert report["main_score"] is None


def test_text_output(responses: Path) -> None:
    responses.write_text(json.dumps({"Player 1": [guess("crane") + "\x1b"]}), encoding="utf-8")
    out = call("replay", "wordle", "--responses", str(responses), *HIGH_1).out
    assert "Game master to Player 1 (WordGuesser):" in out
    assert "guess: crane␛" in out


@pytest.mark.parametrize("said", ["[1]", '{"Player 1": "crane"}', '"crane"', "{"])
def test_malformed_responses_are_rejected(said: str, responses: Path) -> None:
    responses.write_text(said, encoding="utf-8")
    called = call("replay", "wordle", "--responses", str(responses))
    assert called.code == 2
    assert "responses" in called.error


def test_cases_are_one_line_each_and_continue_after_a_failure(tmp_path: Path) -> None:
    instances = tmp_path / "instances.json"
    experiment = {
        "name": "mine",
        "language": "en",
        "max_turns": 3,
        "game_instances": [{"game_id": 0, "target_word": "fear", "related_word": ["panic"]}],
    }
    instances.write_text(json.dumps({"experiments": [experiment]}), encoding="utf-8")
    case = {
        "name": "won",
        "game": "taboo",
        "instances": str(instances),
        "experiment": "mine",
        "game_id": 0,
        "responses": {"Player 1": ["CLUE: scare"], "Player 2": ["GUESS: fear"]},
    }
    cases = tmp_path / "cases.jsonl"
    lines = [case, {**case, "name": "absent", "game_id": 9}, {**case, "name": "again"}]
    cases.write_text("\n".join(map(json.dumps, lines)) + "\n\n", encoding="utf-8")
    called = call("replay", "--cases", str(cases), "--json")
    assert called.code == 1
    reports = [json.loads(line) for line in called.out.splitlines()]
    assert [report["name"] for report in reports] == ["won", "absent", "again"]
    assert [report.get("outcome") for report in reports] == ["success", None, "success"]
    assert "no game id 9" in reports[1]["error"]
    short = call("replay", "--cases", str(cases)).out.splitlines()
    assert short[0] == "won: finished, success, 100.0"


def test_bare_file_names_are_found_in_the_checkout(shared: Path, responses: Path) -> None:
    files = sorted((shared / "clembench" / "wordle" / "in").glob("*.json"))
    document = json.loads(files[0].read_text(encoding="utf-8"))
    experiment = document["experiments"][0]
    responses.write_text(json.dumps({"Player 1": []}), encoding="utf-8")
    called = call(
        *("replay", "wordle", "--responses", str(responses), "--json"),
        *("--instances", files[0].name, "--clembench", str(shared / "clembench")),
        *("--experiment", experiment["name"]),
        *("--game-id", str(experiment["game_instances"][0]["game_id"])),
    )
    assert called.err == ""
    assert json.loads(called.out)["state"] == "running"

"""Parity with the reference: the same instance and responses give the same episode.

The cases, and the reference's results for them, are in the shared folder, which is not part of the
repository; without it these tests are skipped.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from clemtui.catalogue import open_catalogue
from clemtui.exchange.replaying import replay_cases

GAMES = (
    "imagegame",
    "privateshared",
    "referencegame",
    "taboo",
    "wordle",
    "wordle_withclue",
    "wordle_withcritic",
)
FLAGS = ("aborted", "success", "lose")
UNSCORED = {
    f"privateshared__abort_probe_{experiment}_{probe}"
    for experiment in ("job_interview", "restaurant", "travel_booking")
    for probe in ("first", "last")
}
"""Cases recorded without the reference's episode and turn scores: only flags, main score, log and
interaction keys can be compared."""


@cache
def cases(shared: Path) -> Mapping[str, Mapping[str, Any]]:
    """Return the cases of the installed games, by name."""
    read = (
        json.loads(path.read_text("utf-8")) for path in (shared / "parity/cases").glob("*.json")
    )
    return {case["name"]: case for case in read if case["game"] in GAMES}


@pytest.fixture(scope="module")
def reports(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Any]:
    """Return our results for all cases, replayed in one process as `clemtui replay --cases`
    does."""
    file = tmp_path_factory.mktemp("parity") / "cases.jsonl"
    lines = [json.dumps(case, ensure_ascii=False) + "\n" for case in cases(shared).values()]
    file.write_text("".join(lines), "utf-8")
    found = list(replay_cases(open_catalogue(), file, shared / "clembench"))
    return {report["name"]: report for report in found}


def expected(shared: Path, name: str) -> Mapping[str, Any]:
    """Return the reference's result for a case."""
    content: Mapping[str, Any] = json.loads(
        (shared / "parity/expected" / f"{name}.json").read_text("utf-8")
    )
    return content


def same_score(mine: float | None, theirs: float | None) -> bool:
    """Return whether scores are equal to 1e-6; NaN is null."""
    if mine is None or theirs is None:
        return mine is theirs
    return math.isclose(mine, theirs, rel_tol=0, abs_tol=1e-6)


def is_rules(theirs: Mapping[str, Any], seat: str) -> bool:
    """Return whether the game itself plays a seat (privateshared's questioner).

    It is not one of our seats; its questions are in the log.
    """
    name: str = theirs["players"][seat]["model_name"]
    return name == "programmatic"


def differences(mine: Mapping[str, Any], theirs: Mapping[str, Any]) -> list[str]:
    """Return the scores that differ, and those that only one side has."""
    names = mine.keys() | theirs.keys()
    return [
        f"{name}: {mine.get(name, 'none')} instead of {theirs.get(name, 'none')}"
        for name in sorted(names)
        if name not in mine or name not in theirs or not same_score(mine[name], theirs[name])
    ]


def test_every_case_was_replayed(shared: Path, reports: Mapping[str, Any]) -> None:
    assert reports.keys() == cases(shared).keys()
    counted = Counter(case["game"] for case in cases(shared).values())
    assert all(counted[game] >= 7 for game in GAMES), counted
    assert [name for name, report in reports.items() if "error" in report] == []


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Generate one test per game: the cases are only known if the shared folder exists."""
    if "game" in metafunc.fixturenames:
        metafunc.parametrize("game", GAMES)


@pytest.fixture
def every_pair(game: str, shared: Path, reports: Mapping[str, Any]) -> list[tuple[Any, Any]]:
    """Return our report and the reference's, for each case of a game."""
    return [
        (reports[name], expected(shared, name))
        for name, case in sorted(cases(shared).items())
        if case["game"] == game
    ]


@pytest.fixture
def pairs(every_pair: list[tuple[Any, Any]]) -> list[tuple[Any, Any]]:
    """Return the pairs of those cases that the reference completes and scores."""
    return [(mine, theirs) for mine, theirs in every_pair if theirs["status"] == "ok"]


@pytest.fixture
def scored(pairs: list[tuple[Any, Any]]) -> list[tuple[Any, Any]]:
    """Return the pairs whose scores are recorded; cases without them must be known for it."""
    found = [(mine, theirs) for mine, theirs in pairs if "episode_scores" in theirs]
    assert {theirs["name"] for _, theirs in pairs if "episode_scores" not in theirs} <= UNSCORED
    assert found
    return found


def test_episode_aborts_where_the_reference_crashes(every_pair: list[tuple[Any, Any]]) -> None:
    for mine, theirs in every_pair:
        if theirs["status"] == "ok":
            continue
        assert mine["state"] == "finished", mine["name"]
        assert (mine["outcome"], mine["aborted"]) == ("aborted", 1), mine["name"]
        assert mine["main_score"] is None, mine["name"]


def test_flags_outcome_and_main_score(pairs: list[tuple[Any, Any]]) -> None:
    for mine, theirs in pairs:
        assert {flag: mine[flag] for flag in FLAGS} == {flag: theirs[flag] for flag in FLAGS}
        assert mine["state"] == "finished"
        derived = "aborted" if theirs["aborted"] else "lose" if theirs["lose"] else "success"
        assert mine["outcome"] == derived, mine["name"]
        assert same_score(mine["main_score"], theirs["main_score"]), mine["name"]


def test_every_episode_score_by_the_references_names(scored: list[tuple[Any, Any]]) -> None:
    for mine, theirs in scored:
        assert differences(mine["episode_scores"], theirs["episode_scores"]) == [], mine["name"]


def test_every_turn_score(scored: list[tuple[Any, Any]]) -> None:
    for mine, theirs in scored:
        assert mine["turn_scores"].keys() == theirs["turn_scores"].keys(), mine["name"]
        for turn, scores in theirs["turn_scores"].items():
            assert differences(mine["turn_scores"][turn], scores) == [], (mine["name"], turn)


def test_rounds_log_and_interaction_keys(pairs: list[tuple[Any, Any]]) -> None:
    for mine, theirs in pairs:
        assert mine["rounds"] == theirs["rounds"], mine["name"]
        assert json.loads(json.dumps(mine["log"])) == theirs["log"], mine["name"]
        assert mine["interaction_keys"] == theirs["interaction_keys"], mine["name"]


def test_every_request_byte_for_byte(pairs: list[tuple[Any, Any]]) -> None:
    compared = ("seat", "role", "messages", "response")
    for mine, theirs in pairs:
        played = [call for call in theirs["calls"] if not is_rules(theirs, call["seat"])]
        calls = [{name: call[name] for name in compared} for call in played]
        assert mine["requests"] == calls, mine["name"]


def test_responses_are_delivered_verbatim(shared: Path, reports: Mapping[str, Any]) -> None:
    """Some cases have white space around a response, which stripping would remove."""
    delivered = [r["response"] for report in reports.values() for r in report["requests"]]
    given = {
        text for case in cases(shared).values() for t in case["responses"].values() for text in t
    }
    assert set(delivered) <= given
    assert any(text != text.strip() for text in delivered)

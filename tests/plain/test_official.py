"""Official instances are marked as such before an episode and at its end."""

from __future__ import annotations

from pathlib import Path

from tests.plain.playing import lines, play
from tests.support.checkout import checkout


def test_official_instance_is_marked_first_and_last(home: Path, tmp_path: Path) -> None:
    file = checkout(tmp_path / "bench") / "taboo/in/instances.json"
    said = play(
        *("taboo", "--instances", str(file), "--experiment", "low_en", "--game-id", "1"),
        typed=lines("bread", "yes"),
    ).out.splitlines()
    assert said[0].startswith("Taboo, official: ")
    end = said.index("The episode has ended.")
    assert said[end + 1] == "Taboo, official · low_en, number 1"


def test_bundled_instance_is_not_marked_official(home: Path) -> None:
    called = play("wordle", "--experiment", "high", "--game-id", "3", typed=lines("/giveup", "yes"))
    assert "official" not in called.out
    assert "Published" not in called.out
    assert "Wordle · Easy, number 3" in called.out


def test_published_results_follow_an_official_instance(home: Path, shared: Path) -> None:
    file = shared / "clembench/taboo/in/instances_v2.0.json"
    said = play(
        *("taboo", "--instances", str(file), "--experiment", "high_en", "--game-id", "0"),
        typed=lines("/giveup", "yes"),
    ).out.splitlines()
    at = said.index("Published results of models: clembench 2.0, 1 Mar 2025")
    assert said[at + 1] == (
        "- gpt-4o-2024-08-06: 60 episodes, 98% played to the end, mean main score 76"
    )
    assert "On all 60 instances of the game in that version, not only on this one." in said[at:]
    (order,) = [line for line in said[at:] if "ordered by joint score" in line]
    assert "Rows are ordered by joint score" in order
    assert "Source: clembench-runs, v2.0/results.csv (CC BY 4.0)" in said[at:]

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
    assert "Wordle · high, number 3" in called.out

"""The walk through all seats: it pictures each at every moment, and says if one does not end."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.pictures.__main__ import main
from tools.pictures.walk import Seated, walk

SMALL = [(80, 24)]


def test_a_seat_is_pictured_three_times_in_each_theme(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "walk"
    assert walk(folder, [("taboo", "Player 2")], SMALL)
    assert {path.name for path in folder.iterdir()} == {
        f"taboo-player-2-80x24-{look}-{moment}.svg"
        for look in ("dark", "light")
        for moment in (1, 2, 3)
    }
    (line,) = capsys.readouterr().out.splitlines()
    assert line.startswith("taboo, Player 2: 6 pictures in ")


def test_a_seat_that_does_not_end_fails_the_walk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(seated: Seated) -> None:
        raise AssertionError("it went on and on")

    monkeypatch.setattr(Seated, "walk", fail)
    arguments = ["pictures", "--walk", str(tmp_path), "--game", "referencegame", "--size", "60x20"]
    monkeypatch.setattr("sys.argv", arguments)
    assert main() == 1
    assert capsys.readouterr().out.splitlines() == [
        f"referencegame, {seat}: FAILED at 60x20: it went on and on"
        for seat in ("Player 1", "Player 2")
    ]

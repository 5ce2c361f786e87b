"""``python -m clemtui.kit`` prints one line per game and check, and says what is wrong."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from clemtui.kit import CHECKS
from clemtui.kit.__main__ import main
from tests.support.families import CONTRACT_GAMES


@pytest.fixture
def collection(tmp_path: Path) -> Path:
    """A copy of two families of the contract games."""
    for family in ("tidy", "sealed"):
        shutil.copytree(CONTRACT_GAMES / "games" / family, tmp_path / "games" / family)
    shutil.copytree(CONTRACT_GAMES / "locales", tmp_path / "locales")
    return tmp_path


def patch(path: Path, old: str, new: str) -> None:
    """Replace a text that must occur in a file."""
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def test_a_sound_family_passes(collection: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(collection), "tidy"]) == 0
    lines = capsys.readouterr().out.splitlines()
    names = [*CHECKS, "same result in another process"]
    assert lines == [f"ok      tidy: {name}" for name in names]


def test_rules_depending_on_set_order_fail(
    collection: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = collection / "games" / "tidy" / "game.py"
    patch(game, "list(self.grid))", "list({str(number) for number in range(99)}))")
    assert main([str(collection), "tidy"]) == 1
    failed = [line for line in capsys.readouterr().out.splitlines() if line.startswith("FAILED")]
    assert len(failed) == 1
    assert "same result in another process: depends on the order of sets" in failed[0]


def test_a_stale_pack_fails(collection: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pack = collection / "locales" / "en" / "sealed.toml"
    patch(pack, "equal bids take nothing", "equal bids take naught")
    assert main([str(collection), "sealed"]) == 1
    assert "prompts.rules is stale" in capsys.readouterr().out


def test_failure_names_its_place(collection: Path, capsys: pytest.CaptureFixture[str]) -> None:
    patch(collection / "games" / "tidy" / "game.py", 'prompt("next"', 'prompt("then"')
    assert main([str(collection), "tidy"]) == 1
    out = capsys.readouterr().out
    assert "FAILED  tidy: determinism: submit() of 'MOVE: A 3 1' raised TextsError" in out
    assert "(small, en)" in out


def test_unknown_family_or_folder_is_one_line(
    collection: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([str(collection), "chess"]) == 2
    assert "no games in a family 'chess'" in capsys.readouterr().err
    assert main([str(tmp_path / "nowhere")]) == 2
    assert "is not a collection" in capsys.readouterr().err

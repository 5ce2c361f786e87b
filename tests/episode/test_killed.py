"""A program killed at any moment: the next one resumes at the same point, and nothing is lost."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from clemtui.store.read.reader import Reader
from tests.support.killed_plays import AGAIN_AND_AGAIN, MOMENTS
from tests.support.paths import ROOT
from tests.support.play_helpers import GAMES, evidence, stored

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs a system that can fork")


def the_episode(database: Path) -> dict[str, object]:
    """Return the evidence of the only episode in a database."""
    with Reader(database) as reader:
        (found,) = reader.episodes()
    assert found.state == "finished"
    return evidence(stored(database, found.id))


@pytest.mark.parametrize("game", GAMES)
def test_a_play_that_is_killed_ends_like_one_that_is_not(game: str, tmp_path: Path) -> None:
    result = subprocess.run(
        [sys.executable, "-m", "tests.support.killed_plays", game, str(tmp_path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    plays = [json.loads(line) for line in result.stdout.splitlines()]
    whole, *killed, again_and_again = plays
    assert len(whole["passed"]) == 1
    assert len(killed) >= MOMENTS
    assert all(play["passed"][0] == -1 for play in killed)
    assert again_and_again["passed"][:-1].count(-1) >= len(AGAIN_AND_AGAIN) // 2
    unharmed = the_episode(Path(whole["database"]))
    for play in (*killed, again_and_again):
        assert the_episode(Path(play["database"])) == unharmed, play

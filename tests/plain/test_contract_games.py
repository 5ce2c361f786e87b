"""Every contract game through the plain-text front end, from first line to reveal."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.plain.playing import CONTRACT_GAMES, play, recorded
from tests.support.paths import ROOT

GAMES = sorted(p.parent.name for p in (ROOT / "tests").glob("contract_games/games/*/game.toml"))


@pytest.mark.parametrize("game", GAMES)
def test_scripted_players_are_watched_to_the_end(game: str, home: Path) -> None:
    called = play(game, "--seat", "observer", "--as", "Ann", "--collection", CONTRACT_GAMES)
    (episode,) = recorded(home)
    assert episode.state == "finished"
    assert "‹" not in called.out, "every label has its words"
    assert "The episode has ended." in called.out
    assert "Main score" in called.out

"""Lists of games, without importing their code."""

from __future__ import annotations

from pathlib import Path

from clemtui.episode.planning.listing import list_games
from tests.catalogue.sample_collections import family


def test_a_game_without_a_language_pack_is_a_problem(tmp_path: Path) -> None:
    family(tmp_path, "echo", english=False)
    listings, problems = list_games([tmp_path])
    assert "echo" not in {each.card.id for each in listings}
    assert "echo cannot be played: it has no language pack" in problems

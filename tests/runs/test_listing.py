"""Listing games without their code."""

from __future__ import annotations

from pathlib import Path

from clemtui.episode.planning.listing import list_games
from tests.catalogue.sample_collections import family


def test_a_game_without_words_is_not_offered_and_said(tmp_path: Path) -> None:
    family(tmp_path, "echo", english=False)
    listings, problems = list_games([tmp_path])
    assert "echo" not in {each.card.id for each in listings}
    assert "echo has no language pack" in problems

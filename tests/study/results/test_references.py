"""Published figures of people in the games of a study."""

from __future__ import annotations

from clemtui.catalogue import open_catalogue
from clemtui.study.results.references import references_of
from tests.study.results.synthetic import manifest

CATALOGUE = open_catalogue()


def test_games_have_the_published_figures_of_people() -> None:
    games = ("taboo", "wordle", "wordle_withclue", "imagegame", "referencegame", "privateshared")
    found = list(references_of(CATALOGUE, manifest(games=games)))
    assert {each.game: each.quality for each in found} == {
        "taboo": 80.5,
        "wordle": 72.0,
        "imagegame": 95.2,
        "referencegame": 100.0,
    }
    for each in found:
        assert (each.since, each.benchmark, each.language) == ("2024-05-31", "1.6", "en")
        assert "2405.20859" in each.source
        assert any("authors" in why for why in each.caution)


def test_a_game_that_is_not_installed_has_none() -> None:
    assert list(references_of(CATALOGUE, manifest(games=("unknown game",)))) == []

"""The contract games, loaded like any collection."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from clemtui.catalogue import Catalogue
from clemtui.episode.planning.listing import list_games
from clemtui.kit import Subject
from clemtui.kit.collection import catalogue_of, subjects

CONTRACT_GAMES = Path(__file__).resolve().parents[1] / "contract_games"


@cache
def bundled_titles() -> dict[str, str]:
    """Return the English titles of the bundled games by id, in the order of the home screen."""
    listings, _ = list_games(at_once=True)
    return {each.card.id: each.words["en"][f"{each.card.id}.title"] for each in listings}


@cache
def contract_catalogue() -> Catalogue:
    """Return the catalogue of the contract games alone."""
    return catalogue_of(CONTRACT_GAMES)


def contract_subjects(game: str) -> tuple[Subject, ...]:
    """Return the subjects of a contract game: an instance of every experiment in every language."""
    return tuple(subjects(contract_catalogue(), game))


def contract_subject(game: str) -> Subject:
    """Return the first English subject of a contract game."""
    return next(s for s in contract_subjects(game) if s.texts.language == "en")

"""Makes instances from a seed: targets from the candidate lists, by frequency band."""

from __future__ import annotations

import hashlib
from typing import Any

from .words import target_candidates, words_file

#: The seed of the instances that come with the game.
SHIPPED_SEED = 3

#: Number of instances by frequency band, as in the reference.
INSTANCES = {"high": 10, "medium": 20}

N_TURNS = 6
MAX_RETRY_PER_ERROR = 5
MAX_WORD_LENGTH = 5


def generate(language: str, seed: int) -> dict[str, Any]:
    """A complete instance file: one experiment for each frequency band.

    Raises:
        FileNotFoundError: there are no words for the language.
    """
    return {
        "experiments": [
            {
                "name": band,
                "language": language,
                "seed": seed,
                "n_turns": N_TURNS,
                "max_retry_per_error": MAX_RETRY_PER_ERROR,
                "max_word_length": MAX_WORD_LENGTH,
                "words": words_file(language),
                "game_instances": [
                    _instance(game_id, target, band)
                    for game_id, target in enumerate(_draw(language, seed, band)[:count], start=1)
                ],
            }
            for band, count in INSTANCES.items()
        ]
    }


def one(language: str, seed: int) -> dict[str, Any]:
    """A single instance; the seed chooses the band too, in the proportions of a complete file.

    Raises:
        FileNotFoundError: there are no words for the language.
    """
    places = [band for band, count in INSTANCES.items() for _ in range(count)]
    band = places[int(_rank(language, seed, "band"), 16) % len(places)]
    return _instance(1, _draw(language, seed, band)[0], band)


def _instance(game_id: int, target: str, band: str) -> dict[str, Any]:
    return {
        "game_id": game_id,
        "target_word": target,
        "target_word_difficulty": f"{band}_frequency",
    }


def _draw(language: str, seed: int, band: str) -> list[str]:
    """The candidates of a band in the seed's order, independent of Python's version."""
    words = target_candidates(language)[band]
    return sorted(words, key=lambda word: _rank(language, seed, word))


def _rank(language: str, seed: int, item: str) -> str:
    return hashlib.sha256(f"{language} {seed} {item}".encode()).hexdigest()

"""Generate instances from a seed: targets from the candidate lists, by frequency band."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection
from functools import cache
from typing import Any

from clemtui.engine import FIRST_LISTED_SEED, Game, Instance

from ..game import MAX_WORD_LENGTH, N_TURNS, Wordle, word_list
from ..words import task_name, words_file
from .clues import clue_for, has_clues, words_with_clues
from .targets import target_candidates

#: Seed of the shipped instances.
SHIPPED_SEED = 3

#: Number of instances per frequency band, as in the reference.
INSTANCES = {"high": 10, "medium": 20}

MAX_RETRY_PER_ERROR = 5


def generate(language: str, seed: int) -> dict[str, Any]:
    """Generate a complete instance file, with one experiment per frequency band.

    Every target has a clue, so that all variants of the game use the same targets. In a language
    without clues no target has one, and only `wordle` is played.

    Raises:
        FileNotFoundError: if there are no words for the language.
    """
    with_clue = has_clues(language)
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
                    _instance(language, game_id, target, band, with_clue=with_clue)
                    for game_id, target in enumerate(
                        _targets(language, seed, band, with_clue=with_clue)[:count], start=1
                    )
                ],
            }
            for band, count in INSTANCES.items()
        ]
    }


def listed_seeds(game: Game, language: str) -> range:
    """Return the seeds of all targets that a language has for a game of the family."""
    assert isinstance(game, Wordle)
    try:
        listed = _listed(language, with_clue=game.variant.clue)
    except FileNotFoundError:
        return range(0)
    return range(FIRST_LISTED_SEED, FIRST_LISTED_SEED + len(listed))


@cache
def _listed(language: str, *, with_clue: bool) -> tuple[tuple[str, str], ...]:
    """Return all bands and targets, in the order of `listed_seeds`."""
    return tuple(
        (band, word.decode())
        for band in INSTANCES
        for word in sorted(_candidates(language, band, with_clue=with_clue))
    )


def generate_one(language: str, seed: int, *, with_clue: bool) -> dict[str, Any]:
    """Generate a single instance.

    The seed also picks the band, in the proportions of a complete file; or it is one of
    `listed_seeds`.

    Raises:
        FileNotFoundError: if there are no words for the language, or no clues where one is
            requested.
    """
    if seed >= FIRST_LISTED_SEED:
        band, target = _listed(language, with_clue=with_clue)[seed - FIRST_LISTED_SEED]
        return _instance(language, 1, target, band, with_clue=with_clue)
    places = [band for band, count in INSTANCES.items() for _ in range(count)]
    rank = _ranks(language, seed)
    band = places[int.from_bytes(rank(b"band")) % len(places)]
    target = min(_candidates(language, band, with_clue=with_clue), key=rank).decode()
    return _instance(language, 1, target, band, with_clue=with_clue)


def _instance(
    language: str, game_id: int, target: str, band: str, *, with_clue: bool
) -> dict[str, Any]:
    task: dict[str, Any] = {"game_id": game_id, "target_word": target}
    if with_clue:
        task["target_word_clue"] = clue_for(language, target)
    return {**task, "target_word_difficulty": f"{band}_frequency"}


def _targets(language: str, seed: int, band: str, *, with_clue: bool) -> list[str]:
    """Return the candidates of a band in the seed's order."""
    words = sorted(_candidates(language, band, with_clue=with_clue), key=_ranks(language, seed))
    return [word.decode() for word in words]


@cache
def _candidates(language: str, band: str, *, with_clue: bool) -> Collection[bytes]:
    """Return the candidates of a band in UTF-8, optionally only those with a clue."""
    words = set(target_candidates(language)[band])
    if with_clue:
        words.intersection_update(words_with_clues(language))
    return [word.encode() for word in words]


def _ranks(language: str, seed: int) -> Callable[[bytes], bytes]:
    """Return the place of each item in a seed's order, which no Python version changes."""
    start = f"{language} {seed} ".encode()
    return lambda item: hashlib.sha256(start + item).digest()


def instance(game: Game, language: str, seed: int) -> Instance:
    """Create a new instance of a game of the family.

    Raises:
        LookupError: if there are no words for the language, or no clues where the game needs one.
    """
    assert isinstance(game, Wordle)
    try:
        task = generate_one(language, seed, with_clue=game.variant.clue)
        words = word_list(language)
    except FileNotFoundError:
        wanted = "words or clues" if game.variant.clue else "words"
        raise LookupError(f"no {wanted} for the language {language!r}") from None
    return Instance(
        game=game.card.id,
        experiment="generated",
        game_id=seed,
        data=game.task(task),
        parameters={
            "n_turns": N_TURNS,
            "max_retry_per_error": MAX_RETRY_PER_ERROR,
            "max_word_length": MAX_WORD_LENGTH,
        },
        language=language,
        origin="generated",
        source=f"seed {seed}",
        task=task_name(language, task["target_word"]),
        lists={"words": words},
    )

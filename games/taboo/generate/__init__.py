"""Generate instances from a seed: targets by frequency band, each with three related words.

The bands follow the reference benchmark: content words of at least 5 occurrences per million and at
least three letters, split into three bins of equal size. Related words are chosen by the word
relations; the code lists neither targets nor related words.
"""

from __future__ import annotations

import random
from functools import cache
from typing import Final, TypedDict

from clemtui.engine import FIRST_LISTED_SEED, Game, Instance

from .tasks import BANDS, RELATED, load_bands

MAX_TURNS: Final = 3
PER_BAND: Final = 20
LANGUAGES: Final = ("en", "de")


class Task(TypedDict):
    game_id: int
    target_word: str
    related_word: list[str]


class Experiment(TypedDict):
    name: str
    language: str
    max_turns: int
    seed: int
    game_instances: list[Task]


class InstanceFile(TypedDict):
    experiments: list[Experiment]


def bands(language: str) -> dict[str, tuple[str, ...]]:
    """Return the possible targets in three bands of equal size, most frequent first."""
    return {band: tuple(words) for band, words in load_bands(language).items()}


def _instance(language: str, band: str, words: list[str], number: int) -> Task:
    """Pop words of a band from the end of ``words`` until one is suited.

    Unsuited words are skipped here rather than left out of the bands, so that one more on the
    editors' list changes no other instance.
    """
    while words:
        target = words.pop()
        if related := load_bands(language)[band][target]:
            return Task(game_id=number, target_word=target, related_word=list(related))
    raise ValueError(f"no word of this band has {RELATED} related words in {language!r}")


def generate(language: str, seed: int) -> InstanceFile:
    """Generate three experiments (``high``, ``medium``, ``low``) of 20 instances each.

    The result depends only on the language and the seed.

    Raises:
        ValueError: if the language is not in ``LANGUAGES``.
    """
    _require(language)
    experiments = []
    for band in BANDS:
        words = list(bands(language)[band])
        random.Random(f"taboo {language} {band} {seed}").shuffle(words)
        instances = [_instance(language, band, words, number) for number in range(PER_BAND)]
        experiments.append(
            Experiment(
                name=band,
                language=language,
                max_turns=MAX_TURNS,
                seed=seed,
                game_instances=instances,
            )
        )
    return InstanceFile(experiments=experiments)


def listed_seeds(game: Game, language: str) -> range:
    """Return the seeds of all suited targets of a language."""
    size = len(_listed(language)) if language in LANGUAGES else 0
    return range(FIRST_LISTED_SEED, FIRST_LISTED_SEED + size)


@cache
def _listed(language: str) -> tuple[tuple[str, str], ...]:
    """Return the bands and suited targets, in the order of `listed_seeds`."""
    return tuple(
        (band, word)
        for band, words in load_bands(language).items()
        for word, related in words.items()
        if related
    )


def generate_one(language: str, seed: int) -> Task:
    """Generate a single instance from a random band, fixed by the seed, or with one of
    `listed_seeds`; its ``game_id`` is 0."""
    _require(language)
    if seed >= FIRST_LISTED_SEED:
        band, target = _listed(language)[seed - FIRST_LISTED_SEED]
        return _instance(language, band, [target], 0)
    choice = random.Random(f"taboo one {language} {seed}")
    band = choice.choice(BANDS)
    words = list(bands(language)[band])
    choice.shuffle(words)
    return _instance(language, band, words, 0)


def _require(language: str) -> None:
    if language not in LANGUAGES:
        known = ", ".join(LANGUAGES)
        raise ValueError(f"taboo cannot generate instances in {language!r}; available: {known}")


def instance(game: Game, language: str, seed: int) -> Instance:
    """Create a new instance of the game.

    Raises:
        LookupError: if there are no word relations for the language.
    """
    try:
        task = generate_one(language, seed)
    except (ValueError, FileNotFoundError) as error:
        raise LookupError(str(error)) from None
    return Instance(
        game=game.card.id,
        experiment="generated",
        game_id=seed,
        data={"target_word": task["target_word"], "related_word": task["related_word"]},
        parameters={"max_turns": MAX_TURNS},
        language=language,
        origin="generated",
        source=f"seed {seed}",
    )

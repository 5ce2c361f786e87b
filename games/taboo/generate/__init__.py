"""Generate instances from a seed: targets by frequency band, each with three related words.

The bands follow the reference benchmark: content words of at least 5 occurrences per million and at
least three letters, split into three bins of equal size. Related words are chosen by the word
relations; the code lists neither targets nor related words.
"""

from __future__ import annotations

import random
from functools import cache
from typing import Final, TypedDict

from clemtui.engine import Game, Instance

from ..relations import Entry, load_relations
from .association import CONTENT, Associate, associates, excluded_words

LEAST_PER_MILLION: Final = 5.0
SHORTEST: Final = 3
RELATED: Final = 3
MAX_TURNS: Final = 3
PER_BAND: Final = 20
BANDS: Final = ("high", "medium", "low")
LANGUAGES: Final = ("en", "de")

# Minimum closeness of the related words to the target: of all three together, and of the third.
_LEAST_CLOSENESS = {"en": 12.5, "de": 11.0}
_LEAST_EACH = 2.4


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


@cache
def bands(language: str) -> dict[str, tuple[str, ...]]:
    """Return the possible targets in three bands of equal size, most frequent first."""
    words = [entry.word for entry in load_relations(language) if _is_content_word(language, entry)]
    size = len(words) // len(BANDS)
    cuts = [0, size, 2 * size, len(words)]
    return {band: tuple(words[cuts[i] : cuts[i + 1]]) for i, band in enumerate(BANDS)}


def _is_content_word(language: str, entry: Entry) -> bool:
    return (
        entry.per_million >= LEAST_PER_MILLION
        and len(entry.word) >= SHORTEST
        and not entry.flags
        and entry.senses[0].pos in CONTENT
        and load_relations(language).represents_stem(entry.word)
    )


def related_words(language: str, target: str) -> list[str]:
    """Return the three words most closely tied to a target, or fewer if no more are known."""
    return [found.word for found in _related(language, target)]


def _related(language: str, target: str) -> tuple[Associate, ...]:
    return associates(language, target)[:RELATED]


def _instance(language: str, words: list[str], number: int) -> Task:
    """Pop words from the end of ``words`` until one has three sufficiently close related words.

    Words on the editors' list are skipped here rather than removed from the bands, so that adding
    one changes no other instance.
    """
    while words:
        target = words.pop()
        if target in excluded_words(language):
            continue
        found = _related(language, target)
        closeness = sum(associate.score for associate in found)
        if (
            len(found) == RELATED
            and closeness >= _LEAST_CLOSENESS[language]
            and found[-1].score >= _LEAST_EACH
        ):
            return Task(
                game_id=number, target_word=target, related_word=[one.word for one in found]
            )
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
        instances = [_instance(language, words, number) for number in range(PER_BAND)]
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


def generate_one(language: str, seed: int) -> Task:
    """Generate a single instance from a random band, fixed by the seed; its ``game_id`` is 0."""
    _require(language)
    choice = random.Random(f"taboo one {language} {seed}")
    words = list(bands(language)[choice.choice(BANDS)])
    choice.shuffle(words)
    return _instance(language, words, 0)


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

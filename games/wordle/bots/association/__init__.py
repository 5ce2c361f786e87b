"""Score how well a word fits a clue, using only dictionaries: their relations, and vectors.

No list of clues is involved. Evidence for a word is that dictionaries describe it with the clue's
words, and that it occurs near them in definitions; two or three weights combine the scores.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from types import MappingProxyType

from ..candidates import plausibility
from ..stems import asks_for_opposite, content_stems, folded, stem
from ..word_lists import DATA, accepted_words
from .reading import Postings, Vectors

#: Odds of a word that the clue itself contains, relative to an unknown word: a clue hardly ever
#: names the word it asks for.
ODDS_IF_NAMED = 0.01
SHORTEST_PART = 4
#: A word and its stem share this many initial letters.
SHARED_BEGINNING = 2
#: Letters that can link the parts of a German compound, longest first.
LINKS = ("en", "es", "n", "s", "")


@dataclass(frozen=True)
class Sources:
    """The files of a language, and how much a unit of each score adds to the log-odds of a word."""

    postings: Mapping[str, float]
    vectors: tuple[str, float]


# The weights that maximise the likelihood of the words of some hundred clues
# (`tools/fit_weights.py`). Neither the clues of the shipped instances nor those used to measure the
# players are among them.
SOURCES: Mapping[str, Sources] = MappingProxyType(
    {
        "en": Sources(
            {"en_associations_wordnet.tsv.gz": 1.09}, ("en_associations_vectors.gz", 0.80)
        ),
        "de": Sources(
            {
                "de_associations_wiktionary.tsv.gz": 0.93,
                "de_associations_openthesaurus.tsv.gz": 0.58,
            },
            ("de_associations_vectors.gz", 1.13),
        ),
    }
)


@dataclass(frozen=True)
class Odds:
    """How a clue changes the likelihood of each word.

    Attributes:
        words: Factor by which the clue makes a word more likely.
        unknown: The same factor for a word that is in none of the sources.
    """

    words: Mapping[str, float]
    unknown: float

    def of(self, word: str) -> float:
        """Return the factor by which the clue makes a word more likely."""
        return self.words.get(word, self.unknown)


def fit(language: str, clue: str, word: str) -> float:
    """Return how well a word fits a clue, from 0 to 1.

    The clue makes the word ``fit / (1 - fit)`` times as likely as before: at 0.5 the clue says
    nothing about it, and at 0.9 it makes the word nine times as likely.

    Raises:
        LookupError: if there are no associations for the language.
    """
    times = odds(language, clue).of(word)
    return times / (1 + times)


@lru_cache(maxsize=32)
def odds(language: str, clue: str) -> Odds:
    """Return how a clue changes the likelihood of a language's words.

    The mean factor over the accepted words, weighted by how plausible their frequency makes them,
    is 1.

    Raises:
        LookupError: if there are no associations for the language.
    """
    return _odds(language, clue, scores(language, clue))


@lru_cache(maxsize=32)
def relation_odds(language: str, clue: str) -> Odds:
    """Return the same as `odds`, but from the dictionary entries alone, without the vectors.

    Raises:
        LookupError: if there are no associations for the language.
    """
    return _odds(language, clue, _dictionary_scores(language, clue))


def _odds(language: str, clue: str, told: Iterable[Mapping[str, float]]) -> Odds:
    log_odds = _log_odds(language, told)
    highest = max(log_odds.values(), default=0.0)  # subtracted so that long clues cannot overflow
    base = math.exp(-highest)
    raised = {word: math.exp(value - highest) for word, value in log_odds.items()}
    for own in {*content_stems(language, clue), *_known_stems(language, clue)}:
        raised |= dict.fromkeys(_words_of_stem(language, own), ODDS_IF_NAMED * base)
    shares = plausible_words(language)
    mean = base + sum((value - base) * shares.get(word, 0.0) for word, value in raised.items())
    return Odds({word: value / mean for word, value in raised.items()}, base / mean)


def scores(language: str, clue: str) -> tuple[Mapping[str, float], ...]:
    """Return the unweighted score of each word by each source of the language, vectors last.

    Raises:
        LookupError: if there are no associations for the language.
    """
    _, vectors = _data(language)
    return (*_dictionary_scores(language, clue), vectors.scores(_known_stems(language, clue)))


def _dictionary_scores(language: str, clue: str) -> tuple[Mapping[str, float], ...]:
    """Return the unweighted score of each word by each dictionary of the language."""
    postings, _ = _data(language)
    stems = list(_known_stems(language, clue))
    opposites = asks_for_opposite(language, clue)
    return tuple(source.scores(stems, opposites=opposites) for source in postings)


def _log_odds(language: str, told: Iterable[Mapping[str, float]]) -> Mapping[str, float]:
    """Return the weighted sum of the scores; ``told`` may omit the last sources of the language."""
    found: dict[str, float] = {}
    for one, weight in zip(told, _weights(language), strict=False):
        for word, value in one.items():
            found[word] = found.get(word, 0.0) + weight * value
    return found


def _weights(language: str) -> tuple[float, ...]:
    sources = SOURCES[language]
    return (*sources.postings.values(), sources.vectors[1])


def _known_stems(language: str, clue: str) -> Iterator[str]:
    """Yield the stems of the clue; an unknown German compound is replaced by its two parts."""
    postings, vectors = _data(language)

    def known(found: str) -> bool:
        return found in vectors or any(found in source for source in postings)

    for found in content_stems(language, clue):
        if known(found) or language != "de":
            yield found
            continue
        parts = (
            (left, found[cut:])
            for cut in range(SHORTEST_PART, len(found) - SHORTEST_PART + 1)
            for left in _without_link(found[:cut])
            if known(left) and known(found[cut:])
        )
        yield from next(parts, ())


def _without_link(part: str) -> Iterator[str]:
    for link in LINKS:
        left = part.removesuffix(link)
        if part.endswith(link) and len(left) >= SHORTEST_PART:
            yield left


@cache
def _data(language: str) -> tuple[tuple[Postings, ...], Vectors]:
    if language not in SOURCES:
        raise LookupError(f"no word associations for the language {language!r}")
    sources = SOURCES[language]
    return tuple(Postings(DATA / name) for name in sources.postings), Vectors(
        DATA / sources.vectors[0]
    )


@cache
def plausible_words(language: str) -> Mapping[str, float]:
    """Return each accepted word's share of the total plausibility, which depends on its frequency.

    Raises:
        FileNotFoundError: if there are no words for the language.
    """
    accepted = accepted_words(language)
    raised = {word: plausibility(accepted.frequencies.get(word, 0)) for word in accepted}
    total = sum(raised.values())
    return MappingProxyType({word: value / total for word, value in raised.items()})


def _words_of_stem(language: str, own: str) -> list[str]:
    """Return the words with a given stem.

    The stem begins like the words themselves, so only few words have to be stemmed.
    """
    alike = _words_by_beginning(language).get(own[:SHARED_BEGINNING], ())
    return [word for word in alike if stem(language, word) == own]


@cache
def _words_by_beginning(language: str) -> Mapping[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for word in accepted_words(language):
        found.setdefault(folded(language, word)[:SHARED_BEGINNING], []).append(word)
    return MappingProxyType({beginning: tuple(words) for beginning, words in found.items()})

"""How well a word fits a clue, from dictionaries alone: their relations, and vectors made of them.

It knows no list of clues. What speaks for a word is that dictionaries tell of it with the clue's
words, and that it stands near them in definitions; two or three weights join these.
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

#: A clue hardly ever asks for a word that it names itself: the odds against an unknown word.
NAMED = 0.01
SHORTEST_PART = 4
#: So many letters of a word are those of its stem.
ALIKE = 2
#: What may stand between the parts of a German compound; the longest goes first.
LINKS = ("en", "es", "n", "s", "")


@dataclass(frozen=True)
class Sources:
    """The files of a language, and what a unit of each score adds to the log-odds of a word."""

    postings: Mapping[str, float]
    vectors: tuple[str, float]


# The weights under which the words of some hundred clues are likeliest (`tools/fit_weights.py`);
# the clues of the shipped instances, and those that measure the players, are not among them.
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
    """What a clue says of each word.

    Attributes:
        words: how many times as likely a word is with the clue as it was without it.
        unknown: the same for a word that no source knows.
    """

    words: Mapping[str, float]
    unknown: float

    def of(self, word: str) -> float:
        """How many times as likely the word is with the clue."""
        return self.words.get(word, self.unknown)


def fit(language: str, clue: str, word: str) -> float:
    """How well a word fits a clue, from 0 to 1.

    With the clue a word is ``fit / (1 - fit)`` times as likely as it was without: 0.5 says that the
    clue speaks neither for nor against it, 0.9 that it makes it nine times likelier.

    Raises:
        LookupError: there are no associations for the language.
    """
    times = odds(language, clue).of(word)
    return times / (1 + times)


@lru_cache(maxsize=32)
def odds(language: str, clue: str) -> Odds:
    """What a clue says of the words of a language.

    The mean over the accepted words, each as plausible as it is frequent, is 1.

    Raises:
        LookupError: there are no associations for the language.
    """
    return _odds(language, clue, scores(language, clue))


@lru_cache(maxsize=32)
def relation_odds(language: str, clue: str) -> Odds:
    """As `odds`, by what dictionaries tell of each word alone, without the vectors.

    Raises:
        LookupError: there are no associations for the language.
    """
    return _odds(language, clue, _told(language, clue))


def _odds(language: str, clue: str, told: Iterable[Mapping[str, float]]) -> Odds:
    log_odds = _log_odds(language, told)
    highest = max(log_odds.values(), default=0.0)  # subtracted, so that no clue is too long
    base = math.exp(-highest)
    raised = {word: math.exp(value - highest) for word, value in log_odds.items()}
    for own in {*content_stems(language, clue), *_known_stems(language, clue)}:
        raised |= dict.fromkeys(_words_of_stem(language, own), NAMED * base)
    shares = plausible_words(language)
    mean = base + sum((value - base) * shares.get(word, 0.0) for word, value in raised.items())
    return Odds({word: value / mean for word, value in raised.items()}, base / mean)


def scores(language: str, clue: str) -> tuple[Mapping[str, float], ...]:
    """The score of each word by each source of the language, unweighted, the vectors' last.

    Raises:
        LookupError: there are no associations for the language.
    """
    _, vectors = _data(language)
    return (*_told(language, clue), vectors.scores(_known_stems(language, clue)))


def _told(language: str, clue: str) -> tuple[Mapping[str, float], ...]:
    """The score of each word by each dictionary of the language, unweighted."""
    postings, _ = _data(language)
    stems = list(_known_stems(language, clue))
    opposites = asks_for_opposite(language, clue)
    return tuple(source.scores(stems, opposites=opposites) for source in postings)


def _log_odds(language: str, told: Iterable[Mapping[str, float]]) -> Mapping[str, float]:
    """The weighted sum of the scores; ``told`` may lack the last sources of the language."""
    found: dict[str, float] = {}
    for one, weight in zip(told, _weights(language), strict=False):
        for word, value in one.items():
            found[word] = found.get(word, 0.0) + weight * value
    return found


def _weights(language: str) -> tuple[float, ...]:
    sources = SOURCES[language]
    return (*sources.postings.values(), sources.vectors[1])


def _known_stems(language: str, clue: str) -> Iterator[str]:
    """The stems of the clue; a German compound that no source knows counts as its two parts."""
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
        raise LookupError(f"there are no word associations for the language {language!r}")
    sources = SOURCES[language]
    return tuple(Postings(DATA / name) for name in sources.postings), Vectors(
        DATA / sources.vectors[0]
    )


@cache
def plausible_words(language: str) -> Mapping[str, float]:
    """The share of each accepted word in all, each as plausible as a target as it is frequent.

    Raises:
        FileNotFoundError: there are no words for the language.
    """
    accepted = accepted_words(language)
    raised = {word: plausibility(accepted.frequencies.get(word, 0)) for word in accepted}
    total = sum(raised.values())
    return MappingProxyType({word: value / total for word, value in raised.items()})


def _words_of_stem(language: str, own: str) -> list[str]:
    """The words that have a stem; it begins as they do, so that few words have to be reduced."""
    alike = _words_by_beginning(language).get(own[:ALIKE], ())
    return [word for word in alike if stem(language, word) == own]


@cache
def _words_by_beginning(language: str) -> Mapping[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for word in accepted_words(language):
        found.setdefault(folded(language, word)[:ALIKE], []).append(word)
    return MappingProxyType({beginning: tuple(words) for beginning, words in found.items()})

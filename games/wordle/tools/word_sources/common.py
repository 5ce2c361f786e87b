"""Helpers for the word lists of all languages: frequencies, offensive words, matching."""

from __future__ import annotations

import json
import math
import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import simplemma
import wordfreq
from spylls.hunspell import Dictionary

from games.wordle import letters

#: `cuss` rates how certain it is that a word is profane; 0 means "unlikely".
PROFANE_RATING = 1
#: Minimum share of a target's main spelling ("marche" and "marché" are too easily confused).
SPELLING_SHARE = 0.75
#: A word that is more frequent in English by more than this (Zipf) owes its count to quotations.
ENGLISH_SURPLUS = 1.2


@dataclass(frozen=True)
class Lists:
    """The lists built for one language: accepted guesses and candidate targets."""

    accepted: frozenset[str]
    candidates: frozenset[str]


def strings(value: Any) -> Iterator[str]:
    """Yield all strings in a nested JSON value, excluding object keys."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for item in value.values():
            yield from strings(item)
    elif isinstance(value, list):
        for item in value:
            yield from strings(item)


def matching(words: Iterable[str], alphabet: re.Pattern[str]) -> set[str]:
    """Return the words that match entirely, in NFC and lower case."""
    lowered = (unicodedata.normalize("NFC", word.strip()).lower() for word in words)
    return {word for word in lowered if alphabet.fullmatch(word)}


def zipf(word: str, language: str) -> float:
    """Return the Zipf value (log10 of occurrences per billion words), or 0 if unknown."""
    return float(wordfreq.zipf_frequency(word, language))


def frequency(word: str, language: str) -> float:
    """Return the relative frequency, from 0 to 1."""
    return float(wordfreq.word_frequency(word, language))


@dataclass(frozen=True)
class Spellings:
    """A language's spellings in wordfreq that are folded onto words of five letters.

    ``alphabet`` matches such a word. The frequency of a word is that of all its spellings combined.
    """

    language: str
    alphabet: re.Pattern[str]
    of: dict[str, dict[str, float]] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        base = self.language.partition("-")[0]
        for spelling, share in wordfreq.get_frequency_dict(base, "best").items():
            word = letters.folded(self.language, spelling)
            if self.alphabet.fullmatch(word):
                self.of.setdefault(word, {})[spelling] = share

    def zipf(self, word: str) -> float:
        """Return the frequency of a word on the Zipf scale; 0 if unknown."""
        total = math.fsum(self.of.get(word, {}).values())
        return round(max(0.0, math.log10(total) + 9), 2) if total else 0.0

    def accepted_by(self, dictionary: Dictionary) -> set[str]:
        """Return the spellings that a spelling dictionary accepts in lower case."""
        return {
            spelling
            for shares in self.of.values()
            for spelling in shares
            if dictionary.lookuper(spelling, capitalization=False)
        }

    def words(self, spellings: Iterable[str]) -> frozenset[str]:
        """Fold spellings onto the board, keeping those with five letters."""
        words = {letters.folded(self.language, spelling) for spelling in spellings}
        return frozenset(word for word in words if self.alphabet.fullmatch(word))

    def unambiguous(self, spellings: Iterable[str]) -> frozenset[str]:
        """Return words that mostly represent one of the spellings and are not quoted English."""
        return frozenset(
            word
            for spelling in spellings
            if self.is_unambiguous(word := letters.folded(self.language, spelling), spelling)
            and self.zipf(word) >= zipf(word, "en") - ENGLISH_SURPLUS
        )

    def is_unambiguous(self, word: str, spelling: str) -> bool:
        """Check whether a word mostly represents one spelling."""
        shares = self.of.get(word, {})
        return shares.get(spelling, 0.0) >= SPELLING_SHARE * math.fsum(shares.values()) > 0


def is_lemma(word: str, language: str) -> bool:
    """Check whether simplemma's lemma tables list the word as its own base form."""
    known = bool(simplemma.is_known(word, lang=language))
    return known and str(simplemma.lemmatize(word, lang=language)) == word


def offensive(sources: Path, language: str) -> set[str]:
    """Return words that published lists call profane, obscene or slurs, folded onto the board.

    `cuss` covers only English, and Turkish is in just one of the lists.
    """
    base = language.partition("-")[0]
    words = set(json.loads((sources / "naughty-words" / f"{base}.json").read_text("utf-8")))
    path = sources / "2toad-profanity" / "dist" / "data" / "profane-words.js"
    section = re.search(rf'"{base}",\s*\[(.*?)\n\s*\]', path.read_text("utf-8"), re.DOTALL)
    if section is not None:
        words.update(re.findall(r"['\"]([^'\"]+)['\"]", section[1]))
    elif base != "tr":
        raise ValueError(f"{path} has no section for {base!r}; see data/README.md for the version")
    if base == "en":
        source = (sources / "cuss" / "index.js").read_text("utf-8")
        rated = re.findall(r"^\s+'?([^':\s]+)'?: (\d)", source, re.MULTILINE)
        words |= {word for word, rating in rated if int(rating) >= PROFANE_RATING}
    return {letters.folded(language, word.lower()) for word in words}

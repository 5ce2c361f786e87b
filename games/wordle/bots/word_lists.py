"""Lists of words with the frequencies that guide the scripted players."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from types import MappingProxyType

from .. import words

DATA = Path(__file__).resolve().parent / "data"


@dataclass(frozen=True, eq=False)
class WordList:
    """The words allowed as guesses, in the list's own order, all of one length.

    ``frequencies`` gives hundredths of the Zipf scale (300: once in a million words); words without
    an entry are rare. It guides the scripted guesser and is not part of the rules.
    """

    words: tuple[str, ...]
    frequencies: Mapping[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if len({len(word) for word in self.words}) != 1:
            raise ValueError("a word list must contain words, all of the same length")

    def __iter__(self) -> Iterator[str]:
        return iter(self.words)

    @cached_property
    def digest(self) -> str:
        """The hash of the set of words and their frequencies, regardless of order."""
        lines = (f"{word} {self.frequencies.get(word, 0)}" for word in sorted(set(self.words)))
        return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def with_frequencies(words: Iterable[str], language: str) -> WordList:
    """Combine a foreign list of words (such as an official instance's) with our frequencies.

    Raises:
        FileNotFoundError: if there are no frequencies for the language.
        ValueError: if there are no words or they differ in length.
    """
    return WordList(tuple(words), _frequencies(language))


@cache
def accepted_words(language: str) -> WordList:
    """Return the accepted words that come with the game, with their frequencies.

    Raises:
        FileNotFoundError: if there is no list for the language.
    """
    return with_frequencies(words.accepted_words(language), language)


@cache
def _frequencies(language: str) -> Mapping[str, int]:
    text = (DATA / f"{language}_frequencies.tsv").read_text("utf-8")
    rows = (line.split("\t") for line in text.splitlines())
    return MappingProxyType({word: int(value) for word, value in rows})

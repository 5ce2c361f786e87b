"""Lists of accepted words with their frequencies, and the files that hold them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from types import MappingProxyType

DATA = Path(__file__).resolve().parent / "data"
BANDS = ("high", "medium")
_WORDS = "_words.txt"


def languages() -> tuple[str, ...]:
    """The languages with a complete set of word files: they are told by the files alone."""
    found = sorted(path.name.removesuffix(_WORDS) for path in DATA.glob(f"*{_WORDS}"))
    needed = ("frequencies.tsv", "targets.tsv")
    return tuple(
        language
        for language in found
        if all((DATA / f"{language}_{name}").is_file() for name in needed)
    )


LANGUAGES = languages()


@dataclass(frozen=True, eq=False)
class WordList:
    """The words a guess may be, in the list's own order, all of one length.

    ``frequencies`` gives hundredths of the Zipf scale (300: once in a million words); words
    without an entry are rare. It guides the scripted guesser and is no part of the rules.
    """

    words: tuple[str, ...]
    frequencies: Mapping[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if len({len(word) for word in self.words}) != 1:
            raise ValueError("a word list needs words, and all of the same length")

    def __contains__(self, word: object) -> bool:
        return word in self._known

    def __iter__(self) -> Iterator[str]:
        return iter(self.words)

    def __len__(self) -> int:
        return len(self.words)

    @cached_property
    def _known(self) -> frozenset[str]:
        return frozenset(self.words)

    @cached_property
    def digest(self) -> str:
        """Hash of the set of words and their frequencies, whatever their order."""
        lines = (f"{word} {self.frequencies.get(word, 0)}" for word in sorted(self._known))
        return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def words_file(language: str) -> str:
    """Name of the file in the data folder that lists the accepted words of a language."""
    return f"{language}{_WORDS}"


def with_frequencies(words: Iterable[str], language: str) -> WordList:
    """A foreign list of words (for instance an official instance's) with our frequencies.

    Raises:
        FileNotFoundError: there are no frequencies for the language.
        ValueError: the words differ in length or there are none.
    """
    return WordList(tuple(words), _frequencies(language))


@cache
def accepted_words(language: str) -> WordList:
    """The accepted words that come with the game.

    Raises:
        FileNotFoundError: there is no list for the language.
    """
    text = (DATA / words_file(language)).read_text("utf-8")
    return with_frequencies(text.split(), language)


@cache
def target_candidates(language: str) -> Mapping[str, tuple[str, ...]]:
    """The words that may be a target, by frequency band.

    Raises:
        FileNotFoundError: there is no list for the language.
    """
    rows = _rows(f"{language}_targets.tsv")
    return MappingProxyType(
        {band: tuple(word for word, value in rows if value == band) for band in BANDS}
    )


@cache
def _frequencies(language: str) -> Mapping[str, int]:
    rows = _rows(f"{language}_frequencies.tsv")
    return MappingProxyType({word: int(value) for word, value in rows})


def _rows(name: str) -> list[tuple[str, str]]:
    """The rows of a file of two columns in the data folder."""
    rows = (line.split("\t") for line in (DATA / name).read_text("utf-8").splitlines())
    return [(first, second) for first, second in rows]


def task_name(language: str, target: str) -> str:
    """Names a task in all games of the family: whoever has met the word knows it in each."""
    return f"wordle:{language}:{target}"

"""Word relations and definitions of a language, loaded from ``data/`` on first use."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache, cached_property

from .sense import Sense
from .thesaurus import Thesaurus, split_names
from .words import DATA, fold_spelling, stop_words
from .words import stem as stem_word

_TOKEN = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True, slots=True)
class Entry:
    """A word with its frequency, flags and senses.

    The frequency is in occurrences per million; the main sense comes first. Flags: ``n`` is also a
    name, ``x`` is unfit for play, ``i`` is also an inflected form of another word, ``h`` is a
    different word when written with (or without) a capital.
    """

    word: str
    per_million: float
    flags: str
    senses: tuple[Sense, ...]


def _parse(line: str) -> Entry:
    word, count, flags, *cells = line.split("\t")
    senses = []
    for cell in cells:
        pos, share, gloss, *lists = cell.split("|")
        senses.append(Sense(pos, int(share), gloss, *map(split_names, lists)))
    return Entry(word, float(count), flags, tuple(senses))


class Relations:
    """The vocabulary of a language, most frequent words first; look-ups ignore case."""

    def __init__(self, language: str) -> None:
        path = DATA / f"relations_{language}.tsv.gz"
        lines = gzip.decompress(path.read_bytes()).decode("utf-8").splitlines()
        self.language = language
        self.words = tuple(line[: line.index("\t")] for line in lines)
        self._lines = lines
        self._positions = {word.lower(): position for position, word in enumerate(self.words)}
        self._thesaurus = Thesaurus(language)
        self._entries: dict[int, Entry] = {}

    def __len__(self) -> int:
        return len(self.words)

    def __iter__(self) -> Iterator[Entry]:
        return (self.entry(position) for position in range(len(self.words)))

    def entry(self, position: int) -> Entry:
        """Return the word at a position in the frequency order."""
        found = self._entries.get(position)
        if found is None:
            found = self._entries[position] = self._merged(_parse(self._lines[position]))
        return found

    def _merged(self, entry: Entry) -> Entry:
        if not self._thesaurus:
            return entry
        flags = entry.flags + self._thesaurus.flags(entry.word)
        return replace(entry, flags=flags, senses=self._thesaurus.merge(entry.word, entry.senses))

    def sources(self) -> dict[str, list[Entry]]:
        """Return the words as each source alone describes them, by file prefix of the source."""
        own = [_parse(line) for line in self._lines]
        if not self._thesaurus:
            return {"": own}
        named = [
            replace(entry, senses=self._thesaurus.senses(entry.word, entry.senses[0].pos))
            for entry in own
        ]
        return {"": own, "thesaurus_": named}

    def profile(self) -> Iterator[tuple[float, str]]:
        """Yield the frequency and flags of every word, in frequency order, without its senses."""
        for line in self._lines:
            word, count, flags, _ = line.split("\t", 3)
            yield float(count), flags + self._thesaurus.flags(word)

    def position(self, word: str) -> int | None:
        """Return the position of a word in the frequency order, or None if it is not listed."""
        return self._positions.get(word.lower())

    def find(self, word: str) -> Entry | None:
        position = self.position(word)
        return None if position is None else self.entry(position)

    def represents_stem(self, word: str) -> bool:
        """Check whether a word represents its stem.

        It must not be a stop word and must be the most frequent word of its stem, none of which may
        be unfit for play.
        """
        return bool(self.content_words(word)) and self._representatives.get(self.stem(word)) == word

    @cached_property
    def _representatives(self) -> dict[str, str | None]:
        representatives: dict[str, str | None] = {}
        for word, (_, flags) in zip(self.words, self.profile(), strict=True):
            stem = self.stem(word)
            if "x" in flags:
                representatives[stem] = None
            else:
                representatives.setdefault(stem, word)
        return representatives

    def has_spelling(self, folded: str) -> bool:
        """Check whether a word is known in the folded spelling that the German rules compare."""
        return folded in self._spellings

    @cached_property
    def _spellings(self) -> frozenset[str]:
        return frozenset(fold_spelling(word) for word in self._positions)

    def stem(self, word: str) -> str:
        return stem_word(self.language, word)

    def content_words(self, text: str) -> list[str]:
        """Return the content words of a text in lower case, in order."""
        free = stop_words(self.language)
        return [token for token in _TOKEN.findall(text.lower()) if token not in free]

    def content_stems(self, text: str) -> list[str]:
        return [self.stem(word) for word in self.content_words(text)]


@cache
def load_relations(language: str) -> Relations:
    """Return the relations of ``en`` or ``de``, loading them once.

    Raises:
        FileNotFoundError: if the language is another one.
    """
    return Relations(language)

"""A thesaurus that supplements the definitions, kept in a separate file because of its licence.

German definitions and synonyms come from two sources, which are merged in memory.
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from .sense import Sense
from .words import DATA

# Share of the word's uses, in per cent, assigned to a meaning that matches no definition.
_UNMATCHED_SHARE = 8
_PREFIX = 6


@dataclass(frozen=True, slots=True)
class Meaning:
    """A group of synonyms of a word, with its broader terms and opposites."""

    synonyms: tuple[str, ...]
    broader: tuple[str, ...]
    opposites: tuple[str, ...]


class Thesaurus:
    """The thesaurus of a language; empty if there is none."""

    def __init__(self, language: str) -> None:
        path = DATA / f"thesaurus_{language}.tsv.gz"
        lines = (
            gzip.decompress(path.read_bytes()).decode("utf-8").splitlines() if path.exists() else []
        )
        self._lines = {line[: line.index("\t")]: line for line in lines}

    def __bool__(self) -> bool:
        return bool(self._lines)

    def flags(self, word: str) -> str:
        """Return ``x`` for a word marked as coarse, otherwise an empty string."""
        line = self._lines.get(word)
        return "" if line is None else line.split("\t", 2)[1]

    def senses(self, word: str, pos: str) -> tuple[Sense, ...]:
        """Return the thesaurus's own meanings as senses without definitions."""
        meanings, narrower = self._read(word)
        senses = [_unmatched_sense(meaning, pos) for meaning in meanings]
        return _with_narrower(senses or [_unmatched_sense(Meaning((), (), ()), pos)], narrower)

    def merge(self, word: str, senses: tuple[Sense, ...]) -> tuple[Sense, ...]:
        """Merge each meaning of a word into the sense it matches.

        A meaning matches the sense whose definition shares the most words with it. If a word has
        only one meaning, it belongs to the main sense; otherwise a meaning that matches no sense
        becomes a sense of its own.
        """
        meanings, narrower = self._read(word)
        result = list(senses)
        for meaning in meanings:
            best = max(
                range(len(senses)), key=lambda number: _count_shared_words(senses[number], meaning)
            )
            if _count_shared_words(senses[best], meaning) or len(meanings) == 1:
                one = result[best]
                result[best] = replace(
                    one,
                    synonyms=one.synonyms + meaning.synonyms,
                    broader=one.broader + meaning.broader,
                    opposites=one.opposites + meaning.opposites,
                )
            else:
                result.append(_unmatched_sense(meaning, senses[0].pos))
        return _with_narrower(result, narrower)

    def _read(self, word: str) -> tuple[list[Meaning], tuple[str, ...]]:
        line = self._lines.get(word)
        if line is None:
            return [], ()
        _, _, narrower, *cells = line.split("\t")
        meanings = [Meaning(*map(split_names, cell.split("|"))) for cell in cells]
        return meanings, split_names(narrower)


def split_names(text: str) -> tuple[str, ...]:
    return tuple(name for name in text.split(",") if name)


def _unmatched_sense(meaning: Meaning, pos: str) -> Sense:
    return Sense(
        pos, _UNMATCHED_SHARE, "", meaning.synonyms, meaning.broader, (), (), meaning.opposites
    )


def _with_narrower(senses: list[Sense], narrower: tuple[str, ...]) -> tuple[Sense, ...]:
    return (replace(senses[0], narrower=senses[0].narrower + narrower), *senses[1:])


def _prefixes(texts: Iterable[str]) -> set[str]:
    return {token[:_PREFIX] for text in texts for token in re.findall(r"\w+", text.lower())}


def _count_shared_words(sense: Sense, meaning: Meaning) -> int:
    return len(_prefixes([sense.gloss]) & _prefixes(meaning.synonyms + meaning.broader))

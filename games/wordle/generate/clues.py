"""Crossword-style clues to target words, from ``data/*_clues.tsv`` (a word and its clue)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

from ..game import CLUES


def has_clues(language: str) -> bool:
    """Check whether a language has clues; without them, only the game without clues is played."""
    return _file(language).is_file()


def clue_for(language: str, word: str) -> str | None:
    """Return the clue to a word, or None if it has none.

    Raises:
        FileNotFoundError: if there are no clues in the language.
    """
    return _clues(language).get(word)


def words_with_clues(language: str) -> tuple[str, ...]:
    """Return the words that have a clue, in alphabetical order.

    Raises:
        FileNotFoundError: if there are no clues in the language.
    """
    return tuple(sorted(_clues(language)))


@cache
def _clues(language: str) -> Mapping[str, str]:
    text = _file(language).read_text("utf-8")
    rows = (line.partition("\t") for line in text.splitlines())
    return MappingProxyType({word: clue for word, _, clue in rows})


def _file(language: str) -> Path:
    return Path(__file__).parents[1] / CLUES.format(language=language)

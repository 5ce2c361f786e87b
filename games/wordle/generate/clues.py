"""Clues to target words, in the style of a crossword: ``data/*_clues.tsv``, a word and its clue."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

from ..game import CLUES


def has_clues(language: str) -> bool:
    """Whether there are clues in a language: without them only the game without clues is played."""
    return _file(language).is_file()


def clue_for(language: str, word: str) -> str | None:
    """The clue to a word, None for a word that has none.

    Raises:
        FileNotFoundError: there are no clues in the language.
    """
    return _clues(language).get(word)


def words_with_clues(language: str) -> tuple[str, ...]:
    """The words that have a clue, in alphabetical order.

    Raises:
        FileNotFoundError: there are no clues in the language.
    """
    return tuple(sorted(_clues(language)))


@cache
def _clues(language: str) -> Mapping[str, str]:
    text = _file(language).read_text("utf-8")
    rows = (line.partition("\t") for line in text.splitlines())
    return MappingProxyType({word: clue for word, _, clue in rows})


def _file(language: str) -> Path:
    return Path(__file__).parents[1] / CLUES.format(language=language)

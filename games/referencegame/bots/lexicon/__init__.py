"""Words about grids by language: what each of them says, regardless of the sentence."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

Kind = Literal[
    "number",  # int
    "ordinal",  # place in a line: 0 is the first, -1 the last
    "side",  # (axis, index): the top row and so on
    "from",  # (axis, index): the side from which a place is counted
    "line",  # axis: row, column
    "stroke",  # axis: a line that is drawn, so filled unless stated otherwise
    "cell",
    "ends",  # both ends of a line
    "place",  # place in a line named elsewhere
    "state",  # whether filled
    "not",
    "none",  # not a single one
    "all",
    "only",
    "relation",  # (relation, number to add)
    "every other",
    "area",  # cells: corners, border, ...
    "corner",
    "diagonal",  # cells, or None if unspecified
    "rest",
    "nothing else",  # the rest is empty
    "grid",  # all cells
    "how many",
    "except",  # "but" where the word may also start something new
    "and",
    "comma",
    "to",
    "in",
    "stop",
    "full stop",
    "colon",
    "mirrored",
    "shape",  # names of drawings
    "pattern",  # five signs: whether each is filled
    "alternating",  # whether the first of five is filled, and every other one
    "run",  # a number of signs of filled cells in a row
    "arrangement",  # how completely filled lines are arranged: together, apart, off the edge
    "pair",  # (row, column)
    "filler",
]


THEN = "then"
"""The value of a stop that only continues a list: ``two full rows, then a gap``."""


@dataclass(frozen=True)
class Token:
    """What a word or phrase says."""

    kind: Kind
    value: Any = None


@dataclass(frozen=True)
class Lexicon:
    """The words of one language.

    Attributes:
        words: single words in lower case.
        phrases: regular expressions over lower-case text, tried first and in this order. If one has
            a group, the value is that of the word which the group matched.
        shapes: regular expressions over the text as written; the group is the name of a letter or
            digit, or a word for a number.
        numbered: a pattern for what follows a numeral and full stop that form an ordinal.
    """

    words: Mapping[str, Token]
    phrases: tuple[tuple[str, Token], ...]
    shapes: tuple[str, ...]
    numbered: str = ""

    @cached_property
    def phrase_patterns(self) -> tuple[tuple[re.Pattern[str], Token], ...]:
        """The compiled phrases."""
        return tuple((re.compile(pattern), token) for pattern, token in self.phrases)

    @cached_property
    def shape_patterns(self) -> tuple[re.Pattern[str], ...]:
        """The compiled patterns of shapes."""
        return tuple(re.compile(pattern) for pattern in self.shapes)


def table(*rows: tuple[str, Kind, Any]) -> dict[str, Token]:
    """Build a table of words; each row has words separated by spaces, a kind and a value."""
    return {word: Token(kind, value) for words, kind, value in rows for word in words.split()}


def numbered(words: str, kind: Kind, first: int = 1) -> dict[str, Token]:
    """Build a table of words that denote consecutive numbers."""
    return {word: Token(kind, number) for number, word in enumerate(words.split(), first)}

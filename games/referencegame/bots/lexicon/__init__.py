"""Words about grids, by language: what each of them says, whatever the sentence around it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

Kind = Literal[
    "number",  # int
    "ordinal",  # place in a line: 0 is the first, -1 the last
    "side",  # (axis, index): the top row and its like
    "from",  # (axis, index): the side from which a place is counted
    "line",  # axis: row, column
    "stroke",  # axis: a line that is drawn, filled if nothing else is said
    "cell",
    "ends",  # both ends of a line
    "place",  # place in a line that is named elsewhere
    "state",  # whether filled
    "not",
    "none",  # not a single one
    "all",
    "only",
    "relation",  # (relation, what to add to the number)
    "every other",
    "area",  # cells: corners, border, ...
    "corner",
    "diagonal",  # cells, or None where it is not said which
    "rest",
    "nothing else",  # the rest is empty
    "grid",  # all cells
    "how many",
    "except",  # "but" where the word may also begin something new
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
    "run",  # so many signs of filled cells in a row
    "lying",  # how whole filled lines lie: together, apart, off the edge
    "pair",  # (row, column)
    "filler",
]


THEN = "then"
"""Value of a stop after which only more of the same may come: ``two full rows, then a gap``."""


@dataclass(frozen=True)
class Token:
    """What a word or phrase says."""

    kind: Kind
    value: Any = None


@dataclass(frozen=True)
class Lexicon:
    """The words of one language.

    Attributes:
        words: single words, in small letters.
        phrases: regular expressions over small letters, looked for first, in this order. Where
            one has a group, the group is looked up among the words, and its value is used.
        shapes: regular expressions over the text as it was written; the group is the name of a
            letter or digit, or a word for a number.
        numbered: what may follow a numeral with a full stop that is an ordinal.
    """

    words: Mapping[str, Token]
    phrases: tuple[tuple[str, Token], ...]
    shapes: tuple[str, ...]
    numbered: str = ""

    @cached_property
    def phrase_patterns(self) -> tuple[tuple[re.Pattern[str], Token], ...]:
        """The phrases, compiled."""
        return tuple((re.compile(pattern), token) for pattern, token in self.phrases)

    @cached_property
    def shape_patterns(self) -> tuple[re.Pattern[str], ...]:
        """The patterns of shapes, compiled."""
        return tuple(re.compile(pattern) for pattern in self.shapes)


def table(*rows: tuple[str, Kind, Any]) -> dict[str, Token]:
    """Words with what they say: each row has words, parted by blanks, a kind and a value."""
    return {word: Token(kind, value) for words, kind, value in rows for word in words.split()}


def numbered(words: str, kind: Kind, first: int = 1) -> dict[str, Token]:
    """Words that stand for one number after the other."""
    return {word: Token(kind, number) for number, word in enumerate(words.split(), first)}

"""The scripted follower: executes commands in ordinary words on a grid.

It changes only what it has understood and leaves the rest of the grid as it is.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from ..grids import EMPTY, SIZE, GridRows
from .clauses import clauses
from .drawing import Drawing
from .lexicon import Lexicon
from .lexicon.english import ENGLISH
from .lexicon.german import GERMAN
from .regions import ALL
from .tokens import Token, tokens
from .vocabulary_reader import draw

LEXICONS: Mapping[str, Lexicon] = MappingProxyType({"en": ENGLISH, "de": GERMAN})

MEMORY = 3
"""The number of earlier commands in which "it" and "the same" may have their antecedent."""

_SINGLE = re.compile(
    r"\b(?:an?|one|ein|einen)\s+[\"'“„‘]?[A-Z]\b(?![\s-]*(?:shape|[Ff]orm|out\b|made\b|aus\b))"
    r"|\b(?i:put|place|set|write|add|insert|setze?|schreibe?)\s+[\"'“„‘]?[A-Z][\"'”“’]?\s+(?:in|at|on)",
)
"""Phrases that place one letter, not several: "an X", "put X in"."""

_ANAPHORS = "JjvQ~"
"""The kinds of tokens that may refer to something an earlier command named."""


def follow(rows: GridRows, command: str, language: str, earlier: Sequence[str] = ()) -> GridRows:
    """Return the grid after a command.

    Args:
        rows: the grid before it.
        command: the command without its tag.
        language: the language of the command.
        earlier: the commands before it, oldest first.

    Raises:
        KeyError: if there are no words for the language.
    """
    if language not in LEXICONS:
        return draw(rows, command, language)
    words = LEXICONS[language]
    drawing = _drawing(rows)
    found = tokens(command, words)
    if any(token.kind in _ANAPHORS for token in found):
        before = _drawing(EMPTY)
        for said in earlier[-MEMORY:]:
            _obey(before, said, tokens(said, words))
        drawing.letter, drawing.last, drawing.drawn = before.letter, before.last, before.drawn
    _obey(drawing, command, found)
    numbers = range(1, SIZE + 1)
    return tuple("".join(drawing.cells[row, column] for column in numbers) for row in numbers)


def _drawing(rows: GridRows) -> Drawing:
    return Drawing({cell: rows[cell[0] - 1][cell[1] - 1] for cell in ALL})


def _obey(drawing: Drawing, command: str, found: Sequence[Token]) -> None:
    before = dict(drawing.cells)
    single = _SINGLE.search(command) is not None
    for clause in clauses(found):
        drawing.execute(clause, single=single)
    drawing.cells.update((cell, before[cell]) for cell in drawing.kept)

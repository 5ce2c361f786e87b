"""The follower in languages without a grammar of their own: what a command draws.

It knows the giver's own commands by heart. It executes other sentences only if it knows every word
and they have only one reading; for all others it draws nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property

from clemtui.engine import ByLanguage
from clemtui.gamekit.grid_words.cells import Cells, find_cells, read_statements
from clemtui.gamekit.grid_words.vocabulary import MAX_LENGTH, STOPS, Folded, Token, Vocabulary

from ..grids import BLANK, LETTERS, SIZE, GridRows
from .giver import SHAPES, line_selections
from .wording import FOLDER, WORDINGS, Wording

_LETTER = "\0"
"""A placeholder for the letter in the commands known by heart."""

_FILLING = ("fill", "filled")
_REFUSED = ("not", "only", "like", "empty")

VOCABULARIES: Mapping[str, Vocabulary] = ByLanguage(FOLDER, Vocabulary.of)
"""The known words in the languages without a grammar of their own."""


def draw(rows: GridRows, command: str, language: str) -> GridRows:
    """Return the grid after a command (without its tag).

    Raises:
        KeyError: if there are no words for the language.
    """
    cells = {
        (row, column): sign for row, line in enumerate(rows) for column, sign in enumerate(line)
    }
    for fill in _reader(language).fills(command):
        empty = frozenset(cell for cell, sign in cells.items() if sign == BLANK)
        where = sorted(fill.cells & empty if fill.rest else fill.cells)
        signs = fill.signs if len(fill.signs) > 1 else fill.signs * len(where)
        cells.update(zip(where, signs, strict=True))
    return tuple("".join(cells[row, column] for column in range(SIZE)) for row in range(SIZE))


@cache
def _reader(language: str) -> _Reader:
    return _Reader(WORDINGS[language], VOCABULARIES[language])


@dataclass(frozen=True)
class _Fill:
    """What to write into which cells.

    One sign goes everywhere, or there is one for each cell in reading order. With ``rest``, only
    empty cells are filled.
    """

    cells: Cells
    signs: str
    rest: bool = False


_WHOLE: Cells = frozenset((row, column) for row in range(SIZE) for column in range(SIZE))


@dataclass(frozen=True)
class _Reader:
    wording: Wording
    vocabulary: Vocabulary

    def fills(self, command: str) -> list[_Fill]:
        """Return what a command draws, sentence by sentence."""
        folded = self.vocabulary.folded(command[:MAX_LENGTH])
        known = self._by_heart(folded)
        if known is not None:
            return [known]
        found: list[_Fill] = []
        at = 0
        while at < len(folded.low):
            words, at = self.vocabulary.read_clause(folded, at)
            if at < len(folded.low) or len(command) <= MAX_LENGTH:
                found += read_statements(words, _fill)
        return found

    def _by_heart(self, text: Folded) -> _Fill | None:
        """Recognise one of the giver's commands, with or without a sign at its end."""
        end = len(text.low.rstrip(STOPS + " "))
        for at, sign in enumerate(text.shown[:end]):
            if sign in LETTERS:
                said = text.low[:at] + _LETTER + text.low[at + 1 : end]
                cells = self._commands.get("".join(said.split()))
                if cells is not None:
                    return _Fill(cells, sign)
        return None

    @cached_property
    def _commands(self) -> Mapping[str, Cells]:
        """The cells of each of the giver's commands, keyed by its text without spaces."""
        return {
            "".join(self.vocabulary.folded(text).low.split()): cells
            for cells, text in sentences(self.wording, _LETTER)
        }


def sentences(wording: Wording, letter: str) -> Iterator[tuple[Cells, str]]:
    """Yield all commands a giver has for a letter, with the cells they fill."""
    for name, cells in SHAPES.items():
        yield _from_zero(cells), wording.shape(name, letter)
    single = [selection for selection in line_selections() if len(selection) in (1, SIZE)]
    for words, known in ((False, line_selections()), (True, single)):
        for rows in known:
            for columns in known:
                cells = frozenset((row, column) for row in rows for column in columns)
                yield _from_zero(cells), wording.place(letter, rows, columns, words=words)


def _from_zero(cells: Cells) -> Cells:
    return frozenset((row - 1, column - 1) for row, column in cells)


def _fill(words: Sequence[Token]) -> _Fill | None:
    """Return what one statement draws, or None if the words make no statement or several."""
    kinds = [word.kind for word in words]
    signs = "".join(word.value for word in words if word.kind == "letter")
    if set(kinds) & set(_REFUSED):
        return None
    if "erase" in kinds:
        if signs or "rest" in kinds:
            return None
        signs = BLANK
    where = find_cells(words)
    if where is None or where.count is not None or where.lines is not None or not signs:
        return None
    if "rest" in kinds:
        plain = where.cells in (None, _WHOLE) and len(signs) == 1
        return _Fill(_WHOLE, signs, rest=True) if plain else None
    if where.cells is None or (where.crossing and not set(kinds) & set(_FILLING)):
        return None
    if where.unclear and "all" not in kinds and "each" not in kinds:
        return None
    spelt = len(signs) == SIZE == len(where.cells) and where.single_line
    return _Fill(where.cells, signs) if len(signs) == 1 or spelt else None

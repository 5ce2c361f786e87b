"""The follower in languages without a grammar of their own: what a text says about a grid.

It knows the giver's own sentences by heart. It reads other sentences only if it knows every word
and they have only one reading; it ignores all others.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property

from clemtui.engine import ByLanguage
from clemtui.gamekit.grid_words.cells import NamedCells, find_cells, read_statements
from clemtui.gamekit.grid_words.vocabulary import MAX_LENGTH, STOPS, Folded, Token, Vocabulary

from ..grids import SIZE
from .facts import Count, Every, Fact, LineCount, NotEvery
from .reading import statements
from .regions import AXES, GRID, Axis, Cells, line
from .shapes import likenesses
from .tokens import LEXICONS
from .wording import FOLDER, WORDINGS, Wording

_STATES = {"filled": True, "empty": False}
_UNUSED = ("write", "fill", "erase")

VOCABULARIES: Mapping[str, Vocabulary] = ByLanguage(FOLDER, Vocabulary.of)
"""The known words in the languages without a grammar of their own."""


def facts_in(text: str, language: str) -> list[Fact]:
    """Return what a text says about a grid, as far as it is understood.

    Raises:
        KeyError: if there are no words for the language.
    """
    if language in LEXICONS:
        return statements(text, LEXICONS[language])
    return _reader(language).facts(text)


@cache
def _reader(language: str) -> _Reader:
    return _Reader(WORDINGS[language], VOCABULARIES[language])


@dataclass(frozen=True)
class _Statement:
    """What one piece of a sentence says, before "the rest" is resolved."""

    where: NamedCells | None = None
    filled: bool = True
    negated: bool = False
    only: bool = False
    rest: bool = False
    letter: str = ""


@dataclass(frozen=True)
class _Reader:
    wording: Wording
    vocabulary: Vocabulary

    def facts(self, text: str) -> list[Fact]:
        """Return what a text says: the giver's sentences by heart, others if understood."""
        folded = self.vocabulary.folded(text[:MAX_LENGTH])
        found: list[Fact] = []
        spoken_of: Cells = frozenset()
        at = 0
        while at < len(folded.low):
            fact, end = self._by_heart(folded, at)
            if fact is not None:
                said = [fact]
            else:
                words, end = self.vocabulary.read_clause(folded, at)
                whole = end < len(folded.low) or len(text) <= MAX_LENGTH
                said = list(_facts(read_statements(words, _statement), spoken_of)) if whole else []
            at = end
            found += said
            spoken_of |= _cells_of(said)
        return found

    def _by_heart(self, text: Folded, at: int) -> tuple[Fact | None, int]:
        ends = [end for end in range(at, len(text.low)) if text.low[end] in STOPS]
        for end in (*ends, len(text.low)):
            fact = self._sentences.get("".join(text.low[at:end].split()))
            if fact is not None:
                return fact, end + 1
        return None, at

    @cached_property
    def _sentences(self) -> dict[str, Fact]:
        """The giver's sentences without spaces and final signs, with their meanings."""
        return {
            "".join(self.vocabulary.folded(text).low.split()).rstrip(STOPS): fact
            for fact, text in sentences(self.wording)
        }


def sentences(wording: Wording) -> Iterator[tuple[Fact, str]]:
    """Yield everything a giver can say in one sentence, with its meaning."""
    for axis in AXES:
        for index in range(SIZE):
            cells = line(axis, index)
            for filled in (True, False):
                yield Every(cells, filled), wording.line(axis, index, filled)
            for number in range(1, SIZE):
                yield Count(cells, number), wording.count(axis, index, number)
        for number in range(SIZE + 1):
            for filled in (True, False):
                fact = LineCount(axis, number, filled)
                yield fact, wording.line_count(axis, number, filled)
    for cell in sorted(GRID):
        for filled in (True, False):
            yield Every(frozenset({cell}), filled), wording.place(cell, filled)
    for number in range(1, len(GRID) + 1):
        yield Count(GRID, number), wording.total_count(number)
    for name, like in likenesses().items():
        if len(name) == 1 and name.isalpha():
            yield like, wording.looks_like(name)


def _statement(words: Sequence[Token]) -> _Statement | None:
    """Return one statement, or None if the words make no statement or several."""
    kinds = [word.kind for word in words]
    if set(kinds) & set(_UNUSED):
        return None
    states = [_STATES[kind] for kind in kinds if kind in _STATES]
    letters = [word.value for word in words if word.kind == "letter"]
    if letters or "like" in kinds:
        plain = set(kinds) <= {"letter", "like", "sign", "article"} and len(letters) == 1
        known = plain and letters[0] in likenesses()
        return _Statement(letter=letters[0]) if known else None
    if len(states) != 1 or kinds.count("not") > 1 or "sign" in kinds:
        return None
    where = find_cells(words)
    if where is None or (where.crossing and "cell" in kinds):
        return None
    if where.unclear and not {"all", "each"} & set(kinds):
        return None
    said = _Statement(where, states[0], "not" in kinds, "only" in kinds, "rest" in kinds)
    return said if _fits(where, said) else None


def _fits(where: NamedCells, said: _Statement) -> bool:
    """Return whether the statement can be made about these cells."""
    if said.rest:
        nothing = where.cells in (None, GRID) and where.count is None and where.lines is None
        return nothing and not said.negated and not said.only
    if said.negated and said.only:
        return False
    if where.count is not None or where.lines is not None:
        return not said.negated and not said.only
    return where.cells is not None


def _facts(said: Sequence[_Statement], spoken_of: Cells) -> Iterator[Fact]:
    for one in said:
        fact = _fact(one, spoken_of)
        if fact is None:
            continue
        yield fact
        spoken_of |= _cells_of([fact])
        if one.only and one.where is not None and one.where.cells is not None:
            yield Every(GRID - one.where.cells, not one.filled)


def _fact(said: _Statement, spoken_of: Cells) -> Fact | None:
    if said.letter:
        return likenesses()[said.letter]
    if said.rest:
        return Every(GRID - spoken_of, said.filled) if spoken_of else None
    assert said.where is not None
    where = said.where
    if where.lines is not None:
        axis: Axis = "row" if where.lines[0] == "row" else "column"
        return LineCount(axis, where.lines[1], said.filled)
    cells = GRID if where.cells is None else where.cells
    if where.count is not None:
        return Count(cells, where.count, said.filled)
    return NotEvery(cells, said.filled) if said.negated else Every(cells, said.filled)


def _cells_of(facts: Sequence[Fact]) -> Cells:
    """Return the cells that the statements mention."""
    every = [fact.cells for fact in facts if isinstance(fact, Every | Count | NotEvery)]
    return frozenset().union(*every)

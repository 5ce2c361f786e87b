"""The scripted follower: what a command in ordinary words makes of a grid.

It changes only what it has understood, and leaves the rest of the grid as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from .grids import BLANK, SIZE, Rows
from .lexicon import Lexicon
from .lexicon_de import GERMAN
from .lexicon_en import ENGLISH
from .phrases import cells_of, crossing, put_together
from .regions import ALL, Cell, Cells, Region
from .tokens import Token, tokens

LEXICONS: Mapping[str, Lexicon] = MappingProxyType({"en": ENGLISH, "de": GERMAN})

_SINGLE = re.compile(
    r"\b(?:an?|one|ein|einen)\s+[\"'“„‘]?[A-Z]\b"
    r"|\b(?i:put|place|set|write|add|insert|setze?|schreibe?)\s+[\"'“„‘]?[A-Z][\"'”“’]?\s+(?:in|at|on)",
)
"""One letter, not several: "an X", "put X in"."""

_ACTIONS = "DZVH!"
_SAID = "DZV~_"
"""What says only that something is done: the rest of a clause says where."""

_PLACES = "RCPX"


def follow(rows: Rows, command: str, language: str) -> Rows:
    """The grid after a command (without its tag).

    Raises:
        KeyError: there are no words for the language.
    """
    drawing = _Drawing({cell: rows[cell[0] - 1][cell[1] - 1] for cell in ALL})
    single = _SINGLE.search(command) is not None
    for clause in _clauses(tokens(command, LEXICONS[language])):
        drawing.carry_out(clause, single=single)
    numbers = range(1, SIZE + 1)
    return tuple("".join(drawing.cells[row, column] for column in numbers) for row in numbers)


def _clauses(found: Sequence[Token]) -> Iterator[list[Token]]:
    """The parts of a command, each with one action: a new verb begins a part, once there is a verb
    or a letter in the part before."""
    clause: list[Token] = []
    for token in found:
        full = any(t.kind in "L" + _ACTIONS for t in clause)
        if token.kind == "." or (token.kind in _ACTIONS and full):
            yield clause
            clause = []
        if token.kind != ".":
            clause.append(token)
    yield clause


@dataclass
class _Drawing:
    """A grid while a command is carried out.

    ``letter`` and ``last`` are the letter and the cells that the command named last.
    """

    cells: dict[Cell, str]
    letter: str | None = None
    last: Cells = field(default_factory=frozenset)

    def carry_out(self, clause: Sequence[Token], *, single: bool) -> None:
        """Change what a clause says."""
        kinds = {token.kind for token in clause}
        if kinds & {"H", "!"}:
            return
        named = [t for t in self._with_last(self._with_blanks(clause)) if t.kind not in _SAID]
        found = put_together(named, single=single)
        if any(token.kind == "!" for token in found):
            return
        if "Z" in kinds:
            self._erase(found)
        elif "V" in kinds and len({t.value for t in found if t.kind == "L"}) == 2:
            self._replace(found)
        else:
            for letters, region in _assignments(found, self._usual(kinds)):
                self._write(letters, region)
            for token in found:
                if token.kind == "W":
                    self.cells.update(token.value)

    def _with_last(self, clause: Sequence[Token]) -> list[Token]:
        """The tokens with the cells named last in the place of "it", where a direction needs it."""
        kinds = "".join(token.kind for token in clause)
        made: list[Token] = []
        for number, token in enumerate(clause):
            if token.kind == "J":
                if kinds[:number].rstrip("if").endswith("l") and self.last:
                    made.append(Token("X", Region(self.last)))
            else:
                made.append(token)
        return made

    def _with_blanks(self, clause: Sequence[Token]) -> list[Token]:
        """The tokens with "empty" as what is written, unless it says which cells are meant."""
        made: list[Token] = []
        for number, token in enumerate(clause):
            following = clause[number + 1].kind if number + 1 < len(clause) else ""
            stands_alone = token.kind == "u" and following not in ("k", "r", "c")
            made.append(Token("L", BLANK) if stands_alone else token)
        return made

    def _usual(self, kinds: set[str]) -> str | None:
        """The letter of a clause that names none: the one before it, or the only one drawn."""
        if not kinds & {"D", "~"}:
            return None
        drawn = set(self.cells.values()) - {BLANK}
        return self.letter or (drawn.pop() if len(drawn) == 1 else None)

    def _write(self, letters: Sequence[str], region: Region) -> None:
        cells = sorted(self._meant(region))
        if not cells:
            return
        if len(set(letters)) == 1:
            self.cells.update(dict.fromkeys(cells, letters[0]))
        elif len(letters) == len(cells):
            self.cells.update(zip(cells, letters, strict=True))
        else:
            return
        self.letter = letters[-1]
        self.last = frozenset(cells)

    def _meant(self, region: Region) -> Cells:
        if not region.rest:
            return region.cells
        return frozenset(cell for cell in region.cells if self.cells[cell] == BLANK)

    def _erase(self, found: Sequence[Token]) -> None:
        """Empty some cells; where letters are named, only cells with these."""
        letters = {token.value for token in found if token.kind == "L"} - {BLANK}
        regions = [cells_of(token) for token in found if token.kind in _PLACES]
        if any(region.rest for region in regions) or not (regions or letters):
            return
        named = frozenset().union(*(region.cells for region in regions)) if regions else ALL
        for cell in named:
            if not letters or self.cells[cell] in letters:
                self.cells[cell] = BLANK
        self.last = named

    def _replace(self, found: Sequence[Token]) -> None:
        """Put a letter in the place of another one, everywhere or in a region."""
        old, new = dict.fromkeys(token.value for token in found if token.kind == "L")
        regions = [cells_of(token).cells for token in found if token.kind in _PLACES]
        for cell in frozenset().union(*regions) if regions else ALL:
            if self.cells[cell] == old:
                self.cells[cell] = new


@dataclass
class _Group:
    """Places that belong together, and what is taken out of them."""

    tokens: list[Token] = field(default_factory=list)
    taken: Cells = frozenset()

    def region(self) -> Region:
        """The cells of all of them."""
        whole = Region(frozenset())
        for token in self.tokens:
            whole = whole | cells_of(token)
        return Region(whole.cells - self.taken, whole.rest)

    def take_out(self, token: Token) -> None:
        """Leave out some cells; places count in the row or column that was named before."""
        axis = self.tokens[-1] if self.tokens else token
        region = crossing(axis, token) if token.kind == "P" else None
        self.taken |= (region or cells_of(token)).cells


def _assignments(
    found: Sequence[Token], usual: str | None
) -> Iterator[tuple[tuple[str, ...], Region]]:
    """Which letters belong into which cells: "A in row 1", "row 1 with A", "in row 1, A in
    column 2".

    ``usual`` is the letter where none is named.
    """
    items = [token for token in found if token.kind in "LxW&," + _PLACES]
    order = "".join(token.kind for token in items if token.kind not in "&,")
    if "L" not in order:
        group = _gathered(items)
        if usual is not None and group.tokens:
            yield (usual,), group.region()
        return
    if order[0] == "L":
        yield from _letters_first(items, None)
    elif _scope(items) is not None:
        yield from _letters_first(items[1:], _scope(items))
    else:
        yield from _places_first(items)


def _gathered(items: Sequence[Token]) -> _Group:
    group = _Group()
    taking = False
    for item in items:
        taking = taking or item.kind == "x"
        if item.kind in _PLACES:
            if taking:
                group.take_out(item)
            else:
                group.tokens.append(item)
    return group


def _scope(items: Sequence[Token]) -> Token | None:
    """The row or column that all that follows is said of ("in row 1, A in column 2")."""
    kinds = "".join(item.kind for item in items)
    head = items[0]
    crosses = {"R": "CP", "C": "RP"}.get(head.kind, "")
    after = kinds[1:].lstrip(",")
    return head if len(after) > 1 and after[0] == "L" and after[1] in tuple(crosses) else None


def _letters_first(
    items: Sequence[Token], scope: Token | None
) -> Iterator[tuple[tuple[str, ...], Region]]:
    letters: list[str] = []
    places: list[Token] = []
    for item in [*items, Token("L", "")]:
        if item.kind != "L":
            places.append(item)
            continue
        group = _gathered(places)
        if group.tokens:
            if scope is not None:
                group.tokens = [_within(scope, token) for token in group.tokens]
            yield tuple(letters), group.region()
            letters = []
            places = []
        letters.append(item.value)


def _within(scope: Token, token: Token) -> Token:
    region = crossing(scope, token)
    return token if region is None else Token("X", region)


def _places_first(items: Sequence[Token]) -> Iterator[tuple[tuple[str, ...], Region]]:
    """Every letter is for the places before it. Places behind the last letter are for that one as
    well, if they are listed ("row 1 with A, and row 2"), or an exception ("except column 2")."""
    places: list[Token] = []
    group = _Group()
    letters: list[str] = []
    for item in items:
        if item.kind == "L" and letters and not _gathered(places).tokens:
            letters.append(item.value)
        elif item.kind == "L":
            if letters:
                yield tuple(letters), group.region()
            group, letters, places = _gathered(places), [item.value], []
        elif letters and any(place.kind == "x" for place in [*places, item]):
            if item.kind in _PLACES:
                group.take_out(item)
            else:
                places.append(item)
        else:
            places.append(item)
    listed = bool(places) and places[0].kind in "&,"
    if letters:
        if listed:
            group.tokens += _gathered(places).tokens
        yield tuple(letters), group.region()

"""The state of a grid while a command is executed clause by clause."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import cycle

from ..grids import BLANK
from .assignments import PLACES, assignments
from .copies import cells_to_copy, lines_of
from .meanings import cells_of
from .phrases import merge_tokens
from .regions import ALL, NUMBERS, Cell, Cells, Region, columns, rows
from .tokens import Token

_ACTION_FILLER = "DZV~_"
"""Tokens that only say that something is done; the rest of the clause says where."""

_LINES = {"R": rows, "C": columns}


@dataclass
class Drawing:
    """A grid and what the commands so far named last.

    Attributes:
        cells: the content of each cell.
        letter: the letter named last.
        last: the cells named last.
        drawn: what the last clause that drew something wrote, by cell.
        kept: cells that must stay as they were.
    """

    cells: dict[Cell, str]
    letter: str | None = None
    last: Cells = field(default_factory=frozenset)
    drawn: Mapping[Cell, str] = field(default_factory=dict)
    kept: Cells = field(default_factory=frozenset)

    def execute(self, clause: Sequence[Token], *, single: bool) -> None:
        """Execute a clause; a ``single`` letter goes into a single cell."""
        kinds = {token.kind for token in clause}
        if "!" in kinds and (clause[0].kind != "!" or not kinds & {"D", "Z"}):
            return
        told = [token for token in clause if token.kind != "!"]
        named = [
            t
            for t in self._resolve_pronouns(self._with_blanks(told))
            if t.kind not in _ACTION_FILLER
        ]
        if "Q" in kinds:
            self.cells.update(cells_to_copy(self.cells, self.drawn, named))
            return
        found = merge_tokens(named, single=single and "e" not in kinds)
        if any(token.kind == "!" for token in found):
            return
        if kinds & {"H", "!"}:
            self.kept |= _cells(t for t in found if t.kind in PLACES and not cells_of(t).rest)
        elif "w" in kinds:
            self._swap(found)
        elif "Z" in kinds:
            self._erase(found)
        elif "V" in kinds and len({t.value for t in found if t.kind == "L"}) == 2:
            self._replace(found)
        else:
            self._draw(found, self._default_letter(kinds))

    def _resolve_pronouns(self, clause: Sequence[Token]) -> list[Token]:
        """Replace "it" and "its" by the cells named last where a direction or a part needs them."""
        kinds = "".join(token.kind for token in clause)
        made: list[Token] = []
        for number, token in enumerate(clause):
            if token.kind == "J":
                if kinds[:number].rstrip("if").endswith(("l", "O")) and self.last:
                    line = kinds[:number].rstrip("ifl")[-1:].upper()
                    made.append(self._line_of_last(line) or Token("X", Region(self.last)))
            elif token.kind != "j":
                made.append(token)
        return [*made, Token("i"), *self._last_line()] if re.search("(?<!x)j", kinds) else made

    def _line_of_last(self, kind: str) -> Token | None:
        """Return the single row or column that contains the cells named last."""
        at = {"R": 0, "C": 1}.get(kind)
        if at is None or len({cell[at] for cell in self.last}) != 1:
            return None
        return Token(kind, (min(self.last)[at],))

    def _last_line(self) -> list[Token]:
        """Return the row or column named last."""
        for kind, of_line in _LINES.items():
            for number in NUMBERS:
                if self.last == of_line((number,)):
                    return [Token(kind, (number,))]
        return [Token("!")]

    def _with_blanks(self, clause: Sequence[Token]) -> list[Token]:
        """Turn "empty" into an empty cell to write, unless it describes which cells are meant."""
        made: list[Token] = []
        for number, token in enumerate(clause):
            following = clause[number + 1].kind if number + 1 < len(clause) else ""
            stands_alone = token.kind == "u" and following not in ("k", "r", "c")
            made.append(Token("L", BLANK) if stands_alone else token)
        return made

    def _default_letter(self, kinds: set[str]) -> str | None:
        """Return the letter for a clause that names none: the last one, or the only one drawn."""
        if not kinds & {"D", "~"}:
            return None
        drawn = set(self.cells.values()) - {BLANK}
        return self.letter or (drawn.pop() if len(drawn) == 1 else None)

    def _draw(self, found: Sequence[Token], default_letter: str | None) -> None:
        drawn: dict[Cell, str] = {}
        for letters, region in assignments(found, default_letter):
            drawn |= self._write(letters, region)
        for token in found:
            if token.kind == "W":
                drawn |= token.value
                self.cells.update(token.value)
        if drawn:
            self.drawn = drawn

    def _write(self, letters: Sequence[str], region: Region) -> dict[Cell, str]:
        """Write letters into a region and return what was written, by cell.

        One letter goes everywhere; several are written one per cell; alternating ones in turn.
        """
        cells = sorted(self._target_cells(region))
        if len(set(letters)) == 1:
            written = dict(zip(cells, cycle(letters[0])))
        elif len(letters) == len(cells):
            written = dict(zip(cells, letters, strict=True))
        else:
            return {}
        if cells:
            self.cells.update(written)
            self.letter = letters[-1][-1]
            self.last = frozenset(cells)
        return written

    def _target_cells(self, region: Region) -> Cells:
        if not region.rest:
            return region.cells
        return frozenset(cell for cell in region.cells if self.cells[cell] == BLANK)

    def _erase(self, found: Sequence[Token]) -> None:
        """Empty some cells; if letters are named, only the cells that contain them."""
        letters = {token.value for token in found if token.kind == "L"} - {BLANK}
        regions = [cells_of(token) for token in found if token.kind in PLACES]
        if any(region.rest for region in regions) or not (regions or letters):
            return
        named = _cells(found) if regions else ALL
        for cell in named:
            if not letters or self.cells[cell] in letters:
                self.cells[cell] = BLANK
        self.last = named

    def _replace(self, found: Sequence[Token]) -> None:
        """Replace one letter by another, everywhere or in a region."""
        old, new = dict.fromkeys(token.value for token in found if token.kind == "L")
        for cell in _cells(found) or ALL:
            if self.cells[cell] == old:
                self.cells[cell] = new

    def _swap(self, found: Sequence[Token]) -> None:
        """Swap two letters, or the contents of two rows, columns or cells."""
        letters = list(dict.fromkeys(token.value for token in found if token.kind == "L"))
        lines = lines_of(found)
        if len(letters) == 2:
            other = dict(zip(letters, reversed(letters), strict=True))
            for cell in _cells(found) or ALL:
                self.cells[cell] = other.get(self.cells[cell], self.cells[cell])
        elif (
            not letters
            and len(lines) == 2
            and len({t.kind for t in found if t.kind in PLACES}) == 1
        ):
            for one, two in zip(*lines, strict=True):
                self.cells[one], self.cells[two] = self.cells[two], self.cells[one]


def _cells(found: Iterable[Token]) -> Cells:
    """Return all cells that the tokens name."""
    named = (cells_of(token).cells for token in found if token.kind in PLACES)
    return frozenset().union(*named)

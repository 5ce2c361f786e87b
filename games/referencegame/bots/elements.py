"""Groups of words: which cells a phrase names, how many, and how it joins its neighbours."""

from __future__ import annotations

from collections.abc import Sequence

from ..grids import SIZE
from .facts import Relation
from .groups import (
    MARKS,
    Element,
    LineNumber,
    Mark,
    Number,
    Places,
    Region,
    Special,
    State,
)
from .lexicon import Token
from .regions import (
    AXES,
    CORNERS,
    FALLING,
    GRID,
    MIDDLE,
    MIDDLE_FROM_END,
    RISING,
    Axis,
    Cells,
    line,
    lines,
)

_SEPARATORS = ("comma", "and", "to")


def elements(tokens: Sequence[Token]) -> list[Element]:
    """Split the tokens of a text into groups of words."""
    return _Grouping(tokens).all()


class _Grouping:
    def __init__(self, tokens: Sequence[Token]) -> None:
        self.tokens = tokens
        self.at = 0
        self.noun: Token | None = None  # the last row, column or cell

    def all(self) -> list[Element]:
        found: list[Element] = []
        while self.at < len(self.tokens):
            element = self._next()
            if element is not None:
                found.append(element)
        return found

    def _kind(self, ahead: int = 0) -> str:
        at = self.at + ahead
        return self.tokens[at].kind if at < len(self.tokens) else "end"

    def _take(self) -> Token:
        self.at += 1
        token = self.tokens[self.at - 1]
        if token.kind in ("line", "stroke", "cell"):
            self.noun = token
        return token

    def _next(self) -> Element | None:
        match self._kind():
            case "ordinal" | "side" | "every other" | "ends":
                return self._indexed()
            case "number" if self.noun is None and self._lists_lines():
                return self._unnamed_lines()
            case "number" | "relation":
                return self._numbered()
            case "none" if self._kind(1) in ("line", "stroke") and self._kind(2) != "number":
                self._take()
                return LineNumber(self._take().value, 0, "exactly", None)
            case "all" if self._kind(1) in ("line", "stroke", "number", "area", "corner"):
                return self._every()
            case "all" if self._kind(1) == "cell":
                self.at += 2
                return Region((GRID,))
            case "line" | "stroke":
                return self._named_lines()
            case "cell" if self._kind(1) == "number" and self._kind(2) not in ("state", "cell"):
                self._take()
                return Places(tuple(index - 1 for index in self._numbers()))
            case "pair":
                return Region((frozenset({self._take().value}),))
            case "area" | "grid":
                return Region((self._take().value or GRID,))
            case "corner":
                self._take()
                ahead = int(self._kind() == "in")
                if self._kind(ahead) == self._kind(ahead + 1) == "side":
                    self.at += ahead
                    return self._indexed()
                return Region((CORNERS,))
            case "place":
                return self._beginning_or_end()
            case "diagonal":
                cells = self._take().value
                if self._kind() == "diagonal":  # "the diagonal from ... to ..."
                    cells = self._take().value or cells
                return Region((cells,)) if cells else Region((FALLING,), other=RISING)
            case "state":
                return State(self._take().value)
            case "alternating":
                first = self._take().value
                signs = tuple((at % 2 == 0) == first for at in range(SIZE))
                return Special(Token("pattern", signs))
            case "shape" | "pattern" | "mirrored" | "arrangement":
                return Special(self._take())
            case "except" if self.tokens[self.at].value == "but" and self._says_more():
                self._take()
                return Mark("stop")
            case kind if kind in MARKS:
                return Mark(self._take().kind)
            case "cell":
                self._take()
                return Mark("cell")
            case _:
                self._take()
                return None

    def _says_more(self) -> bool:
        """Return whether a state follows for the cells in this sentence: "but it is empty"."""
        for token in self.tokens[self.at :]:
            if token.kind in ("state", "full stop"):
                return token.kind == "state"
        return False

    def _beginning_or_end(self) -> Places:
        """Read ``starts with a blank`` or ``ends with two X``."""
        place = self._take().value
        if self._kind() == "number" and self._kind(1) in ("state", "cell"):
            length = min(self._take().value, SIZE)
            return Places(tuple(range(length) if place == 0 else range(SIZE - length, SIZE)))
        return Places((place,))

    def _lists_lines(self) -> bool:
        """Return whether numbers stand alone for lines: "1, 3 and 4 are full"."""
        start = self.at
        numbers = self._numbers()
        follows, self.at = self._kind(), start
        alone = follows in ("end", "state", "stop", "full stop", "all", "only")
        return alone and len(numbers) > 1 and set(numbers) <= set(range(1, SIZE + 1))

    def _unnamed_lines(self) -> Region:
        """Read numbers as rows, with columns as the alternative reading."""
        places = [number - 1 for number in self._numbers()]
        return Region(_lines("row", places), "row", other=_whole("column", places))

    # Lines and places by name

    def _named_lines(self) -> Element | None:
        """Read ``rows 1, 3 and 5``; a line without a number says nothing by itself."""
        axis: Axis = self._take().value
        if self._kind() == "colon" and self._kind(1) == "number" and not self._counts(1):
            self._take()
        if self._kind() == "number":
            found = [index - 1 for index in self._numbers() if 1 <= index <= SIZE]
            return Region(tuple(line(axis, index) for index in found), axis) if found else None
        return None

    def _numbers(self) -> list[int]:
        """Read a list of numbers and ranges, without numbers that count cells."""
        found = [self._take().value]
        while self._kind() in _SEPARATORS:
            ahead = 2 if self._kind() == "comma" and self._kind(1) == "and" else 1
            if self._kind(ahead) != "number" or self._counts(ahead):
                break
            through = self._kind(ahead - 1) == "to"
            self.at += ahead
            number = self._take().value
            found += range(found[-1] + 1, number + 1) if through else [number]
        return found[: SIZE * SIZE]

    def _counts(self, ahead: int) -> bool:
        follows = self._kind(ahead + 1)
        return follows == "cell" or (follows == "state" and self._kind(ahead + 2) == "cell")

    def _indexed(self) -> Element | None:
        """Read ordinals and sides, and the noun they belong to.

        Examples: ``first, third and last rows``, ``top two rows``, ``top left corner``, ``middle
        cell``, ``third row from the bottom``.
        """
        specs: list[Token] = []
        apart = True  # whether a separator precedes the next one
        joined = 0
        while True:
            if self._kind() in ("ordinal", "side", "every other", "ends"):
                joined += not apart
                specs.append(self._take())
                apart = False
                if self._kind() == "from":
                    self._turn(specs, self._take().value)
                continue
            ahead = 1
            if self._kind() == "comma" and self._kind(1) == "and":
                ahead = 2
            several = self._several(specs)
            if several:
                specs[-1:] = several
                continue
            fits = self._kind(ahead) in ("ordinal", "side", "ends")
            if self._kind() in ("comma", "and") and fits and self._leads_to_noun(ahead):
                self.at += ahead
                apart = True
                continue
            if self._kind() == "to" and self._kind(1) == "ordinal":
                self._take()
                last = self.tokens[self.at].value
                start = specs[-1].value if specs[-1].kind == "ordinal" else 0
                specs += [Token("ordinal", index) for index in range(start + 1, last)]
                apart = True
                continue
            break
        if joined and len(specs) == 2:
            corner = self._crossing(specs)
            if corner is not None:
                return corner
        length = 0
        if self._kind() == "number" and self._kind(1) in ("line", "stroke", "cell"):
            length = self._take().value
        return self._of_noun(specs, length)

    def _several(self, specs: list[Token]) -> list[Token]:
        """Return the single places of "first two" in ``the first two and the last row``.

        Return an empty list if the words do not have this form.
        """
        more = 3 if (self._kind(1), self._kind(2)) == ("comma", "and") else 2
        goes_on = self._kind(1) in ("comma", "and") and self._leads_to_noun(more)
        if self._kind() != "number" or not goes_on or specs[-1].kind not in ("ordinal", "side"):
            return []
        length, last = self._take().value, specs[-1]
        axis, start = last.value if last.kind == "side" else (None, last.value % SIZE)
        step = -1 if start == SIZE - 1 else 1
        places = [at for at in range(start, start + step * length, step) if 0 <= at < SIZE]
        return [Token(last.kind, (axis, at) if axis else at) for at in places]

    def _stands_for_noun(self) -> bool:
        """Return whether "one" stands for a row or cell named before: "the middle one"."""
        one = self._kind() == "number" and self.tokens[self.at].value == 1
        return one and self.noun is not None and self._kind(1) not in ("line", "stroke", "cell")

    def _leads_to_noun(self, ahead: int) -> bool:
        """Return whether a list of places leads to a row, column or cell, not to a new list."""
        place = self.at + ahead
        while place < len(self.tokens):
            kind = self.tokens[place].kind
            if kind in ("line", "stroke", "cell"):
                return True
            if kind not in ("ordinal", "side", "ends", "comma", "and", "to", "from"):
                return False
            if kind == "side" and self.tokens[place - 1].kind == "side":
                return False
            place += 1
        return False

    def _crossing(self, specs: list[Token]) -> Region | None:
        """Read ``top left`` or ``middle right`` as one cell, with or without a noun."""
        place: dict[str, int] = {}
        for spec in specs:
            if spec.kind == "side":
                axis, index = spec.value
                place[axis] = index
        if len(place) == 1 and {spec.kind for spec in specs} == {"side", "ordinal"}:
            missing = next(axis for axis in AXES if axis not in place)
            ordinal = next(spec.value for spec in specs if spec.kind == "ordinal")
            if self._kind() in ("line", "stroke") or ordinal % SIZE != MIDDLE:
                return None
            place[missing] = MIDDLE
        if len(place) < len(AXES):
            return None
        if self._kind() in ("corner", "cell") or self._names_corners():
            self._take()
        return Region((frozenset({(place["row"], place["column"])}),))

    def _names_corners(self) -> bool:
        return self._kind() == "area" and self.tokens[self.at].value == CORNERS

    def _turn(self, specs: list[Token], side: tuple[Axis, int]) -> None:
        """Count the last place from the named side."""
        last = specs[-1]
        if last.kind == "ordinal" and side[1] and last.value >= 0:
            specs[-1] = Token("ordinal", -1 - last.value)

    def _of_noun(self, specs: list[Token], length: int) -> Element | None:
        kind = self._kind()
        if kind in ("line", "stroke"):
            axis: Axis = self._take().value
            if self._kind() == "from":
                self._turn(specs, self._take().value)
            places = _indices(specs, axis, length)
            if specs == [Token("every other")]:
                return Region(_lines(axis, places), axis, other=GRID - _whole(axis, places))
            return Region(_lines(axis, places), axis) if places else None
        if kind == "cell":
            self._take()
            if specs[0].kind == "side":  # "the left cell" of a row, "the top cell" of a column
                specs = [Token("ordinal", -1 if s.value[1] else 0) if s.kind == "side" else s
                         for s in specs]  # fmt: skip
            return Places(_indices(specs, None, length))
        if specs[0].kind == "side" and len(specs) == 1:
            axis, index = specs[0].value
            if self._names_corners():
                self._take()
                return Region((CORNERS & line(axis, index),))
            if kind == "corner":  # of a row or a column
                self._take()
                return Places((index,))
        if self._stands_for_noun():
            self._take()
        elif specs[0].kind == "side":
            axis, index = specs[0].value
            return Region((line(axis, index),), axis)
        elif specs[0].kind == "ends":
            return Places((0, -1))
        elif [spec.value for spec in specs] == [MIDDLE_FROM_END]:  # "in the middle"
            return Places((MIDDLE,))
        if self.noun is not None:  # "the first row is filled, the second is not"
            places = _indices(specs, self.noun.value, length)
            lines_meant = self.noun.kind != "cell"
            axis = self.noun.value
            return Region(_lines(axis, places), axis) if lines_meant else Places(places)
        return None

    # Numbers

    def _numbered(self) -> Element | None:
        """Read a number and its noun, if any.

        Examples: ``exactly three``, ``two filled rows``, ``two lines``.
        """
        relation: Relation = "exactly"
        more = 0
        while self._kind() == "relation":
            relation, more = self._take().value
        if self._kind() != "number":
            return None
        number = self._take().value + more
        if self._kind() == "ends":
            self._take()
            return Places((0, -1))
        if self._kind() in ("line", "stroke") and self._kind(1) != "number":
            return LineNumber(self._take().value, number, relation, None)
        if self._kind() == "state" and self._kind(1) in ("line", "stroke"):
            filled = self._take().value
            return LineNumber(self._take().value, number, relation, filled)
        if self._kind() in ("side", "ordinal") and self._kind(1) in ("line", "stroke"):
            return self._of_noun([self._take()], number)  # "the two left columns"
        if self._kind() in ("area", "corner") and number in (2, len(CORNERS)):
            return self._next()  # "both diagonals", "four corners"
        return Number(number, relation)

    def _every(self) -> Element | None:
        """Read ``every row``, ``all four corners`` or ``all three rows``."""
        self._take()
        if self._kind() in ("line", "stroke"):
            axis: Axis = self._take().value
            return Region(lines(axis), axis)
        if self._kind() == "number":
            return self._numbered()
        return self._next()


def _lines(axis: Axis, places: Sequence[int]) -> tuple[Cells, ...]:
    return tuple(line(axis, index) for index in places)


def _whole(axis: Axis, places: Sequence[int]) -> Cells:
    return frozenset().union(*_lines(axis, places))


def _indices(specs: Sequence[Token], axis: Axis | None, length: int) -> tuple[int, ...]:
    """Return the places that a list of tokens names, counted from 0."""
    found: list[int] = []
    for spec in specs:
        match spec.kind:
            case "ordinal":
                found.append(spec.value % SIZE)
            case "side" if axis is None or spec.value[0] == axis:
                found.append(spec.value[1])
            case "every other":
                found += range(spec.value or 0, SIZE, 2)
            case "ends":
                found += [0, SIZE - 1]
    if length and len(found) == 1:
        start = found[0] if found[0] != MIDDLE else MIDDLE - length // 2
        start = SIZE - length if found[0] == SIZE - 1 else start
        found = [index for index in range(start, start + length) if 0 <= index < SIZE]
    return tuple(dict.fromkeys(found))

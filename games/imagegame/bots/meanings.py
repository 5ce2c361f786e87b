"""What neighbouring tokens of a command name together: rows, columns, places, regions."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from ..grids import SIZE
from .regions import (
    ALL,
    ANTI,
    CENTRE,
    CORNERS,
    CROSS,
    MAIN,
    MIDDLE,
    NO_CELLS,
    STEPS,
    Cell,
    Cells,
    Region,
    between,
    block,
    columns,
    diagonal_through,
    in_reading_order,
    places,
    rows,
    shifted,
    sized,
    span,
)
from .tokens import Token

Merged = Token | list[Token]

EVERY_PLACE = tuple(range(1, SIZE + 1))
NOWHERE = SIZE * SIZE + 1
"""An ordinal that matches no place."""


def cells_of(token: Token) -> Region:
    """Return the cells of a token: rows, columns, places in reading order, or a region."""
    match token.kind:
        case "R":
            return Region(rows(token.value))
        case "C":
            return Region(columns(token.value))
        case "P":
            return Region(in_reading_order(token.value))
        case _:
            region: Region = token.value
            return region


def crossing(one: Token, other: Token) -> Region | None:
    """Return the cells common to two tokens if one narrows the other down, else None."""
    kinds = {one.kind: one, other.kind: other}
    match "".join(sorted(kinds)):
        case "CR":
            return Region(rows(kinds["R"].value) & columns(kinds["C"].value))
        case "PR":
            return Region(rows(kinds["R"].value) & columns(places(kinds["P"].value)))
        case "CP":
            return Region(columns(kinds["C"].value) & rows(places(kinds["P"].value)))
        case _:
            return None


def region_token(cells: Cells) -> Token:
    return Token("X", Region(cells))


def crossed(found: Sequence[Token]) -> Token:
    one, other = (token for token in found if token.kind in "RCP")
    region = crossing(one, other)
    return Token("X", region or Region(NO_CELLS))


def two_crossed(found: Sequence[Token]) -> list[Token]:
    """Combine two adjacent cells, each given as a row and a column."""
    axes = [token for token in found if token.kind in "RC"]
    return [crossed(axes[:2]), Token("&"), crossed(axes[2:])]


def joined(found: Sequence[Token]) -> Token:
    """Merge tokens of one kind into one with all their values."""
    parts = [token for token in found if token.kind in "nNoRCPX"]
    kind = parts[0].kind
    if kind == "X":
        return Token("X", reduce(lambda a, b: a | b, (token.value for token in parts)))
    values = [v for t in parts for v in (t.value if isinstance(t.value, tuple) else (t.value,))]
    return Token("N" if kind in "nN" else kind, tuple(dict.fromkeys(values)))


def number_range(found: Sequence[Token]) -> Token:
    first, last = (token.value for token in found if token.kind == "n")
    return Token("N", tuple(range(first, min(last, SIZE * SIZE) + 1)))


def stretch(found: Sequence[Token]) -> Token:
    """Combine "from" one ordinal "to" another of the same kind."""
    one, other = (token for token in found if token.kind in "oRCP")
    return Token(one.kind, _range(one.value[:1], other.value[-1:]))


def _range(first: Sequence[int], last: Sequence[int]) -> tuple[int, ...]:
    """Return the places from one to another, or none if either does not exist."""
    ends = places((*first, *last))
    return tuple(range(ends[0], ends[-1] + 1)) if first and last and ends else ()


def counted(found: Sequence[Token]) -> Token:
    """Combine "the first two", "the last three" or "the middle three"; a side counts from there."""
    first, number = found[0], found[-1].value
    return Token("o", span(ordinal(first), number))


def counted_from(found: Sequence[Token]) -> list[Token]:
    """Combine a number of letters from a place onwards ("3 As in row 2, from the left")."""
    letter = next(token for token in found if token.kind == "L")
    number = next(token.value for token in found if token.kind == "n")
    line, first = next(token for token in found if token.kind in "RC"), found[-1]
    if first.kind == "S":
        reached = span(ordinal(first), number)
    else:
        start = places(first.value)[:1]
        reached = tuple(n for at in start for n in range(at, at + number))
    region = crossing(line, Token("P", reached))
    return [letter, Token("X", region)]


def ordinal(token: Token) -> int:
    if token.kind == "M":
        return MIDDLE
    if token.kind == "S":
        return 1 if sum(token.value) < 0 else -1
    ordinals: tuple[int, ...] = token.value
    return ordinals[0] if ordinals else NOWHERE


def ordinals(token: Token) -> tuple[int, ...]:
    match token.kind:
        case "o" | "N" | "p":
            values: tuple[int, ...] = token.value
            return values
        case "n":
            return (token.value,)
        case "e" | "h":
            return EVERY_PLACE
        case "A":
            return EVERY_PLACE[token.value - 1 :: 2]
        case "E":
            return (1, -1) if token.value == 0 else (token.value,)
        case _:
            return (ordinal(token),)


_UNITS = {"r": "R", "c": "C", "k": "P"}
_OTHER = {"R": "C", "C": "R"}


def axis(found: Sequence[Token]) -> Token:
    """Combine a unit (row, column or place) with its numbers."""
    unit = next(token for token in found if token.kind in _UNITS)
    which = next(t for t in reversed(found) if t.kind in "oNnMSApe" and t is not unit)
    return Token(_UNITS[unit.kind], ordinals(which))


def every_one(found: Sequence[Token]) -> Token:
    """Return all rows or columns, whether or not their number is stated."""
    unit = next(token.kind for token in found if token.kind in _UNITS)
    return Token(_UNITS[unit], EVERY_PLACE)


def every_but(found: Sequence[Token]) -> Token:
    """Return all rows or columns except some ("all columns except 1 and 5")."""
    left_out = next(token for token in reversed(found) if token.kind in "nNo")
    line = every_one(found)
    return Token(line.kind, tuple(n for n in EVERY_PLACE if n not in places(ordinals(left_out))))


def from_side(found: Sequence[Token]) -> Token:
    """Combine a row, column or place counted from a side ("the second column from the right")."""
    side = next(ordinal(token) for token in found if token.kind == "S")
    unit = next(token.kind for token in found if token.kind in _UNITS)
    return Token(_UNITS[unit], tuple(side * number for number in found[0].value))


def from_edge(found: Sequence[Token]) -> Token:
    """Combine a line from one side up to a place ("row 1 from the left to column 3")."""
    line, last = found[0], found[-1]
    side = next(token for token in found if token.kind == "S")
    reached = _range((ordinal(side),), last.value[-1:])
    return crossed([line, Token(_OTHER[line.kind], reached)])


def at_sides(found: Sequence[Token]) -> Merged:
    """Return the rows or columns at one or two sides."""
    tokens = [_edge(token) for token in found if token.kind == "S"]
    if len({token.kind for token in tokens}) == 1:
        return joined(tokens)
    return region_token(frozenset().union(*(cells_of(token).cells for token in tokens)))


def _edge(side: Token) -> Token:
    return Token("R" if side.value[0] else "C", (ordinal(side),))


def corner(found: Sequence[Token]) -> Token:
    """Return the corner between two sides, or all corners at one side or at opposite sides."""
    sides = [token for token in found if token.kind == "S"]
    cells = [cells_of(_edge(side)).cells for side in sides]
    if len(sides) == 2 and (bool(sides[0].value[0]) != bool(sides[1].value[0])):
        return region_token(cells[0] & cells[1])
    return region_token(CORNERS & frozenset().union(*cells))


def of_size(found: Sequence[Token]) -> Token:
    """Return a block of a given size in a corner or at the centre."""
    size = next(token.value for token in found if token.kind == "z")
    at = next((token.value.cells for token in found if token.kind == "X"), CENTRE)
    return region_token(sized(size, at))


def line_between(found: Sequence[Token]) -> Token:
    one, other = (token.value.cells for token in found if token.kind == "X")
    if any(token.kind == "B" for token in found):
        return region_token(block(one, other))
    return region_token(between(one, other))


def diagonal(found: Sequence[Token]) -> Token:
    """Return a diagonal by its name, or the one through a corner."""
    through = next((token.value.cells for token in found if token.kind == "X"), None)
    if through is not None:
        return region_token(diagonal_through(through))
    named = next(token.value for token in found if token.kind == "d")
    if named is None:
        named = {"h": ANTI, "e": MAIN | ANTI, "n": MAIN | ANTI}.get(found[0].kind, MAIN)
    return region_token(named)


def beside(found: Sequence[Token]) -> Token:
    """Return the cells next to others, or a number of cells away from them."""
    steps, times = _steps(found)
    start: Cells = found[-1].value.cells
    return region_token(frozenset().union(*(shifted(start, step, times) for step in steps)))


def row_beside(found: Sequence[Token]) -> Token:
    """Return a number of cells in a row next to another one ("in the two cells below it")."""
    steps, times = _steps(found)
    start: Cells = found[-1].value.cells
    cells = (shifted(start, step, n + 1) for step in steps for n in range(times))
    return region_token(frozenset().union(*cells))


def _steps(found: Sequence[Token]) -> tuple[Sequence[Cell], int]:
    steps: Sequence[Cell] = next(token.value for token in found if token.kind == "l")
    return steps, next((token.value for token in found if token.kind == "n"), 1)


def line_beside(found: Sequence[Token]) -> Token:
    """Return the row or column next to another one."""
    line = found[-1]
    steps = next(token.value for token in found if token.kind == "l")
    down = line.kind == "R"
    near = {place + step[0 if down else 1] for place in places(line.value) for step in steps}
    return Token(line.kind, places(near - {0, *places(line.value)}))


def around(found: Sequence[Token]) -> Token:
    """Return the cells around another one; if "four" are named, those that share a side with it."""
    middle = found[-1].value.cells if found[-1].kind == "X" else CENTRE
    if len(middle) != 1:
        return Token("!")
    straight = frozenset().union(*(shifted(middle, step) for step in STEPS))
    if any(token.value == len(STEPS) for token in found if token.kind == "n"):
        return region_token(straight)
    ((row, column),) = middle
    near = {(r, c) for r, c in ALL if max(abs(r - row), abs(c - column)) == 1}
    return region_token(frozenset(near))


def what_is_left(found: Sequence[Token]) -> Token:
    """Return the empty cells of the grid or of a region."""
    inside = next((cells_of(token) for token in found if token.kind in "RCX"), Region(ALL))
    return Token("X", Region(inside.cells, rest=True))


def without(found: Sequence[Token]) -> Token:
    """Return some cells without others; places count in the row or column they are taken from."""
    first, last = found[0], found[-1]
    left = crossing(first, last) if last.kind == "P" and first.kind in "RC" else cells_of(last)
    taken = left.cells if left is not None else NO_CELLS
    return region_token(cells_of(first).cells - taken)


def spelt(found: Sequence[Token]) -> Token:
    """Combine a row or column with cells spelt out one by one."""
    axis, letters = found[0], [token.value for token in found if token.kind == "L"]
    cells = sorted(cells_of(axis).cells)
    if len(cells) != len(letters):
        return Token("!")
    return Token("W", tuple(zip(cells, letters, strict=True)))


def first_of(found: Sequence[Token]) -> Token:
    return found[0]


def onwards(found: Sequence[Token]) -> Token:
    """Return a place and everything after it ("from row 2 down"), or everything before it."""
    first = next(token for token in found if token.kind in "RCP")
    last = found[-1].value if found[-1].kind == ">" else ordinal(found[-1])
    return Token(first.kind, _range(first.value[:1], (last,)))


def at_side(found: Sequence[Token]) -> Token:
    """Return the row or column at a side."""
    fits = bool(found[-1].value[0]) == (found[0].kind == "r")
    return _edge(found[-1]) if fits else Token("!")


def at_middle_of_side(found: Sequence[Token]) -> Token:
    """Return the middle cell of a side ("top middle")."""
    side = next(token for token in found if token.kind == "S")
    return region_token(cells_of(_edge(side)).cells & CROSS)


def named_corners(found: Sequence[Token]) -> Token:
    side = next((token for token in found if token.kind == "S"), None)
    return corner([side]) if side is not None else region_token(CORNERS)


def with_places(found: Sequence[Token]) -> list[Token]:
    """Combine a row or column with places given only as numbers ("row 2: A in 1 and 3")."""
    return [*found[:-1], Token("P", ordinals(found[-1]))]

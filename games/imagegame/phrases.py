"""From tokens to regions: rules that put neighbouring tokens together until none applies.

The kinds of tokens, each one character:

    D draw   Z erase   V replace   H keep   ! what is not understood   ~ also
    L letter   n number   N numbers   o ordinals   p even or odd   A every other
    r row   c column   k cell   K corner   b border   d diagonal   g grid   B block
    S side   M middle   E end   z size   l direction   # checkerboard   + cross
    e every   u empty   h other   q the rest   J that one
    & and   , comma   t to   f from   i in, of   x except   . end of a clause
    R rows   C columns   P places in a row or column   X region   W a row spelt out

A rule is a regular expression over these characters and a function of the tokens it matched.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import reduce

from .grids import SIZE
from .regions import (
    ALL,
    ANTI,
    BORDER,
    CENTRE,
    CHECKERS,
    CORNERS,
    CROSS,
    MAIN,
    MIDDLE,
    NO_CELLS,
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

Made = Token | list[Token]
Rule = tuple[re.Pattern[str], Callable[[Sequence[Token]], Made]]

EVERY_PLACE = tuple(range(1, SIZE + 1))
NOWHERE = SIZE * SIZE + 1
"""The ordinal of no place."""


def put_together(tokens: Sequence[Token], *, single: bool = False) -> list[Token]:
    """Apply the rules, the first one that fits at its first place, until none does.

    Where a ``single`` letter is placed, "row 2 and column 3" is one cell, not a row and a column.
    """
    now = list(tokens)
    rules = (*AXES, ONE_CELL, *REGIONS) if single else (*AXES, *REGIONS)
    while True:
        kinds = "".join(token.kind for token in now)
        for pattern, make in rules:
            match = pattern.search(kinds)
            if match is not None:
                made = make(now[match.start() : match.end()])
                now[match.start() : match.end()] = made if isinstance(made, list) else [made]
                break
        else:
            return now


def cells_of(token: Token) -> Region:
    """The region of rows, columns, places (in reading order) or a region."""
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
    """What two tokens have in common where one says more of the other; None where it does not."""
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


def _region(cells: Cells) -> Token:
    return Token("X", Region(cells))


def _crossed(found: Sequence[Token]) -> Token:
    one, other = (token for token in found if token.kind in "RCP")
    region = crossing(one, other)
    return Token("X", region or Region(NO_CELLS))


def _two_crossed(found: Sequence[Token]) -> list[Token]:
    """Two cells side by side, each a row and a column."""
    axes = [token for token in found if token.kind in "RC"]
    return [_crossed(axes[:2]), Token("&"), _crossed(axes[2:])]


def _joined(found: Sequence[Token]) -> Token:
    """One token of the same kind with the values of all."""
    parts = [token for token in found if token.kind in "nNoRCPX"]
    kind = parts[0].kind
    if kind == "X":
        return Token("X", reduce(lambda a, b: a | b, (token.value for token in parts)))
    values = [v for t in parts for v in (t.value if isinstance(t.value, tuple) else (t.value,))]
    return Token("N" if kind in "nN" else kind, tuple(dict.fromkeys(values)))


def _numbers(found: Sequence[Token]) -> Token:
    first, last = (token.value for token in found if token.kind == "n")
    return Token("N", tuple(range(first, min(last, SIZE * SIZE) + 1)))


def _stretch(found: Sequence[Token]) -> Token:
    """From one ordinal to another, of the same kind."""
    one, other = (token for token in found if token.kind in "oRCP")
    return Token(one.kind, _range(one.value[:1], other.value[-1:]))


def _range(first: Sequence[int], last: Sequence[int]) -> tuple[int, ...]:
    """The places from one to another; none where there is no such place."""
    ends = places((*first, *last))
    return tuple(range(ends[0], ends[-1] + 1)) if first and last and ends else ()


def _counted(found: Sequence[Token]) -> Token:
    """The first two, the last three, the middle three: with a side, what is nearest to it."""
    first, number = found[0], found[-1].value
    return Token("o", span(_ordinal(first), number))


def _ordinal(token: Token) -> int:
    if token.kind == "M":
        return MIDDLE
    if token.kind == "S":
        return 1 if sum(token.value) < 0 else -1
    ordinals: tuple[int, ...] = token.value
    return ordinals[0] if ordinals else NOWHERE


def _ordinals(token: Token) -> tuple[int, ...]:
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
            return (_ordinal(token),)


_UNITS = {"r": "R", "c": "C", "k": "P"}
_OTHER = {"R": "C", "C": "R"}


def _axis(found: Sequence[Token]) -> Token:
    """Some rows, columns or places: a unit, and which ones."""
    unit = next(token for token in found if token.kind in _UNITS)
    which = next(t for t in reversed(found) if t.kind in "oNnMSApe" and t is not unit)
    return Token(_UNITS[unit.kind], _ordinals(which))


def _from_side(found: Sequence[Token]) -> Token:
    """A row, column or place that is counted from a side ("the second column from the right")."""
    side = next(_ordinal(token) for token in found if token.kind == "S")
    unit = next(token.kind for token in found if token.kind in _UNITS)
    return Token(_UNITS[unit], tuple(side * ordinal for ordinal in found[0].value))


def _from_then(found: Sequence[Token]) -> Token:
    """Every other one, beginning with a certain one."""
    alternating, first = found[0], found[-1]
    start = places(_ordinals(first))
    return Token(alternating.kind, tuple(range(start[0], SIZE + 1, 2)) if start else ())


def _from_edge(found: Sequence[Token]) -> Token:
    """A row or column from a side on, up to a certain place ("row 1 from the left to column 3")."""
    line, last = found[0], found[-1]
    side = next(token for token in found if token.kind == "S")
    reached = _range((_ordinal(side),), last.value[-1:])
    return _crossed([line, Token(_OTHER[line.kind], reached)])


def _sides(found: Sequence[Token]) -> Made:
    """The rows or columns at one or two sides."""
    tokens = [_edge(token) for token in found if token.kind == "S"]
    if len({token.kind for token in tokens}) == 1:
        return _joined(tokens)
    return _region(frozenset().union(*(cells_of(token).cells for token in tokens)))


def _edge(side: Token) -> Token:
    return Token("R" if side.value[0] else "C", (_ordinal(side),))


def _corner(found: Sequence[Token]) -> Token:
    """The corner between two sides, or (with opposite ones, or one) the corners at them."""
    sides = [token for token in found if token.kind == "S"]
    cells = [cells_of(_edge(side)).cells for side in sides]
    if len(sides) == 2 and (bool(sides[0].value[0]) != bool(sides[1].value[0])):
        return _region(cells[0] & cells[1])
    return _region(CORNERS & frozenset().union(*cells))


def _sized(found: Sequence[Token]) -> Token:
    """A block of a given size at a corner or the centre."""
    size = next(token.value for token in found if token.kind == "z")
    at = next((token.value.cells for token in found if token.kind == "X"), CENTRE)
    return _region(sized(size, at))


def _line(found: Sequence[Token]) -> Token:
    one, other = (token.value.cells for token in found if token.kind == "X")
    if any(token.kind == "B" for token in found):
        return _region(block(one, other))
    return _region(between(one, other))


def _diagonal(found: Sequence[Token]) -> Token:
    """A diagonal by its name, or the one through a corner."""
    through = next((token.value.cells for token in found if token.kind == "X"), None)
    if through is not None:
        return _region(diagonal_through(through))
    named = next(token.value for token in found if token.kind == "d")
    if named is None:
        named = {"h": ANTI, "e": MAIN | ANTI, "n": MAIN | ANTI}.get(found[0].kind, MAIN)
    return _region(named)


def _beside(found: Sequence[Token]) -> Token:
    """The cell next to another one, or so many cells away from it."""
    return _region(shifted(found[-1].value.cells, *_step(found)))


def _row_beside(found: Sequence[Token]) -> Token:
    """So many cells next to another one ("in the two cells below it")."""
    step, times = _step(found)
    start: Cells = found[-1].value.cells
    return _region(frozenset().union(*(shifted(start, step, n + 1) for n in range(times))))


def _step(found: Sequence[Token]) -> tuple[Cell, int]:
    step: Cell = next(token.value for token in found if token.kind == "l")
    return step, next((token.value for token in found if token.kind == "n"), 1)


def _rest(found: Sequence[Token]) -> Token:
    """The empty cells, everywhere or of a region."""
    inside = next((cells_of(token) for token in found if token.kind in "RCX"), Region(ALL))
    return Token("X", Region(inside.cells, rest=True))


def _without(found: Sequence[Token]) -> Token:
    """Some cells but not others; places are counted in the row or column they are taken from."""
    first, last = found[0], found[-1]
    left = crossing(first, last) if last.kind == "P" and first.kind in "RC" else cells_of(last)
    taken = left.cells if left is not None else NO_CELLS
    return _region(cells_of(first).cells - taken)


def _spelt(found: Sequence[Token]) -> Token:
    """A row or column whose cells are spelt out one by one."""
    axis, letters = found[0], [token.value for token in found if token.kind == "L"]
    cells = sorted(cells_of(axis).cells)
    if len(cells) != len(letters):
        return Token("!")
    return Token("W", tuple(zip(cells, letters, strict=True)))


def _first(found: Sequence[Token]) -> Token:
    return found[0]


def _rule(pattern: str, make: Callable[[Sequence[Token]], Made]) -> Rule:
    return re.compile(pattern), make


AND = "(?:,?&|,)"

AXES: tuple[Rule, ...] = (
    # a row, block or diagonal of a letter
    _rule(r"(?<![oMSnNApe])[dbBzrck+#]iL", lambda found: [found[-1], found[0]]),
    # from top to bottom: the direction in which it is drawn does not matter
    _rule(r"(?<!S)f?StS(?!S)", lambda found: []),
    # numbers and ordinals
    _rule(r"f?nt n".replace(" ", ""), _numbers),
    _rule(rf"[nN](?:{AND}[nN])+(?!k)", _joined),
    _rule(r"ot(?=o)o", _stretch),
    _rule(rf"o(?:{AND}o)+", _joined),
    _rule(r"[oM]n(?!d)", _counted),
    _rule(r"Sn(?=[rck])", _counted),
    # rows, columns, places
    _rule(r"o[rck]fS(?!t)|ofS[rck]", _from_side),
    _rule(r"[oM][rck]", _axis),
    _rule(r"[rck][nN]", _axis),
    _rule(r"A[rck]f[on]", lambda found: _from_then([_axis(found[:2]), found[-1]])),
    _rule(r"[Ap][rck]", _axis),
    _rule(r"en?[rc]", _axis),
    _rule(r"Sk(?!,?i?[SX])", _axis),
    _rule(r"S&S(?=[rcb])[rcb]", _sides),
    _rule(r"S[rcb]", _sides),
    # two cells, each a row and a column, before rows or columns are listed
    _rule(r"R[,i]*C,?&?C[,i]*R", _two_crossed),
    _rule(r"C[,i]*R,?&?R[,i]*C", _two_crossed),
)
"""Rows, columns and places."""

ONE_CELL = _rule(r"(?<!C)R&C(?![,i&]*R)|(?<!R)C&R(?![,i&]*C)", _crossed)

REGIONS: tuple[Rule, ...] = (
    _rule(r"[RC],?f?St[RCP]", _from_edge),
    _rule(r"f?RtR|f?CtC|f?PtP", _stretch),
    _rule(rf"(?<![C])R(?:{AND}R)+(?![,i]*C)|(?<![R])C(?:{AND}C)+(?![,i]*R)", _joined),
    _rule(rf"R(?:{AND}R)+|C(?:{AND}C)+|P(?:{AND}P)+", _joined),
    # places of a row or column
    _rule(r"en?k[if]?(?=[RC])", lambda found: []),
    # all cells of the row or column just named ("row 1, every cell")
    _rule(r"[RC][,i]*[DL]*[,i]*en?k(?![if])", lambda found: [t for t in found if t.kind in "RCDL"]),
    _rule(r"k[,i]*(?:R&C|C&R)", _crossed),
    _rule(r"SE(?=[if]?[RC])", lambda found: Token("P", (_ordinal(found[0]),))),
    _rule(r"[en]?E(?=[if]?[RC])", lambda found: Token("P", _ordinals(found[-1]))),
    _rule(r"[MSo](?=[if][RC])", lambda found: Token("P", _ordinals(found[0]))),
    _rule(r"P[if]{0,2}[RC]", _crossed),
    _rule(r"[RC][,i]*P", _crossed),
    _rule(r"R[,fi]{0,3}C|C[,fi]{0,3}R", _crossed),
    # a row spelt out
    _rule(rf"[RC],?i?L(?:,?&?L){{{SIZE - 1}}}(?!,?&?L)", _spelt),
    # corners and the centre
    _rule(r"K[,i]*S,?S", _corner),
    _rule(r"SSK?", _corner),
    _rule(r"XK", _first),
    _rule(r"S&SK", _corner),
    _rule(r"e?n?S?n?K", lambda found: _named_corners(found)),
    _rule(r"[oM]?z[Bk]?i?X|X[Bk]?z[Bk]?", _sized),
    _rule(r"M?z[Bk]?(?:iM)?", _sized),
    # diagonals, border and other shapes
    _rule(r"df?Xt(?=X)X|f?XtXd?|Bf?XtX", _line),
    _rule(r"d[fi]*X|Xd", _diagonal),
    _rule(r"[eh]?n?d", _diagonal),
    _rule(r"e?bk?", lambda found: _region(BORDER)),
    _rule(r"#", lambda found: _region(CHECKERS)),
    _rule(r"\+", lambda found: _region(CROSS)),
    # what is left, and what is beside something
    _rule(r"e?[hu]{1,2}[krc]", lambda found: Token("q")),
    _rule(r"q[if]?[RCX]|q", _rest),
    _rule(r"(?<=i)nkl[if]?X", _row_beside),
    _rule(r"nkl[if]?X|k?[,i]*l[if]?X", _beside),
    _rule(r"M(?![rck])k?", lambda found: _region(CENTRE)),
    # the whole
    _rule(r"(?<=[RCPX])i?g", lambda found: []),
    _rule(r"e?nk?(?=g)|ek(?=ig)", lambda found: []),
    _rule(r"e?g|enk(?![if])|ek(?![if])", lambda found: _region(ALL)),
    # lists of regions, and exceptions
    _rule(rf"X(?:{AND}?X)+", _joined),
    _rule(r"(?<=x)i?o(?![rck])", lambda found: Token("P", _ordinals(found[-1]))),
    _rule(r"[RCPX],?xi?[RCPX]", _without),
)


def _named_corners(found: Sequence[Token]) -> Token:
    side = next((token for token in found if token.kind == "S"), None)
    return _corner([side]) if side is not None else _region(CORNERS)

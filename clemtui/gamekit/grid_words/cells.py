"""Turn words into the cells they name, in whatever order a language puts them.

Nothing is guessed: words that are ambiguous, or that cannot all be accounted for, name no cells.
Rows and columns count from 0.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, TypeVar

from clemtui.gamekit.grid_words.vocabulary import SIZE, Token

Cell = tuple[int, int]
Cells = frozenset[Cell]
Result = TypeVar("Result", bound=Hashable)

_END = SIZE - 1
_WHOLE: Cells = frozenset((row, column) for row in range(SIZE) for column in range(SIZE))
_FALLING: Cells = frozenset((at, at) for at in range(SIZE))
_RISING: Cells = frozenset((at, _END - at) for at in range(SIZE))
_AREAS: dict[str, Cells] = {
    "corners": frozenset((row, column) for row in (0, _END) for column in (0, _END)),
    "diagonals": _FALLING | _RISING,
    "falling": _FALLING,
    "rising": _RISING,
    "border": frozenset(cell for cell in _WHOLE if {0, _END} & set(cell)),
}
_VERTICAL = {"top": 0, "bottom": _END}
_HORIZONTAL = {"left": 0, "right": _END}
_LINES = ("row", "column", "cell")
_IN_WORDS = ("ordinal", "extent", "middle", *_VERTICAL, *_HORIZONTAL)
_IN_DIGITS = ("number", "range", "nth")
_JOINTS = ("and", "comma")
_STATES = ("filled", "empty")
_BETWEEN = (*_JOINTS, "cell", "all", "each", "grid", "corner")
_MAX_JOINTS = 12
_MAX_ITEMS = 40
_MAX_LINES = 16
"""Limits on joining words, items and lines; beyond them there would be too many readings to try."""


@dataclass(frozen=True)
class NamedCells:
    """The cells named by some words.

    Attributes:
        cells: The cells, or None if only a number of cells or lines is named.
        count: How many of the cells are meant ("three cells of row 2").
        lines: The axis and number of unspecified rows or columns ("two rows").
        crossing: Whether a row *and* a column are named: both lines, or possibly the cell where
            they cross.
        unclear: Whether the cells of lines are named without saying that all of them are meant.
        single_line: Whether exactly one row or column is named.
    """

    cells: Cells | None
    count: int | None = None
    lines: tuple[str, int] | None = None
    crossing: bool = False
    unclear: bool = False
    single_line: bool = False


@dataclass(frozen=True)
class _Line:
    axis: str
    indices: tuple[int, ...]
    index: tuple[Token, ...] = ()

    @property
    def cells(self) -> Cells:
        at = 0 if self.axis == "row" else 1
        return frozenset(cell for cell in _WHOLE if cell[at] in self.indices)


def find_cells(words: Sequence[Token]) -> NamedCells | None:
    """Return what the words name, ignoring anything else they say.

    Returns None if that is nothing or ambiguous.
    """
    items = _group(words)
    kinds = [item.kind for item in items]
    if len(kinds) > _MAX_ITEMS or kinds.count("line") + kinds.count("index") > _MAX_LINES:
        return None
    if ("each", "index") in pairwise(kinds):  # "every second row"
        return None
    every = "all" in kinds or "each" in kinds
    found = {_interpret(pairs) for pairs in _pairings(items, 0, every)} - {None}
    return found.pop() if len(found) == 1 else None


def read_statements(
    words: Sequence[Token], read: Callable[[Sequence[Token]], Result | None]
) -> list[Result]:
    """Read a sentence as a whole, or else as statements separated by "and" or commas.

    Returns an empty list if no split makes every piece readable, or if more than one does.
    """
    if all(word.kind in _JOINTS for word in words) or any(w.kind == "unknown" for w in words):
        return []
    words = _without_joints(words)
    cuts = [at for at, word in enumerate(words) if word.kind in _JOINTS]
    if len(cuts) > _MAX_JOINTS:
        cuts = []
    ways: dict[int, set[tuple[Result, ...]]] = {len(words): {()}}
    for start in reversed([0, *(at + 1 for at in cuts)]):
        ways[start] = set()
        for end in (len(words), *reversed(cuts)):
            piece = words[start:end]
            if end < start or not any(word.kind not in _JOINTS for word in piece):
                continue
            first = read(_without_joints(piece))
            if first is not None:
                following = ways[min(end + 1, len(words))]
                ways[start] |= {(first, *others) for others in following}
            if end == len(words) and first is not None:
                break
    found = {way for way in ways[0] if way}
    return list(found.pop()) if len(found) == 1 else []


def _without_joints(words: Sequence[Token]) -> Sequence[Token]:
    """Strip "and" and commas from both ends."""
    kept = [at for at, word in enumerate(words) if word.kind not in _JOINTS]
    return words[kept[0] : kept[-1] + 1]


# Groups of words


def _group(words: Sequence[Token]) -> list[Token]:
    """Combine two-word corners, and numbers and positions that belong together."""
    items = _runs(_extents(_spots(_counts(words))))
    return [Token("line", item.kind) if item.kind in _LINES else item for item in items]


def _counts(words: Sequence[Token]) -> list[Token]:
    """Rewrite "two filled cells" as "two cells filled" and "a cell" as "one cell".

    Other articles are dropped.
    """
    found = []
    for at, word in enumerate(words):
        following = [w.kind for w in words[at + 1 : at + 3]]
        if word.kind != "article":
            found.append(word)
        elif following[:1] == ["cell"] or (following[1:] == ["cell"] and following[0] in _STATES):
            found.append(Token("number", 1))
    for at in range(len(found) - 2):
        number, state, cell = found[at : at + 3]
        if number.kind == "number" and state.kind in _STATES and cell.kind == "cell":
            found[at + 1 : at + 3] = [cell, state]
    return found


def _spots(words: Sequence[Token]) -> Iterator[Token]:
    """Combine "top left" and "left top" into one corner."""
    at = 0
    while at < len(words):
        pair = {word.kind for word in words[at : at + 2]}
        upright, level = pair & set(_VERTICAL), pair & set(_HORIZONTAL)
        if upright and level:
            yield Token("spot", (_VERTICAL[upright.pop()], _HORIZONTAL[level.pop()]))
            at += 2
        else:
            yield words[at]
            at += 1


def _extents(words: Iterator[Token]) -> Iterator[Token]:
    """Combine phrases such as "the first two" and "the two bottom ones"."""
    given = list(words)
    at = 0
    while at < len(given):
        one, two = given[at], given[at + 1] if at + 1 < len(given) else Token("")
        after_line = at > 0 and given[at - 1].kind in _LINES
        if _is_end(one) and two.kind == "number" and not (after_line and one.kind != "ordinal"):
            yield Token("extent", (one, two.value))
            at += 2
        elif one.kind == "number" and _is_end(two) and not after_line:
            yield Token("extent", (two, one.value))
            at += 2
        else:
            yield one
            at += 1


def _is_end(word: Token) -> bool:
    return word.kind in {**_VERTICAL, **_HORIZONTAL} or (
        word.kind == "ordinal" and word.value in ((0,), (_END,))
    )


def _runs(words: Iterator[Token]) -> Iterator[Token]:
    """Combine numbers, or positions given in words, that "and" or commas join into an index."""
    given = list(words)
    at = 0
    while at < len(given):
        kinds = _joinable_kinds(given, at)
        if given[at].kind not in kinds:
            yield given[at]
            at += 1
            continue
        run = [given[at]]
        at += 1
        while True:
            joints = at
            while joints < len(given) and given[joints].kind in _JOINTS:
                joints += 1
            if joints == at or joints == len(given) or given[joints].kind not in kinds:
                break
            run.append(given[joints])
            at = joints + 1
        yield Token("index", tuple(run))


def _joinable_kinds(given: Sequence[Token], at: int) -> Sequence[str]:
    """Return the kinds that can be joined to the number or position at ``at``.

    In "row 2, 3rd column" the second number belongs to another line.
    """
    kind = given[at].kind
    if kind not in _IN_DIGITS:
        return _IN_WORDS
    after_line = at > 0 and given[at - 1].kind in _LINES
    if not after_line:
        return _IN_DIGITS
    return ("nth",) if kind == "nth" else ("number", "range")


# Which number belongs to which line


def _pairings(items: Sequence[Token], at: int, every: bool) -> Iterator[tuple[Token, ...]]:
    """Yield every way to assign each number or position to a neighbouring word for a line."""
    if at == len(items):
        yield ()
        return
    item, after = items[at], items[at + 1 : at + 2]
    together = {item.kind, *(word.kind for word in after)}
    if together == {"line", "index"}:
        line, index = (item, after[0]) if item.kind == "line" else (after[0], item)
        counted = item.kind == "index" and [word.kind for word in index.value] == ["number"]
        kind = "counted" if counted else "at"
        for others in _pairings(items, at + 2, every):
            yield (Token(kind, (line.value, index.value)), *others)
    both = [word.kind for word in items[at : at + 3]] == ["index", "line", "index"]
    if both and _same(after[0].value, item.value, items[at + 2].value):  # "the first row on top"
        for others in _pairings(items, at + 3, every):
            yield (Token("at", (after[0].value, item.value)), *others)
    if item.kind == "line":
        free = item.value == "cell" or every
        alone = Token("cell" if item.value == "cell" else "every line") if free else None
    elif item.kind == "index":
        middle = [word.kind for word in item.value] == ["middle"]
        alone = Token("spot", (SIZE // 2, SIZE // 2)) if middle else None
    else:
        alone = item
    if alone is not None:
        for others in _pairings(items, at + 1, every):
            yield (alone, *others)


def _same(axis: str, one: Sequence[Token], two: Sequence[Token]) -> bool:
    digits = {word.kind for word in (*one, *two)} & set(_IN_DIGITS)
    indices = _indices(axis, one)
    return not digits and indices is not None and indices == _indices(axis, two)


def _interpret(items: Sequence[Token]) -> NamedCells | None:
    count: int | None = None
    lines: tuple[str, int] | None = None
    areas: list[tuple[int, _Line | Cells]] = []
    for at, item in enumerate(items):
        match item.kind:
            case "counted" | "count" if count is not None or lines is not None:
                return None
            case "count":
                count = item.value
            case "counted":
                axis, (number,) = item.value
                if axis == "cell":
                    count = number.value
                else:
                    lines = (axis, number.value)
            case "at":
                axis, index = item.value
                indices = _indices(axis, index)
                if indices is None:
                    return None
                areas.append((at, _Line(axis, indices, index)))
            case "spot":
                areas.append((at, frozenset({item.value})))
            case kind if kind in _AREAS:
                areas.append((at, _AREAS[kind]))
    kinds = [item.kind for item in items]
    if "diagonal" in kinds:
        return _diagonal([area for _, area in areas]) if not count and not lines else None
    if "corner" in kinds and not any(item.kind == "spot" for item in items):
        return None
    if "every line" in kinds:
        return None if areas or lines or count else NamedCells(_WHOLE)
    if not areas:
        whole = "grid" in kinds or ({"all", "each"} & set(kinds) and "cell" in kinds)
        return NamedCells(_WHOLE if whole else None, count, lines)
    gaps = [[item.kind for item in items[one + 1 : two]] for (one, _), (two, _) in pairwise(areas)]
    if lines or any(set(gap) - set(_BETWEEN) for gap in gaps):
        return None
    return _joined([area for _, area in areas], gaps, count, cell_named="cell" in kinds)


def _diagonal(areas: Sequence[_Line | Cells]) -> NamedCells | None:
    """Return the diagonal given by its two corners."""
    corners: Cells = frozenset().union(*(area for area in areas if isinstance(area, frozenset)))
    for diagonal in (_FALLING, _RISING):
        if len(areas) == len(corners) == 2 and corners == diagonal & _AREAS["corners"]:
            return NamedCells(diagonal)
    return None


def _joined(
    areas: Sequence[_Line | Cells],
    gaps: Sequence[Sequence[str]],
    count: int | None,
    *,
    cell_named: bool,
) -> NamedCells | None:
    among = [area for area in areas if isinstance(area, _Line) and area.axis == "cell"]
    if among:
        lines = [area for area in areas if area not in among]
        parted = any("and" in gap for gap in gaps)
        if len(among) != 1 or len(lines) != 1 or count is not None or parted:
            return None
        return _cells_of(among[0], lines[0])
    joint = [bool(set(gap) & set(_JOINTS)) for gap in gaps]
    axes = [area.axis for area in areas if isinstance(area, _Line)]
    cells = [area.cells if isinstance(area, _Line) else area for area in areas]
    crossing = len(set(axes)) > 1
    if len(areas) == len(axes) == 2 and crossing and "and" not in gaps[0]:
        return NamedCells(cells[0] & cells[1], count)
    if not all(joint) or (crossing and "and" not in gaps[-1]):
        return None
    single = len(areas) == 1 and isinstance(areas[0], _Line) and len(areas[0].indices) == 1
    return NamedCells(
        frozenset[Cell]().union(*cells),
        count,
        crossing=crossing,
        unclear=bool(axes) and cell_named and count is None,
        single_line=single,
    )


def _cells_of(cell: _Line, line: _Line | Cells) -> NamedCells | None:
    """Return the cells at some positions along a line."""
    if not isinstance(line, _Line):
        return None
    across = "column" if line.axis == "row" else "row"
    indices = _indices(across, cell.index)
    return None if indices is None else NamedCells(line.cells & _Line(across, indices).cells)


def _indices(axis: str, index: Sequence[Token]) -> tuple[int, ...] | None:
    """Return the positions on an axis, from 0, or None if the axis has no such position."""
    found: set[int] = set()
    for word in index:
        places = _places(axis, word)
        if places is None:
            return None
        found.update(places)
    return tuple(sorted(found))


def _places(axis: str, word: Token) -> Sequence[int] | None:
    value: Any = word.value
    match word.kind:
        case "number":
            return [value - 1]
        case "ordinal" | "range" | "nth":
            return list(value)
        case "middle":
            return [SIZE // 2]
        case "extent":
            end, number = value
            one = _places(axis, end)
            if not one:
                return None
            return range(number) if one[0] == 0 else range(SIZE - number, SIZE)
        case kind if kind in _VERTICAL and axis != "column":
            return [_VERTICAL[kind]]
        case kind if kind in _HORIZONTAL and axis != "row":
            return [_HORIZONTAL[kind]]
    return None

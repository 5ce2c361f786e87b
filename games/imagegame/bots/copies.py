"""Repeat a drawing somewhere else: "copy row 1 to row 3", "the same in row 2"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .meanings import cells_of
from .phrases import merge_tokens
from .regions import NUMBERS, Cell, Cells, columns, places, rows
from .tokens import Token

Line = tuple[Cell, ...]
"""The cells of a row or column in order, or a single cell."""


def lines_of(found: Sequence[Token]) -> list[Line]:
    """Return the rows, columns and cells that the tokens name, one by one."""
    made: list[Line] = []
    for token in found:
        match token.kind:
            case "R":
                made += (tuple((row, n) for n in NUMBERS) for row in places(token.value))
            case "C":
                made += (tuple((n, column) for n in NUMBERS) for column in places(token.value))
            case "P" | "X":
                made += ((cell,) for cell in sorted(cells_of(token).cells))
    return made


def cells_to_copy(
    cells: Mapping[Cell, str], drawn: Mapping[Cell, str], clause: Sequence[Token]
) -> dict[Cell, str]:
    """Return what a clause such as "the same in row 2" writes.

    If the clause names nothing to copy, it repeats what was ``drawn`` last.
    """
    source, target = _from_and_to(clause)
    to = lines_of(merge_tokens(target))
    if not source:
        return {cell: letter for line in to for cell, letter in _repeat_on(drawn, line).items()}
    given = lines_of(merge_tokens(source))
    if len(given) != 1:
        return {}
    fitting = (zip(line, given[0], strict=True) for line in to if len(line) == len(given[0]))
    return {cell: cells[there] for pairs in fitting for cell, there in pairs}


def _from_and_to(clause: Sequence[Token]) -> tuple[Sequence[Token], Sequence[Token]]:
    """Return the tokens of the source and those of the destination.

    An empty source means what was drawn last.
    """
    at = next(number for number, token in enumerate(clause) if token.kind == "Q")
    before, after = clause[:at], clause[at + 1 :]
    if _names_one(before):
        return after, before
    if clause[at].value is not None:
        for kind in "ti":
            for number, token in reversed(list(enumerate(after))):
                parts = after[:number], after[number + 1 :]
                if token.kind == kind and all(map(_names_one, parts)):
                    return parts
    return (), after


def _names_one(found: Sequence[Token]) -> bool:
    return any(token.kind in "rckSMKX" for token in found)


def _repeat_on(drawn: Mapping[Cell, str], line: Line) -> dict[Cell, str]:
    """Return what to write into a line to repeat the last drawing.

    What was drawn in one row or column goes to the same places of another one. A single letter goes
    everywhere if it filled whole rows or columns, or if the destination is one cell.
    """
    for along in (0, 1):
        one_line = all(len({cell[along] for cell in cells}) == 1 for cells in (drawn, line))
        if one_line and len(line) > 1:
            same = {cell[1 - along]: letter for cell, letter in drawn.items()}
            return {cell: same[cell[1 - along]] for cell in line if cell[1 - along] in same}
    letters = set(drawn.values())
    if len(letters) == 1 and (len(line) == 1 or _is_whole(frozenset(drawn))):
        return dict.fromkeys(line, *letters)
    return {}


def _is_whole(cells: Cells) -> bool:
    """Return whether the cells are complete rows or complete columns."""
    return cells in (rows(r for r, _ in cells), columns(c for _, c in cells))

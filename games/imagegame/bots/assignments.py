"""Which letters a clause puts into which cells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from .meanings import cells_of, crossing
from .regions import Cells, Region
from .tokens import Token

PLACES = "RCPX"
"""The kinds of tokens that name cells."""


@dataclass
class _Group:
    """Places that belong together, and the cells excluded from them."""

    tokens: list[Token] = field(default_factory=list)
    taken: Cells = frozenset()

    def region(self) -> Region:
        """Return the cells of all places, minus the excluded ones."""
        whole = Region(frozenset())
        for token in self.tokens:
            whole = whole | cells_of(token)
        return Region(whole.cells - self.taken, whole.rest)

    def exclude(self, token: Token) -> None:
        """Exclude some cells; an ordinal place counts within the row or column named last."""
        axis = self.tokens[-1] if self.tokens else token
        region = crossing(axis, token) if token.kind == "P" else None
        self.taken |= (region or cells_of(token)).cells


def assignments(
    found: Sequence[Token], default_letter: str | None
) -> Iterator[tuple[tuple[str, ...], Region]]:
    """Yield letters and the region they go into, for each assignment in a clause.

    Covers "A in row 1", "row 1 with A" and "in row 1, A in column 2". ``default_letter`` is
    the letter to use if the clause names none.
    """
    items = [token for token in found if token.kind in "LxW&," + PLACES]
    order = "".join(token.kind for token in items if token.kind not in "&,")
    if "L" not in order:
        group = _collect_places(items)
        if default_letter is not None and group.tokens:
            yield (default_letter,), group.region()
        return
    if order[0] == "L":
        yield from _letters_first(items, None)
    elif _scope(items) is not None:
        yield from _letters_first(items[1:], _scope(items))
    else:
        yield from _places_first(items)


def _collect_places(items: Sequence[Token]) -> _Group:
    group = _Group()
    taking = False
    for item in items:
        taking = taking or item.kind == "x"
        if item.kind in PLACES:
            if taking:
                group.exclude(item)
            else:
                group.tokens.append(item)
    return group


def _scope(items: Sequence[Token]) -> Token | None:
    """Return the row or column that scopes the rest ("in row 1, A in column 2")."""
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
        group = _collect_places(places)
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
    """Assign every letter to the places before it.

    Places after the last letter belong to it too if they are listed ("row 1 with A, and row 2") or
    an exception ("except column 2").
    """
    places: list[Token] = []
    group = _Group()
    letters: list[str] = []
    for item in items:
        if item.kind == "L" and letters and not _collect_places(places).tokens:
            letters.append(item.value)
        elif item.kind == "L":
            if letters:
                yield tuple(letters), group.region()
            group, letters, places = _collect_places(places), [item.value], []
        elif letters and any(place.kind == "x" for place in [*places, item]):
            if item.kind in PLACES:
                group.exclude(item)
            else:
                places.append(item)
        else:
            places.append(item)
    listed = bool(places) and places[0].kind in "&,"
    if letters:
        more = _collect_places(places)
        region = group.region()
        if listed:
            group.tokens += more.tokens
            region = group.region()
        elif len(group.tokens) == 1 and len(more.tokens) == 1:
            inside = _within(group.tokens[0], more.tokens[0])
            region = Region(region.cells & cells_of(inside).cells or region.cells, region.rest)
        yield tuple(letters), region

"""Split a command into clauses with one action each, as tokens for the phrase rules."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ..grids import SIZE
from .regions import LETTER_SHAPES, Region
from .tokens import Token

ACTIONS = "DZVH!wQ"
"""The kinds of tokens that begin a clause."""

_HEADING = "rcknNoSMKep&"
_NAMES_ONE = frozenset("nNoSMK")


def clauses(found: Sequence[Token]) -> Iterator[list[Token]]:
    """Yield the clauses of a command.

    A new verb begins a clause if the current one already has a verb or a letter. So do a heading
    ("row 2: ...") and "the rest" followed by its letter.
    """
    found = [part for token in found for part in _parts(token)]
    heads = set(_heads(found))
    clause: list[Token] = []
    for at, token in enumerate(found):
        full = any(t.kind in "L" + ACTIONS for t in clause)
        forbidden = bool(clause) and clause[-1].kind == "!"
        begins = token.kind in ACTIONS and not forbidden
        begins = begins or at in heads or _is_the_rest(found, at) or _speaks_of_it(found, at)
        if token.kind == "." or (full and begins):
            yield _read(clause)
            clause = []
        if token.kind != ".":
            clause.append(token)
    yield _read(clause)


def _parts(token: Token) -> tuple[Token, ...]:
    """Split a word such as German "darüber" into a direction and what was named last."""
    return (Token("l", token.value), Token("J")) if token.kind == "v" else (token,)


def _heads(found: Sequence[Token]) -> Iterator[int]:
    """Yield the positions at which headings begin: a place, a colon and then a letter."""
    for at, token in enumerate(found):
        if token.value != ":":
            continue
        start = at
        while start > 0 and found[start - 1].kind in _HEADING:
            start -= 1
        while start < at and found[start].kind == "&":
            start += 1
        names_one = any(t.kind in _NAMES_ONE for t in found[start:at])
        bounded = start == 0 or found[start - 1].kind in ",.&"
        following = next((t.kind for t in found[at + 1 :] if t.value == ":" or t.kind in "L."), ".")
        if names_one and bounded and following == "L":
            yield start


def _is_the_rest(found: Sequence[Token], at: int) -> bool:
    """Return whether "the rest" is followed by the letter that fills it."""
    return found[at].kind == "q" and at + 1 < len(found) and found[at + 1].kind == "L"


def _speaks_of_it(found: Sequence[Token], at: int) -> bool:
    """Return whether a list item refers to what the items before it drew."""
    kinds = _kinds(found[at:])
    return re.match(rf"(?:&|,_?L)[^.{ACTIONS}]*(?:[lO][if]*J|(?<!x)j)", kinds) is not None


def _read(clause: Sequence[Token]) -> list[Token]:
    """Combine tokens of a clause that belong together without being neighbours."""
    listed = [t for n, t in enumerate(clause) if t.value != ":" or not _names_kind(clause, n)]
    return _with_shapes(_with_start(_with_alternation(_with_pairs(listed))))


def _names_kind(clause: Sequence[Token], colon: int) -> bool:
    """Return whether a colon separates a word such as "columns" from its numbers."""
    before, behind = clause[:colon][-1:], clause[colon + 1 :][:1]
    return any(t.kind in "rck" for t in before) and any(t.kind in "nN" for t in behind)


def _kinds(clause: Sequence[Token]) -> str:
    return "".join(token.kind for token in clause)


def _with_pairs(clause: list[Token]) -> list[Token]:
    """Read pairs of numbers as row and column if no row or column is named ("A at 2,3")."""
    kinds = _kinds(clause)
    pairs = list(re.finditer("n,n", kinds))
    numbers = [token.value for token in clause if token.kind == "n"]
    alone = not re.search("[rcoNRC]", kinds) and len(numbers) == 2 * len(pairs)
    if not alone or not all(1 <= number <= SIZE for number in numbers):
        return clause
    for pair in reversed(pairs):
        cell = (clause[pair.start()].value, clause[pair.end() - 1].value)
        clause[pair.start() : pair.end()] = [Token("X", Region(frozenset({cell})))]
    return clause


def _with_alternation(clause: list[Token]) -> list[Token]:
    """Merge alternating letters into one token ("alternate A and B in row 1")."""
    kinds = _kinds(clause)
    found = re.search("A(L(?:,?&|,|t)L)", kinds) or re.search("(L(?:,?&|,|t)L)A", kinds)
    if found is None:
        return clause
    letters = clause[found.start(1)].value + clause[found.end(1) - 1].value
    return [*clause[: found.start()], Token("L", letters), *clause[found.end() :]]


def _with_start(clause: list[Token]) -> list[Token]:
    """Merge "every other one" with the one it starts from."""
    kinds = _kinds(clause)
    found = re.search(r"A([rck])[^A]*?(,?fi?_?(?:([rck])n|n|o([rck])?))(?!t)", kinds)
    if found is None:
        return clause
    says = clause[found.start(2) : found.end(2)]
    unit, of_start = found[1], found[3] or found[4]
    starting = next(token for token in says if token.kind == "f").value is not None
    if not starting and of_start not in (None, unit, "c" if unit == "k" else unit):
        return clause
    ((first, *_),) = [t.value if t.kind == "o" else (t.value,) for t in says if t.kind in "no"]
    if not 1 <= first <= SIZE:
        return clause
    at = found.start()
    between = clause[at + 1 : found.start(2)]
    return [*clause[:at], Token("A", first), *between, *clause[found.end(2) :]]


def _with_shapes(clause: list[Token]) -> list[Token]:
    """Resolve letters that name a shape drawn with another letter ("a T shape of X").

    If places are named too, they define the shape.
    """
    kinds = _kinds(clause)
    found = re.search("Ly|Lm(?=L)", kinds)
    if found is None and not re.search("[rcoKdbSznNXPBM#+VZwQ]", kinds):
        found = re.search("L(?=[im]?L(?!.*L))[im]?", kinds)
    if found is None:
        return _plain(clause)
    shape = LETTER_SHAPES.get(clause[found.start()].value)
    others = [*clause[: found.start()], *clause[found.end() :]]
    others = _plain(others)
    if re.search("[rcoKdbSznNXP]", _kinds(others)):
        return others
    mark = Token("!") if shape is None else Token("Y", shape)
    return [*(token for token in others if token.kind != "g"), mark]


def _plain(clause: Sequence[Token]) -> list[Token]:
    """Return the clause without its words about shapes."""
    of = {"m": Token("i")}
    return [of.get(token.kind, token) for token in clause if token.kind != "y"]

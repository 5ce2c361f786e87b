"""Names of people: two spellings that differ only in case or form are one name."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

JOINT = "--"
"""What separates the names of several players, as in clembench's result folders."""

FORGOTTEN = "forgotten "
"""What the name begins with that a deleted person keeps; the id of the erasure follows."""


def folded(name: str) -> str:
    """Return the form in which names are compared: NFKC and without case."""
    composed = unicodedata.normalize("NFKC", name.strip())
    return unicodedata.normalize("NFKC", composed.casefold())


def spellings(name: str, known: Iterable[str]) -> tuple[str, ...]:
    """Return the known names that a typed name may stand for, in order.

    An exact spelling stands only for itself; another one for all that differ only in case or form.
    """
    names = tuple(dict.fromkeys(known))
    typed = name.strip()
    for exact in (typed, unicodedata.normalize("NFC", typed)):
        if exact in names:
            return (exact,)
    return tuple(each for each in names if folded(each) == folded(typed))

"""What people type to name people, kinds of players and tags.

Two spellings of a person's name that differ only in case or form are one name.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterable
from typing import Literal, get_args

JOINT = "--"
"""What separates the names of several players, as in clembench's result folders."""

FORGOTTEN = "forgotten "
"""What the name begins with that a deleted person keeps; the id of the erasure follows."""


NamedKind = Literal["human", "model", "scripted"]

PLAYER_KINDS: tuple[NamedKind, ...] = get_args(NamedKind)
"""The kinds of players that a filter may name; services are no players."""


def named_kind(text: str) -> NamedKind | None:
    """Return the kind of player that a filter names, in any case and whole.

    None means that the filter names players, by a part of their names.
    """
    return next((kind for kind in PLAYER_KINDS if kind == text.casefold()), None)


def split_tag(text: str) -> tuple[str, str | None]:
    """Return key and value of a tag as typed, ``key=value``, without blanks around either.

    The value is None if there is no equals sign, and may be empty; so may the key.
    """
    key, separator, value = text.partition("=")
    return key.strip(), value.strip() if separator else None


def joined_names(names: Iterable[str]) -> str:
    """Return the names of several players as one text, a different one for different names.

    A name that could be taken for several, or for a part of one, is in quotes.
    """
    return JOINT.join(
        json.dumps(name, ensure_ascii=False)
        if JOINT in name or name.startswith(("-", '"')) or name.endswith("-")
        else name
        for name in names
    )


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

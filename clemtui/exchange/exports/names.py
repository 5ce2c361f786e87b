"""Names of players and folders in a results tree of the reference.

There, a folder's name identifies who played: `clem eval` makes one row of it. So names must be safe
in every file system, and different players, or the same ones under different conditions, must never
share one.
"""

from __future__ import annotations

import hashlib
import re
from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence
from typing import TypeVar

from clemtui.records.names import JOINT

Named = TypeVar("Named", bound=Hashable)

_UNSAFE = re.compile(r"[^\w.+@=-]+")
_REPEATED_DASHES = re.compile(r"--+")
_MAX_LENGTH = 80
_RESERVED = frozenset(
    ("con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(1, 10)))
)


def safe_name(name: str) -> str:
    """Return a valid folder name for a name, at most 80 characters long.

    Letters of all scripts are kept. ``--`` is replaced, as it is reserved for joining names.
    """
    plain = (
        _REPEATED_DASHES.sub("-", _UNSAFE.sub("_", name)).strip(".-_ ")[:_MAX_LENGTH].rstrip(".-_ ")
    )
    return f"_{plain}" if not plain or plain.partition(".")[0].lower() in _RESERVED else plain


def unique_names(wanted: Mapping[Named, str]) -> dict[Named, str]:
    """Return a unique name for each thing, even ignoring case.

    Names that would clash all get a hash of what they denote, so a thing's name does not depend on
    the order of the things.
    """
    alike: defaultdict[str, list[Named]] = defaultdict(list)
    for thing, name in wanted.items():
        alike[name.casefold()].append(thing)
    return {
        thing: name if len(alike[name.casefold()]) == 1 else f"{name}-{digest(repr(thing))}"
        for thing, name in wanted.items()
    }


def folder_name(players: Sequence[tuple[str, str]]) -> str:
    """Return the folder of an episode from the kinds and names of its players, like the reference.

    Two are joined, more are hashed. A model or scripted player that fills every seat is ``a--a``,
    even in single-seat games, so that all its games are in one row of `clem eval`, as in published
    tables. A person who does is just named.
    """
    names = [name for _, name in players]
    if len(set(players)) == 1:
        return names[0] if players[0][0] == "human" else JOINT.join((names[0], names[0]))
    joined = JOINT.join(names)
    if len(names) == 2:
        return joined
    hashed = hashlib.sha1(joined.encode("utf-8"), usedforsecurity=False).hexdigest()[:8]
    return f"group-{len(names)}p-{hashed}"


def digest(text: str) -> str:
    """Return a short hash that distinguishes names."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:6]

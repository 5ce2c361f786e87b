"""The scripted follower's words: what kind of thing each phrase of a language names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..regions import ANTI, BORDER, CENTRE, CHECKERS, CROSS, MAIN

UP, DOWN, LEFT, RIGHT = (-1, 0), (1, 0), (0, -1), (0, 1)

VALUES: Mapping[str, Any] = {
    "up": UP,
    "down": DOWN,
    "left": LEFT,
    "right": RIGHT,
    "above": (UP,),
    "below": (DOWN,),
    "before": (LEFT,),
    "behind": (RIGHT,),
    "beside": (LEFT, RIGHT),
    "above_below": (UP, DOWN),
    "main": MAIN,
    "anti": ANTI,
    "both": MAIN | ANTI,
    "border": BORDER,
    "centre": CENTRE,
    "checkers": CHECKERS,
    "cross": CROSS,
    "even": (2, 4),
    "odd": (1, 3, 5),
}
"""Values named in the tables of the languages. Whole numbers denote themselves."""


@dataclass(frozen=True)
class Lexicon:
    """The phrases of a language in lower case, each with its kind and value.

    Kinds are single characters, so that rules over sequences of them are regular expressions; the
    module `phrases` lists them.

    Attributes:
        phrases: kind and value by phrase.
        longest: the number of words of the longest phrase.
        ordinal_endings: a pattern for what turns a digit into an ordinal.
        articles: single lower-case letters that may be words.
        opening: the kind of words that have a different one at the start of a clause.
    """

    phrases: Mapping[str, tuple[str, Any]]
    longest: int
    ordinal_endings: str
    articles: frozenset[str]
    opening: Mapping[str, str]


def lexicon(
    table: str, *, ordinal_endings: str, articles: str = "", opening: Mapping[str, str]
) -> Lexicon:
    """Read a table with a line for each kind and value: ``kind[=value]: phrase | phrase``.

    An indented line continues the previous one.

    Raises:
        ValueError: if a phrase is listed twice.
    """
    phrases: dict[str, tuple[str, Any]] = {}
    for line in table.strip().replace("\n  ", " ").splitlines():
        head, _, rest = line.partition(": ")
        kind, _, name = head.partition("=")
        value = VALUES.get(name, None) if not name.lstrip("-").isdecimal() else int(name)
        for phrase in rest.split(" | "):
            if phrase.strip() in phrases:
                raise ValueError(f"{phrase.strip()!r} is listed twice in the table")
            phrases[phrase.strip()] = (kind, value)
    longest = max(len(phrase.split()) for phrase in phrases)
    return Lexicon(phrases, longest, ordinal_endings, frozenset(articles), opening)

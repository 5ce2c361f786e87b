"""A document in words: what every form of it says, before any form is given to it.

Every text of a sheet is safe to show (see `clemtui.language.safe`); the forms only have to escape
it for their format.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Tone = Literal["master", "seat", "note", "good", "bad"]
"""Who speaks: the game master, a seat, the program; or how a response was judged."""


@dataclass(frozen=True, slots=True)
class Fact:
    """A name and its value, and what that means where it needs saying."""

    name: str
    value: str
    meaning: str = ""


@dataclass(frozen=True, slots=True)
class Facts:
    """Named values."""

    facts: tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class Passage:
    """Something said.

    Attributes:
        heading: who says it to whom; empty where it stands for itself.
        aside: when it came and how long it took; empty where nobody knows.
        language: BCP 47 tag of the text where it is content; None where it is our own.
    """

    text: str
    tone: Tone
    heading: str = ""
    aside: str = ""
    language: str | None = None


@dataclass(frozen=True, slots=True)
class Lines:
    """Lines that are read one below the other, such as a board in words."""

    lines: tuple[str, ...]


Block = Facts | Passage | Lines


@dataclass(frozen=True, slots=True)
class Section:
    """A part with a title of its own; ``level`` 3 is a part of the part before it."""

    title: str
    blocks: tuple[Block, ...]
    level: Literal[2, 3] = 2


@dataclass(frozen=True, slots=True)
class Sheet:
    """A whole document.

    Attributes:
        language, direction: of our own words.
        notices: what has to be known before reading on.
    """

    title: str
    language: str
    direction: Literal["ltr", "rtl"]
    facts: Facts
    notices: tuple[str, ...]
    sections: tuple[Section, ...]


def on_one_line(text: str) -> str:
    """A safe text without line breaks, for where a format has room for one line only."""
    return " ".join(text.split("\n"))

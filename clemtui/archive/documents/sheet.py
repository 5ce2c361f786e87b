"""A document in words: what every format of it says, before it is formatted.

Every text of a sheet is safe to show (see `clemtui.language.safe`); the formats only have to escape
it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Tone = Literal["master", "seat", "note", "good", "bad"]
"""The speaker (the game master, a seat, the program), or how a response was judged."""


@dataclass(frozen=True, slots=True)
class Fact:
    """A name and its value, with an explanation if it needs one."""

    name: str
    value: str
    meaning: str = ""


@dataclass(frozen=True, slots=True)
class Facts:
    """Named values."""

    facts: tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class Utterance:
    """Something said.

    Attributes:
        heading: who says it to whom; empty if it needs none.
        detail: when it came and how long it took; empty if unknown.
        language: BCP 47 tag of the text if it is content; None for the program's own text.
    """

    text: str
    tone: Tone
    heading: str = ""
    detail: str = ""
    language: str | None = None


@dataclass(frozen=True, slots=True)
class Lines:
    """Lines displayed below each other, such as a board in words."""

    lines: tuple[str, ...]


Block = Facts | Utterance | Lines


@dataclass(frozen=True, slots=True)
class Section:
    """A titled part; one of ``level`` 3 is a subsection of the part before it."""

    title: str
    blocks: tuple[Block, ...]
    level: Literal[2, 3] = 2


@dataclass(frozen=True, slots=True)
class Sheet:
    """A whole document.

    Attributes:
        language, direction: of the program's own text.
        notices: what readers need to know first.
    """

    title: str
    language: str
    direction: Literal["ltr", "rtl"]
    facts: Facts
    notices: tuple[str, ...]
    sections: tuple[Section, ...]


def as_one_line(text: str) -> str:
    """Return a safe text without line breaks, for formats with room for one line only."""
    return " ".join(text.split("\n"))

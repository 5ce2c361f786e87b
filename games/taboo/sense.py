"""One meaning of a word."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Sense:
    """One meaning of a word. ``share`` is its part of the word's uses, in per cent."""

    pos: str
    share: int
    gloss: str
    synonyms: tuple[str, ...]
    broader: tuple[str, ...]
    narrower: tuple[str, ...]
    parts: tuple[str, ...]
    opposites: tuple[str, ...]

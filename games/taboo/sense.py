"""The senses of words."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Sense:
    """One sense of a word; ``share`` is its share of the word's uses, in per cent."""

    pos: str
    share: int
    gloss: str
    synonyms: tuple[str, ...]
    broader: tuple[str, ...]
    narrower: tuple[str, ...]
    parts: tuple[str, ...]
    opposites: tuple[str, ...]

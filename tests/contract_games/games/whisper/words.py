"""Marks for the letters of a guess: in place, elsewhere in the word, or missing."""

from __future__ import annotations

from collections import Counter

from clemtui.engine import LetterMark

ALPHABET = "abcdefghijklmnopqrstuvwxyz"
Marks = tuple[LetterMark, ...]


def marks(guess: str, word: str) -> Marks:
    """Mark each letter of a guess; a letter counts as elsewhere only as often as it occurs."""
    pairs = list(zip(guess, word, strict=True))
    spare = Counter(right for said, right in pairs if said != right)
    found: list[LetterMark] = []
    for said, right in pairs:
        if said == right:
            found.append("hit")
        elif spare[said] > 0:
            spare[said] -= 1
            found.append("near")
        else:
            found.append("miss")
    return tuple(found)


def best(guesses: list[tuple[str, Marks]]) -> dict[str, LetterMark]:
    """Return the best mark that each letter has received."""
    order: tuple[LetterMark, ...] = ("miss", "near", "hit")
    known: dict[str, LetterMark] = {}
    for guess, found in guesses:
        for letter, mark in zip(guess, found, strict=True):
            if letter not in known or order.index(mark) > order.index(known[letter]):
                known[letter] = mark
    return known

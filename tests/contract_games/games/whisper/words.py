"""Letters of a guess: which are in place, which elsewhere in the word."""

from __future__ import annotations

from collections import Counter

from clemtui.engine import LetterMark

ALPHABET = "abcdefghijklmnopqrstuvwxyz"
Marks = tuple[LetterMark, ...]


def marks(guess: str, word: str) -> Marks:
    """The mark of each letter of a guess; a letter is found elsewhere only as often as it is."""
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
    """The best mark that each letter ever got."""
    order: tuple[LetterMark, ...] = ("miss", "near", "hit")
    known: dict[str, LetterMark] = {}
    for guess, found in guesses:
        for letter, mark in zip(guess, found, strict=True):
            if letter not in known or order.index(mark) > order.index(known[letter]):
                known[letter] = mark
    return known

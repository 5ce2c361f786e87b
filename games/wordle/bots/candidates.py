"""Find the words that are still possible, with sets of words as bits of one integer."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property, reduce
from itertools import combinations
from operator import and_, or_

from ..feedback import Attempt, Mark
from .word_lists import WordList

#: Frequency (hundredths of the Zipf scale) at which a word is as likely as not to be a target, and
#: how fast that changes. Targets are words that people know, and the border is at about three in a
#: million.
PLAUSIBLE_ZIPF = 340
PLAUSIBLE_SPREAD = 35
#: No accepted word is ruled out entirely.
LEAST_WEIGHT = 0.001


def plausibility(zipf: int) -> float:
    """Return the prior weight of a target from its frequency (hundredths of the Zipf scale)."""
    return LEAST_WEIGHT + 1 / (1 + math.exp((PLAUSIBLE_ZIPF - zipf) / PLAUSIBLE_SPREAD))


class CandidateIndex:
    """An index of the words that are consistent with a history of attempts.

    Words are sorted by prior weight, likeliest first. Bit ``i`` of a set stands for ``words[i]``,
    so each attempt takes a few integer operations instead of a pass over all words.
    """

    def __init__(self, word_list: WordList) -> None:
        weighted = [(plausibility(word_list.frequencies.get(w, 0)), w) for w in set(word_list)]
        weighted.sort(key=lambda item: (-item[0], item[1]))
        self.words: list[str] = [word for _, word in weighted]
        self.weights: list[float] = [weight for weight, _ in weighted]
        self._all = (1 << len(self.words)) - 1
        # Words with the letter at the position; words that contain the letter at least that many
        # times.
        self._at: dict[tuple[int, str], int] = {}
        self._containing: dict[tuple[str, int], int] = {}
        columns = list(zip(*self.words, strict=True))
        for position, column in enumerate(columns):
            at: dict[str, bytearray] = {}
            for i, letter in enumerate(column):
                if letter not in at:
                    at[letter] = bytearray(len(column) // 8 + 1)
                at[letter][i >> 3] |= 1 << (i & 7)
            for letter, bits in at.items():
                self._at[position, letter] = int.from_bytes(bits, "little")
        self.letters = frozenset(letter for _, letter in self._at)
        for letter in self.letters:
            where = [self._at.get((position, letter), 0) for position in range(len(columns))]
            for count in range(1, len(columns) + 1):
                several = (reduce(and_, some) for some in combinations(where, count))
                self._containing[letter, count] = reduce(or_, several)

    @cached_property
    def words_by_letters(self) -> dict[str, list[str]]:
        """The words by their set of letters (a sorted string), likeliest first."""
        found: dict[str, list[str]] = {}
        for word in self.words:
            found.setdefault("".join(sorted(set(word))), []).append(word)
        return found

    def consistent(self, attempts: Iterable[Attempt]) -> list[int]:
        """Return the indices of words that would have given these marks, likeliest first."""
        bits = self._all
        for guess, marks in attempts:
            bits &= self._fitting(guess, marks)
        return [i for i, bit in enumerate(reversed(f"{bits:b}")) if bit == "1"]

    def _fitting(self, guess: str, marks: Sequence[Mark]) -> int:
        bits = self._all
        present: Counter[str] = Counter()
        red: set[str] = set()
        for position, (letter, mark) in enumerate(zip(guess, marks, strict=True)):
            at = self._at.get((position, letter), 0)
            bits &= at if mark is Mark.GREEN else ~at
            if mark is Mark.RED:
                red.add(letter)
            else:
                present[letter] += 1
        for letter, count in present.items():
            bits &= self._containing.get((letter, count), 0)
        for letter in red:  # it occurs no more often than its greens and yellows
            bits &= ~self._containing.get((letter, present[letter] + 1), 0)
        return bits

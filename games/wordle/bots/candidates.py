"""Which words of a list still fit what was learnt: sets of words as bits of one integer."""

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
#: how fast that changes. Tasks use words that people know; about three in a million is that border.
PLAUSIBLE_ZIPF = 340
PLAUSIBLE_SPREAD = 35
#: No accepted word is ruled out.
LEAST_WEIGHT = 0.001


def plausibility(zipf: int) -> float:
    """Prior weight of a word as a target, from its frequency in hundredths of the Zipf scale."""
    return LEAST_WEIGHT + 1 / (1 + math.exp((PLAUSIBLE_ZIPF - zipf) / PLAUSIBLE_SPREAD))


class CandidateIndex:
    """Finds the words that are consistent with a history of attempts.

    Words are kept in the order of their prior weight, the likeliest first. Bit ``i`` of a set
    stands for ``words[i]``, so that a few integer operations per attempt replace a pass over all.
    """

    def __init__(self, word_list: WordList) -> None:
        weighted = [(plausibility(word_list.frequencies.get(w, 0)), w) for w in set(word_list)]
        weighted.sort(key=lambda item: (-item[0], item[1]))
        self.words: list[str] = [word for _, word in weighted]
        self.weights: list[float] = [weight for weight, _ in weighted]
        self._all = (1 << len(self.words)) - 1
        # Words with the letter at the position; words with the letter at least so many times.
        self._at: dict[tuple[int, str], int] = {}
        self._holding: dict[tuple[str, int], int] = {}
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
                self._holding[letter, count] = reduce(or_, several)

    @cached_property
    def words_by_letters(self) -> dict[str, list[str]]:
        """The words that consist of exactly these letters (an ordered string without repetitions).

        The likeliest words come first.
        """
        found: dict[str, list[str]] = {}
        for word in self.words:
            found.setdefault("".join(sorted(set(word))), []).append(word)
        return found

    def consistent(self, attempts: Iterable[Attempt]) -> list[int]:
        """Indices of the words that would have given exactly these marks, the likeliest first."""
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
            bits &= self._holding.get((letter, count), 0)
        for letter in red:  # no more of it than the greens and yellows
            bits &= ~self._holding.get((letter, present[letter] + 1), 0)
        return bits

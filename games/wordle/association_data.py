"""The files of the word associations: postings of stems, and vectors of stems.

`tools/mentions.py` and `tools/association_vectors.py` write them and state their formats.
"""

from __future__ import annotations

import gzip
import math
from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import cached_property
from itertools import pairwise
from operator import mul
from pathlib import Path

#: Marks the stem of a word that is an opposite of those in the postings.
OPPOSITE = "!"

# Saturation of a weight, and how much a word of which much is said loses (both as in BM25,
# Robertson and Zaragoza 2009, doi:10.1561/1500000019).
_SATURATION = 2.0
_LENGTH_EFFECT = 0.6
#: An opposite that a clue asks for tells more than a word that is only mentioned.
_OPPOSITE_EFFECT = 2.0


class Postings:
    """Which words a stem is said of, from one dictionary."""

    def __init__(self, path: Path) -> None:
        first, *lines = gzip.decompress(path.read_bytes()).decode("utf-8").split("\n")
        cells = [cell.split(":") for cell in first.split(" ")]
        self.words = tuple(word for word, _ in cells)
        totals = [int(total) for _, total in cells]
        mean = sum(totals) / len(totals)
        #: How much is said of each word, relative to the mean.
        self._lengths = [total / mean for total in totals]
        self._packed = dict(line.split("\t", 1) for line in lines)

    def __contains__(self, stem: object) -> bool:
        return stem in self._packed

    def scores(self, stems: Iterable[str], *, opposites: bool) -> Mapping[str, float]:
        """How much the stems tell of each word; words of which they tell nothing are absent.

        With ``opposites`` the words whose opposites the stems are count as well.
        """
        found: dict[str, float] = defaultdict(float)
        for stem in stems:
            known = self._unpacked(stem)
            rarity = math.log(1 + len(self.words) / max(len(known), 1))
            for place, weight in known:
                found[self.words[place]] += rarity * self._saturated(place, weight)
            if opposites:
                for place, weight in self._unpacked(OPPOSITE + stem):
                    told = rarity * self._saturated(place, weight)
                    found[self.words[place]] += _OPPOSITE_EFFECT * told
        return found

    def _saturated(self, place: int, weight: int) -> float:
        length = 1 - _LENGTH_EFFECT + _LENGTH_EFFECT * self._lengths[place]
        return weight / (weight + _SATURATION * length)

    def _unpacked(self, stem: str) -> list[tuple[int, int]]:
        """(place, weight) of the words that a stem is said of."""
        unpacked: list[tuple[int, int]] = []
        place = 0
        for code in self._packed.get(stem, "").split():
            distance, weight = divmod(int(code), 10)
            place += distance
            unpacked.append((place, weight))
        return unpacked


class Vectors:
    """Words and stems as vectors of whole numbers; near ones stand in similar definitions."""

    def __init__(self, path: Path) -> None:
        data = gzip.decompress(path.read_bytes())
        ends = [-1]
        for _ in range(3):
            ends.append(data.index(b"\n", ends[-1] + 1))
        size, words, stems = (
            data[start + 1 : end].decode("utf-8") for start, end in pairwise(ends)
        )
        self._size = int(size)
        self._bytes = memoryview(data)[ends[-1] + 1 :].cast("b")
        cells = [cell.split(":") for cell in words.split(" ")]
        self._words = [(word, int(mean) / 10, int(spread) / 10) for word, mean, spread in cells]
        self._stems: dict[str, tuple[int, int]] = {}
        for row, cell in enumerate(stems.split(" "), len(self._words)):
            stem, _, weight = cell.partition(":")
            self._stems[stem] = (row, int(weight))

    def __contains__(self, stem: object) -> bool:
        return stem in self._stems

    def scores(self, stems: Iterable[str]) -> Mapping[str, float]:
        """How much nearer each word is to the stems together than to common stems.

        In standard deviations; empty where no stem is known.
        """
        total = [0.0] * self._size
        for stem in stems:
            if stem in self._stems:
                row, weight = self._stems[stem]
                total = [sum_ + weight * x for sum_, x in zip(total, self._row(row), strict=True)]
        length = math.hypot(*total)
        if not length:
            return {}
        unit = [x / length for x in total]
        return {
            word: (sum(map(mul, row, unit)) - mean) / spread
            for row, (word, mean, spread) in zip(self._rows, self._words, strict=True)
        }

    @cached_property
    def _rows(self) -> list[tuple[int, ...]]:
        """The vectors of the words, as what is multiplied fastest."""
        return [self._row(row) for row in range(len(self._words))]

    def _row(self, row: int) -> tuple[int, ...]:
        return tuple(self._bytes[row * self._size : (row + 1) * self._size])

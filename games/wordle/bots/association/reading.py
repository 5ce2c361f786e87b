"""Read the files of word associations: postings of stems, and vectors of stems.

They are written by `tools/associations/mentions.py` and `tools/associations/vectors.py`, which
describe the formats.
"""

from __future__ import annotations

import gzip
import math
import sys
from array import array
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from pathlib import Path

#: Marks the stem of a word that is an opposite of those in its postings.
OPPOSITE = "!"

# Saturation of a weight, and how much words with long descriptions are penalised (both as in BM25,
# Robertson and Zaragoza 2009, doi:10.1561/1500000019).
_SATURATION = 2.0
_LENGTH_EFFECT = 0.6
#: An opposite that the clue asks for is stronger evidence than a mere mention.
_OPPOSITE_EFFECT = 2.0


class Postings:
    """The words that each stem describes, from one dictionary."""

    def __init__(self, path: Path) -> None:
        first, *lines = gzip.decompress(path.read_bytes()).decode("utf-8").split("\n")
        cells = [cell.split(":") for cell in first.split(" ")]
        self.words = tuple(word for word, _ in cells)
        totals = [int(total) for _, total in cells]
        mean = sum(totals) / len(totals)
        #: Length of each word's description, relative to the mean.
        self._lengths = [total / mean for total in totals]
        self._lines = lines

    def __contains__(self, stem: object) -> bool:
        return isinstance(stem, str) and _find_sorted(self._lines, f"{stem}\t") is not None

    def scores(self, stems: Iterable[str], *, opposites: bool) -> Mapping[str, float]:
        """Score each word by the stems; words that none of them describes are absent.

        With ``opposites``, words whose opposites have these stems are scored as well.
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
        """Return (position, weight) of the words described with a stem."""
        unpacked: list[tuple[int, int]] = []
        place = 0
        for code in (_find_sorted(self._lines, f"{stem}\t") or "").split():
            distance, weight = divmod(int(code), 10)
            place += distance
            unpacked.append((place, weight))
        return unpacked


def _find_sorted(sorted_texts: Sequence[str], beginning: str) -> str | None:
    """Return the rest of the text with this beginning, or None if there is no such text."""
    at = bisect_left(sorted_texts, beginning)
    if at == len(sorted_texts) or not sorted_texts[at].startswith(beginning):
        return None
    return sorted_texts[at][len(beginning) :]


#: Components of unit vectors are scaled by this and rounded to integers.
_SCALE = 1 << 16
_SIGNED = bytes(value ^ 0x80 for value in range(256))
"""Maps a signed byte to an unsigned one that is 128 larger."""


class Vectors:
    """Integer vectors of words and stems; close vectors occur in similar definitions."""

    def __init__(self, path: Path) -> None:
        data = gzip.decompress(path.read_bytes())
        ends = [-1]
        for _ in range(3):
            ends.append(data.index(b"\n", ends[-1] + 1))
        size, words, stems = (
            data[start + 1 : end].decode("utf-8") for start, end in pairwise(ends)
        )
        self._size = int(size)
        self._bytes = data[ends[-1] + 1 :]
        cells = [cell.split(":") for cell in words.split(" ")]
        self._words = [(word, int(mean) / 10, int(spread) / 10) for word, mean, spread in cells]
        self._stems = stems.split(" ")

    def __contains__(self, stem: object) -> bool:
        return isinstance(stem, str) and _find_sorted(self._stems, f"{stem}:") is not None

    def scores(self, stems: Iterable[str]) -> Mapping[str, float]:
        """Return how much closer each word is to the stems together than to common stems.

        The unit is standard deviations. The result is empty if no stem is known.
        """
        total = [0.0] * self._size
        for stem in stems:
            weight = _find_sorted(self._stems, f"{stem}:")
            if weight is not None:
                row = len(self._words) + bisect_left(self._stems, f"{stem}:")
                total = [
                    sum_ + int(weight) * x for sum_, x in zip(total, self._row(row), strict=True)
                ]
        length = math.hypot(*total)
        if not length:
            return {}
        products = self._products([round(_SCALE * x / length) for x in total])
        return {
            word: (product / _SCALE - mean) / spread
            for product, (word, mean, spread) in zip(products, self._words, strict=True)
        }

    def _products(self, vector: Sequence[int]) -> list[int]:
        """Return the scalar product of every word with a vector.

        A column of all words is one long integer with 32 bits per word, so a single multiplication
        covers all of them. The fields cannot hold a sign, so negative terms are summed separately.
        """
        sums = [0, 0]
        for column, factor in zip(self._columns, vector, strict=True):
            sums[factor < 0] += column * abs(factor)
        added, taken = (array("I", each.to_bytes(4 * len(self._words), "little")) for each in sums)
        if sys.byteorder == "big":
            added.byteswap()
            taken.byteswap()
        shift = 128 * sum(vector)
        return [plus - minus - shift for plus, minus in zip(added, taken, strict=True)]

    @cached_property
    def _columns(self) -> list[int]:
        """The components of all words in each dimension, with 128 added to each."""
        end = len(self._words) * self._size
        found = []
        for dimension in range(self._size):
            places = bytearray(4 * len(self._words))
            places[::4] = self._bytes[dimension : end : self._size].translate(_SIGNED)
            found.append(int.from_bytes(places, "little"))
        return found

    def _row(self, row: int) -> Sequence[int]:
        return memoryview(self._bytes)[row * self._size : (row + 1) * self._size].cast("b")

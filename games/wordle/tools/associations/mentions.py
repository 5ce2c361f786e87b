"""Weighted stems that describe words, and the file they are saved to.

The first line of a file has ``word:total`` for each word, where the total is the sum of the weights
of its stems. Then each stem has a line with its postings. A posting is one number: ten times the
distance from the previous word's position, plus the weight (1 to 9).
"""

from __future__ import annotations

import gzip
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

from games.wordle.bots.stems import content_stems, stem

MOST_WEIGHT = 9
STEPS = 2
#: A stem that describes a larger share of the words than this is uninformative.
MOST_SHARE = 0.25


class Mentions:
    """The descriptions of words: stems with weights that add up."""

    def __init__(self, language: str, words: frozenset[str]) -> None:
        self.language = language
        self.words = words
        self._weights: dict[str, dict[str, float]] = {}

    def add(self, word: str, text: str, weight: float, *, prefix: str = "") -> None:
        """Add every stem of a text with this weight."""
        own = stem(self.language, word)
        weights = self._weights.setdefault(word, defaultdict(float))
        for found in content_stems(self.language, text):
            if found != own:
                weights[prefix + found] += weight

    def add_names(
        self, word: str, names: Iterable[str], weight: float, *, prefix: str = ""
    ) -> None:
        """Add the names of a thing; each word of a phrase counts for less."""
        for name in names:
            size = max(len(content_stems(self.language, name)), 1)
            self.add(word, name, weight / size, prefix=prefix)

    def postings(self, least: int) -> dict[str, dict[int, int]]:
        """Return stem -> alphabetical position of the word -> weight from ``least`` to 9."""
        found: dict[str, dict[int, int]] = defaultdict(dict)
        for place, word in enumerate(self.listed()):
            for key, weight in self._weights[word].items():
                rounded = min(MOST_WEIGHT, round(STEPS * weight))
                if rounded >= least:
                    found[key][place] = rounded
        most = MOST_SHARE * len(self._weights)
        return {key: places for key, places in found.items() if len(places) <= most}

    def listed(self) -> list[str]:
        """Return the words that have a description, in alphabetical order."""
        return sorted(self._weights)


def save(mentions: Mentions, path: Path, *, least: int = 1) -> None:
    """Write the postings whose weight is at least ``least`` (1 or more)."""
    words = mentions.listed()
    totals = [0] * len(words)
    lines = []
    for key, places in sorted(mentions.postings(least).items()):
        codes, last = [], 0
        for place, weight in sorted(places.items()):
            codes.append(f"{10 * (place - last) + weight}")
            last = place
            totals[place] += weight
        lines.append(f"{key}\t{' '.join(codes)}")
    first = " ".join(f"{word}:{total}" for word, total in zip(words, totals, strict=True))
    text = "\n".join((first, *lines))
    path.write_bytes(gzip.compress(text.encode("utf-8"), 9, mtime=0))

"""Weighted stems by which words are described, and the file that holds them.

A file has ``word:total`` for each word on its first line, where the total is the sum of the weights
of its stems; then a line for each stem with its postings. A posting is one number: ten times the
distance from the place of the word before, plus the weight (1 to 9).
"""

from __future__ import annotations

import gzip
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

from games.wordle.bots.stems import content_stems, stem

#: Marks the stem of a word that is an opposite.
OPPOSITE = "!"
MOST_WEIGHT = 9
STEPS = 2
#: A stem that describes so large a share of the words tells nothing.
MOST_SHARE = 0.25


class Mentions:
    """What is said about each word: stems with weights that add up."""

    def __init__(self, language: str, words: frozenset[str]) -> None:
        self.language = language
        self.words = words
        self._weights: dict[str, dict[str, float]] = {}

    def add(self, word: str, text: str, weight: float, *, prefix: str = "") -> None:
        """Every stem of a text with this weight."""
        own = stem(self.language, word)
        weights = self._weights.setdefault(word, defaultdict(float))
        for found in content_stems(self.language, text):
            if found != own:
                weights[prefix + found] += weight

    def add_names(
        self, word: str, names: Iterable[str], weight: float, *, prefix: str = ""
    ) -> None:
        """Names of one thing; a phrase says less with each of its words."""
        for name in names:
            size = max(len(content_stems(self.language, name)), 1)
            self.add(word, name, weight / size, prefix=prefix)

    def postings(self, least: int) -> dict[str, dict[int, int]]:
        """Stem -> place of the word in alphabetical order -> weight from ``least`` to 9."""
        found: dict[str, dict[int, int]] = defaultdict(dict)
        for place, word in enumerate(self.listed()):
            for key, weight in self._weights[word].items():
                rounded = min(MOST_WEIGHT, round(STEPS * weight))
                if rounded >= least:
                    found[key][place] = rounded
        most = MOST_SHARE * len(self._weights)
        return {key: places for key, places in found.items() if len(places) <= most}

    def listed(self) -> list[str]:
        """The words of which anything is said, in alphabetical order."""
        return sorted(self._weights)


def save(mentions: Mentions, path: Path, *, least: int = 1) -> None:
    """Write the postings of at least this weight (at least 1)."""
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

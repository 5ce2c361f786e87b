"""Look up words by their descriptions: an inverted index over the relations.

Every stem mentioned in the definition or relations of a word points to that word with a weight. A
word is also indexed under the words whose main definition mentions it ("winter" under "snow").
``tools/derive.py`` writes the index to ``data/``; this module builds and searches it.
"""

from __future__ import annotations

import gzip
import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path

from ..relations import Entry, Relations, load_relations

DATA = Path(__file__).parent / "data"

# Weight of a mention by where it occurs, before scaling by the share of the sense.
_GLOSS, _SYNONYM, _BROADER, _NARROWER, _PART, _OPPOSITE = 2.0, 3.0, 2.5, 2.0, 1.5, 1.5
_REVERSE = 1.0
_MOST = 9
_SATURATION = 2.0
_LENGTH_EFFECT = 0.6

_SOURCES = ("", "thesaurus_")

Index = tuple[list[int], dict[str, dict[int, int]]]


def _mentions(relations: Relations, entry: Entry) -> dict[str, float]:
    found: dict[str, float] = defaultdict(float)
    for sense in entry.senses:
        part = 0.35 + 0.65 * sense.share / 100
        glosses = (sense.gloss,)
        for weight, texts in (
            (_GLOSS, glosses),
            (_SYNONYM, sense.synonyms),
            (_BROADER, sense.broader),
            (_NARROWER, sense.narrower),
            (_PART, sense.parts),
            (_OPPOSITE, sense.opposites),
        ):
            for text in texts:
                stems = set(relations.content_stems(text))
                # In a phrase, each word says less ("sleep around" is not about sleep).
                each = weight * part / (1 if texts is glosses else max(len(stems), 1))
                for stem in stems:
                    found[stem] += each
    return found


def build_index(relations: Relations, entries: Sequence[Entry]) -> Index:
    """Build the index of one source, whose entries are in frequency order.

    Returns the total weight of each word (by position) and the postings, a mapping of stem ->
    position -> weight from 1 to 9.
    """
    by_stem: dict[str, list[int]] = defaultdict(list)
    for position, word in enumerate(relations.words):
        by_stem[relations.stem(word)].append(position)
    weights: list[dict[str, float]] = [defaultdict(float) for _ in relations.words]
    for position, entry in enumerate(entries):
        for stem, weight in _mentions(relations, entry).items():
            weights[position][stem] += weight
        own = relations.stem(entry.word)
        for stem in set(relations.content_stems(entry.senses[0].gloss)):
            for mentioned in by_stem.get(stem, ()):
                weights[mentioned][own] += _REVERSE
    postings: dict[str, dict[int, int]] = defaultdict(dict)
    totals = []
    for position, word in enumerate(relations.words):
        own = relations.stem(word)
        total = 0
        for stem, weight in weights[position].items():
            if stem != own:
                rounded = max(1, min(_MOST, round(2 * weight)))
                postings[stem][position] = rounded
                total += rounded
        totals.append(total)
    return totals, postings


def dump_index(index: Index) -> bytes:
    """Return the index as compressed lines: the totals, then one line of postings per stem.

    The stem and its postings are separated by a tab. A posting is one number: ten times the
    distance from the previous position, plus the weight.
    """
    totals, postings = index
    lines = [" ".join(map(str, totals))]
    for stem in sorted(postings):
        codes, last = [], 0
        for position, weight in sorted(postings[stem].items()):
            codes.append(str(10 * (position - last) + weight))
            last = position
        lines.append(stem + "\t" + " ".join(codes))
    return gzip.compress("\n".join(lines).encode("utf-8"), 9, mtime=0)


def index_path(language: str, source: str) -> Path:
    """Return the path of the index file for one source of a language."""
    return DATA / f"index_{source}{language}.tsv.gz"


class WordIndex:
    """An index that ranks the words of a language by how well they match a text (BM25 score)."""

    def __init__(self, relations: Relations) -> None:
        self._lengths = [0] * len(relations)
        self._packed: list[dict[str, str]] = []
        for source in _SOURCES:
            path = index_path(relations.language, source)
            if path.exists():
                first, *lines = gzip.decompress(path.read_bytes()).decode("utf-8").split("\n")
                totals = map(int, first.split(" "))
                self._lengths = [sum(pair) for pair in zip(self._lengths, totals, strict=True)]
                self._packed.append(dict(line.split("\t", 1) for line in lines))
        self._mean = sum(self._lengths) / len(self._lengths)
        self._postings: dict[str, list[tuple[int, int]]] = {}

    def postings(self, stem: str) -> list[tuple[int, int]]:
        """Return (position, weight 1..9) of every word described with ``stem``."""
        found = self._postings.get(stem)
        if found is None:
            weights: dict[int, int] = {}
            for packed in self._packed:
                position = 0
                for code in packed.get(stem, "").split():
                    distance, weight = divmod(int(code), 10)
                    position += distance
                    weights[position] = min(weights.get(position, 0) + weight, _MOST)
            found = self._postings[stem] = list(weights.items())
        return found

    def mention_share(self, position: int, weight: int) -> float:
        """Return the share (0 to 1) of a mention of this weight in a word's description."""
        return weight / max(self._lengths[position], 1)

    def rarity(self, stem: str) -> float:
        """Return the inverse document frequency of a stem, or 0 if it describes nothing."""
        known = len(self.postings(stem))
        return math.log(1 + len(self._lengths) / known) if known else 0.0

    def scores(self, stems: Iterable[tuple[str, float]]) -> dict[int, float]:
        """Score words (by position) against weighted stems; words that share none are absent."""
        result: dict[int, float] = defaultdict(float)
        for stem, importance in stems:
            rarity = self.rarity(stem) * importance
            for position, weight in self.postings(stem):
                length = 1 - _LENGTH_EFFECT + _LENGTH_EFFECT * self._lengths[position] / self._mean
                result[position] += rarity * weight / (weight + _SATURATION * length)
        return result


@cache
def load_index(language: str) -> WordIndex:
    """Return the index of ``en`` or ``de``, loading it once."""
    return WordIndex(load_relations(language))

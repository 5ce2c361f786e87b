"""The words that may be targets, in bands of frequency, and the related words of suited ones.

They follow from the word relations, and are kept in a file because it takes a quarter of a minute
to weigh the evidence for all words of a language.
"""

from __future__ import annotations

import gzip
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final, TypeAlias

from ..relations import Entry, load_relations
from .association import CONTENT, associates, excluded_words
from .index import DATA

LEAST_PER_MILLION: Final = 5.0
SHORTEST: Final = 3
RELATED: Final = 3
BANDS: Final = ("high", "medium", "low")

# Minimum closeness of the related words to the target: of all three together, and of the third.
_LEAST_CLOSENESS = {"en": 12.5, "de": 11.0}
_LEAST_EACH = 2.4

Bands: TypeAlias = Mapping[str, Mapping[str, tuple[str, ...]]]
"""The related words of every word of a band, most frequent first; none for an unsuited word."""


def tasks_path(language: str) -> Path:
    """Return the path of the file of a language."""
    return DATA / f"tasks_{language}.tsv.gz"


@cache
def load_bands(language: str) -> Bands:
    """Return the words of a language in three bands of equal size, as the file has them."""
    bands: dict[str, dict[str, tuple[str, ...]]] = {band: {} for band in BANDS}
    text = gzip.decompress(tasks_path(language).read_bytes()).decode("utf-8")
    for line in text.splitlines():
        band, word, *related = line.split("\t")
        bands[band][word] = tuple(related)
    return bands


def dump_bands(bands: Bands) -> bytes:
    """Return the compressed lines of the file: the band, the word and its related words."""
    lines = [
        "\t".join((band, word, *related))
        for band, words in bands.items()
        for word, related in words.items()
    ]
    return gzip.compress("\n".join(lines).encode("utf-8"), 9, mtime=0)


def derive_bands(language: str) -> Bands:
    """Derive the bands from the word relations."""
    words = [entry.word for entry in load_relations(language) if _is_content_word(language, entry)]
    size = len(words) // len(BANDS)
    cuts = [0, size, 2 * size, len(words)]
    return {
        band: {word: suited_words(language, word) for word in words[cuts[i] : cuts[i + 1]]}
        for i, band in enumerate(BANDS)
    }


def _is_content_word(language: str, entry: Entry) -> bool:
    return (
        entry.per_million >= LEAST_PER_MILLION
        and len(entry.word) >= SHORTEST
        and not entry.flags
        and entry.senses[0].pos in CONTENT
        and load_relations(language).represents_stem(entry.word)
    )


def suited_words(language: str, target: str) -> tuple[str, ...]:
    """Return the related words of a target; none if it is unsuited.

    It is unsuited if the editors' list has it, or if it has no three words that are close enough.
    """
    if target in excluded_words(language):
        return ()
    found = associates(language, target)[:RELATED]
    closeness = sum(associate.score for associate in found)
    close = closeness >= _LEAST_CLOSENESS[language] and found[-1].score >= _LEAST_EACH
    return tuple(each.word for each in found) if len(found) == RELATED and close else ()


def related_words(language: str, target: str) -> list[str]:
    """Return the three words most closely tied to a target, or fewer if no more are known."""
    return [found.word for found in associates(language, target)[:RELATED]]

"""Detect words that look like forms of one another, beyond what a stemmer recognises."""

from __future__ import annotations

import math

from ..words import fold_spelling

_UMLAUTS = str.maketrans("äöü", "aou")
_SHORTEST_PART = 4
_SHORTEST_START = 4
_SHARE = 0.6


def look_related(word: str, other: str) -> bool:
    """Check for a long common beginning ("guitar", "guitarist") or one word inside the other.

    This is stricter than the clue check, which allows "guitarist" for "guitar": the prompt forbids
    morphological variants, so the scripted describer and the generator avoid them.
    """
    one, two = (fold_spelling(text.lower()).translate(_UMLAUTS) for text in (word, other))
    shorter, longer = sorted((one, two), key=len)
    if len(shorter) < _SHORTEST_PART:
        return False
    if shorter in longer:
        return True
    pairs = zip(one, two, strict=False)
    common = next((i for i, (a, b) in enumerate(pairs) if a != b), len(shorter))
    return common >= max(_SHORTEST_START, math.ceil(_SHARE * len(shorter)))

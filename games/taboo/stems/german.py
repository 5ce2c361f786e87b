"""The German Snowball stemmer (algorithm of Snowball 3.1).

The published algorithm, frozen here so that a library update cannot change a verdict. It folds
alternative German spellings: ``ß`` and ``ss``, ``ä`` and ``ae``, and (in the stem) ``ä`` and ``a``.

Algorithm: the Snowball project, "German stemming algorithm" (with the 2024 "et", "erin" and "ln"
rules and the folding of "ae", "oe", "ue").
"""

from __future__ import annotations

import re
from functools import lru_cache

_VOWELS = "aeiouyäöü"
_S_ENDINGS = frozenset("bdfghklmnrt")
_ST_ENDINGS = frozenset("bdfghklmnt")
_ET_ENDINGS = frozenset("Udfgklmnrstzä")
_NOT_BEFORE_ET = ("geordn", "intern", "plan", "tick", "tr")

_FOLDED = {"qu": "qu", "ß": "ss", "ae": "ä", "oe": "ö", "ue": "ü"}
_FOLD = re.compile("|".join(_FOLDED))
_REGION = re.compile(f"[{_VOWELS}][^{_VOWELS}]")
_UNFOLD = str.maketrans("UYäöü", "uyaou")

# Longest first: only the longest matching suffix is tried.
_STEP1 = ("erinnen", "erin", "lns", "ern", "em", "en", "er", "es", "ln", "e", "s")
_STEP2 = ("est", "en", "er", "et", "st")
_STEP3 = ("heit", "keit", "lich", "isch", "end", "ung", "ig", "ik")


def _longest(text: str, suffixes: tuple[str, ...]) -> str:
    return next((suffix for suffix in suffixes if text.endswith(suffix)), "")


def _protect(word: str) -> str:
    """Capitalise each ``u`` or ``y`` between vowels, where it is a consonant."""
    letters = list(word)
    for index in range(1, len(letters) - 1):
        between = letters[index - 1] in _VOWELS and letters[index + 1] in _VOWELS
        if letters[index] in "uy" and between:
            letters[index] = letters[index].upper()
    return "".join(letters)


def _regions(text: str) -> tuple[int, int]:
    """Return the start of R1 (never before the fourth letter) and of R2."""
    end = len(text)
    if end < 3:
        return end, end
    first = _REGION.search(text)
    if first is None:
        return end, end
    second = _REGION.search(text, first.end())
    return max(first.end(), 3), end if second is None else second.end()


def _step1(text: str, r1: int) -> str:
    suffix = _longest(text, _STEP1)
    stem = text[: len(text) - len(suffix)]
    if not suffix or len(stem) < r1:
        return text
    if suffix in ("ln", "lns"):
        return stem + "l"
    if suffix == "em":
        return text if stem.endswith("syst") else stem
    if suffix == "s":
        return stem if stem and stem[-1] in _S_ENDINGS else text
    if suffix in ("e", "en", "es") and stem.endswith("niss"):
        return stem[:-1]
    return stem


def _step2(text: str, r1: int) -> str:
    suffix = _longest(text, _STEP2)
    stem = text[: len(text) - len(suffix)]
    if not suffix or len(stem) < r1:
        return text
    if suffix == "st":
        return stem if len(stem) > 3 and stem[-1] in _ST_ENDINGS else text
    if suffix == "et":
        allowed = stem[-1:] in _ET_ENDINGS and not stem.endswith(_NOT_BEFORE_ET)
        return stem if allowed else text
    return stem


def _step3(text: str, r1: int, r2: int) -> str:
    suffix = _longest(text, _STEP3)
    stem = text[: len(text) - len(suffix)]
    if not suffix or len(stem) < r2:
        return text
    inner = ""
    if suffix in ("end", "ung"):
        if stem.endswith("ig") and not stem.endswith("eig") and len(stem) - 2 >= r2:
            inner = "ig"
    elif suffix in ("ig", "ik", "isch"):
        if stem.endswith("e"):
            return text
    elif suffix in ("lich", "heit"):
        if stem.endswith(("er", "en")) and len(stem) - 2 >= r1:
            inner = stem[-2:]
    else:
        found = _longest(stem, ("lich", "ig"))
        if found and len(stem) - len(found) >= r2:
            inner = found
    return stem[: len(stem) - len(inner)]


def _drop_apostrophe(text: str) -> str:
    for ending in ("'sch", "'s", "'"):
        if text.endswith(ending) and len(text) >= len(ending) + 2:
            return text[: -len(ending)]
    return text


@lru_cache(maxsize=65_536)
def stem_german(word: str) -> str:
    """Return the stem of a German word, ignoring case, with umlauts and ``ß`` folded."""
    text = _FOLD.sub(lambda match: _FOLDED[match.group()], _protect(word.lower()))
    r1, r2 = _regions(text)
    text = _step1(text, r1)
    text = _step2(text, r1)
    text = _step3(text, r1, r2)
    return _drop_apostrophe(text).translate(_UNFOLD)

"""English: SCOWL (Kevin Atkinson), without names, contractions and rare abbreviations."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from pathlib import Path

import lemminflect

from .common import Lists, matching, zipf

ENGLISH = re.compile(r"[a-z]{5}")
SCOWL_GROUPS = (
    *("english", "american", "british", "british_z", "canadian", "australian"),
    *("variant_1", "variant_2"),
)
# SCOWL's sizes run from 10 (everyday) to 95 (found in one dictionary).
SCOWL_EVERYDAY = range(21)
SCOWL_WELL_KNOWN = range(51)
SCOWL_COMMON = range(71)
SCOWL_RARE = range(71, 81)
SCOWL_ALL = range(96)
#: Minimum frequency at which clipped words ("admin") count as words.
CLIPPED_ZIPF = 3.4


def plain(word: str) -> str:
    """Return the word without accents, as English players type it."""
    return "".join(c for c in unicodedata.normalize("NFKD", word) if not unicodedata.combining(c))


def scowl(sources: Path, groups: Iterable[str], kinds: Iterable[str], sizes: range) -> set[str]:
    """Return the words of SCOWL's groups (``english``, ...), kinds (``words``, ...) and sizes."""
    found: set[str] = set()
    folder = sources / "scowl" / "usr" / "share" / "dict" / "scowl"
    for group in groups:
        for kind in kinds:
            for path in sorted(folder.glob(f"{group}-{kind}.*")):
                if int(path.suffix[1:]) in sizes:
                    words = path.read_text("utf-8").splitlines()
                    if kind == "abbreviations":  # "admin" is a word, "NASA" is not
                        words = [word for word in words if word.islower()]
                    found |= matching(map(plain, words), ENGLISH)
    return found


def is_english_inflection(word: str, lemmas: set[str]) -> bool:
    """Check for an inflected form: "drank", "older", "hands", also "based" and "being".

    ``lemmas`` are common words of any length; a word derived from one of them by a regular ending
    is an inflection even if dictionaries also list it as an adjective or noun.
    """
    bases = {lemma for forms in lemminflect.getAllLemmas(word).values() for lemma in forms}
    if word not in bases:
        return True
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        stems = {word[:-1], *([word[:-2]] if word.endswith("es") else [])}
    elif word.endswith("ed"):
        stems = {word[:-1], word[:-2]}
    elif word.endswith("ing"):
        stems = {word[:-3], word[:-3] + "e"}
    else:
        stems = set()
    if word.endswith(("ies", "ied")):
        stems.add(word[:-3] + "y")
    return bool(stems & lemmas)


def english(sources: Path) -> Lists:
    """Return SCOWL's words without names, contractions and rare abbreviations."""
    accepted = scowl(sources, SCOWL_GROUPS, ["words"], SCOWL_COMMON)
    rare = scowl(sources, SCOWL_GROUPS, ["words"], SCOWL_RARE)
    accepted |= rare - scowl(sources, SCOWL_GROUPS, ["proper-names", "upper"], SCOWL_ALL)
    clipped = scowl(sources, SCOWL_GROUPS, ["abbreviations"], SCOWL_COMMON)
    accepted |= {word for word in clipped if zipf(word, "en") >= CLIPPED_ZIPF}
    names = scowl(sources, SCOWL_GROUPS, ["proper-names", "upper"], SCOWL_WELL_KNOWN)
    names -= scowl(sources, ["english"], ["words"], SCOWL_EVERYDAY)
    well_known = scowl(sources, ["english"], ["words"], SCOWL_WELL_KNOWN)
    folder = sources / "scowl" / "usr" / "share" / "dict" / "scowl"
    lemmas: set[str] = set()
    for path in folder.glob("english-words.*"):
        if int(path.suffix[1:]) in SCOWL_WELL_KNOWN:
            lemmas.update(path.read_text("utf-8").split())
    candidates = {word for word in well_known - names if not is_english_inflection(word, lemmas)}
    return Lists(frozenset(accepted), frozenset(candidates))

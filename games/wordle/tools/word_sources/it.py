"""Italian: Morph-it! 0.4.8 (Baroni and Zanchetta) by part of speech, as spaCy's lookup tables."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path

from games.wordle.letters import folded

from .common import Lists, Spellings, is_lemma

ALPHABET = re.compile(r"[a-z]{5}")
KINDS = ("noun", "adj", "verb")
FUNCTION_WORDS = ("adv", "adp", "aux", "det", "num", "pron")


def build(sources: Path, spellings: Spellings) -> Lists:
    """Return all forms except names; targets are nouns, adjectives and infinitives."""
    lemmas: dict[str, set[str]] = {}
    function_words: set[str] = set()
    for kind in (*KINDS, *FUNCTION_WORDS):
        for form, lemma in table(sources, kind).items():
            if not form.islower() or not ALPHABET.fullmatch(folded("it", form)):
                continue
            lemmas.setdefault(form, set()).add(lemma)
            if kind in FUNCTION_WORDS:
                function_words.add(form)
    candidates = {
        form
        for form, found in lemmas.items()
        if form in found and form not in function_words and is_lemma(form, "it")
    }
    return Lists(
        frozenset(folded("it", form) for form in lemmas),
        spellings.unambiguous(candidates),
    )


def table(sources: Path, kind: str) -> dict[str, str]:
    """Read the forms of a part of speech with their lemmas, repairing wrongly decoded accents."""
    folder = sources / "spacy-lookups-data" / "spacy_lookups_data" / "data"
    path = folder / f"it_lemma_lookup_{kind}.json.gz"
    with gzip.open(path, "rt", encoding="utf-8") as file:
        return {_mended(form): _mended(lemma) for form, lemma in json.load(file).items()}


def _mended(text: str) -> str:
    try:
        return text.encode("iso-8859-1").decode("utf-8")
    except UnicodeError:
        return text

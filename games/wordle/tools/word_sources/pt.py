"""Brazilian Portuguese: the spelling dictionary VERO (Raimundo Santos Moura)."""

from __future__ import annotations

import re
from pathlib import Path

from spylls.hunspell import Dictionary

from .common import Lists, Spellings, is_lemma

ALPHABET = re.compile(r"[a-z]{5}")


def build(sources: Path, spellings: Spellings) -> Lists:
    """Return the words of wordfreq that the dictionary accepts in lower case."""
    path = sources / "hunspell-pt-br" / "usr" / "share" / "hunspell" / "pt_BR"
    right = spellings.accepted_by(Dictionary.from_files(str(path)))
    candidates = {spelling for spelling in right if is_lemma(spelling, "pt")}
    return Lists(spellings.words(right), spellings.unambiguous(candidates))

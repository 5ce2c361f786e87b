"""Build the word-relation data of taboo from unpacked sources.

    python -m games.taboo.tools.build_relations en --wordnet DIR
    python -m games.taboo.tools.build_relations de --glosses F --thesaurus F --nouns F

DIR contains WordNet's ``data.*``, ``index.*``, ``*.exc`` and ``cntlist.rev``; the German files are
the gloss list made from German Wiktionary, OpenThesaurus in MyThes format and the noun table.
Frequencies come from the ``wordfreq`` package, which must be installed. ``data/README.md`` lists
versions and licences. The same sources always give the same bytes.

The output has one line per word, most frequent first: word, occurrences per million, flags, senses.
A sense is ``pos|share|gloss|synonyms|broader|narrower|parts|opposites``; the last five are
comma-separated lists. Flags: ``n`` is also a name, ``x`` is unfit for play (offensive), ``i`` is
also an inflected form, ``h`` has different meanings with and without a capital (German). Data from
OpenThesaurus goes to ``thesaurus_de.tsv.gz``: word, flags, narrower words, and for each meaning
``synonyms|broader|opposites``.
"""

from __future__ import annotations

import argparse
import csv
import gzip
import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from wordfreq import word_frequency

DATA = Path(__file__).resolve().parents[1] / "data"
EDITED = Path(__file__).resolve().parent / "data"
# Words below this frequency are excluded; German has more words (compounds) at each frequency.
LEAST_PER_MILLION = {"en": 0.5, "de": 0.8}
MOST_SENSES = 4
LEAST_SHARE = 0.06


@dataclass
class Sense:
    pos: str
    weight: float
    gloss: str
    synonyms: list[str] = field(default_factory=list)
    broader: list[str] = field(default_factory=list)
    narrower: list[str] = field(default_factory=list)
    parts: list[str] = field(default_factory=list)
    opposites: list[str] = field(default_factory=list)


@cache
def unfit_pattern(language: str) -> re.Pattern[str]:
    lines = (EDITED / f"unfit_{language}.txt").read_text("utf-8").splitlines()
    patterns = "|".join(line for line in lines if line and not line.startswith("#"))
    return re.compile(rf"\b(?:{patterns})\b")


def per_million(word: str, language: str) -> float:
    """Return occurrences per million; for a phrase, ``wordfreq``'s estimate from its words."""
    return float(word_frequency(word, language, wordlist="large") * 1e6)


def commonest(words: Iterable[str], language: str, most: int) -> list[str]:
    known = [(per_million(word, language), word) for word in dict.fromkeys(words)]
    return [word for count, word in sorted(known, key=lambda p: (-p[0], p[1])) if count > 0.02][
        :most
    ]


def unfit(language: str, word: str, main: Sense) -> bool:
    """Check whether the word itself or a name of its main sense makes it unfit for play."""
    names = [word, *main.synonyms, *main.broader]
    return any(unfit_pattern(language).search(name.lower()) for name in names)


def clean(text: str) -> str:
    return re.sub(r"\s+", " ", text.replace("|", "/").replace("\t", " ")).strip(" ;,")


# --- English: WordNet -------------------------------------------------------------------------

_POINTERS = {
    "@": "broader",
    "~": "narrower",
    "%p": "parts",
    "%m": "parts",
    "%s": "parts",
    "#p": "broader",
    "&": "synonyms",
    "!": "opposites",
}


@dataclass
class Synset:
    lemmas: list[str]
    pointers: list[tuple[str, str]]
    gloss: str


def read_synsets(folder: Path) -> dict[str, Synset]:
    synsets: dict[str, Synset] = {}
    for part, letter in (("noun", "n"), ("verb", "v"), ("adj", "a"), ("adv", "r")):
        for line in (folder / f"data.{part}").read_text("utf-8").splitlines():
            if line.startswith("  "):
                continue
            head, _, gloss = line.partition(" | ")
            cells = head.split(" ")
            count = int(cells[3], 16)
            lemmas = [cells[4 + 2 * i].split("(")[0].replace("_", " ") for i in range(count)]
            start = 4 + 2 * count
            pointers = [
                (cells[start + 1 + 4 * i], cells[start + 3 + 4 * i] + cells[start + 2 + 4 * i])
                for i in range(int(cells[start]))
            ]
            synsets[letter + cells[0]] = Synset(lemmas, pointers, gloss)
    return synsets


def read_counts(folder: Path) -> dict[tuple[str, str, str], int]:
    """Count how often each sense was tagged: (lemma, part of speech, number) -> count."""
    letters = {"1": "n", "2": "v", "3": "a", "4": "r", "5": "a"}
    counts: dict[tuple[str, str, str], int] = {}
    for line in (folder / "cntlist.rev").read_text("utf-8").splitlines():
        key, number, count = line.split(" ")
        lemma, _, rest = key.partition("%")
        counts[lemma, letters[rest[0]], number] = int(count)
    return counts


def definition(gloss: str) -> str:
    """Return a gloss without its examples and bracketed remarks."""
    return clean(re.sub(r"\([^)]*\)", "", gloss.split('; "')[0].split(': "')[0]))


def english(folder: Path) -> dict[str, tuple[str, list[Sense]]]:
    synsets, counts = read_synsets(folder), read_counts(folder)
    inflected = {
        line.split(" ")[0]
        for part in ("noun", "verb")
        for line in (folder / f"{part}.exc").read_text("utf-8").splitlines()
        if line.split(" ")[0] != line.split(" ")[1]
    }
    words: dict[str, list[Sense]] = defaultdict(list)
    flags: dict[str, set[str]] = defaultdict(set)
    for part, letter in (("noun", "n"), ("verb", "v"), ("adj", "a"), ("adv", "r")):
        for line in (folder / f"index.{part}").read_text("utf-8").splitlines():
            if line.startswith("  "):
                continue
            cells = line.split()
            lemma = cells[0]
            if not re.fullmatch(r"[a-z]{3,}", lemma):
                continue
            if per_million(lemma, "en") < LEAST_PER_MILLION["en"]:
                continue
            offsets = cells[-int(cells[2]) :]
            for number, offset in enumerate(offsets, 1):
                synset = synsets[letter + offset]
                if lemma not in synset.lemmas:
                    flags[lemma].add("n")
                    continue
                # Untagged senses get a small weight that decreases in WordNet's own order.
                weight = counts.get((lemma, letter, str(number)), 0) + 0.5 / number
                if any(
                    re.search(
                        r"slur|disparag|obscen|offens", synsets[to].gloss + synsets[to].lemmas[0]
                    )
                    for kind, to in synset.pointers
                    if kind == ";u"
                ):
                    flags[lemma].add("x")
                if number <= 3 and unfit_pattern("en").search(synset.gloss.split('; "')[0]):
                    flags[lemma].add("x")
                words[lemma].append(english_sense(synsets, synset, lemma, letter, weight))
            if lemma in inflected:
                flags[lemma].add("i")
    for word, senses in words.items():
        main = max(senses, key=lambda sense: sense.weight)
        if main.pos in "va" and any(base in words for base in verb_bases(word)):
            flags[word].add("i")
        if unfit("en", word, main):
            flags[word].add("x")
    return {word: ("".join(sorted(flags[word])), senses) for word, senses in words.items()}


def verb_bases(word: str) -> list[str]:
    """Return the possible base forms of a word in -ed or -ing."""
    for ending in ("ed", "ing"):
        if word.endswith(ending):
            stem = word[: -len(ending)]
            return [stem, stem + "e", *([stem[:-1]] if stem[-1:] == stem[-2:-1] else [])]
    return []


def english_sense(
    synsets: dict[str, Synset], synset: Synset, lemma: str, pos: str, weight: float
) -> Sense:
    sense = Sense(pos, weight, definition(synset.gloss))
    lists: dict[str, list[str]] = defaultdict(list)
    lists["synonyms"] = [other for other in synset.lemmas if other != lemma]
    for kind, to in synset.pointers:
        if kind in _POINTERS and to in synsets:
            wanted = synsets[to].lemmas[:2] if kind in "@#p" else synsets[to].lemmas[:1]
            lists[_POINTERS[kind]] += wanted
    for name, found in lists.items():
        most = 8 if name == "narrower" else 6
        ordered = found[:most] if name == "synonyms" else commonest(found, "en", most)
        setattr(sense, name, [word for word in ordered if word != lemma])
    return sense


# --- German: Wiktionary glosses and OpenThesaurus ----------------------------------------------

_BRACKETS = re.compile(r"\s*\([^)]*\)")
_NAME_GLOSS = re.compile(
    r"[Vv]orname|[Nn]achname|Familienname|Planet|Einwohner|(Stadt|Region|Landschaft|Land|Gebiet|Fluss|"
    r"Insel|Staat|Gemeinde|Bundesland|Ort|Dorf|Ortsteil|Stadtteil|Gebirge|Staaten|stadt)\b.*"
    r"\b(in|im|von|an der|am|aus) [A-ZÄÖÜ]"
)
_PLACE_GLOSS = re.compile(r"^(\w+ ){0,2}\w*([Hh]auptstadt|Bundesland|Kanton|Metropole)\b")
_INFLECTION_GLOSS = re.compile(
    r"(Singular|Plural|Person|Partizip|Genitiv|Dativ|Konjugation)\b.*\bde[sr]\b"
)


def read_thesaurus(path: Path) -> dict[str, list[tuple[list[str], list[str], list[str], bool]]]:
    """Return each word's meanings: synonyms, broader terms, opposites, and whether it is coarse."""
    meanings: dict[str, list[tuple[list[str], list[str], list[str], bool]]] = defaultdict(list)
    key = ""
    for line in path.read_text("utf-8").splitlines()[1:]:
        if not line.startswith("-"):
            key = line.rpartition("|")[0]
            continue
        synonyms: list[str] = []
        broader: list[str] = []
        opposites: list[str] = []
        coarse = False
        for cell in line.split("|")[1:]:
            word = _BRACKETS.sub("", cell).strip()
            own = word.lower() == key
            if own and re.search(r"\((vulg|derb|abwertend|beleidigend)", cell):
                coarse = True
            if not word or own or "..." in word:
                continue
            if "(Oberbegriff)" in cell:
                broader.append(word)
            elif "(Antonym)" in cell:
                opposites.append(word)
            elif not re.search(r"\((vulg|derb|beleidigend)", cell):
                synonyms.append(word)
        meanings[key].append((synonyms, broader, opposites, coarse))
    return meanings


def read_noun_forms(path: Path) -> dict[str, str]:
    """Map every inflected form of a noun, in lower case, to one of its lemmas."""
    with path.open(encoding="utf-8", newline="") as lines:
        rows = csv.reader(lines)
        columns = [
            place for place, name in enumerate(next(rows)) if " " in name and "genus" not in name
        ]
        return {
            row[place].lower(): row[0].lower()
            for row in rows
            for place in columns
            if place < len(row) and row[place] and row[place] != row[0]
        }


def german(glosses: Path, nouns: Path) -> dict[str, tuple[str, list[Sense]]]:
    noun_forms = read_noun_forms(nouns)
    found: dict[str, list[tuple[str, str]]] = defaultdict(list)
    with gzip.open(glosses, "rt", encoding="utf-8") as lines:
        for line in lines:
            word, _, texts = line.rstrip("\n").partition("\t")
            written_so = re.fullmatch(r"[A-Za-zÄÖÜäöüß][a-zäöüß]{2,}", word)
            if written_so and per_million(word, "de") >= LEAST_PER_MILLION["de"]:
                found[word.lower()].append((word, texts))
    written = {low: max(pairs, key=lambda p: len(p[1]))[0] for low, pairs in found.items()}
    words: dict[str, tuple[str, list[Sense]]] = {}
    for low, pairs in found.items():
        word = written[low]
        flags: set[str] = set()
        senses: list[Sense] = []
        number = 0
        for form, texts in sorted(pairs, key=lambda p: p[0] != word):
            for raw in texts.split(" | "):
                number += 1
                if number <= 3 and unfit_pattern("de").search(raw.lower()):
                    flags.add("x")
                if number <= 3 and (_NAME_GLOSS.search(raw) or _PLACE_GLOSS.search(raw)):
                    flags.add("n")
                if _INFLECTION_GLOSS.search(raw):
                    flags.add("i")
                text = clean(_BRACKETS.sub("", re.sub(r"\[[^\]]*\]", "", raw)))
                if len(text) >= 4:
                    senses.append(Sense(german_pos(form), 1 / number, shorten(text)))
        if noun_forms.get(low, low) != low:
            flags.add("i")
        if len({form[0].isupper() for form, _ in pairs}) > 1:
            flags.add("h")
        if not senses:
            continue
        if unfit("de", word, senses[0]):
            flags.add("x")
        words[word] = ("".join(sorted(flags)), senses)
    return words


def german_pos(word: str) -> str:
    """Infer the part of speech: adjectives are words that occur with adjective endings."""
    if word[0].isupper():
        return "n"
    if re.search(r"(en|ern|eln)$", word):
        return "v"
    seen = sum(per_million(word + ending, "de") for ending in ("e", "en", "er"))
    return "a" if seen > 0.3 * per_million(word, "de") else "r"


def shorten(text: str) -> str:
    """Shorten a text to about 140 characters, cutting at a clause."""
    while len(text) > 140 and re.search(r"[,;:(]", text[40:]):
        text = text[: max(text.rfind(mark) for mark in ",;:(")]
    return clean(text[:180])


def german_thesaurus(path: Path, words: Iterable[str]) -> None:
    """Write OpenThesaurus's data on these words to a separate file, because its licence differs."""
    meanings = read_thesaurus(path)
    written = {word.lower(): word for word in words}
    narrower: dict[str, list[str]] = defaultdict(list)
    for low, word in written.items():
        for _, broader, _, _ in meanings.get(low, []):
            for above in broader:
                narrower[above.lower()].append(word)
    lines = []
    for low, word in sorted(written.items()):
        own = meanings.get(low, [])[:MOST_SENSES]
        below = commonest(narrower[low], "de", 8)
        if not own and not below:
            continue
        cells = ["|".join(map(joined, (syn[:6], up[:4], opp[:3]))) for syn, up, opp, _ in own]
        coarse = "x" if any(mark for *_, mark in own[:1]) else ""
        lines.append("\t".join([word, coarse, joined(below), *cells]) + "\n")
    save(DATA / "thesaurus_de.tsv.gz", lines)


# --- output -------------------------------------------------------------------------------------


def joined(names: Iterable[str]) -> str:
    return ",".join(clean(name).replace(",", " ") for name in names)


def save(path: Path, lines: list[str]) -> None:
    path.write_bytes(gzip.compress("".join(lines).encode("utf-8"), 9, mtime=0))
    print(f"{path.name}: {len(lines)} words, {path.stat().st_size} bytes")


def sense_cell(sense: Sense, total: float) -> str:
    lists = (sense.synonyms, sense.broader, sense.narrower, sense.parts, sense.opposites)
    return "|".join(
        [sense.pos, str(round(100 * sense.weight / total)), sense.gloss, *map(joined, lists)]
    )


def write(language: str, words: dict[str, tuple[str, list[Sense]]]) -> None:
    rows = []
    for word, (flags, senses) in words.items():
        total = sum(sense.weight for sense in senses)
        kept = sorted(senses, key=lambda sense: -sense.weight)[:MOST_SENSES]
        cells = [
            sense_cell(sense, total)
            for number, sense in enumerate(kept)
            if number == 0 or sense.weight / total >= LEAST_SHARE
        ]
        rows.append((per_million(word, language), word, flags, cells))
    rows.sort(key=lambda row: (-row[0], row[1]))
    lines = ["\t".join([word, f"{n:.2f}", flags, *cells]) + "\n" for n, word, flags, cells in rows]
    save(DATA / f"relations_{language}.tsv.gz", lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    languages = parser.add_subparsers(dest="language", required=True)
    en = languages.add_parser("en")
    en.add_argument("--wordnet", type=Path, required=True)
    de = languages.add_parser("de")
    de.add_argument("--glosses", type=Path, required=True)
    de.add_argument("--thesaurus", type=Path, required=True)
    de.add_argument("--nouns", type=Path, required=True)
    options = parser.parse_args()
    if options.language == "en":
        write("en", english(options.wordnet))
    else:
        words = german(options.glosses, options.nouns)
        write("de", words)
        german_thesaurus(options.thesaurus, words)


if __name__ == "__main__":
    main()

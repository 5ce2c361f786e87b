"""Turn entries of German Wiktionary and OpenThesaurus into weighted sets of stems."""

from __future__ import annotations

import gzip
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence, Set
from pathlib import Path

from games.wordle.bots.association.reading import OPPOSITE
from games.wordle.bots.stems import content_stems, stem
from games.wordle.tools.associations.mentions import Mentions

DEFINITION, DEFINES, COMPOUND, OPPOSED = 2.0, 1.5, 1.5, 3.0
#: Each later sense counts for less than the one before it.
LATER = 0.8
SYNONYM, BROADER, NARROWER, PHRASE = 3.0, 2.5, 1.5, 1.0
SHORTEST_PART = 4
#: Letters that can link the parts of a compound.
LINKS = ("", "s", "es", "n", "en", "e", "er")

_LABELS = re.compile(r"^[^:]{0,40}:\s|\([^)]*\)|\[[^\]]*\]")
#: What a definition says that a word is not.
_DENIED = re.compile(r"\b(?:nicht|keine?|ohne|Gegenteil von)\s+(\w+)")
#: A gloss that only identifies a form of another word or a personal name.
_NO_MEANING = re.compile(
    r"\b(Singular|Plural|Person|Partizip|Genitiv|Dativ|Imperativ|Konjunktiv)\b.*\bde[sr]\b|"
    r"[Vv]orname|[Nn]achname|Familienname"
)


def read_glosses(path: Path) -> Iterator[tuple[str, list[str]]]:
    """Yield each word in its original spelling with its definitions."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            word, _, text = line.rstrip("\n").partition("\t")
            glosses = [
                _LABELS.sub(" ", gloss)
                for gloss in text.split(" | ")
                if not _NO_MEANING.search(gloss)
            ]
            if glosses and re.fullmatch(r"[A-Za-zÄÖÜäöüß-]{2,}", word):
                yield word, glosses


def wiktionary(words: Iterable[str], entries: Sequence[tuple[str, list[str]]]) -> Mentions:
    """Return the stems mentioned by definitions of these words or by definitions using them."""
    mentions = Mentions("de", frozenset(words))
    by_stem: dict[str, set[str]] = defaultdict(set)
    heads = {word.lower() for word, _ in entries}
    described = mentions.words & heads
    for word in described:
        by_stem[stem("de", word)].add(word)
    for written, glosses in entries:
        word = written.lower()
        if word in mentions.words:
            for number, gloss in enumerate(glosses):
                mentions.add(word, gloss, DEFINITION * LATER**number)
                denied = " ".join(_DENIED.findall(gloss))
                mentions.add(word, denied, OPPOSED * LATER**number, prefix=OPPOSITE)
        for found in content_stems("de", glosses[0]):
            for mentioned in by_stem.get(found, ()):
                mentions.add(mentioned, word, DEFINES)
        for part, rest in parts_of(word, described, heads):
            mentions.add(part, rest, COMPOUND)
    return mentions


def texts(entries: Iterable[tuple[str, list[str]]]) -> Iterator[str]:
    """Yield texts of related words: a word with one of its definitions."""
    for word, glosses in entries:
        for gloss in glosses:
            yield f"{word} {gloss}"


def parts_of(word: str, known: Set[str], heads: Set[str]) -> Iterator[tuple[str, str]]:
    """Yield the parts of a compound that are known words, each with the other part."""
    if len(word) < 5 + SHORTEST_PART:
        return
    first, last = word[:5], word[-5:]
    if first in known:
        for link in LINKS:
            rest = word[5 + len(link) :]
            if word[5:].startswith(link) and len(rest) >= SHORTEST_PART and rest in heads:
                yield first, rest
                break
    if last in known:
        for link in LINKS:
            rest = word[:-5].removesuffix(link)
            if word[:-5].endswith(link) and len(rest) >= SHORTEST_PART and rest in heads:
                yield last, rest
                break


def open_thesaurus(words: Iterable[str], path: Path) -> Mentions:
    """Return the stems of these words' synonyms and of their broader and narrower names."""
    mentions = Mentions("de", frozenset(words))
    for names, broader in read_meanings(path):
        for word in {name.lower() for name in names} & mentions.words:
            mentions.add_names(word, names, SYNONYM)
            mentions.add_names(word, broader, BROADER)
        for word in {name.lower() for name in broader} & mentions.words:
            mentions.add_names(word, names[:2], NARROWER)
        for name in names:
            parts = name.lower().split(" ")
            for word in set(parts) & mentions.words if 1 < len(parts) <= 4 else ():
                mentions.add_names(word, [*parts, *names], PHRASE)
    return mentions


def read_meanings(path: Path) -> Iterator[tuple[list[str], list[str]]]:
    """Yield each meaning once: its names and the broader names. The file has no opposites."""
    seen: set[tuple[str, ...]] = set()
    for line in path.read_text("utf-8").splitlines()[1:]:
        if not line.startswith("-|"):
            continue
        cells = line.split("|")[1:]
        key = tuple(sorted(cells))
        if key in seen:
            continue
        seen.add(key)
        names: list[str] = []
        broader: list[str] = []
        for cell in cells:
            name = re.sub(r"\s*\([^)]*\)", "", cell).strip()
            if not name or "..." in name or re.search(r"\((vulg|derb|beleidigend)", cell):
                continue
            if "(Oberbegriff)" in cell:
                broader.append(name)
            else:
                names.append(name)
        yield names, broader

"""Turn WordNet's entries for the accepted English words into weighted sets of stems."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from games.wordle.bots.association.reading import OPPOSITE
from games.wordle.bots.stems import content_stems, stem
from games.wordle.tools.associations.mentions import Mentions

PARTS = (("noun", "n"), ("verb", "v"), ("adj", "a"), ("adv", "r"))
# How strongly each relation ties a word to the names at its other end.
RELATIONS = {
    "@": 2.5,  # broader
    "@i": 2.5,
    "~": 2.0,  # narrower
    "~i": 1.5,
    "%p": 1.5,  # parts, members, substances
    "%m": 1.5,
    "%s": 1.5,
    "#p": 1.5,
    "#m": 1.5,
    "#s": 1.5,
    "+": 2.0,  # derived
    "&": 2.0,  # similar
    "^": 1.5,  # see also
    "=": 1.5,  # attribute
    "$": 1.5,  # verb group
    "*": 1.5,  # entails
    ">": 1.5,  # causes
    "\\": 2.0,  # pertains to
    ";c": 1.0,  # domain
    "-c": 1.0,
}
SYNONYM, DEFINITION, EXAMPLE, OPPOSED = 3.0, 2.0, 0.7, 3.0
ABOVE_DEFINITION, ABOVE_ABOVE, SIBLING = 0.6, 1.2, 0.4
PHRASE, DEFINES = 1.5, 1.0
LEAST_SHARE = 0.4
#: Maximum number of a sense's names that are combined with its definition.
MOST_NAMES = 4


@dataclass
class Synset:
    """A sense: its names, pointers and gloss.

    A pointer is a kind, a synset, and the position of the name it starts from.
    """

    names: list[str]
    pointers: list[tuple[str, str, int]]
    gloss: str

    @property
    def definition(self) -> str:
        """The gloss without its examples."""
        return re.split(r'[;:] "', self.gloss)[0]

    @property
    def examples(self) -> str:
        """The rest of the gloss."""
        return self.gloss[len(self.definition) :]


def read_synsets(folder: Path) -> dict[str, Synset]:
    """Read the synsets, by part of speech and offset."""
    synsets: dict[str, Synset] = {}
    for part, letter in PARTS:
        for line in (folder / f"data.{part}").read_text("utf-8").splitlines():
            if line.startswith("  "):
                continue
            head, _, gloss = line.partition(" | ")
            cells = head.split(" ")
            count = int(cells[3], 16)
            names = [cells[4 + 2 * i].split("(")[0].replace("_", " ") for i in range(count)]
            start = 4 + 2 * count
            pointers = [
                (
                    cells[start + 1 + 4 * i],
                    cells[start + 3 + 4 * i] + cells[start + 2 + 4 * i],
                    int(cells[start + 4 + 4 * i][:2], 16),
                )
                for i in range(int(cells[start]))
            ]
            synsets[letter + cells[0]] = Synset(names, pointers, gloss)
    return synsets


def read_senses(folder: Path) -> Iterator[tuple[str, str, float]]:
    """Yield (name, synset, weight) of every sense.

    Weights reflect how often the sense occurs in WordNet's texts.
    """
    letters = {"1": "n", "2": "v", "3": "a", "4": "r", "5": "a"}
    counts: dict[tuple[str, str, str], int] = {}
    for line in (folder / "cntlist.rev").read_text("utf-8").splitlines():
        key, number, tagged = line.split(" ")
        name, _, rest = key.partition("%")
        counts[name, letters[rest[0]], number] = int(tagged)
    for part, letter in PARTS:
        for line in (folder / f"index.{part}").read_text("utf-8").splitlines():
            if not line.startswith("  "):
                cells = line.split()
                for place, offset in enumerate(cells[-int(cells[2]) :], 1):
                    weight = counts.get((cells[0], letter, str(place)), 0) + 1 / place
                    yield cells[0], letter + offset, weight


def wordnet(words: Iterable[str], folder: Path, synsets: dict[str, Synset]) -> Mentions:
    """Return the weighted stems mentioned by WordNet's senses of these words."""
    known = frozenset(words)
    senses: dict[str, list[tuple[Synset, float]]] = defaultdict(list)
    for name, key, weight in read_senses(folder):
        if name in known and name in synsets[key].names:
            senses[name].append((synsets[key], weight))
    mentions = Mentions("en", known)
    for word, found in senses.items():
        total = sum(weight for _, weight in found)
        for synset, weight in found:
            _add_sense(mentions, synsets, synset, word, max(weight / total, LEAST_SHARE))
    by_stem: dict[str, set[str]] = defaultdict(set)
    for word in senses:
        by_stem[stem("en", word)].add(word)
    for synset in synsets.values():
        _add_reverse(mentions, synset, by_stem)
    return mentions


def texts(synsets: dict[str, Synset]) -> Iterator[str]:
    """Yield texts of related words: names with their definition, and the examples."""
    for synset in synsets.values():
        yield " ".join((*synset.names[:MOST_NAMES], synset.definition))
        yield synset.examples


def _add_sense(
    mentions: Mentions, synsets: dict[str, Synset], synset: Synset, word: str, share: float
) -> None:
    mentions.add(word, synset.definition, DEFINITION * share)
    mentions.add(word, synset.examples, EXAMPLE * share)
    mentions.add_names(word, synset.names, SYNONYM * share)
    own = synset.names.index(word) + 1
    for kind, key, source in synset.pointers:
        other = synsets[key]
        if kind == "!" and source in (0, own):
            mentions.add_names(word, other.names, OPPOSED * share, prefix=OPPOSITE)
        elif kind in RELATIONS and source in (0, own):
            mentions.add_names(word, other.names, RELATIONS[kind] * share)
        if kind == "&":
            _opposites_by_similarity(mentions, synsets, other, word, share)
        if kind.startswith("@"):
            mentions.add(word, other.definition, ABOVE_DEFINITION * share)
            for above, up, _ in other.pointers:
                if above.startswith("@"):
                    mentions.add_names(word, synsets[up].names, ABOVE_ABOVE * share)
                elif above.startswith("~") and synsets[up] is not synset:
                    mentions.add_names(word, synsets[up].names[:2], SIBLING * share)


def _opposites_by_similarity(
    mentions: Mentions, synsets: dict[str, Synset], similar: Synset, word: str, share: float
) -> None:
    for kind, key, _ in similar.pointers:
        if kind == "!":
            mentions.add_names(word, synsets[key].names, OPPOSED * share / 2, prefix=OPPOSITE)


def _add_reverse(mentions: Mentions, synset: Synset, by_stem: dict[str, set[str]]) -> None:
    """Add what the words help to define, and the phrases they are part of."""
    for found in content_stems("en", synset.definition):
        for word in by_stem.get(found, ()):
            mentions.add_names(word, synset.names, DEFINES)
    for name in synset.names:
        parts = name.lower().replace("-", " ").split(" ")
        if 1 < len(parts) <= 3:
            for part in parts:
                if part in mentions.words:
                    rest = [other for other in parts if other != part]
                    mentions.add_names(part, rest, PHRASE)
                    mentions.add(part, synset.definition, PHRASE / 3)

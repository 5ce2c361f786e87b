"""Build the word associations from unpacked dictionaries.

Usage, from the root of the repository, with ``numpy`` and ``scipy`` installed::

    python -m games.wordle.tools.build_associations en --wordnet DIR
    python -m games.wordle.tools.build_associations de --glosses FILE --thesaurus FILE

DIR contains WordNet's ``data.*``, ``index.*`` and ``cntlist.rev``. The two FILEs are the gloss list
made from German Wiktionary and OpenThesaurus in MyThes format. ``data/README.md`` lists the
packages, their versions and licences. Of definitions and examples, only the set of their stems is
kept.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from games.wordle.bots.word_lists import DATA, accepted_words
from games.wordle.tools.associations import english as associations_en
from games.wordle.tools.associations import german as associations_de
from games.wordle.tools.associations.mentions import save
from games.wordle.tools.associations.vectors import save_vectors

#: WordNet says more about each word than the other sources do, so its lowest weights are dropped.
LEAST_OF_WORDNET = 2


def build_english(folder: Path) -> None:
    """Build the English files."""
    synsets = associations_en.read_synsets(folder)
    mentions = associations_en.wordnet(accepted_words("en"), folder, synsets)
    save(mentions, DATA / "en_associations_wordnet.tsv.gz", least=LEAST_OF_WORDNET)
    vectors = DATA / "en_associations_vectors.gz"
    save_vectors("en", associations_en.texts(synsets), mentions.listed(), vectors)


def build_german(glosses: Path, thesaurus: Path) -> None:
    """Build the German files, each from a single source because the licences differ."""
    entries = list(associations_de.read_glosses(glosses))
    mentions = associations_de.wiktionary(accepted_words("de"), entries)
    save(mentions, DATA / "de_associations_wiktionary.tsv.gz")
    names = associations_de.open_thesaurus(accepted_words("de"), thesaurus)
    save(names, DATA / "de_associations_openthesaurus.tsv.gz")
    vectors = DATA / "de_associations_vectors.gz"
    words = {*mentions.listed(), *names.listed()}
    save_vectors("de", associations_de.texts(entries), words, vectors)


def main() -> None:
    """Run the command line; see the module docstring."""
    parser = argparse.ArgumentParser(description="Build the word associations.")
    languages = parser.add_subparsers(dest="language", required=True)
    english = languages.add_parser("en")
    english.add_argument("--wordnet", type=Path, required=True)
    german = languages.add_parser("de")
    german.add_argument("--glosses", type=Path, required=True)
    german.add_argument("--thesaurus", type=Path, required=True)
    options = parser.parse_args()
    if options.language == "en":
        build_english(options.wordnet)
    else:
        build_german(options.glosses, options.thesaurus)
    for path in sorted(DATA.glob(f"{options.language}_associations_*")):
        print(f"{path.name}: {path.stat().st_size} bytes")


if __name__ == "__main__":
    main()

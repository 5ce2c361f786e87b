"""Choose the concepts to be played: those whose words fall into one band in every language.

    python -m games.taboo.tools.choose_concepts

This reads ``data/concepts.tsv`` and ``data/concepts/*.tsv``, looks up frequencies in `wordfreq` and
writes ``data/frequencies.tsv`` (hundredths of the Zipf scale: 300 is once in a million words) and
``data/chosen.tsv``. Telugu and Turkmen are ignored because `wordfreq` has no frequencies for them.

Corpora differ: as a whole, the words of one language lie some tenths higher or lower on that scale
than those of another. For each language, the median deviation from the mean of all languages, over
the concepts that all of them have, is therefore subtracted first. The result is cut into three
bands that do not overlap: ``low`` below 3.8, ``medium`` up to 4.8, ``high`` above (scale: Van
Heuven et al. 2014, "SUBTLEX-UK", section "The Zipf scale").
"""

from __future__ import annotations

from collections.abc import Mapping
from statistics import mean, median

from games.taboo.tools import concepts
from games.taboo.words import rules_for

PER_BAND = 20
BAND_LIMITS = {"high": (480, 900), "medium": (380, 480), "low": (0, 380)}
LISTS = {"pt-BR": "pt"}
"""The names that wordfreq uses for languages, where they differ from our tags."""


def zipf_of(language: str) -> Mapping[str, float]:
    """Return the words of a language with their Zipf values.

    They are read from the list itself, because a look-up would split a word into tokens.
    """
    import wordfreq  # not needed by the tests, which use the rest of this module

    name = LISTS.get(language, language)
    bins = wordfreq.get_frequency_list(name, "best")
    return {word: 9 - place / 100 for place, words in enumerate(bins) for word in words}


def frequencies(languages: tuple[str, ...]) -> dict[str, dict[str, int]]:
    """Return the frequency in hundredths of the Zipf scale, by concept and language.

    It is 0 if a language's list lacks the word.
    """
    found: dict[str, dict[str, int]] = {concept: {} for concept in concepts.concepts()}
    for language in languages:
        zipf, keyed = zipf_of(language), rules_for(language)
        for concept, words in concepts.words(language).items():
            target = getattr(words, "target", "")
            spellings = {target, target.lower(), keyed.normalise(target, "")}
            found[concept][language] = round(100 * max(zipf.get(s, 0.0) for s in spellings))
    return found


def adjusted(table: Mapping[str, Mapping[str, int]]) -> dict[str, dict[str, float]]:
    """Return the frequencies corrected for overall differences between the languages' corpora.

    Only concepts whose words are known in all languages are included.
    """
    known = {concept: zipf for concept, zipf in table.items() if all(zipf.values())}
    languages = next(iter(known.values())).keys()
    above = {
        language: median(zipf[language] - mean(zipf.values()) for zipf in known.values())
        for language in languages
    }
    return {
        concept: {language: each - above[language] for language, each in zipf.items()}
        for concept, zipf in known.items()
    }


def margin(zipf: Mapping[str, float], band: str) -> float:
    """Return how far inside the band the word closest to one of its limits is.

    The value is negative if the word of some language lies outside the band.
    """
    least, most = BAND_LIMITS[band]
    return min(min(each - least, most - each) for each in zipf.values())


def main() -> None:
    """Write both files and print how many concepts there were to choose from."""
    without = concepts.WITHOUT_FREQUENCIES
    languages = tuple(each for each in concepts.languages() if each not in without)
    table = frequencies(languages)
    rows = ["\t".join(["concept", *languages])]
    rows += ["\t".join([c, *(str(zipf[each]) for each in languages)]) for c, zipf in table.items()]
    (concepts.DATA / "frequencies.tsv").write_text("\n".join(rows) + "\n", "utf-8")
    chosen = []
    inside = adjusted(table)
    for band in concepts.BANDS:
        fitting = [concept for concept, zipf in inside.items() if margin(zipf, band) > 0]
        fitting.sort(key=lambda each: (_missing(each), -margin(inside[each], band)))
        taken = sorted(fitting[:PER_BAND])
        print(f"{band}: {len(taken)} of {len(fitting)}")
        chosen += [f"{band}\t{concept}" for concept in taken]
    (concepts.DATA / "chosen.tsv").write_text("\n".join(chosen) + "\n", "utf-8")


def _missing(concept: str) -> int:
    """Count the languages that have no word for a concept."""
    words = [concepts.words(language)[concept] for language in concepts.languages()]
    return sum(isinstance(each, concepts.MissingWord) for each in words)


if __name__ == "__main__":
    main()

"""A scripted guesser that ranks the words of a language by the clues so far.

It sees what a person in the seat sees, namely the clues and its own guesses, and knows only the
word relations. It copes with free text: each content word of a clue is weighted by its rarity among
the definitions and relations of the language.
"""

from __future__ import annotations

import heapq
import math
import random
import re
from collections.abc import Callable, Sequence
from functools import cache, lru_cache

from ..generate.index import WordIndex, load_index
from ..relations import Entry, Relations, load_relations
from ..words import CLUE_TAG, GUESS_TAG, fold_spelling

# How much a common word is preferred to a rare one that matches equally well, and how much less
# likely a name or an inflected form is as a target.
_COMMON = 0.45
_VERY_COMMON = 200.0
_UNLIKELY = {"n": 1.0, "i": 1.0}
_WHOLE_WORD, _MEMBER = 1.0, 0.5
_SHORTEST_MEMBER = 4
_LINKS = ("", "s", "n", "es", "en")
# Extra candidates to consider, because unfit words are skipped.
_UNFIT_MARGIN = 20
# Number of the most frequent words that a blind guess is drawn from.
_COMMONEST = 2000
_FIRST_LETTER = {
    "en": r"(?:starts?|begins?|starting|beginning) with (?:an? |the letter )?[\"']?(\w)\b",
    "de": r"(?:beginnt|fängt|Anfangsbuchstabe|vorne?)(?: mit)?(?: dem| einem)?:? [\"'„]?(\w)\b",
}
_LAST_LETTER = {
    "en": r"(?:ends?|ending) (?:with|in) (?:an? |the letter )?[\"']?(\w)\b",
    "de": r"endet (?:auf|mit)(?: dem| einem)?:? [\"'„]?(\w)\b",
}
_LETTER_COUNT = {"en": r"\b(\d{1,2}) letters?\b", "de": r"\b(\d{1,2}) Buchstaben\b"}


class Guesser:
    """A guesser for one language; stateless, and deterministic for a given seed."""

    def __init__(self, language: str, seed: int = 0) -> None:
        """Load the language's data.

        Raises:
            FileNotFoundError: if the language has none.
        """
        self.language = language
        self._seed = seed
        self._relations: Relations = load_relations(language)
        self._index: WordIndex = load_index(language)
        self._priors = _priors(language)

    def guess(self, clues: Sequence[str], guesses: Sequence[str] = ()) -> str:
        """Return a word not guessed yet for the clues so far (with or without tags)."""
        ranking = self.ranking(clues, guesses, 1)
        if ranking:
            return ranking[0]
        return self._any_word(clues, guesses)

    def ranking(
        self, clues: Sequence[str], guesses: Sequence[str] = (), most: int = 10
    ) -> list[str]:
        """Return the best matching words, best first, except those of clues and earlier guesses."""
        said = [clue.replace(CLUE_TAG, " ") for clue in clues]
        out = self._excluded_stems(said, guesses)
        fit = self._spelling_filter(" ".join(said))
        scores = self.match_scores(said)
        if fit is not None:
            scores = {position: score for position, score in scores.items() if fit(position)}
        best = heapq.nlargest(
            most + len(out) + _UNFIT_MARGIN,
            ((score + self.prior(position), -position) for position, score in scores.items()),
        )
        words = [self._relations.entry(-position) for _, position in best]
        return [
            entry.word
            for entry in words
            if "x" not in entry.flags and self._relations.stem(entry.word) not in out
        ][:most]

    def match_scores(self, said: Sequence[str]) -> dict[int, float]:
        """Return how well each word (by position) matches what was said, before any preference."""
        return self._index.scores(self._stems(said))

    def _stems(self, said: Sequence[str]) -> list[tuple[str, float]]:
        heard: dict[str, float] = {}
        for clue in said:
            for word in self._relations.content_words(clue):
                stem = self._relations.stem(word)
                if self._index.postings(stem):
                    heard[stem] = _WHOLE_WORD
                if self.language == "de":
                    for member in compound_members(word):
                        heard.setdefault(self._relations.stem(member), _MEMBER)
        return list(heard.items())

    def _excluded_stems(self, said: Sequence[str], guesses: Sequence[str]) -> set[str]:
        words = re.findall(r"[^\W\d_]+", " ".join(said).lower())
        words += [guess.replace(GUESS_TAG, "").strip().lower() for guess in guesses]
        return {self._relations.stem(word) for word in words}

    def prior(self, position: int) -> float:
        """Return the prior preference for a word: higher for common words, lower for names."""
        return self._priors[position]

    def _spelling_filter(self, said: str) -> Callable[[int], bool] | None:
        """Return a test (by position) for clues about letters ("begins with B", "6 letters")."""
        found = [
            re.search(table[self.language], said, re.IGNORECASE)
            for table in (_FIRST_LETTER, _LAST_LETTER, _LETTER_COUNT)
        ]
        first, last, count = (match[1].lower() if match else "" for match in found)
        if not (first or last or count):
            return None
        words = self._relations.words

        def fits(position: int) -> bool:
            word = words[position].lower()
            length = not count or len(word) == int(count)
            return length and word.startswith(first) and word.endswith(last)

        return fits

    def _any_word(self, clues: Sequence[str], guesses: Sequence[str]) -> str:
        """Return a common noun for uninformative clues, with the right letters if given."""
        out = self._excluded_stems(clues, guesses)
        fit = self._spelling_filter(" ".join(clues))
        nouns = [
            position
            for position in range(len(self._relations) if fit else _COMMONEST)
            if self._is_plain_noun(self._relations.entry(position), out)
        ]
        fitting = [position for position in nouns if fit is None or fit(position)]
        choice = random.Random(f"{self._seed} {len(guesses)}")
        return self._relations.words[choice.choice(fitting[:_COMMONEST] or nouns)]

    def _is_plain_noun(self, entry: Entry, out: set[str]) -> bool:
        return (
            not entry.flags
            and entry.senses[0].pos == "n"
            and self._relations.stem(entry.word) not in out
        )


@cache
def _priors(language: str) -> tuple[float, ...]:
    return tuple(
        _COMMON * math.log(min(count, _VERY_COMMON) + 1)
        - sum(_UNLIKELY.get(flag, 0.0) for flag in flags)
        for count, flags in load_relations(language).profile()
    )


@lru_cache(maxsize=4096)
def compound_members(word: str) -> tuple[str, ...]:
    """Split a German compound into its two members, taking the longest known last member.

    Returns an empty tuple if the word is not a known compound.
    """
    relations = load_relations("de")
    for cut in range(_SHORTEST_MEMBER, len(word) - _SHORTEST_MEMBER + 1):
        head, tail = word[:cut], word[cut:]
        if relations.has_spelling(fold_spelling(tail)):
            for link in _LINKS:
                first = head[: len(head) - len(link)] if head.endswith(link) else ""
                if len(first) >= _SHORTEST_MEMBER and relations.has_spelling(fold_spelling(first)):
                    return first, tail
    return ()

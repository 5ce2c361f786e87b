"""A scripted guesser: ranks the words of a language by the clues heard so far.

It sees what a person in the seat sees, the clues and its own guesses, and knows only the word
relations. It copes with free text: every content word of a clue counts by how rare it is among
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

# How much a common word is preferred to a rare one that fits equally well, and how much less a
# name, an inflected form or an unfit word is expected to be the target.
_COMMON = 0.45
_VERY_COMMON = 200.0
_UNLIKELY = {"n": 1.0, "i": 1.0}
_WHOLE_WORD, _MEMBER = 1.0, 0.5
_SHORTEST_MEMBER = 4
_LINKS = ("", "s", "n", "es", "en")
# Candidates looked at beyond those asked for, as unfit words are passed over.
_UNFIT_MARGIN = 20
# How many of the most frequent words a blind guess is drawn from.
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
    """Guesses in one language; deterministic for a seed, without state of its own."""

    def __init__(self, language: str, seed: int = 0) -> None:
        """Loads the language's data; raises ``FileNotFoundError`` for one that has none."""
        self.language = language
        self._seed = seed
        self._relations: Relations = load_relations(language)
        self._index: WordIndex = load_index(language)
        self._expected = _expectations(language)

    def guess(self, clues: Sequence[str], guesses: Sequence[str] = ()) -> str:
        """One word that has not been guessed, for the clues so far (with or without tags)."""
        ranking = self.ranking(clues, guesses, 1)
        if ranking:
            return ranking[0]
        return self._any_word(clues, guesses)

    def ranking(
        self, clues: Sequence[str], guesses: Sequence[str] = (), most: int = 10
    ) -> list[str]:
        """The best fitting words, best first; never a word of a clue or an earlier guess."""
        said = [clue.replace(CLUE_TAG, " ") for clue in clues]
        out = self._ruled_out(said, guesses)
        fit = self._fit_to_spelling(" ".join(said))
        scores = self.heard(said)
        if fit is not None:
            scores = {place: score for place, score in scores.items() if fit(place)}
        best = heapq.nlargest(
            most + len(out) + _UNFIT_MARGIN,
            ((score + self.expected(place), -place) for place, score in scores.items()),
        )
        words = [self._relations.entry(-place) for _, place in best]
        return [
            entry.word
            for entry in words
            if "x" not in entry.flags and self._relations.stem(entry.word) not in out
        ][:most]

    def heard(self, said: Sequence[str]) -> dict[int, float]:
        """How well each word (by place) fits what was said, before any preference."""
        return self._index.scores(self._stems(said))

    def _stems(self, said: Sequence[str]) -> list[tuple[str, float]]:
        heard: dict[str, float] = {}
        for clue in said:
            for word in self._relations.content_words(clue):
                stem = self._relations.stem(word)
                if self._index.postings(stem):
                    heard[stem] = _WHOLE_WORD
                if self.language == "de":
                    for member in members(word):
                        heard.setdefault(self._relations.stem(member), _MEMBER)
        return list(heard.items())

    def _ruled_out(self, said: Sequence[str], guesses: Sequence[str]) -> set[str]:
        words = re.findall(r"[^\W\d_]+", " ".join(said).lower())
        words += [guess.replace(GUESS_TAG, "").strip().lower() for guess in guesses]
        return {self._relations.stem(word) for word in words}

    def expected(self, place: int) -> float:
        """The preference for a word before anything was said: common words, not names."""
        return self._expected[place]

    def _fit_to_spelling(self, said: str) -> Callable[[int], bool] | None:
        """A test (by place) for what clues say about letters ("begins with B", "6 letters")."""
        found = [
            re.search(table[self.language], said, re.IGNORECASE)
            for table in (_FIRST_LETTER, _LAST_LETTER, _LETTER_COUNT)
        ]
        first, last, count = (match[1].lower() if match else "" for match in found)
        if not (first or last or count):
            return None
        words = self._relations.words

        def fits(place: int) -> bool:
            word = words[place].lower()
            length = not count or len(word) == int(count)
            return length and word.startswith(first) and word.endswith(last)

        return fits

    def _any_word(self, clues: Sequence[str], guesses: Sequence[str]) -> str:
        """A common noun where the clues say nothing that is known, of the right letters if any."""
        out = self._ruled_out(clues, guesses)
        fit = self._fit_to_spelling(" ".join(clues))
        nouns = [
            place
            for place in range(len(self._relations) if fit else _COMMONEST)
            if self._is_plain_noun(self._relations.entry(place), out)
        ]
        fitting = [place for place in nouns if fit is None or fit(place)]
        choice = random.Random(f"{self._seed} {len(guesses)}")
        return self._relations.words[choice.choice(fitting[:_COMMONEST] or nouns)]

    def _is_plain_noun(self, entry: Entry, out: set[str]) -> bool:
        return (
            not entry.flags
            and entry.senses[0].pos == "n"
            and self._relations.stem(entry.word) not in out
        )


@cache
def _expectations(language: str) -> tuple[float, ...]:
    return tuple(
        _COMMON * math.log(min(count, _VERY_COMMON) + 1)
        - sum(_UNLIKELY.get(flag, 0.0) for flag in flags)
        for count, flags in load_relations(language).profile()
    )


@lru_cache(maxsize=4096)
def members(word: str) -> tuple[str, ...]:
    """The two members of a German compound, by the longest known last member; else nothing."""
    relations = load_relations("de")
    for cut in range(_SHORTEST_MEMBER, len(word) - _SHORTEST_MEMBER + 1):
        head, tail = word[:cut], word[cut:]
        if relations.has_spelling(fold_spelling(tail)):
            for link in _LINKS:
                first = head[: len(head) - len(link)] if head.endswith(link) else ""
                if len(first) >= _SHORTEST_MEMBER and relations.has_spelling(fold_spelling(first)):
                    return first, tail
    return ()

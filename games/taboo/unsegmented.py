"""Word rules of languages written without blanks between words: Chinese and Japanese."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from clemtui.engine import TextPolicy

from .word_forms import TABLES, tokens
from .words import CLUE_TAG, GUESS_TAG, Violation

_KANA = "ぁ-ゖー"


class UnsegmentedWordRules:
    """The word rules of a language written without blanks, from its table of forms.

    - Text is compared as keyed by the language's text policy, without marks, signs and white space.
    - A clue clashes if it contains a forbidden word anywhere, or an alternative spelling of it
      (``also``: Japanese readings). A spelling in fewer kana than ``shortest_anywhere`` counts only
      at possible word boundaries: next to anything but kana, after a particle in ``before`` and
      before one in ``after``.
    - A guess is correct if it is the target in any of its spellings.
    """

    def __init__(self, language: str, policy: TextPolicy) -> None:
        """Read the table of the language.

        Raises:
            KeyError: if the language has no table.
        """
        table = TABLES[language]
        key = policy.key
        self.language = language
        self._policy = policy
        self._also = {
            key(word): tuple(map(key, spellings))
            for word, spellings in table.get("also", {}).items()
        }
        self._shortest: int = table.get("shortest_anywhere", 1)
        before, after = ("|".join(table.get(name, ())) for name in ("before", "after"))
        self._begins = rf"(?:(?<![{_KANA}])|(?<={before}))"
        self._ends = rf"(?=[^{_KANA}]|$|{after})"
        self._find = lru_cache(maxsize=65_536)(self._find_uncached)

    def stem(self, word: str) -> str:
        """Return the word as it is compared."""
        return self.normalise(word, "")

    def normalise(self, utterance: str, tag: str) -> str:
        return "".join(tokens(self._policy, utterance.replace(tag, "")))

    def clue_words(self, clue: str, tag: str = CLUE_TAG) -> list[str]:
        return tokens(self._policy, clue.replace(tag, ""))

    def check(
        self, clue: str, target: str, related: Sequence[str], tag: str = CLUE_TAG
    ) -> Violation | None:
        said = tuple(self.clue_words(clue, tag))
        if found := self._find(said, target):
            return Violation("target", target, self.stem(target), found, found)
        for forbidden in related:
            if found := self._find(said, forbidden):
                return Violation("related", forbidden, self.stem(forbidden), found, found)
        return None

    def is_correct(self, guess: str, target: str, tag: str = GUESS_TAG) -> bool:
        return self.normalise(guess, tag) in self._spellings(target)

    def _spellings(self, word: str) -> Iterator[str]:
        yield self.stem(word)
        yield from self._also.get(self._policy.key(word), ())

    def _find_uncached(self, said: tuple[str, ...], forbidden: str) -> str:
        """Return the spelling of a forbidden word that a clue contains, or an empty string."""
        own, *others = self._spellings(forbidden)
        if own in "".join(said):
            return own
        return next((each for each in others if any(self._contains(run, each) for run in said)), "")

    def _contains(self, run: str, spelling: str) -> bool:
        if len(spelling) >= self._shortest or not re.fullmatch(f"[{_KANA}]+", spelling):
            return spelling in run
        return re.search(self._begins + spelling + self._ends, run) is not None

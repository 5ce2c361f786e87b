"""Word rules of the languages other than English and German: a table of endings for each.

The reference compares English stems. A language here has a table of what its words may be written
with (``data/forms/<language>.toml``): endings, prefixes, final letters that alternate. Two words
count as the same where one is the other with such parts. That is the same kind of rule with the
means of the language, frozen in data, so that a verdict never changes with a library.
"""

from __future__ import annotations

import tomllib
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from clemtui.engine import TextPolicy

from .words import CLUE_TAG, GUESS_TAG, Violation

FORMS = Path(__file__).parent / "data" / "forms"


@cache
def languages() -> tuple[str, ...]:
    """The languages that have a table of forms."""
    return tuple(sorted(path.stem for path in FORMS.glob("*.toml")))


@dataclass(frozen=True)
class Forms:
    """What the words of a language may be written with, all as `TextPolicy.key` gives it.

    Attributes:
        segmented: whether blanks stand between words. Where they do not, a forbidden word counts
            wherever it stands in a clue, and nothing else is looked at.
        shortest: letters that must remain of a word when endings are removed from it.
        endings, prefixes: what may be written after and before a word, the longest first.
        changes: final letters that alternate, and the one that is compared.
        stop_words: words that never lose a clue.
    """

    segmented: bool
    shortest: int
    endings: tuple[str, ...]
    prefixes: tuple[str, ...]
    changes: Mapping[str, str]
    stop_words: frozenset[str]


def read_forms(language: str, policy: TextPolicy) -> Forms:
    """The table of a language.

    Raises:
        FileNotFoundError: there is none.
    """
    table: dict[str, Any] = tomllib.loads((FORMS / f"{language}.toml").read_text("utf-8"))

    def longest_first(name: str) -> tuple[str, ...]:
        keys = {policy.key(part) for part in table.get(name, ())} - {""}
        return tuple(sorted(keys, key=lambda key: (-len(key), key)))

    return Forms(
        segmented=table["segmented"],
        shortest=table.get("shortest", 1),
        endings=longest_first("endings"),
        prefixes=longest_first("prefixes"),
        changes={policy.key(one): policy.key(other) for one, other in table.get("changes", ())},
        stop_words=frozenset(policy.key(word) for word in table.get("stop_words", ())),
    )


class FormWords:
    """Word rules of a language by its table of forms.

    - Text is compared as the language's text policy keys it; every mark, sign or white space
      separates words.
    - A clue word clashes with a forbidden word where it is that word with prefixes and any chain of
      endings, or where both have the same base: what remains when endings are removed, the longest
      first, as long as enough letters remain.
    - In a language without blanks a clue clashes where a forbidden word stands anywhere in it.
    - Stop words are free, as in the reference. A guess is right where its key equals the target's.
    """

    def __init__(self, language: str, policy: TextPolicy) -> None:
        """Raises ``FileNotFoundError`` for a language without a table."""
        self.language = language
        self._policy = policy
        self._forms = read_forms(language, policy)
        self._clashes = lru_cache(maxsize=65_536)(self._find_clash)

    def stem(self, word: str) -> str:
        """The base of a word, without its endings."""
        return self._base(self._policy.key(word)) if self._forms.segmented else self._joined(word)

    def normalise(self, utterance: str, tag: str) -> str:
        return " ".join(self._tokens(utterance.replace(tag, "")))

    def clue_words(self, clue: str, tag: str = CLUE_TAG) -> list[str]:
        words = self._tokens(clue.replace(tag, ""))
        return [word for word in words if word not in self._forms.stop_words]

    def check(
        self, clue: str, target: str, related: Sequence[str], tag: str = CLUE_TAG
    ) -> Violation | None:
        if not self._forms.segmented:
            return self._check_joined(clue.replace(tag, ""), target, related)
        for word in self.clue_words(clue, tag):
            if self._clashes(word, target):
                return Violation("target", target, self.stem(target), word, self._base(word))
            for forbidden in related:
                if self._clashes(word, forbidden):
                    stems = self.stem(forbidden), self._base(word)
                    return Violation("related", forbidden, stems[0], word, stems[1])
        return None

    def is_correct(self, guess: str, target: str, tag: str = GUESS_TAG) -> bool:
        return self.normalise(guess, tag) == self.normalise(target, "")

    def _check_joined(self, clue: str, target: str, related: Sequence[str]) -> Violation | None:
        said, key = self._joined(clue), self._joined(target)
        if key in said:
            return Violation("target", target, key, key, key)
        for forbidden in related:
            key = self._joined(forbidden)
            if key in said:
                return Violation("related", forbidden, key, key, key)
        return None

    def _joined(self, text: str) -> str:
        return "".join(self._tokens(text))

    def _tokens(self, text: str) -> list[str]:
        """Runs of letters, marks and digits. (``\\w`` would leave out the vowel signs of Indic
        scripts.)"""
        key = self._policy.key(text)
        return "".join(c if unicodedata.category(c)[0] in "LMN" else " " for c in key).split()

    def _find_clash(self, word: str, forbidden: str) -> bool:
        own = self._policy.key(forbidden)
        base = self._base(own)
        for bare in self._without_prefixes(word):
            if bare == own or self._base(bare) == base:
                return True
            if any(self._continues(bare, stem) for stem in {own, base}):
                return True
        return False

    def _without_prefixes(self, word: str) -> Iterator[str]:
        yield word
        for prefix in self._forms.prefixes:
            if word.startswith(prefix) and len(word) > len(prefix):
                yield word[len(prefix) :]

    def _base(self, word: str) -> str:
        shortest = self._forms.shortest
        while ending := next(
            (e for e in self._forms.endings if word.endswith(e) and len(word) - len(e) >= shortest),
            None,
        ):
            word = word[: -len(ending)]
        return word[:-1] + self._forms.changes.get(word[-1:], word[-1:])

    def _continues(self, word: str, stem: str) -> bool:
        """Whether a word is a stem with a chain of endings; its last letter may alternate."""
        changes, start = self._forms.changes, word[: len(stem)]
        alternated = changes.get(start[-1:], start[-1:]) == changes.get(stem[-1:], stem[-1:])
        same = len(start) == len(stem) and start[:-1] == stem[:-1] and alternated
        return same and self._is_chain(word[len(stem) :])

    def _is_chain(self, rest: str) -> bool:
        return not rest or any(
            self._is_chain(rest[len(ending) :])
            for ending in self._forms.endings
            if rest.startswith(ending)
        )

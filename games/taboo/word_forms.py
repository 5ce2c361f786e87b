"""Word rules based on tables of word forms, for languages other than English and German.

The reference compares English stems. Here, ``data/forms/<language>.toml`` describes how the words
of a language change; because the tables are frozen data, a library update cannot change a verdict.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import takewhile
from pathlib import Path
from typing import Any

from clemtui.engine import ByLanguage, TextPolicy

from .words import CLUE_TAG, GUESS_TAG, Violation

FOLDER = Path(__file__).parent / "data" / "forms"
TABLES: Mapping[str, Mapping[str, Any]] = ByLanguage(FOLDER, dict)
"""The tables by language.

``segmented`` states whether blanks separate words; `InflectedWordRules` reads the rest if they do,
`UnsegmentedWordRules` otherwise.
"""


class InflectedWordRules:
    """The word rules of a language that writes blanks between words, from its table of forms.

    - Text is compared as keyed by the language's text policy; any mark, sign or white space
      separates words.
    - A clue word clashes with a forbidden word if it is a form of it, with or without ``prefixes``.
      In a language with ``groups`` of endings, this means that both begin alike, that the forbidden
      word ends like the words of some group, and that the clue word has any ending of that group.
      In an agglutinative language it means that one word is the other plus any chain of
      ``endings``, or that both have the same base, which is what remains after repeatedly removing
      the longest ending. Unless it is a complete word, the shared part has at least ``shortest``
      letters, and then its last letter may alternate (``changes``).
    - Words that look like forms of one another but are not are listed in ``apart``, separated by
      ``|``. In an agglutinative language this also covers their forms.
    - Stop words are allowed, as in the reference. A guess is correct if its key equals the
      target's.
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
        self._shortest: int = table["shortest"]
        self._prefixes = _longest_first(map(key, table.get("prefixes", ())))
        self._groups = tuple(_group(group, key) for group in table.get("groups", ()))
        endings = [every for _, every in self._groups] or [frozenset(map(key, table["endings"]))]
        self._endings = _longest_first(frozenset().union(*endings))
        self._changes = {key(one): key(other) for one, other in table.get("changes", ())}
        self._apart = tuple(
            {
                word: side
                for side, words in enumerate(line.split("|"))
                for word in key(words).split()
            }
            for line in table.get("apart", ())
        )
        self.stop_words = frozenset(map(key, table["stop_words"]))
        self._clashes = lru_cache(maxsize=65_536)(self._find_clash)

    def stem(self, word: str) -> str:
        """Return a word without its endings."""
        return self._base(self._policy.key(word))

    def normalise(self, utterance: str, tag: str) -> str:
        return " ".join(tokens(self._policy, utterance.replace(tag, "")))

    def clue_words(self, clue: str, tag: str = CLUE_TAG) -> list[str]:
        words = tokens(self._policy, clue.replace(tag, ""))
        return [word for word in words if word not in self.stop_words]

    def check(
        self, clue: str, target: str, related: Sequence[str], tag: str = CLUE_TAG
    ) -> Violation | None:
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

    def _find_clash(self, word: str, forbidden: str) -> bool:
        own = self._policy.key(forbidden)
        if self._is_apart(word, own):
            return False
        alike = self._matches_by_group if self._groups else self._matches_by_chains
        return any(bare == own or alike(bare, own) for bare in self._without_prefixes(word))

    def _is_apart(self, word: str, forbidden: str) -> bool:
        """Check whether a word belongs to one listed as ``apart`` from the forbidden word.

        What counts is the longest word on the line that it equals or is a form of.
        """
        for words in self._apart:
            if forbidden in words:
                found = [
                    each
                    for each in words
                    for bare in self._without_prefixes(word)
                    if bare == each or (not self._groups and self._continues(bare, each))
                ]
                if found and words[max(found, key=len)] != words[forbidden]:
                    return True
        return False

    def _without_prefixes(self, word: str) -> Iterator[str]:
        yield word
        for prefix in self._prefixes:
            if word.startswith(prefix) and len(word) > len(prefix):
                yield word[len(prefix) :]

    def _matches_by_group(self, word: str, forbidden: str) -> bool:
        pairs = zip(word, forbidden, strict=False)
        common = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
        return any(
            word[cut:] in every and forbidden[cut:] in own
            for cut in range(common, 0, -1)
            if cut >= min(self._shortest, len(word), len(forbidden))
            for own, every in self._groups
        )

    def _matches_by_chains(self, word: str, forbidden: str) -> bool:
        base = self._base(forbidden)
        return self._base(word) == base or any(
            self._continues(word, stem) for stem in {forbidden, base}
        )

    def _base(self, word: str) -> str:
        while ending := next(
            (e for e in self._endings if word.endswith(e) and len(word) - len(e) >= self._shortest),
            None,
        ):
            word = word[: -len(ending)]
            if self._groups:
                break
        return word[:-1] + self._changes.get(word[-1:], word[-1:])

    def _continues(self, word: str, stem: str) -> bool:
        """Check for a stem, possibly with its last letter alternated, plus a chain of endings."""
        changes, start = self._changes, word[: len(stem)]
        alternated = changes.get(start[-1:], start[-1:]) == changes.get(stem[-1:], stem[-1:])
        alternated = alternated and (len(stem) >= self._shortest or start == stem)
        same = len(start) == len(stem) and start[:-1] == stem[:-1] and alternated
        return same and self._is_chain(word[len(stem) :])

    def _is_chain(self, rest: str) -> bool:
        return not rest or any(
            self._is_chain(rest[len(ending) :])
            for ending in self._endings
            if rest.startswith(ending)
        )


def tokens(policy: TextPolicy, text: str) -> list[str]:
    """Split a text's key into runs of letters, marks and digits (``\\w`` omits vowel signs)."""
    key = policy.key(text)
    return "".join(c if unicodedata.category(c)[0] in "LMN" else " " for c in key).split()


_NOTHING = "-"


def _group(line: str, key: Callable[[str], str]) -> tuple[frozenset[str], frozenset[str]]:
    """Return the endings before the colon of a line (all if there is none), and all endings."""
    own, _, others = line.partition(":")
    first, rest = (
        frozenset("" if ending == _NOTHING else key(ending) for ending in part.split())
        for part in (own, others)
    )
    return first, first | rest


def _longest_first(parts: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(set(parts) - {""}, key=lambda part: (-len(part), part)))

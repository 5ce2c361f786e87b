"""Text policies: how a language lower-cases, counts letters and drops punctuation.

Official instances and English use `REFERENCE`: Python's own lower-casing and ASCII punctuation,
oddities included, so that verdicts equal the reference's. Every other pack uses the policy of its
language.
"""

from __future__ import annotations

import string
import unicodedata
from dataclasses import dataclass

_ASCII_PUNCTUATION = str.maketrans("", "", string.punctuation)


@dataclass(frozen=True, slots=True)
class TextPolicy:
    """How text of a language is compared. This one is the reference's."""

    name: str = "reference"

    def normalise(self, text: str) -> str:
        """The form in which equal text has equal code points."""
        return text

    def lower(self, text: str) -> str:
        """Lower case."""
        return text.lower()

    def without_punctuation(self, text: str) -> str:
        """The text without punctuation; nothing is put in its place."""
        return text.translate(_ASCII_PUNCTUATION)

    def letters(self, word: str) -> tuple[str, ...]:
        """What a reader counts as letters."""
        return tuple(word)


@dataclass(frozen=True, slots=True)
class UnicodePolicy(TextPolicy):
    """The policy of languages other than English: NFC, Unicode punctuation, combined letters."""

    name: str = "unicode"

    def normalise(self, text: str) -> str:
        return unicodedata.normalize("NFC", text)

    def lower(self, text: str) -> str:
        return self.normalise(text).lower()

    def without_punctuation(self, text: str) -> str:
        return "".join(c for c in text if not unicodedata.category(c).startswith(("P", "S")))

    def letters(self, word: str) -> tuple[str, ...]:
        letters: list[str] = []
        for character in self.normalise(word):
            if letters and unicodedata.combining(character):
                letters[-1] += character
            else:
                letters.append(character)
        return tuple(letters)


REFERENCE = TextPolicy()
UNICODE = UnicodePolicy()
POLICIES: dict[str, TextPolicy] = {policy.name: policy for policy in (REFERENCE, UNICODE)}

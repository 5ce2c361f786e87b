"""Recognise inflected words: a text can name a value with different endings."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from clemtui.engine import TextPolicy

#: A letter or a combining mark; anything else ends a word.
_LETTER = r"[^\s!-/:-@\[-`{-~…«»„“”‘’–—।]"
_WORDS = re.compile(_LETTER + "+")
_MIN_STEM = 3  # minimum number of letters that remain of a word


@dataclass(frozen=True, slots=True)
class Inflection:
    """How words of a language inflect within a sentence.

    Attributes:
        endings: Word endings that can replace one another, separated by blanks.
        chain: Maximum number of letters added by suffixes, for agglutinative languages; with 0, the
            ending is one of ``endings``.
        softened: Pairs of a final consonant and what it becomes before an ending.
        fleeting: Vowels of the last syllable that disappear before an ending.
        prefixes: A regular expression for particles written together with the following word.
    """

    endings: str = ""
    chain: int = 0
    softened: tuple[tuple[str, str], ...] = ()
    fleeting: str = ""
    prefixes: str = ""

    def pattern(self, value: str) -> str:
        """Return a regular expression that matches the words of a value, in order and in any form.

        Both value and text are compared as keys (see `TextPolicy.key`).
        """
        words = r"[\s-]+".join(map(self._forms, _WORDS.findall(value)))
        return rf"(?<!{_LETTER}){words}(?!{_LETTER})" if words else r"(?!)"

    def _forms(self, word: str) -> str:
        if len(word) < _MIN_STEM or any(map(str.isdecimal, word)):
            return self._joined(re.escape(word))
        return self._joined(f"(?:{'|'.join(self._stems(word))}){self._ending()}")

    def _ending(self) -> str:
        if self.chain:
            return f"{_LETTER}{{0,{self.chain}}}"
        return f"(?:{'|'.join(self.endings.split())})?"

    def _joined(self, pattern: str) -> str:
        return f"(?:{self.prefixes})?{pattern}" if self.prefixes else pattern

    def _stems(self, word: str) -> Iterator[str]:
        yield re.escape(word)
        for ending in sorted(self.endings.split(), key=len, reverse=True):
            if word.endswith(ending) and len(word) - len(ending) >= _MIN_STEM:
                yield re.escape(word.removesuffix(ending))
                break
        for hard, soft in self.softened:
            if word.endswith(hard):
                yield re.escape(word.removesuffix(hard) + soft)
        if word[-2] in self.fleeting:
            yield re.escape(word[:-2] + word[-1])


RUSSIAN = Inflection(
    endings="а я о е у ю ы и ь й ий ия ие ии ию ией иям иях иями ью ов ев ей ой ою ею ом ем ам ям "
    "ах ях ами ями ый ая яя ое ее ые ого его ому ему ым им ую юю ых их ыми ими",
    fleeting="ое",
)
GERMAN = Inflection(endings="e en er es em n s")
TURKISH = Inflection(
    endings="ı i u ü sı si su sü",
    chain=6,
    softened=(("k", "ğ"), ("p", "b"), ("ç", "c"), ("t", "d"), ("nk", "ng")),
    fleeting="ıiuü",
)
TURKMEN = Inflection(
    endings="y i u ü sy si su sü",
    chain=6,
    softened=(("k", "g"), ("p", "b"), ("ç", "j"), ("t", "d")),
    fleeting="yiuü",
)
TELUGU = Inflection(endings="ం ు ి ీ ె", chain=8)
#: The article and one-letter words are written together with the word that follows.
ARABIC = Inflection(endings="ة ه ا", chain=3, prefixes="[وفبكل]{0,2}(?:ال)?")

INFLECTIONS: Mapping[str, Inflection] = MappingProxyType(
    {
        "russian": RUSSIAN,
        "german": GERMAN,
        "turkish": TURKISH,
        "turkmen": TURKMEN,
        "telugu": TELUGU,
        "arabic": ARABIC,
    }
)
"""The inflections by name of text policy. Under any other policy a value must appear unchanged."""


def mentions(policy: TextPolicy, text: str, value: str) -> bool:
    """Check whether a text contains a value in any case, inside a word, or inflected."""
    text, value = policy.key(text), policy.key(value)
    inflection = INFLECTIONS.get(policy.name)
    if value in text or inflection is None:
        return value in text
    return re.search(inflection.pattern(value), text) is not None

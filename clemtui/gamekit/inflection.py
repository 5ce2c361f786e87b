"""What grammar does to words: a text names a value also where a sentence changes its endings."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from clemtui.engine import TextPolicy

#: A letter or a sign upon one; everything else ends a word.
_LETTER = r"[^\s!-/:-@\[-`{-~…«»„“”‘’–—।]"
_WORDS = re.compile(_LETTER + "+")
_STEM = 3  # letters that stay of a word at least


@dataclass(frozen=True, slots=True)
class Inflection:
    """The ways in which the words of a language change where a sentence needs it.

    Attributes:
        endings: what gives way to one another at the end of a word, parted by blanks.
        chain: how many letters suffixes may add to a word in a language that lines them up; 0: an
            ending is one of ``endings``.
        softened: pairs of a last consonant and what it becomes before an ending.
        fleeting: the vowels that an ending drives out of the last syllable.
        before: a regular expression for what is written together with a word, before it.
    """

    endings: str = ""
    chain: int = 0
    softened: tuple[tuple[str, str], ...] = ()
    fleeting: str = ""
    before: str = ""

    def pattern(self, value: str) -> str:
        """A regular expression for some words, one after the other, in any of their forms. Both
        are compared as keys (see `TextPolicy.key`)."""
        words = r"[\s-]+".join(map(self._forms, _WORDS.findall(value)))
        return rf"(?<!{_LETTER}){words}(?!{_LETTER})" if words else r"(?!)"

    def _forms(self, word: str) -> str:
        if len(word) < _STEM or any(map(str.isdecimal, word)):
            return self._joined(re.escape(word))
        return self._joined(f"(?:{'|'.join(self._stems(word))}){self._ending()}")

    def _ending(self) -> str:
        if self.chain:
            return f"{_LETTER}{{0,{self.chain}}}"
        return f"(?:{'|'.join(self.endings.split())})?"

    def _joined(self, pattern: str) -> str:
        return f"(?:{self.before})?{pattern}" if self.before else pattern

    def _stems(self, word: str) -> Iterator[str]:
        yield re.escape(word)
        for ending in sorted(self.endings.split(), key=len, reverse=True):
            if word.endswith(ending) and len(word) - len(ending) >= _STEM:
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
#: The article and the one-letter words are written together with what follows them.
ARABIC = Inflection(endings="ة ه ا", chain=3, before="[وفبكل]{0,2}(?:ال)?")

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
"""By the name of the text policy. Under any other policy a value that is named stays as it is."""


def mentions(policy: TextPolicy, text: str, value: str) -> bool:
    """Whether a text names a value: in any case, as a part of a word, or in another form of it."""
    text, value = policy.key(text), policy.key(value)
    inflection = INFLECTIONS.get(policy.name)
    if value in text or inflection is None:
        return value in text
    return re.search(inflection.pattern(value), text) is not None

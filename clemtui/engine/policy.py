"""Text policies: how a language lower-cases, counts letters, and which spellings it treats alike.

Official instances and English use `REFERENCE`: Python's own lower-casing and ASCII punctuation,
oddities included, so that verdicts equal the reference's. Every other pack names the policy of its
language. A policy forgives what a *writing system* does (a colon of full width, Arabic digits, a
letter that has two encodings); it never forgives what the English game does not forgive either,
because that would be a difference between the languages that the study does not want.
"""

from __future__ import annotations

import re
import string
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

_ASCII_PUNCTUATION = str.maketrans("", "", string.punctuation)
#: The ASCII characters that East Asian keyboards also write in full width, with the wide blank.
_WIDE = {code + 0xFEE0: code for code in range(0x21, 0x7F)} | {0x3000: 0x20}
_BLANKS = " \u00a0\u202f"


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

    def upper(self, text: str) -> str:
        """Upper case."""
        return text.upper()

    def key(self, word: str) -> str:
        """What two spellings of one word share: lower case, and what the language treats alike."""
        return self.lower(word)

    def fold(self, text: str) -> str:
        """The text with the digits, colons and letters of ASCII for those that the language's
        writing also has. Every character stays in its place: for choices, numbers and grids, which
        nobody reads."""
        return text

    def tag_pattern(self, tag: str) -> str:
        """A regular expression for the ways in which the language may write a tag."""
        return re.escape(tag)

    @property
    def forgives(self) -> bool:
        """Whether a response is read in any other form than it was written in."""
        return False

    def without_punctuation(self, text: str) -> str:
        """The text without punctuation; nothing is put in its place."""
        return text.translate(_ASCII_PUNCTUATION)

    def letters(self, word: str) -> tuple[str, ...]:
        """What a reader counts as letters."""
        return tuple(word)


@dataclass(frozen=True, slots=True)
class UnicodePolicy(TextPolicy):
    """The policy of languages other than English: NFC, Unicode punctuation, combined letters.

    Attributes:
        dotted_i: whether ``I`` is the capital of ``ı`` and ``İ`` that of ``i``.
        alike: pairs of what the language writes in two ways, and the one that is compared; an
            empty second member is left out of comparisons (vowel signs, say).
        full_width: whether ASCII may be written in full width.
        digits: the language's own digits, 0 to 9, of every set that it uses.
        spaced_colon: whether a blank may stand before a colon.
    """

    name: str = "unicode"
    dotted_i: bool = False
    alike: tuple[tuple[str, str], ...] = ()
    full_width: bool = False
    digits: tuple[str, ...] = ()
    spaced_colon: bool = False

    def normalise(self, text: str) -> str:
        return unicodedata.normalize("NFC", text)

    def lower(self, text: str) -> str:
        text = self.normalise(text)
        if self.dotted_i:
            text = text.replace("I", "ı").replace("İ", "i")
        return text.lower()

    def upper(self, text: str) -> str:
        text = self.normalise(text)
        return (text.replace("i", "İ") if self.dotted_i else text).upper()

    def key(self, word: str) -> str:
        return self.lower(self.fold(self.normalise(word))).translate(_alike(self.alike))

    def fold(self, text: str) -> str:
        return text.translate(_folding(self.full_width, self.digits))

    def tag_pattern(self, tag: str) -> str:
        return "".join(map(self._character_pattern, self.normalise(tag)))

    def _character_pattern(self, character: str) -> str:
        plain = self.fold(character)
        written = {character, plain}
        if self.full_width and "!" <= plain <= "~":
            written.add(chr(ord(plain) + 0xFEE0))
        one = "".join(map(re.escape, sorted(written)))
        one = f"[{one}]" if len(written) > 1 else re.escape(character)
        return f"[{_BLANKS}]?{one}" if self.spaced_colon and plain == ":" else one

    @property
    def forgives(self) -> bool:
        return True

    def without_punctuation(self, text: str) -> str:
        return "".join(c for c in text if not unicodedata.category(c).startswith(("P", "S")))

    def letters(self, word: str) -> tuple[str, ...]:
        letters: list[str] = []
        for character in self.normalise(word):
            if letters and unicodedata.category(character).startswith("M"):
                letters[-1] += character
            else:
                letters.append(character)
        return tuple(letters)


@lru_cache(maxsize=32)
def _folding(full_width: bool, digits: tuple[str, ...]) -> dict[int, int]:
    table = dict(_WIDE) if full_width else {}
    for row in digits:
        table |= {ord(digit): ord(str(value)) for value, digit in enumerate(row)}
    return table


@lru_cache(maxsize=32)
def _alike(pairs: tuple[tuple[str, str], ...]) -> dict[int, str]:
    return {ord(written): compared for written, compared in pairs}


#: Vowel signs and the stretching line: Arabic is read and written without them.
_ARABIC_SIGNS = "\u0640\u0670" + "".join(map(chr, range(0x064B, 0x0653)))

#: Katakana and the hiragana of the same sound: many words are written in either.
_KATAKANA = tuple((chr(code), chr(code - 0x60)) for code in range(0x30A1, 0x30F7))

REFERENCE = TextPolicy()
UNICODE = UnicodePolicy(alike=(("’", "'"),))
_OF_LANGUAGES = (
    UnicodePolicy("french", alike=(("œ", "oe"), ("æ", "ae"), ("’", "'")), spaced_colon=True),
    UnicodePolicy("german", alike=UNICODE.alike),
    UnicodePolicy("russian", alike=(("ё", "е"),)),
    UnicodePolicy("turkish", dotted_i=True, alike=(("\u0307", ""),)),
    UnicodePolicy("turkmen", alike=UNICODE.alike),
    UnicodePolicy(
        "arabic",
        alike=tuple((sign, "") for sign in _ARABIC_SIGNS),
        digits=("٠١٢٣٤٥٦٧٨٩", "۰۱۲۳۴۵۶۷۸۹"),
    ),
    UnicodePolicy("east-asian", full_width=True),
    UnicodePolicy("japanese", full_width=True, alike=_KATAKANA),
    UnicodePolicy(
        "telugu",
        alike=(("\u200c", ""), ("\u200d", "")),
        digits=("౦౧౨౩౪౫౬౭౮౯",),
    ),
)
POLICIES: dict[str, TextPolicy] = {
    policy.name: policy for policy in (REFERENCE, UNICODE, *_OF_LANGUAGES)
}

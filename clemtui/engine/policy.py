"""Text policies: how a language lower-cases, counts letters and treats spellings as equal.

Official instances and English use `REFERENCE`: Python's own lower-casing and ASCII punctuation,
quirks included, so that verdicts equal the reference's. Every other pack names the policy of its
language. A policy is lenient about a *writing system* (a full-width colon, Arabic digits, a letter
with two encodings). It is never lenient where the English game is strict, as that would introduce a
difference between languages that the study must avoid.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

# The ASCII characters that East Asian keyboards also produce in full width, and the wide space.
_WIDE = {code + 0xFEE0: code for code in range(0x21, 0x7F)} | {0x3000: 0x20}
_BLANKS = " \u00a0\u202f"


@dataclass(frozen=True, slots=True)
class TextPolicy:
    """How text of a language is compared. This is the reference's policy."""

    name: str = "reference"

    def normalise(self, text: str) -> str:
        """Return the form in which equal text has equal code points."""
        return text

    def lower(self, text: str) -> str:
        """Convert to lower case."""
        return text.lower()

    def upper(self, text: str) -> str:
        """Convert to upper case."""
        return text.upper()

    def key(self, word: str) -> str:
        """Return what two spellings of a word have in common: lower case, with equal spellings
        unified."""
        return self.lower(word)

    def fold(self, text: str) -> str:
        """Replace digits, colons and letters of the language's script by their ASCII equivalents.

        Every character keeps its position. For choices, numbers and grids, where the result is not
        displayed.
        """
        return text

    def tag_pattern(self, tag: str) -> str:
        """Return a regular expression for the ways in which the language may write a tag."""
        return re.escape(tag)

    @property
    def forgives(self) -> bool:
        """Whether a response is ever read in a form other than the one it was written in."""
        return False

    def letters(self, word: str) -> tuple[str, ...]:
        """Return what a reader counts as letters."""
        return tuple(word)


@dataclass(frozen=True, slots=True)
class UnicodePolicy(TextPolicy):
    """The policy of languages other than English: NFC, combined letters.

    Attributes:
        dotted_i: whether ``I`` is the capital of ``ı``, and ``İ`` that of ``i``.
        alike: pairs of a character with two spellings and the one used for comparison; an empty
            second member is ignored in comparisons (vowel signs, for example).
        full_width: whether ASCII may be written in full width.
        digits: the language's own digits, 0 to 9, of every set that it uses.
        spaced_colon: whether a space may precede a colon.
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


# Vowel signs and the elongation character (tatweel): Arabic is read and written without them.
_ARABIC_SIGNS = "\u0640\u0670" + "".join(map(chr, range(0x064B, 0x0653)))

# Katakana and the hiragana of the same sound: many words are written in either.
_KATAKANA = tuple((chr(code), chr(code - 0x60)) for code in range(0x30A1, 0x30F7))

REFERENCE = TextPolicy()
UNICODE = UnicodePolicy(alike=(("’", "'"),))
_LANGUAGE_POLICIES = (
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
    policy.name: policy for policy in (REFERENCE, UNICODE, *_LANGUAGE_POLICIES)
}

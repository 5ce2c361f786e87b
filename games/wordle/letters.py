"""The letters of the board in each language, and how a typed word is folded onto them.

This follows the conventions of each language's Wordle, in addition to case, which the text policy
folds first:

- French: accents are dropped; ``œ`` becomes ``oe`` and ``æ`` becomes ``ae``.
- Italian and Portuguese: accents are dropped, as is the Portuguese cedilla.
- Russian: ``ё`` becomes ``е``. (``й`` is a letter of its own.)
- Arabic: vowel signs and tatweel are dropped, and ``أ إ آ ٱ`` become ``ا``. ``ى``, ``ة``, ``ؤ`` and
  ``ئ`` are kept.
- Japanese: words are in kana, and katakana become hiragana. Small kana, kana with a sound mark and
  the long-vowel mark ``ー`` are letters of their own.
- Turkish: circumflexes are dropped (``kâğıt`` becomes ``kağıt``); the 29 letters are kept.

English and German words are left unchanged.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping
from functools import lru_cache
from types import MappingProxyType

from clemtui.engine import TextPolicy

_LIGATURES = str.maketrans({"œ": "oe", "æ": "ae"})
_CIRCUMFLEX = str.maketrans("âîû", "aiu")
_YO = str.maketrans({"ё": "е"})
_ALEF = str.maketrans(dict.fromkeys("أإآٱ", "ا") | {"ـ": None})
#: Katakana to hiragana; both blocks have the same order.
_HIRAGANA = {code: code - 0x60 for code in range(ord("ァ"), ord("ヶ") + 1)}


def folded(language: str, word: str) -> str:
    """Fold a lower-case word onto the letters of the board, which may change the number of letters.

    ``language`` is a tag ("pt-BR"); everything after the first hyphen is ignored.
    """
    fold = _FOLDS.get(language.partition("-")[0])
    return word if fold is None else fold(word)


@lru_cache(maxsize=16)
def typed_variants(language: str, alphabet: str, policy: TextPolicy) -> Mapping[str, str]:
    """Map characters of the language's script to the letters of the alphabet they are typed for.

    Capitals are included only if Unicode lower-casing would give something else (Turkish ``I``).
    """
    known = set(alphabet)
    found: dict[str, str] = {}
    for character in map(chr, (code for block in _BLOCKS for code in block)):
        letters = folded(language, policy.lower(character))
        lowered = character.lower()
        if letters != lowered and character not in known and set(letters) <= known:
            found[character] = letters
    return MappingProxyType(found)


@lru_cache(maxsize=16)
def capitals(alphabet: str, policy: TextPolicy) -> Mapping[str, str]:
    """Map letters to their capitals, where these differ from Unicode's."""
    found = {letter: policy.upper(letter) for letter in alphabet}
    return MappingProxyType({c: up for c, up in found.items() if up != c.upper()})


def _without_marks(word: str) -> str:
    parts = unicodedata.normalize("NFD", word.translate(_LIGATURES))
    return "".join(c for c in parts if not unicodedata.combining(c))


def _russian(word: str) -> str:
    return unicodedata.normalize("NFC", word).translate(_YO)


def _turkish(word: str) -> str:
    return unicodedata.normalize("NFC", word).translate(_CIRCUMFLEX)


def _arabic(word: str) -> str:
    letters = unicodedata.normalize("NFC", word).translate(_ALEF)
    return "".join(c for c in letters if not unicodedata.combining(c))


def _kana(word: str) -> str:
    """Fold kana onto hiragana; NFKC combines half-width kana with their sound marks."""
    return unicodedata.normalize("NFKC", word).translate(_HIRAGANA)


#: Latin, Cyrillic, Arabic and kana characters, including half-width ones.
_BLOCKS = (
    range(0x41, 0x250),
    range(0x400, 0x460),
    range(0x610, 0x6D0),
    range(0x3040, 0x3100),
    range(0xFF65, 0xFFA0),
)
_FOLDS: Mapping[str, Callable[[str], str]] = MappingProxyType(
    {
        "fr": _without_marks,
        "it": _without_marks,
        "pt": _without_marks,
        "ru": _russian,
        "tr": _turkish,
        "ar": _arabic,
        "ja": _kana,
    }
)

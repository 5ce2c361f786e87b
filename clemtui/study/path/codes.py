"""Codes of participants: random pseudonyms, which are shown once and name nobody."""

from __future__ import annotations

import secrets
import unicodedata
from collections.abc import Iterable

from clemtui.records.names import folded, spellings

_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's base 32: without letters that are mistaken for digits, or for each other."""

_LENGTH = 8

_MINUS = "\N{MINUS SIGN}"
"""Looks like a dash, but Unicode has it as a symbol."""

_ACCENTS_FROM = 200
"""The combining class from which on a mark is an accent that many alphabets share. Marks of a lower
class, or of none, belong to the letters of one script, such as the vowels of Telugu."""


def new_code() -> str:
    """Return a new code, one of a million millions: ``P-`` and eight letters or digits."""
    return "P-" + "".join(secrets.choice(_LETTERS) for _ in range(_LENGTH))


def is_typeable(code: str) -> bool:
    """Whether a code can be typed in a command, where a dash begins an option."""
    return not _look(code).startswith("-")


def is_alike(code: str, other: str) -> bool:
    """Whether two codes look alike: they differ in case, width, the kind of dash, or accents."""
    return _look(code) == _look(other)


def code_meant(code: str, known: Iterable[str]) -> str:
    """Return the known code for which a typed one stands: itself if there is one in whatever case,
    else the only one that looks like it; the typed one if there is none or several."""
    codes = tuple(dict.fromkeys(known))
    if spellings(code, codes):
        return code
    found = [each for each in codes if is_alike(each, code)]
    return found[0] if len(found) == 1 else code


def _look(code: str) -> str:
    """Return the form in which codes that look alike are the same."""
    marks = unicodedata.normalize("NFKD", code)
    plain = "".join(each for each in marks if unicodedata.combining(each) < _ACCENTS_FROM)
    return folded("".join("-" if _is_dash(each) else each for each in plain))


def _is_dash(letter: str) -> bool:
    return letter == _MINUS or unicodedata.category(letter) == "Pd"

"""Normalisation of text for search, so that text that looks alike matches, in every script.

Compatibility forms, case, accents (including Arabic and Hebrew points) and punctuation are ignored.
Scripts without spaces between words (Chinese, Japanese, Thai, Lao, Burmese, Khmer) are split into
single characters; a word in them, even of one or two characters, is then found as a phrase anywhere
in a text. All other words are found by prefix.

SQLite's tokenizers are not used because they differ between versions of SQLite. Besides,
``unicode61`` treats a Chinese sentence as one word, and ``trigram`` finds nothing shorter than
three characters (most Chinese words have two), with an index seven times as large. The index of
this module is half the size of the texts.
"""

from __future__ import annotations

import re
import unicodedata

_RULES = 3
FOLDING = f"{_RULES}/{unicodedata.unidata_version}"
"""The version of the folding and of what is indexed; another may produce other words."""

_UNSPACED_SCRIPTS = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff"
    "\u3400-\u4dbf\u4e00-\u9fff\ua9e0-\ua9ff\uaa60-\uaa7f\uf900-\ufaff\U00020000-\U0003ffff]"
)
_QUERY = re.compile(r'"([^"]*)"|(\S+)')
_SEPARATORS = "PSZC"
"""First letters of the Unicode categories that separate words."""
_DOTLESS = "ı"


class _Letters(dict[int, str]):
    """The replacement of each character, computed on first use."""

    def __missing__(self, code: int) -> str:
        found = self[code] = _letter(chr(code))
        return found


def _letter(char: str) -> str:
    if char == _DOTLESS:
        return "i"
    bare = "".join(c for c in unicodedata.normalize("NFD", char) if not _is_accent(c))
    kept = unicodedata.normalize("NFC", bare)
    if kept and all(_is_separator(c) for c in kept):
        return " "
    return "".join(f" {c} " if _UNSPACED_SCRIPTS.match(c) else c for c in kept)


def _is_accent(char: str) -> bool:
    # Combining classes 10 to 35 are Hebrew and Arabic points; from 200 on, marks above or below a
    # letter. The other marks distinguish words in Indic scripts and Thai.
    kind = unicodedata.combining(char)
    return 10 <= kind <= 35 or kind >= 200


def _is_separator(char: str) -> bool:
    category = unicodedata.category(char)
    # A character unknown to this version of Python may be a letter; private-use letters occur.
    return category[0] in _SEPARATORS and category not in ("Cn", "Co")


_LETTERS = _Letters()


def fold(text: str) -> str:
    """Return the words of a text, separated (and surrounded) by spaces."""
    return unicodedata.normalize("NFKC", text).casefold().translate(_LETTERS)


def terms(query: str) -> tuple[tuple[str, bool], ...]:
    """Return the terms of a query: the words of each, and whether its last word is a prefix.

    A term is a word, which matches as a prefix, or a phrase of whole words in double quotes. Terms
    without letters or digits are ignored.
    """
    found = []
    for match in _QUERY.finditer(query):
        quoted, word = match.groups()
        words = " ".join(fold(word if quoted is None else quoted).split())
        if words:
            found.append((words, quoted is None))
    return tuple(found)


def fts_query(query: str) -> str | None:
    """Return a query in FTS5 syntax that requires all its terms, or None if it has none."""
    parts = [f'"{words}"{"*" if begins else ""}' for words, begins in terms(query)]
    return " AND ".join(parts) or None

"""Text as it is searched: what looks the same to a reader is the same, in every script.

Compatibility forms, capitals, accents (also Arabic and Hebrew points) and punctuation make no
difference. Scripts that put no blanks between words (Chinese, Japanese, Thai, Lao, Burmese, Khmer)
are split into single characters, so that a word of them is found as a phrase wherever it stands,
also one of one or two characters. Everything else is found by the beginning of its words.

Our own folding, and not one of SQLite's tokenizers: they differ between versions of SQLite,
``unicode61`` takes a Chinese sentence for one word, and ``trigram`` finds nothing shorter than
three characters (most Chinese words have two) with an index seven times as large. Ours takes half
the size of the texts.
"""

from __future__ import annotations

import re
import unicodedata

_RULES = 1
FOLDING = f"{_RULES}/{unicodedata.unidata_version}"
"""Which folding this is: the same text may be other words under another one."""

_CONTINUOUS = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff"
    "\u3400-\u4dbf\u4e00-\u9fff\ua9e0-\ua9ff\uaa60-\uaa7f\uf900-\ufaff\U00020000-\U0003ffff]"
)
_QUERY = re.compile(r'"([^"]*)"|(\S+)')
_APART = "PSZC"
"""First letters of the Unicode categories that stand between words."""
_DOTLESS = "ı"


class _Letters(dict[int, str]):
    """What each character becomes; worked out when it is first met."""

    def __missing__(self, code: int) -> str:
        found = self[code] = _letter(chr(code))
        return found


def _letter(char: str) -> str:
    if char == _DOTLESS:
        return "i"
    bare = "".join(c for c in unicodedata.normalize("NFD", char) if not _is_accent(c))
    kept = unicodedata.normalize("NFC", bare)
    if kept and all(_is_apart(c) for c in kept):
        return " "
    return "".join(f" {c} " if _CONTINUOUS.match(c) else c for c in kept)


def _is_accent(char: str) -> bool:
    # Combining classes 10 to 35 are Hebrew and Arabic points, those from 200 on stand above or
    # below; the rest are marks without which a syllable of an Indic or Thai word is another.
    kind = unicodedata.combining(char)
    return 10 <= kind <= 35 or kind >= 200


def _is_apart(char: str) -> bool:
    category = unicodedata.category(char)
    # What this Python does not know yet may be a letter; private letters are in use.
    return category[0] in _APART and category not in ("Cn", "Co")


_LETTERS = _Letters()


def folded(text: str) -> str:
    """The words of a text with blanks between them (and around)."""
    return unicodedata.normalize("NFKC", text).casefold().translate(_LETTERS)


def terms(query: str) -> tuple[tuple[str, bool], ...]:
    """What a query asks for: the words of each term, and whether its last is only a beginning.

    A term is a word, or several in double quotes, which stand together and are whole. What has
    neither letters nor digits is no term.
    """
    found = []
    for match in _QUERY.finditer(query):
        quoted, word = match.groups()
        words = " ".join(folded(word if quoted is None else quoted).split())
        if words:
            found.append((words, quoted is None))
    return tuple(found)


def expression(query: str) -> str | None:
    """A query as FTS5 takes it: every term must be there; None where there is none."""
    parts = [f'"{words}"{"*" if begins else ""}' for words, begins in terms(query)]
    return " AND ".join(parts) or None

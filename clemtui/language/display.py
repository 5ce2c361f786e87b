"""Safe display of text written by a person or a model.

Content reaches a screen only as text: every character that could control the terminal, reorder its
neighbours or hide among them is replaced by a visible form. What is stored, sent, compared and
exported is the original; this module is for display only.

The visible forms are control pictures for C0 controls and DEL (``␛``, ``␉``, ``␍``, ``␡``), and
``⟨U+202E⟩`` for everything else. Replaced are:

- controls (C0 except the newline, DEL, C1), line and paragraph separators, lone surrogates, private
  use, noncharacters, and code points that this Python's Unicode data does not know;
- format characters: bidi marks, embeddings, overrides and isolates, zero-width characters, the byte
  order mark, soft hyphens, tags (and so the flags of England, Scotland and Wales);
- letters that show nothing: Hangul fillers, Khmer inherent vowels, the grapheme joiner.

Some invisible characters are kept because writing needs them: U+200D and U+200C between letters of
a joining or an Indic script, U+200D after an Indic virama and between emoji, and one variation
selector after a character that it can vary. Arabic number signs are visible and kept. Square
brackets and the like are also kept: the fronts show content as text, never as markup.

Nothing here knows how wide a character is on a terminal: the fronts measure, and pass their measure
to `shorten`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable

ELLIPSIS = "…"

# All but the newline, printable ASCII and Latin letters: characters to be checked one by one.
_OTHERS = re.compile("[^\n -~\u00a1-\u00ac\u00ae-\u024f]")
ESCAPED_CATEGORIES = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
# Format characters that are visible: number signs of Arabic and Kaithi, Syriac abbreviation mark.
_DRAWN_FORMATS = frozenset("\u06dd\u070f\u0890\u0891\u08e2\U000110bd\U000110cd") | frozenset(
    map(chr, range(0x0600, 0x0606))
)
# Letters and marks that are invisible, although their category suggests otherwise.
BLANK_LETTERS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0")

_NON_JOINER, _JOINER = "\u200c", "\u200d"
_EMOJI_SELECTOR = "\ufe0f"
_EMOJI_ARROWS = frozenset("\u2194\u2195")
_SKIN_TONES = frozenset("\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff")
_LINE_BREAK = re.compile(r"\r?\n")


def _in(character: str, *ranges: tuple[int, int]) -> bool:
    return any(first <= ord(character) <= last for first, last in ranges)


def _joins(character: str) -> bool:
    """Whether the character is a letter or mark of a script that is written with joiners."""
    return (
        unicodedata.category(character)[0] in "LM"
        and character not in BLANK_LETTERS
        and _in(
            character,
            (0x0600, 0x08FF),  # Arabic, Syriac, Thaana, N'Ko, Samaritan, Mandaic
            (0x0900, 0x0DFF),  # Devanagari to Sinhala
            (0x0F00, 0x109F),  # Tibetan, Myanmar
            (0x1780, 0x18AF),  # Khmer, Mongolian
            (0x1B00, 0x1C4F),  # Balinese to Lepcha
            (0xA8E0, 0xA9FF),  # Devanagari, Javanese and Myanmar extended
            (0xFB50, 0xFDFF),  # Arabic presentation forms
            (0xFE70, 0xFEFC),
            (0x10D00, 0x10D3F),  # Hanifi Rohingya
            (0x11000, 0x11FFF),  # Brahmi and its descendants
            (0x1E900, 0x1E95F),  # Adlam
        )
        and not _is_selector(character)
    )


def _is_selector(character: str) -> bool:
    return _in(character, (0xFE00, 0xFE0F), (0x180B, 0x180D), (0x180F, 0x180F), (0xE0100, 0xE01EF))


def _is_picture(character: str) -> bool:
    return unicodedata.category(character) == "So" or character in _EMOJI_ARROWS


def _keeps_joiner(text: str, at: int) -> bool:
    """Whether the joiner or non-joiner at this index is needed to write the text."""
    if at == 0:
        return False
    before, after = text[at - 1], text[at + 1 : at + 2]
    if _joins(before) and after and _joins(after):
        return True
    if text[at] == _NON_JOINER:
        return False
    if _joins(before) and unicodedata.combining(before) == 9:  # 9: the class of viramas
        return True
    if at > 1 and (before == _EMOJI_SELECTOR or before in _SKIN_TONES):
        before = text[at - 2]
    return _is_picture(before) and bool(after) and _is_picture(after)


def _keeps_selector(text: str, at: int) -> bool:
    """Whether the variation selector at this index follows a character that it can vary."""
    if at == 0:
        return False
    base = text[at - 1]
    category = unicodedata.category(base)
    if _in(text[at], (0xE0100, 0xE01EF)):  # these vary ideographs
        return category == "Lo" and "CJK" in unicodedata.name(base, "")
    if _in(text[at], (0x180B, 0x180F)):
        return category[0] == "L" and _in(base, (0x1800, 0x18AF))
    # Pictures, signs and digits as emoji or text; ideographs and Myanmar letters.
    return category in {"So", "Sm", "Sk", "Po", "Pd", "Nd", "Lo"} and base not in BLANK_LETTERS


def _shown(match: re.Match[str]) -> str:
    character, text, at = match[0], match.string, match.start()
    if character in (_JOINER, _NON_JOINER):
        kept = _keeps_joiner(text, at)
    elif _is_selector(character):
        kept = _keeps_selector(text, at)
    elif unicodedata.category(character) in ESCAPED_CATEGORIES:
        kept = character in _DRAWN_FORMATS
    else:
        kept = character not in BLANK_LETTERS
    return character if kept else _escape(character)


def _escape(character: str) -> str:
    code = ord(character)
    if code < 0x20:
        return chr(0x2400 + code)
    return "␡" if code == 0x7F else f"⟨U+{code:04X}⟩"


def safe(text: str, *, newlines: bool = True) -> str:
    """Return the text in the safe form described in this module's docstring. Never raises.

    The result contains no control characters except newlines, and is its own safe form. If
    ``newlines`` is false, it contains none at all: line breaks are shown as ``␊``.
    """
    shown = _OTHERS.sub(_shown, text)
    return shown if newlines else shown.replace("\n", _escape("\n"))


def one_line(text: str) -> str:
    """Return the text on one line, for lists and titles.

    Strips lines, drops empty ones, and shows each remaining line break as `` ↵ ``.
    """
    lines = (line.strip() for line in _LINE_BREAK.split(text))
    return safe(" ↵ ".join(line for line in lines if line))


def shorten(text: str, cells: int, measure: Callable[[str], int]) -> str:
    """Shorten a text with an ellipsis to fit into a number of terminal cells.

    ``measure`` returns the width of a text in cells; a longer text must not be narrower. A
    character is never separated from its marks, selectors and joiners, nor a flag cut in half. If
    there is no room for the ellipsis, the result is empty. The text must already be `safe`.
    """
    if measure(text) <= cells:
        return text
    cuts = [at for at in range(len(text)) if may_cut(text, at)]
    low, high = 0, len(cuts)
    while low < high:  # find how many of the cuts give a text that fits
        middle = (low + high) // 2
        if measure(text[: cuts[middle]].rstrip() + ELLIPSIS) <= cells:
            low = middle + 1
        else:
            high = middle
    return text[: cuts[low - 1]].rstrip() + ELLIPSIS if low else ""


def truncate(text: str, characters: int) -> str:
    """Truncate a text to a number of characters, separating none from its marks."""
    while 0 < characters < len(text) and not may_cut(text, characters):
        characters -= 1
    return text[:characters]


def may_cut(text: str, at: int) -> bool:
    """Whether a text may be cut before this index, i.e. without splitting a visible character."""
    if at == 0:
        return True
    character = text[at]
    if unicodedata.category(character)[0] == "M" or character in _SKIN_TONES:
        return False
    if character in (_JOINER, _NON_JOINER) or text[at - 1] == _JOINER:
        return False
    return not (_is_regional(character) and _regionals_before(text, at) % 2)


def _is_regional(character: str) -> bool:
    return _in(character, (0x1F1E6, 0x1F1FF))


def _regionals_before(text: str, at: int) -> int:
    start = at
    while start and _is_regional(text[start - 1]):
        start -= 1
    return at - start

"""Determine the direction of a text, and where it may be cut.

Text is stored, sent, copied and exported in logical order: the order in which it is read. This
module only inspects text; `clemtui.language.visual` reorders a line for drawing.
"""

from __future__ import annotations

import re
import unicodedata
from itertools import pairwise
from typing import Literal

from clemtui.language.display import may_cut

Direction = Literal["ltr", "rtl"]

RTL_LETTERS = (
    "\u0590-\u05ff\u0600-\u061b\u061d-\u07ff\u0800-\u08ff\ufb1d-\ufdff\ufe70-\ufefc"
    "\U00010800-\U00010fff\U0001e800-\U0001efff"
)
"""Blocks of right-to-left scripts, as ranges for a regular expression."""

_MARKS = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
_RTL = re.compile(f"[{RTL_LETTERS}]")


def has_rtl(text: str) -> bool:
    """Whether a text contains any right-to-left letters."""
    return _RTL.search(text) is not None


def direction(text: str) -> Direction:
    """Return the direction of a paragraph; ``ltr`` if it has no letters.

    It is that of the first letter (rules P2 and P3 of the Unicode Bidirectional Algorithm).
    """
    if has_rtl(text):
        for character in text:
            kind = unicodedata.bidirectional(character)
            if kind in ("R", "AL"):
                return "rtl"
            if kind == "L":
                return "ltr"
    return "ltr"


def paragraph_direction(line: str, text: str) -> Direction:
    """Return the direction of one paragraph of a text.

    A line that starts with a Latin tag has the direction of the Arabic text around it; a line
    without any Arabic, such as a drawn grid, does not.
    """
    return "rtl" if has_rtl(line) and "rtl" in (direction(line), direction(text)) else "ltr"


def without_marks(text: str) -> str:
    """Remove invisible characters that control the direction of a text.

    Terminals disagree about them: some apply them, some ignore them, some draw a space.
    """
    return _MARKS.sub("", text)


def grapheme_clusters(text: str) -> list[str]:
    """Split a text into what readers see as characters: a letter with marks and joiners, a flag."""
    starts = [at for at in range(len(text)) if may_cut(text, at)]
    return [text[start:end] for start, end in pairwise((*starts, len(text)))]

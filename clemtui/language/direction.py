"""Which way a text runs, and where it may be cut.

What is stored, sent, copied and exported is in logical order: as it is read, letter by letter. This
module only looks; `clemtui.language.visual` puts a line in the order in which it is drawn.
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
"""The blocks of the scripts that run from right to left, as ranges of a regular expression."""

_MARKS = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
_RTL = re.compile(f"[{RTL_LETTERS}]")


def has_rtl(text: str) -> bool:
    """Whether anything of a script that runs from right to left is in a text."""
    return _RTL.search(text) is not None


def direction(text: str) -> Direction:
    """The direction of a paragraph: that of its first letter (rules P2 and P3 of the Unicode
    Bidirectional Algorithm); ``ltr`` where it has none."""
    if has_rtl(text):
        for character in text:
            kind = unicodedata.bidirectional(character)
            if kind in ("R", "AL"):
                return "rtl"
            if kind == "L":
                return "ltr"
    return "ltr"


def paragraph_direction(line: str, text: str) -> Direction:
    """The direction of one paragraph of a text. A line that begins with a Latin tag belongs to the
    Arabic text around it; one without any Arabic, such as a drawn grid, does not."""
    return "rtl" if has_rtl(line) and "rtl" in (direction(line), direction(text)) else "ltr"


def without_marks(text: str) -> str:
    """The text without invisible characters that steer its direction.

    Terminals disagree about them: some take them into account, some ignore them, some draw a blank.
    """
    return _MARKS.sub("", text)


def clusters(text: str) -> list[str]:
    """What a reader takes for one character each: a letter with its marks and joiners, a flag."""
    starts = [at for at in range(len(text)) if may_cut(text, at)]
    return [text[start:end] for start, end in pairwise((*starts, len(text)))]

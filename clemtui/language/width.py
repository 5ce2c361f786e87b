"""How many cells of a terminal a text takes.

Terminals disagree about signs that are written beside a consonant, as many vowels of Telugu are:
most give each a cell of its own, others none, as Rich does, by which the app is laid out. A text is
broken, cut and padded by the larger number, so that it never leaves its place on either of them.
"""

from __future__ import annotations

import re
import unicodedata

from rich.cells import cell_len

_INDIC = re.compile(
    "[\u0900-\u0dff\u0f00-\u109f\u1700-\u1cff\u302e\u302f\ua800-\uabff\U00011000-\U0001dfff]"
)
"""The blocks that have such signs."""


def cell_count(text: str) -> int:
    """The cells that a text takes at most."""
    return cell_len(text) + extra_cells(text)


def extra_cells(text: str) -> int:
    """By how much the larger number exceeds that of Rich."""
    if _INDIC.search(text) is None:
        return 0
    return sum(unicodedata.category(character) == "Mc" for character in text)

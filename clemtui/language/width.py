"""The width of a text in terminal cells.

Terminals disagree about signs that are written beside a consonant, such as many vowels of Telugu:
most give each a cell of its own, others none. Rich, which lays out the app, gives none. Text is
wrapped, cut and padded by the larger width, so that it never overflows on either kind.
"""

from __future__ import annotations

import re
import unicodedata

from rich.cells import cell_len

_INDIC = re.compile(
    "[\u0900-\u0dff\u0f00-\u109f\u1700-\u1cff\u302e\u302f\ua800-\uabff\U00011000-\U0001dfff]"
)
"""Blocks that contain such signs."""


def cell_count(text: str) -> int:
    """Return the maximum width of a text in cells."""
    return cell_len(text) + extra_cells(text)


def extra_cells(text: str) -> int:
    """Return by how much the maximum width exceeds Rich's."""
    if _INDIC.search(text) is None:
        return 0
    return sum(unicodedata.category(character) == "Mc" for character in text)

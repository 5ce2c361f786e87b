"""A line in drawing order as one string."""

from __future__ import annotations

from clemtui.language import Direction, grapheme_clusters
from clemtui.language.visual import visual_order


def visual_text(text: str, base: Direction) -> str:
    """Return a line as it is drawn in a paragraph of this direction."""
    return "".join(each.text for each in visual_order(tuple(grapheme_clusters(text)), base))

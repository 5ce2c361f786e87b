"""How outcomes are marked everywhere: by a sign, and additionally by a colour."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from clemtui.records.rows import EpisodeSummary
    from clemtui.wording.sample import Mark

SIGNS: Mapping[str | None, str] = {
    "success": "✓",
    "lose": "✗",
    "aborted": "■",
    "running": "…",
    "finished": "·",
    "abandoned": "–",
    "void": "∅",
    None: "?",
}
"""A sign for each outcome, and for each state of an episode without one."""

MARKS: Mapping[Mark, str] = {
    "excluded": "⊖",
    "practice": "~",
    "repetition": "↺",
    "continued": "»",
    "erased": "░",
    "not scored": "?",
    "closed": "†",
    "study": "⊝",
    "tagged": "#",
}
"""A sign for each mark of an episode in a list; `clemtui.wording.sample` has the words."""

TONES: Mapping[str | None, str] = {
    "success": "good",
    "lose": "bad",
    "aborted": "warning",
    None: "muted",
}
"""The tone of each outcome. Everything else is ``muted``."""

STYLES: Mapping[str, str] = {
    "good": "$text-success",
    "bad": "$text-error",
    "warning": "$text-warning",
    "muted": "$text-muted",
}
"""The style of each tone."""


def marks_of(episode: EpisodeSummary) -> str:
    """Return the signs of what a list notes of an episode beside its outcome."""
    from clemtui.wording.sample import marks  # loads the records, which the first screen does not

    return "".join(MARKS[mark] for mark in marks(episode))


def style_of(outcome: str | None) -> str:
    """Return the style of an outcome."""
    return STYLES[TONES[outcome]]

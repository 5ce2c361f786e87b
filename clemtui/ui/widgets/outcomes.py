"""How the end of an episode is marked, wherever it stands: by a sign, and by a colour beside it."""

from __future__ import annotations

from collections.abc import Mapping

SIGNS: Mapping[str, str] = {
    "success": "✓",
    "lose": "✗",
    "aborted": "■",
    "running": "…",
    "finished": "·",
    "abandoned": "–",
    "void": "∅",
}
"""A sign for each outcome, and for each state of what has none."""

TONES: Mapping[str, str] = {"success": "good", "lose": "bad", "aborted": "warning"}
"""What each outcome is; everything else is in the background: ``muted``."""

STYLES: Mapping[str, str] = {
    "good": "$text-success",
    "bad": "$text-error",
    "warning": "$text-warning",
    "muted": "$text-muted",
}
"""How each tone is written."""


def style_of(outcome: str) -> str:
    """How an outcome is written."""
    return STYLES[TONES[outcome]]

"""How outcomes are marked everywhere: by a sign, and additionally by a colour."""

from __future__ import annotations

from collections.abc import Mapping

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


def style_of(outcome: str | None) -> str:
    """Return the style of an outcome."""
    return STYLES[TONES[outcome]]

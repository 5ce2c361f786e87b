"""The program's pair of themes, and the choice of the initial theme.

The background of highlighted rows keeps every text colour as readable as elsewhere, since a row may
contain a green sign or a grey detail. Tests compute the contrasts.
"""

from __future__ import annotations

from collections.abc import Collection

from textual.theme import BUILTIN_THEMES, Theme

DARK = "clemtui-dark"
LIGHT = "clemtui-light"
SIXTEEN_COLOURS = "ansi-dark"
"""Textual's theme of the terminal's own colours."""

THEMES = (
    Theme(
        name=DARK,
        dark=True,
        background="#14171c",
        surface="#1b2027",
        panel="#252c36",
        foreground="#dde3ea",
        primary="#6cb6ff",
        secondary="#c4a7f5",
        accent="#f2b866",
        success="#7bd88f",
        warning="#edc04f",
        error="#ff8080",
        variables={
            "foreground-muted": "#aab3be",
            "text-muted": "#aab3be",
            "block-cursor-background": "#1f4468",
            "block-cursor-foreground": "#ffffff",
            "block-cursor-text-style": "bold",
            "block-cursor-blurred-background": "#2b333e",
            "block-cursor-blurred-foreground": "#dde3ea",
            "block-hover-background": "#222932",
            "input-selection-background": "#3a5675",
            "border-blurred": "#6f7b88",
            "scrollbar": "#4d6c8e",
            "scrollbar-background": "#1b2027",
        },
    ),
    Theme(
        name=LIGHT,
        dark=False,
        background="#fbfaf7",
        surface="#f3f1eb",
        panel="#e8e4da",
        foreground="#22262c",
        primary="#0a55a1",
        secondary="#6a3d9e",
        accent="#7f5200",
        success="#1a6831",
        warning="#7a5200",
        error="#ab231c",
        variables={
            "foreground-muted": "#494f57",
            "text-muted": "#494f57",
            "block-cursor-background": "#a9cdf2",
            "block-cursor-foreground": "#0c1116",
            "block-cursor-text-style": "bold",
            "block-cursor-blurred-background": "#dfdacd",
            "block-cursor-blurred-foreground": "#22262c",
            "block-hover-background": "#eeeade",
            "input-selection-background": "#b9d3ee",
            "border-blurred": "#857f72",
            "scrollbar": "#688bb0",
            "scrollbar-background": "#f3f1eb",
        },
    ),
)


def theme_names() -> tuple[str, ...]:
    """Return the names of all themes, ours and Textual's, in alphabetical order."""
    return tuple(sorted({*BUILTIN_THEMES, *(theme.name for theme in THEMES)}))


def initial_theme(wanted: str | None, known: Collection[str], colours: str | None) -> str:
    """Return the initial theme.

    Args:
        wanted: the setting.
        known: the available names.
        colours: the terminal's colour system, by Rich's names. With sixteen colours, the terminal
            keeps its own.
    """
    if wanted is not None and wanted in known:
        return wanted
    return SIXTEEN_COLOURS if colours in ("standard", "windows") else DARK

"""The program's pair of themes, what they add to Textual's, and the choice of the initial theme.

Text is readable on every ground, also on that of highlighted rows, since a row may contain a green
sign or a grey detail. Tests compute the contrasts.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from textual.theme import BUILTIN_THEMES, Theme

DARK = "clemtui-dark"
LIGHT = "clemtui-light"
SIXTEEN_COLOURS = "ansi-dark"
"""Textual's theme of the terminal's own colours."""

OWN_VARIABLES: Mapping[str, str] = {
    "key": "$text-accent",
    "line": "$border-blurred",
    "edge": "$border-blurred",
    "tile": "$surface-lighten-2",
    "hit": "$success",
    "hit-text": "$background",
    "near": "$warning",
    "near-ground": "$warning-muted",
    "near-text": "$text-warning",
    "game-teal": "$text-success",
    "game-rose": "$text-error",
    "game-blue": "$text-primary",
    "game-violet": "$text-secondary",
    "game-orange": "$text-warning",
}
"""The variables that our themes add, each with the variable of Textual's own themes that stands for
it there.

- ``key``: keys in hints, and only these.
- ``line``: a frame without focus; ``edge``: one that has a meaning, such as that of a typed letter.
- ``tile``: a tile or key that says nothing yet.
- ``hit``, ``near``: tiles of letters in place and elsewhere, with the text on each; a letter
  elsewhere is framed by ``near`` on ``near-ground``.
- ``game-…``: the accents of games (`Card.accent`).
"""

THEMES = (
    Theme(
        name=DARK,
        dark=True,
        background="#0e1116",
        surface="#171c24",
        panel="#232b37",
        foreground="#e6eaf0",
        primary="#7fb8ff",
        secondary="#c5a8ff",
        accent="#7fb8ff",
        success="#74d892",
        warning="#ffcf5c",
        error="#ff8f88",
        variables={
            "foreground-muted": "#a7b1bf",
            "text-muted": "#a7b1bf",
            "text-primary": "#7fb8ff",
            "text-secondary": "#c5a8ff",
            "text-accent": "#7fb8ff",
            "text-success": "#74d892",
            "text-warning": "#ffcf5c",
            "text-error": "#ff8f88",
            "block-cursor-background": "#1f4468",
            "block-cursor-foreground": "#ffffff",
            "block-cursor-text-style": "bold",
            "block-cursor-blurred-background": "#232b37",
            "block-cursor-blurred-foreground": "#e6eaf0",
            "block-hover-background": "#1c222c",
            "input-selection-background": "#3a5675",
            "border-blurred": "#6e7c93",
            "scrollbar": "#4d6c8e",
            "scrollbar-background": "#171c24",
            "key": "#e9c46a",
            "line": "#465266",
            "edge": "#6e7c93",
            "tile": "#232b37",
            "hit": "#27794a",
            "hit-text": "#ffffff",
            "near": "#d8a638",
            "near-ground": "#3d300c",
            "near-text": "#ffe2a0",
            "game-teal": "#5fd0b2",
            "game-rose": "#ff8fb3",
            "game-blue": "#7fb8ff",
            "game-violet": "#c5a8ff",
            "game-orange": "#ffb27a",
        },
    ),
    Theme(
        name=LIGHT,
        dark=False,
        background="#faf8f3",
        surface="#f1ede3",
        panel="#e4ddcd",
        foreground="#1f2329",
        primary="#0b559c",
        secondary="#6536a3",
        accent="#0b559c",
        success="#175c2c",
        warning="#734c00",
        error="#a0201a",
        variables={
            "foreground-muted": "#4b515a",
            "text-muted": "#4b515a",
            "text-primary": "#0b559c",
            "text-secondary": "#6536a3",
            "text-accent": "#0b559c",
            "text-success": "#175c2c",
            "text-warning": "#734c00",
            "text-error": "#a0201a",
            "block-cursor-background": "#adcff5",
            "block-cursor-foreground": "#0c1116",
            "block-cursor-text-style": "bold",
            "block-cursor-blurred-background": "#e4ddcd",
            "block-cursor-blurred-foreground": "#1f2329",
            "block-hover-background": "#efeadf",
            "input-selection-background": "#b9d3ee",
            "border-blurred": "#827860",
            "scrollbar": "#688bb0",
            "scrollbar-background": "#f1ede3",
            "key": "#6b4c09",
            "line": "#b5ab95",
            "edge": "#827860",
            "tile": "#e4ddcd",
            "hit": "#1f7845",
            "hit-text": "#ffffff",
            "near": "#b07800",
            "near-ground": "#ffe7ad",
            "near-text": "#453200",
            "game-teal": "#085e4c",
            "game-rose": "#a3184f",
            "game-blue": "#0b559c",
            "game-violet": "#6536a3",
            "game-orange": "#864200",
        },
    ),
)


def with_own_variables(variables: Mapping[str, str]) -> dict[str, str]:
    """Return a theme's variables with those that only ours define (`OWN_VARIABLES`)."""
    stand_ins = {name: variables[like[1:]] for name, like in OWN_VARIABLES.items()}
    return {**stand_ins, **variables}


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

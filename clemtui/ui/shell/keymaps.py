"""Key bindings: the presets, and a person's own keys on top of them.

Every binding of the program has an id. A keymap replaces the default keys of some ids; Textual
applies it. All bindings that move through lists, transcripts and tables share the ids ``move.…``,
which lets a preset define them once. Presets change nothing inside text fields.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Mapping

from textual.keys import KEY_NAME_REPLACEMENTS, KEY_TO_UNICODE_NAME, Keys, key_to_character

PRESETS: Mapping[str, Mapping[str, str]] = {
    "default": {},
    "vim": {
        "move.up": "up,k",
        "move.down": "down,j",
        "move.left": "left,h",
        "move.right": "right,l",
        "move.page_up": "pageup,ctrl+u",
        "move.page_down": "pagedown,ctrl+d",
        "move.first": "home,g",
        "move.last": "end,G",
    },
    "emacs": {
        "move.up": "up,ctrl+p",
        "move.down": "down,ctrl+n",
        "move.left": "left,ctrl+b",
        "move.right": "right,ctrl+f",
        "move.page_up": "pageup,alt+v",
        "move.page_down": "pagedown,ctrl+v",
        "move.first": "home,alt+less_than_sign",
        "move.last": "end,alt+greater_than_sign",
        # bindings that lose these keys keep their others
        "app.commands": "f10,alt+x",
        "play.send": "f5",
        "play.board": "f3",
        "play.symbol": "alt+s,insert",
        "study.back": "f3",
        "palette.next": "down,ctrl+n",
        "palette.previous": "up,ctrl+p",
        "palette.close": "escape,f10,ctrl+g",
        "confirm.no": "escape,ctrl+g",
    },
}
"""Keys by binding id for each preset. The first key of each is the one displayed."""

TYPING_KEYS = frozenset(
    {"enter", "space", "backspace", "delete", "left", "right", "home", "end", "newline"}
)
"""Keys that every text field needs and that produce no character."""

_MODIFIERS = {"ctrl", "alt", "shift", "super", "hyper", "meta"}
_NAMES = (
    {key.value for key in Keys} | set(KEY_NAME_REPLACEMENTS.values()) | set(KEY_TO_UNICODE_NAME)
)


def keymap(preset: str, own: Mapping[str, str]) -> dict[str, str]:
    """Return the keys of a preset, overridden by the person's own."""
    return {**PRESETS[preset], **own}


def keys_of(given: str) -> tuple[str, ...]:
    """Return the single keys of a binding or keymap entry, by their Textual names."""
    return tuple(_textual_name(key.strip()) for key in given.split(","))


def is_key(key: str) -> bool:
    """Return whether a key exists, such as ``f2``, ``ctrl+x`` or ``question_mark``."""
    *modifiers, last = key.split("+") if len(key) > 1 else [key]
    if not _MODIFIERS.issuperset(modifiers):
        return False
    return len(last) == 1 or last in _NAMES or _is_character(last)


def is_typing_key(key: str) -> bool:
    """Return whether text fields need this key for typing."""
    return key in TYPING_KEYS or key_to_character(key) is not None


def closest(id: str, known: Collection[str]) -> str:
    """Return the known id most similar to ``id``, or ''."""
    import difflib

    return next(iter(difflib.get_close_matches(id, known, n=1)), "")


def _textual_name(key: str) -> str:
    if len(key) != 1 or key.isalnum():
        return key
    name = unicodedata.name(key, key).lower().replace("-", "_").replace(" ", "_")
    return KEY_NAME_REPLACEMENTS.get(name, name)


def _is_character(name: str) -> bool:
    try:
        unicodedata.lookup(name.replace("_", " "))
    except KeyError:
        return False
    return True

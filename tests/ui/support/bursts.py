"""Keys that arrive in one burst."""

from __future__ import annotations

from typing import Any

from textual import events
from textual.app import App
from textual.keys import _character_to_key

NAMED = ("enter", "backspace", "left", "home", "tab", "f7", "escape")


def burst(app: App[Any], *keys: str) -> None:
    """Let keys arrive before the program has handled the first of them.

    Whatever is not the name of a key is typed character by character.
    """
    for key in keys:
        named = key in NAMED or "+" in key
        for one in (key,) if named else tuple(key):
            app.post_message(
                events.Key(one, None) if named else events.Key(_character_to_key(one), one)
            )

"""Notifications of the desktop, which the terminal shows."""

from __future__ import annotations

from typing import Any

from textual.app import App

from clemtui.language import safe


def notify(app: App[Any], text: str) -> None:
    """Ask the terminal to show a notification.

    The control sequence is OSC 9, which iTerm2 introduced and Ghostty, kitty, WezTerm and others
    read. Terminals that do not know it show nothing.
    """
    if app._driver is not None:
        app._driver.write(f"\x1b]9;{safe(text).replace(chr(10), ' ')}\x07")
        app._driver.flush()

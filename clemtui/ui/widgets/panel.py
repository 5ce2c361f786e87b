"""Panels: regions of a screen that have a frame with their name."""

from __future__ import annotations

from typing import TypeVar

from textual.content import Content
from textual.widget import Widget

W = TypeVar("W", bound=Widget)


def panel(widget: W, title: str = "") -> W:
    """Give a widget a frame with a title. Small terminals have no room for frames."""
    widget.add_class("panel")
    widget.border_title = Content(title).markup
    return widget

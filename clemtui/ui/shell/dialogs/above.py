"""A screen above another one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from textual.filter import LineFilter
from textual.screen import ModalScreen

from clemtui.ui.terminal.bidi import without_bidi
from clemtui.ui.terminal.widths import behind

Result = TypeVar("Result")


class Above(ModalScreen[Result]):
    """Lets the screen behind it be seen as that was drawn: its lines are in order already."""

    def get_line_filters(self) -> Sequence[LineFilter]:
        return behind(without_bidi(super().get_line_filters()))

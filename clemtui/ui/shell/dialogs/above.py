"""The base of screens above another one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from textual.filter import LineFilter
from textual.screen import ModalScreen

from clemtui.ui.terminal.bidi import without_bidi
from clemtui.ui.terminal.widths import behind

Result = TypeVar("Result")


class Above(ModalScreen[Result]):
    """A modal screen. It does not filter the screen behind it, whose lines are already filtered."""

    def get_line_filters(self) -> Sequence[LineFilter]:
        return behind(without_bidi(super().get_line_filters()))

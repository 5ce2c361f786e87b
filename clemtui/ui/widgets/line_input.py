"""A one-line text input."""

from __future__ import annotations

from collections.abc import Sequence

from textual.filter import LineFilter
from textual.suggester import Suggester
from textual.widgets import Input

from clemtui.ui.terminal.bidi import without_bidi


class LineInput(Input):
    """A text input that keeps its text when focused, for typing to append, with a steady cursor."""

    def __init__(
        self,
        value: str = "",
        *,
        placeholder: str = "",
        suggester: Suggester | None = None,
        id: str | None = None,
    ) -> None:
        super().__init__(
            value,
            placeholder=placeholder,
            compact=True,
            select_on_focus=False,
            suggester=suggester,
            id=id,
        )
        self.cursor_blink = False

    def get_line_filters(self) -> Sequence[LineFilter]:
        return without_bidi(super().get_line_filters())  # typed text is shown in logical order

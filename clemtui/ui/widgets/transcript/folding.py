"""A transcript with entries that can be unfolded."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.reactive import reactive

from clemtui.language import translatable
from clemtui.ui.widgets.transcript.log import Transcript
from clemtui.ui.widgets.transcript.rows import Entry, Row

FOLDED, UNFOLDED = "▸", "▾"
"""The sign before an entry that contains others."""


class FoldingTranscript(Transcript):
    """A transcript that shows or hides the entries inside others."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("s", "unfold", translatable("Show side questions"), id="message.asides"),
    ]

    unfolded: reactive[bool] = reactive(False)
    """Whether the entries inside others are shown."""

    def replace(self, entries: Iterable[Entry]) -> None:
        super().replace(entries)
        self.refresh_bindings()

    def action_unfold(self) -> None:
        """Unfold all entries, or fold them again."""
        self.unfolded = not self.unfolded

    def watch_unfolded(self) -> None:
        self.lay_out_again()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "unfold":
            return any(entry.folded for entry in self.entries)
        return super().check_action(action, parameters)

    def _laid_out(self, entry: Entry, number: int) -> Iterable[Row]:
        if not (self.unfolded and entry.folded):
            return super()._laid_out(entry, number)
        shown = replace(entry, text=entry.text.replace(FOLDED, UNFOLDED, 1))
        inside = (
            replace(row, start=None)
            for each in entry.folded
            for row in super(FoldingTranscript, self)._laid_out(each, number)
        )
        return [*super()._laid_out(shown, number), *inside]

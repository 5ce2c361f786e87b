"""The base of a screen with a transcript: the keys that scroll and copy it."""

from __future__ import annotations

from typing import Any, TypeVar

from textual.actions import SkipAction

from clemtui.ui.shell.base import BaseScreen
from clemtui.ui.shell.context import Context
from clemtui.ui.shell.navigation import Destination
from clemtui.ui.widgets.transcript.log import Transcript

Result = TypeVar("Result")


class TranscriptScreen(BaseScreen[Result]):
    """A screen with one transcript.

    Attributes:
        details: whether the transcript shows times.
    """

    def __init__(self, context: Context, to: Destination[Any]) -> None:
        super().__init__(context, to)
        self.details = False

    def action_times(self) -> None:
        self.details = not self.details
        self.query_one(Transcript).details = self.details

    def action_page(self, step: int) -> None:
        transcript = self.query_one(Transcript)
        (transcript.scroll_page_down if step > 0 else transcript.scroll_page_up)(animate=False)

    def action_follow(self) -> None:
        self.query_one(Transcript).follow()

    # Copying

    def action_copy(self) -> None:
        self.query_one(Transcript).action_copy()

    def action_copy_all(self) -> None:
        transcript = self.query_one(Transcript)
        transcript.copy(transcript.full_text())

    def action_copy_text(self) -> None:
        """Copy the text selected with the mouse, in this screen or on the board."""
        text = self.get_selected_text()
        if text is None:
            raise SkipAction
        self.query_one(Transcript).copy(text)

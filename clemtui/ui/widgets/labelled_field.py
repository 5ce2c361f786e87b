"""A labelled field of the set-up screen, with a note below it."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from clemtui.language import one_line


class LabelledField(Vertical):
    """A labelled editor with a note and an error line.

    Its id is the editor's id with the prefix ``row-``.
    """

    def __init__(self, label: str, editor: Widget) -> None:
        super().__init__(id=f"row-{editor.id}", classes="row")
        self.editor = editor
        self._label = label
        self._noted = self._wrong = ""

    def compose(self) -> ComposeResult:
        with Horizontal(classes="line"):
            yield Static(self._label, markup=False, classes="name")
            yield self.editor
        yield Static(markup=False, classes="note")
        yield Static(markup=False, classes="error")

    def set_label(self, label: str) -> None:
        """Change the label."""
        if label != self._label:
            self._label = label
            self.query_one(".name", Static).update(label)

    def show_note(self, said: Content) -> None:
        """Show a note on the current value. Empty content hides the line."""
        self._noted = said.plain
        self.query_one(".note", Static).update(said)
        self._toggle_note()

    def show_error(self, message: str) -> None:
        """Show an error message. An empty string hides it."""
        self._wrong = f"✗ {one_line(message)}" if message else ""
        error = self.query_one(".error", Static)
        error.update(self._wrong)
        error.display = bool(message)
        self._toggle_note()

    def _toggle_note(self) -> None:
        """Show the note unless the error message starts with the same text."""
        again = self._wrong.startswith(self._noted)
        self.query_one(".note", Static).display = bool(self._noted) and not again

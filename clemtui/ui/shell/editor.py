"""Editing long answers in the person's own editor, which takes over the terminal."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from textual.app import App, SuspendNotSupported

from clemtui.config import editor
from clemtui.config.editor import EditorFailed
from clemtui.language import Interface


async def edit(app: App[object], text: str, command: str, interface: Interface) -> str:
    """Let the person edit a text and return it; see `clemtui.config.editor.edit_text`.

    Raises:
        EditorFailed: as there, and if the app cannot be suspended in this terminal.
    """
    return await editor.edit_text(text, command, interface, _suspended(app, interface))


@contextlib.contextmanager
def _suspended(app: App[object], interface: Interface) -> Iterator[None]:
    """Release the terminal to another program. Drawing is postponed until the app returns."""
    with contextlib.ExitStack() as stack:
        stack.enter_context(app.batch_update())
        try:
            stack.enter_context(app.suspend())
        except SuspendNotSupported:
            raise EditorFailed(
                interface.text("An editor cannot be opened in this terminal.")
            ) from None
        yield

"""How what is written gets into an answer: from wherever the focus is, an editor, or as symbols."""

from __future__ import annotations

from typing import Any

from textual import events

from clemtui.config.editor import EditorFailed, editor_command
from clemtui.episode.errors import message_of
from clemtui.ui.shell.base import BaseScreen
from clemtui.ui.shell.dialogs.choice import ChoiceDialog
from clemtui.ui.shell.editor import edit
from clemtui.ui.widgets.answer.composer import Composer
from clemtui.ui.widgets.answer.symbols import symbols_of, write_symbol


def aim_at_answer(screen: BaseScreen[Any], typed: events.Key | events.Paste) -> None:
    """Move the focus to the answer, if there is one to write and the key means nothing else."""
    focused = screen.focused
    for composer in screen.query(Composer):
        writing = composer.request is not None and composer.display
        if not writing or (focused is not None and composer in focused.ancestors):
            return
        if isinstance(typed, events.Paste) or (
            typed.is_printable and typed.key not in screen.active_bindings
        ):
            composer.take_focus()


async def edit_in_editor(screen: BaseScreen[Any], composer: Composer) -> None:
    """Edit the long field of an answer in the external editor.

    The text is discarded, with a message, if the question has closed meanwhile. Keys that follow
    the one for the editor are dropped.
    """
    box, request = composer.multi_line_box(), composer.request
    if box is None:
        composer.take_typed()
        return
    before = box.text
    try:
        text = await edit(
            screen.app, before, editor_command(screen.context.settings.editor), screen.interface
        )
    except EditorFailed as error:
        screen.show_error(message_of(error))
        return
    finally:
        composer.take_typed()
    if composer.request is not request:
        screen.show_error(screen.interface.text("This question is no longer open."))
    elif text != before:
        box.take(text)
        box.focus()


def choose_symbol(screen: BaseScreen[Any], composer: Composer) -> None:
    """Insert a symbol that the game needs; if there are several, ask which one."""

    def chosen(character: str | None) -> None:
        if character is not None:
            write_symbol(character, composer)

    characters = [symbol.character for symbol in symbols_of(composer.request, composer)]
    if len(characters) == 1:
        chosen(characters[0])
    else:
        ui = screen.interface
        options = [(character, character) for character in characters]
        screen.app.push_screen(ChoiceDialog(ui, ui.text("Which one?"), options, ""), chosen)

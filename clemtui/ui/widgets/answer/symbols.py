"""Typing symbols that few keyboards have, for games whose answers need them."""

from __future__ import annotations

from collections.abc import Iterator

from textual.widget import Widget

from clemtui.engine import Hint, Request, Symbol, symbol_hint
from clemtui.ui.widgets.answer.box import AnswerBox
from clemtui.ui.widgets.answer.editing import InsertCharacter
from clemtui.ui.widgets.keybar import program_bindings

KEY = "play.symbol"
"""The id of the binding that inserts a symbol."""


def symbols_of(request: Request | None, composer: Widget) -> tuple[Symbol, ...]:
    """Return the symbols that can be inserted now; empty if there is no text box."""
    form = request.form if request is not None else None
    return form.symbols if form is not None and composer.query(AnswerBox) else ()


def symbol_notes(request: Request | None, composer: Widget) -> Iterator[Hint]:
    """Yield the hint that names the key for symbols."""
    symbols = symbols_of(request, composer)
    if symbols:
        for usable in program_bindings(composer.screen):
            if usable.binding.id == KEY:
                yield symbol_hint(composer.app.get_key_display(usable.binding), *symbols)


def write_symbol(character: str, composer: Widget) -> None:
    """Insert a symbol into the focused box, or into the first one."""
    boxes = list(composer.query(AnswerBox))
    for box in [box for box in boxes if box.has_focus] or boxes[:1]:
        box.post_message(InsertCharacter(character))
        box.focus()

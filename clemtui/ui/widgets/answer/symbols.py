"""Writing symbols that few keyboards have, where a game says that its answers need them."""

from __future__ import annotations

from collections.abc import Iterator

from textual.widget import Widget

from clemtui.engine import Hint, Request, Symbol, symbol_hint
from clemtui.ui.widgets.answer.box import AnswerBox
from clemtui.ui.widgets.answer.editing import Write
from clemtui.ui.widgets.keybar import program_bindings

KEY = "play.symbol"
"""The binding that writes a symbol."""


def symbols_of(request: Request | None, composer: Widget) -> tuple[Symbol, ...]:
    """The symbols that can be written now; none where there is no box for text."""
    form = request.form if request is not None else None
    return form.symbols if form is not None and composer.query(AnswerBox) else ()


def symbol_notes(request: Request | None, composer: Widget) -> Iterator[Hint]:
    """The note that says by which key."""
    symbols = symbols_of(request, composer)
    if symbols:
        for usable in program_bindings(composer.screen):
            if usable.binding.id == KEY:
                yield symbol_hint(composer.app.get_key_display(usable.binding), *symbols)


def write_symbol(character: str, composer: Widget) -> None:
    """Write a symbol into the box that has the cursor, or into the first one."""
    boxes = list(composer.query(AnswerBox))
    for box in [box for box in boxes if box.has_focus] or boxes[:1]:
        box.post_message(Write(character))
        box.focus()

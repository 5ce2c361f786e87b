"""Help for a screen: what can be done there, its keys, the mouse, the rules of the game at hand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from textual.content import Content

from clemtui.language import safe
from clemtui.language.width import cell_count
from clemtui.ui.shell.base import BaseScreen
from clemtui.ui.shell.reader import ReaderScreen, Words
from clemtui.ui.widgets.keybar import program_bindings

Row = tuple[str, str, str]
"""Keys, what they do, and the id of the binding."""


def help_screen(screen: BaseScreen[Any]) -> ReaderScreen:
    """The help for a screen, in whatever the interface language is when it is looked at."""
    return ReaderScreen(
        screen.context, lambda: screen.interface.text("Help"), lambda: tuple(_texts(screen))
    )


def _texts(screen: BaseScreen[Any]) -> Iterator[tuple[str, Words]]:
    ui = screen.interface
    yield from screen.help_texts()
    yield ui.text("Keys"), key_table(key_rows(screen))
    yield (
        ui.text("Mouse"),
        ui.text(
            "Whatever can be chosen can be clicked, the keys in the last line too; the wheel "
            "scrolls. To select text as usual in a terminal, hold Shift."
        ),
    )
    yield (
        "",
        ui.text(
            "The names at the end of the lines are for keys of your own: see Settings, and the "
            "list of all keys there."
        ),
    )
    game = screen.game_at_hand()
    if game is not None:
        listing = screen.context.listing(game)
        labels = screen.context.labels(game)
        title = ui.text("Rules: {game}", game=labels.say(listing.title))
        yield title, safe(labels.say(listing.rules))


def key_rows(screen: BaseScreen[Any]) -> list[Row]:
    """What can be done on a screen now, the most important first, movements last."""
    ui = screen.interface
    keys: dict[str, list[str]] = {}
    for active in screen.active_bindings.values():
        if active.enabled and active.binding.id is not None:
            shown = screen.app.get_key_display(replace(active.binding, key_display=None))
            names = keys.setdefault(active.binding.id, [])
            if shown not in names:
                names.append(shown)
    rows = [
        (", ".join(keys[binding.id]), ui.text(binding.description), binding.id)
        for binding, _ in program_bindings(screen)
        if binding.id is not None
    ]
    return sorted(rows, key=lambda row: row[2].startswith("move."))


def key_table(rows: list[Row]) -> Content:
    """Rows below each other, the ids in the background."""
    width = max((cell_count(keys) for keys, *_ in rows), default=0)
    lines = (
        Content.assemble(
            (keys + " " * (width - cell_count(keys)), "$text-accent"),
            "  ",
            said,
            "  ",
            (id, "$text-muted"),
        )
        for keys, said, id in rows
    )
    return Content("\n").join(lines)

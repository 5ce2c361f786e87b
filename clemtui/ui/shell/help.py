"""Texts to read: help for a screen, and the card of a language pack."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from textual.content import Content
from textual.screen import Screen

from clemtui.engine import Texts as PackTexts
from clemtui.language import Interface, safe
from clemtui.language.width import cell_count
from clemtui.packs.card import card_text
from clemtui.ui.shell.context import Context
from clemtui.ui.shell.navigation import OpenReader, Texts
from clemtui.ui.widgets.columns import pad
from clemtui.ui.widgets.keybar import program_bindings

Row = tuple[str, str, str]
"""Keys, what they do, and the id of the binding."""


def pack_card(context: Context, texts: PackTexts) -> OpenReader:
    """Return the destination that shows a language pack's card.

    The card names who wrote, translated and reviewed the prompts.
    """
    return OpenReader(
        lambda: context.interface.text("Language pack"),
        lambda: [("", card_text(texts, context.interface))],
    )


def help_for(
    screen: Screen[Any], context: Context, own: Iterable[tuple[str, str]], game: str | None
) -> Texts:
    """Return the help for a screen: its ``own`` texts, its keys, the mouse, the rules of a game."""
    ui = context.interface
    mouse = ui.text(
        "You can click anything that can be chosen, including the keys in the bottom line, and "
        "scroll with the wheel. Hold Shift to select text as usual in your terminal."
    )
    shortcuts = ui.text(
        "The id at the end of each line identifies the shortcut. To change shortcuts, open "
        "Settings and then the list of all shortcuts."
    )
    texts: list[tuple[str, str | Content]] = [
        *own,
        (ui.text("Keys"), key_table(key_rows(screen, ui))),
        (ui.text("Mouse"), mouse),
        ("", shortcuts),
    ]
    if game is not None:
        listing, labels = context.listing(game), context.labels(game)
        title = ui.text("Rules: {game}", game=labels.say(listing.title))
        texts.append((title, safe(labels.say(listing.rules))))
    return texts


def key_rows(screen: Screen[Any], ui: Interface) -> list[Row]:
    """Return the keys that work on a screen now, most important first, movements last."""
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
    """Draw the rows, with the ids muted."""
    width = max((cell_count(keys) for keys, *_ in rows), default=0)
    lines = (
        Content.assemble(
            (pad(keys, width), "$text-accent"),
            "  ",
            said,
            "  ",
            (id, "$text-muted"),
        )
        for keys, said, id in rows
    )
    return Content("\n").join(lines)

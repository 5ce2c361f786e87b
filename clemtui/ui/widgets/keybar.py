"""The line of keys at the bottom, in the interface language."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from textual.binding import Binding
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from clemtui.language import Interface

_NAMES = {"pgup": "PgUp", "pgdn": "PgDn"}


class KeyBar(Static):
    """The keys that do something now, the most important first, as many as fit."""

    def __init__(self, interface: Interface) -> None:
        super().__init__(markup=False)
        self.interface = interface

    def on_mount(self) -> None:
        self.screen.bindings_updated_signal.subscribe(self, self._changed)
        self._draw()

    def on_resize(self) -> None:
        self._draw()

    def _changed(self, screen: Screen[Any]) -> None:
        self._draw()

    def _draw(self) -> None:
        parts: list[Content] = []
        room = self.size.width
        for binding in program_bindings(self.screen):
            if not binding.show:
                continue
            key = self.app.get_key_display(binding)
            part = Content.assemble(
                (f" {key} ", "bold $text-accent"), self.interface.text(binding.description), " "
            )
            if part.cell_length <= room:
                room -= part.cell_length
                parts.append(part)
        self.update(Content("").join(parts))


def program_bindings(screen: Screen[Any]) -> list[Binding]:
    """The bindings of the program that can be used now, those that a screen names in its ``KEYS``
    first. Textual's own have no dotted id."""
    found: dict[str, Binding] = {}
    for active in screen.active_bindings.values():
        binding = active.binding
        if active.enabled and binding.id is not None and "." in binding.id:
            found.setdefault(binding.id, binding)
    first: Sequence[str] = getattr(screen, "KEYS", ())
    rank = {id: place for place, id in enumerate(first)}
    return sorted(found.values(), key=lambda binding: rank.get(binding.id or "", len(rank)))


def key_name(shown: str) -> str:
    """A key as it is printed on keyboards: ``f2`` as F2, ``^q`` as ^Q. A bare letter stays."""
    if len(shown) == 1:
        return shown
    caret = "^" if shown.startswith("^") else ""
    parts = shown[len(caret) :].split("+")
    return caret + "+".join(_NAMES.get(part, part[:1].upper() + part[1:]) for part in parts)

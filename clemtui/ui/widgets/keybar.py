"""The bar of key hints at the bottom. Clicking a hint does what its key does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from textual import events
from textual.binding import Binding
from textual.content import Content
from textual.dom import DOMNode
from textual.screen import Screen
from textual.widgets import Static

from clemtui.language import Interface, translatable
from clemtui.language.width import cell_count

_ALWAYS = ("app.help", "app.commands")
"""Always shown: they lead to everything else."""

_NAMES = {"pgup": translatable("PgUp"), "pgdn": translatable("PgDn")}


class ProgramBinding(NamedTuple):
    """A binding that can be used now, and the DOM node that handles it."""

    binding: Binding
    node: DOMNode


class KeyBar(Static):
    """The currently usable keys, most important first, as many as fit.

    The bar has one line. Where that is too short and the terminal is tall enough, it has up to as
    many lines as the screen's ``KEY_LINES``; the screen has the class ``-two-key-lines`` then, so
    that what floats above the bar stays above it.
    """

    def __init__(self, interface: Interface) -> None:
        super().__init__(markup=False)
        self.interface = interface
        self._lines: list[list[tuple[range, ProgramBinding]]] = []

    def on_mount(self) -> None:
        self.screen.bindings_updated_signal.subscribe(self, self._changed)
        self._draw()

    def on_resize(self) -> None:
        self._draw()

    async def on_click(self, event: events.Click) -> None:
        event.stop()
        for place, usable in self._lines[event.y] if event.y < len(self._lines) else ():
            if event.x in place:
                await self.app.run_action(usable.binding.action, default_namespace=usable.node)
                return

    def _changed(self, screen: Screen[Any]) -> None:
        self._draw()

    def _draw(self) -> None:
        usable = [each for each in program_bindings(self.screen) if each.binding.show]
        parts = {each: self._part(each.binding) for each in usable}
        shown: list[ProgramBinding] = []
        for each in sorted(usable, key=lambda each: each.binding.id not in _ALWAYS):
            wanted = [one for one in usable if one in shown or one is each]
            if len(self._flow(wanted, parts)) <= self._max_lines:
                shown = wanted
        self._lines = self._flow(shown, parts)
        self.screen.set_class(len(self._lines) > 1, "-two-key-lines")
        lines = (Content("").join(parts[each] for _, each in line) for line in self._lines)
        self.update(Content("\n").join(lines))

    @property
    def _max_lines(self) -> int:
        """The maximum number of lines."""
        low = any(map(self.screen.has_class, ("-low", "-flat")))
        return 1 if low else getattr(self.screen, "KEY_LINES", 1)

    def _flow(
        self, keys: Sequence[ProgramBinding], parts: Mapping[ProgramBinding, Content]
    ) -> list[list[tuple[range, ProgramBinding]]]:
        """Break the keys into lines, each key with its columns in the line."""
        lines: list[list[tuple[range, ProgramBinding]]] = []
        at = width = self.size.width
        for each in keys:
            cells = cell_count(parts[each].plain)
            if not lines or at + cells > width:
                lines.append([])
                at = 0
            lines[-1].append((range(at, at + cells), each))
            at += cells
        return lines

    def _part(self, binding: Binding) -> Content:
        key = self.app.get_key_display(binding)
        name = self.interface.text(binding.description)
        return Content.assemble((f" {key} ", "bold $key"), name, " ")


def program_bindings(screen: Screen[Any]) -> list[ProgramBinding]:
    """Return the program's bindings that can be used now.

    Bindings listed in the screen's ``KEYS`` come first. Textual's own bindings are skipped: their
    ids have no dot.
    """
    found: dict[str, ProgramBinding] = {}
    for active in screen.active_bindings.values():
        binding = active.binding
        if active.enabled and binding.id is not None and "." in binding.id:
            found.setdefault(binding.id, ProgramBinding(binding, active.node))
    first: Sequence[str] = getattr(screen, "KEYS", ())
    rank = {id: place for place, id in enumerate(first)}
    return sorted(found.values(), key=lambda usable: rank.get(usable.binding.id or "", len(rank)))


def key_name(shown: str, ui: Interface) -> str:
    """Return a key as printed on the keyboards of a language: ``f2`` as F2, ``^q`` as ^Q.

    Single characters are returned unchanged.
    """
    if len(shown) == 1:
        return shown
    caret = "^" if shown.startswith("^") else ""
    parts = shown[len(caret) :].split("+")
    return caret + "+".join(
        ui.text(_NAMES[part]) if part in _NAMES else part[:1].upper() + part[1:] for part in parts
    )

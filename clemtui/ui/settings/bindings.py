"""A registry of all key bindings, collected from the screens and widgets.

Importing every module of the app is slow, so this is used only for the list of shortcuts, for
custom keys and in tests, never before the first paint.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from textual.binding import Binding
from textual.dom import DOMNode
from textual.screen import Screen

from clemtui.language import Interface, Localised, translatable
from clemtui.ui.shell.base import BaseScreen
from clemtui.ui.shell.keymaps import closest, is_key, is_typing_key, keymap, keys_of
from clemtui.ui.widgets.lists import LEFT, RIGHT

AREAS: Mapping[str, str] = {
    "app": translatable("Everywhere"),
    "move": translatable("In lists, texts and tables"),
    "home": translatable("Home"),
    "people": translatable("Who plays"),
    "setup": translatable("Setup"),
    "partner": translatable("Choosing a partner"),
    "play": translatable("Playing"),
    "message": translatable("In the transcript"),
    "rules": translatable("Rules"),
    "pause": translatable("Pause"),
    "study": translatable("Taking part in a study"),
    "handover": translatable("Handing over the keyboard"),
    "result": translatable("Result"),
    "progress": translatable("Progress"),
    "history": translatable("History"),
    "effect": translatable("Prompt languages compared"),
    "studies": translatable("Studies"),
    "report": translatable("Reading the report of a study"),
    "review": translatable("Reading an episode"),
    "export": translatable("Saving an episode"),
    "settings": translatable("Settings"),
    "keys": translatable("List of shortcuts"),
    "choice": translatable("Choosing"),
    "reader": translatable("Help and texts"),
    "confirm": translatable("Questions"),
    "palette": translatable("Commands"),
    "jump": translatable("Jump mode"),
}
"""Heading for each first part of a binding id, in display order."""


@dataclass(frozen=True, slots=True)
class KnownBinding:
    """A key binding.

    Attributes:
        keys: the default keys, by Textual's names.
        description: what it does, marked for translation.
        priority: whether it also works while typing.
    """

    id: str
    keys: tuple[str, ...]
    description: str
    priority: bool

    @property
    def area(self) -> str:
        """The first part of the id."""
        return self.id.partition(".")[0]


@cache
def widget_classes() -> tuple[type[DOMNode], ...]:
    """Return all screens and widgets of the program, in the order of their modules."""
    import clemtui.ui

    found: dict[type[DOMNode], None] = {}
    for module in pkgutil.walk_packages(clemtui.ui.__path__, "clemtui.ui."):
        for value in vars(importlib.import_module(module.name)).values():
            if (
                isinstance(value, type)
                and issubclass(value, DOMNode)
                and value.__module__ == module.name
            ):
                found[value] = None
    return tuple(found)


def screen_classes() -> tuple[type[Screen[object]], ...]:
    """Return all screens of the program."""
    return tuple(kind for kind in widget_classes() if issubclass(kind, Screen))


def own_bindings(kind: type) -> Iterator[Binding]:
    """Yield the bindings declared by the class itself, one per key."""
    return iter(Binding.make_bindings(vars(kind).get("BINDINGS", ())))


def bindings_of(kind: type[DOMNode]) -> Iterator[Binding]:
    """Yield the program's bindings that a class declares or inherits, one per key.

    Textual's own bindings have no dotted id and are skipped.
    """
    for base in kind.__mro__:
        for binding in own_bindings(base):
            if binding.id is not None and "." in binding.id:
                yield binding


GENERAL_DESCRIPTIONS = {"move.left": LEFT, "move.right": RIGHT}
"""General descriptions of bindings that some widgets describe differently."""


@cache
def known_bindings() -> Mapping[str, KnownBinding]:
    """Return all bindings by id, in display order."""
    found: dict[str, KnownBinding] = {}
    for kind in widget_classes():
        for binding in bindings_of(kind):
            assert binding.id is not None
            before = found.get(binding.id)
            keys = before.keys if before else ()
            found[binding.id] = KnownBinding(
                binding.id,
                keys if binding.key in keys else (*keys, binding.key),
                before.description
                if before
                else GENERAL_DESCRIPTIONS.get(binding.id, binding.description),
                binding.priority or (before is not None and before.priority),
            )
    areas = list(AREAS)

    def place(known: KnownBinding) -> int:
        return areas.index(known.area) if known.area in AREAS else len(areas)

    return {known.id: known for known in sorted(found.values(), key=place)}


def clashes(keys: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    """Return the keys with more than one action in the same place, with the ids of these actions.

    A place is a screen or widget, together with the bindings that work everywhere.
    """

    found: dict[str, set[str]] = {}
    everywhere = list(bindings_of(BaseScreen))
    for kind in widget_classes():
        here: dict[str, set[str]] = {}
        for binding in (*bindings_of(kind), *(() if issubclass(kind, Screen) else everywhere)):
            assert binding.id is not None
            for key in keys_of(keys[binding.id]) if binding.id in keys else (binding.key,):
                here.setdefault(key, set()).add(binding.id)
        for key, ids in here.items():
            if len(ids) > 1:
                found.setdefault(key, set()).update(ids)
    return {key: tuple(sorted(ids)) for key, ids in found.items()}


def safe_keymap(own: Mapping[str, str]) -> dict[str, str]:
    """Return the custom keys without those that would stop text fields from working."""
    known = known_bindings()
    return {
        id: keys
        for id, keys in own.items()
        if not (id in known and known[id].priority and any(map(is_typing_key, keys_of(keys))))
    }


def keymap_problems(ui: Interface, preset: str, own: Mapping[str, str]) -> list[Localised]:
    """Return the problems with a person's custom keys, one line each."""
    known = known_bindings()
    harmless = safe_keymap(own)
    found: list[Localised] = []
    for id, keys in own.items():
        unknown = [key for key in keys_of(keys) if not is_key(key)]
        if id not in known:
            near = closest(id, known)
            found.append(
                ui.text("Keymap: unknown id {id}; did you mean {near}?", id=id, near=near)
                if near
                else ui.text("Keymap: unknown id {id}; the list of shortcuts shows all ids.", id=id)
            )
        elif unknown:
            found.append(ui.text("Keymap: {id} has an unknown key: {key}", id=id, key=unknown[0]))
        elif id not in harmless:
            found.append(
                ui.text(
                    "Keymap: {id} also works while typing, so {keys} cannot be used for it.",
                    id=id,
                    keys=ui.list(key for key in keys_of(keys) if is_typing_key(key)),
                )
            )
    ours = clashes(keymap(preset, {}))
    for key, ids in clashes(keymap(preset, harmless)).items():
        if ids != ours.get(key):
            found.append(
                ui.text(
                    "Keymap: {key} is used twice in one place: {ids}.", key=key, ids=ui.list(ids)
                )
            )
    return found

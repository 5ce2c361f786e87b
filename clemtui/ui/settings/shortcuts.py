"""The screen that lists all keyboard shortcuts, with a search, and reassigns them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from clemtui.config import ConfigError
from clemtui.episode.errors import message_of
from clemtui.language import shorten, translatable
from clemtui.language.width import cell_count
from clemtui.ui.settings import bindings
from clemtui.ui.settings.bindings import KnownBinding
from clemtui.ui.shell.base import BaseScreen
from clemtui.ui.shell.context import Context
from clemtui.ui.shell.dialogs.choice import TextDialog
from clemtui.ui.shell.keymaps import keymap, keys_of
from clemtui.ui.shell.navigation import OpenKeys
from clemtui.ui.widgets.line_input import LineInput
from clemtui.ui.widgets.lists import MenuList

_KEY_COLUMN_WIDTH = 20
"""Width of the key column, in cells."""


class ShortcutList(MenuList):
    """A list of shortcuts; Enter reassigns one."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select", translatable("Reassign"), id="keys.change")
    ]


class ShortcutsScreen(BaseScreen[None]):
    """The list of all bindings with their keys and ids, grouped by part of the program."""

    KEYS = ("keys.change", "keys.find", "keys.close")

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("slash", "find", translatable("Find"), id="keys.find"),
        Binding("escape", "close", translatable("Back"), id="keys.close"),
    ]

    def __init__(self, context: Context, to: OpenKeys) -> None:
        super().__init__(context, to)
        self.search = ""

    def title_text(self) -> str:
        return self.interface.text("All shortcuts")

    def contents(self) -> Iterator[Widget]:
        yield LineInput(self.search, placeholder=self.interface.text("/ to search"), id="find")
        yield ShortcutList(id="keys", markup=False)
        yield Static(
            self.interface.text("No shortcut matches. Press Escape to show all."),
            markup=False,
            id="nothing",
        )

    def on_mount(self) -> None:
        self.query_one("#keys").focus()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action != "all_keys"

    def help_texts(self) -> Iterator[tuple[str, str]]:
        yield (
            "",
            self.interface.text(
                "Press Enter to reassign the highlighted shortcut: type key names "
                "separated by commas, as in f10,ctrl+l. Leave it empty for the default. "
                "The names at the end of the lines are for the keymap table in the "
                "settings file."
            ),
        )

    async def fill(self) -> None:
        known = await asyncio.to_thread(bindings.known_bindings)  # first call: imports all screens
        choices = self.query_one("#keys", OptionList)
        before = choices.highlighted
        choices.clear_options()
        choices.add_options(self._options(known, bindings.AREAS))
        if choices.option_count:
            choices.highlighted = before or 1
        self.query_one("#nothing").display = not choices.option_count

    def _options(
        self, known: Mapping[str, KnownBinding], areas: Mapping[str, str]
    ) -> Iterator[Option]:
        ui = self.interface
        keys = keymap(self.context.settings.keys, self.context.settings.keymap)
        wanted = self.search.casefold().split()
        area = ""
        for each in known.values():
            if each.id == "play.editor" and not self.context.may("editor"):
                continue
            shown = ", ".join(
                map(self._key_name, keys_of(keys[each.id]) if each.id in keys else each.keys)
            )
            said = ui.text(each.description)
            where = ui.text(areas[each.area]) if each.area in areas else each.area
            text = f"{shown} {said} {each.id} {where}".casefold()
            if not all(word in text for word in wanted):
                continue
            if each.area != area:
                area = each.area
                yield Option(Content.styled(where, "bold $text-accent"), disabled=True)
            shown = shorten(shown, _KEY_COLUMN_WIDTH, cell_count)
            yield Option(
                Content.assemble(
                    shown + " " * (_KEY_COLUMN_WIDTH - cell_count(shown)),
                    " ",
                    said,
                    "  ",
                    (each.id, "$text-muted"),
                    "  " + ui.text("your own") if each.id in self.context.settings.keymap else "",
                ),
                id=each.id,
            )

    def _key_name(self, key: str) -> str:
        return self.app.get_key_display(Binding(key, ""))

    async def on_input_changed(self, event: Input.Changed) -> None:
        self.search = event.value
        await self.fill()

    def on_input_submitted(self) -> None:
        self.query_one("#keys").focus()

    def action_find(self) -> None:
        self.query_one("#find").focus()

    def action_close(self) -> None:
        box = self.query_one("#find", Input)
        if box.value:
            box.value = ""
            self.query_one("#keys").focus()
        elif box.has_focus:
            self.query_one("#keys").focus()
        else:
            self.dismiss(None)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        assert event.option_id is not None
        id = event.option_id
        known = bindings.known_bindings()[id]
        settings = self.context.settings
        keys = keymap(settings.keys, settings.keymap).get(id, ",".join(known.keys))
        ui = self.interface

        async def take(text: str) -> str | None:
            return await self._change(id, text.replace(" ", ""))

        explanation = ui.text("Key names, separated by commas. Leave empty for the default.")
        title = ui.text("Shortcut for: {action}", action=ui.text(known.description))
        self.app.push_screen(TextDialog(ui, title, explanation, keys, take))

    async def _change(self, id: str, keys: str) -> str | None:
        settings, ui = self.context.settings, self.interface
        before = bindings.keymap_problems(ui, settings.keys, settings.keymap)
        if keys:
            after = bindings.keymap_problems(ui, settings.keys, {**settings.keymap, id: keys})
            new = [line for line in after if line not in before]
            if new:
                return new[0]
        try:
            await self.program.change_settings({f"keymap.{id}": keys or None})
        except ConfigError as error:
            return message_of(error)
        await self.fill()
        return None

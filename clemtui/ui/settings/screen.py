"""The settings screen: the value and meaning of each setting."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from textual import constants
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widget import Widget
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from clemtui.config import ConfigError
from clemtui.episode.errors import message_of
from clemtui.language import Interface, choose_language, one_line, translatable
from clemtui.language.width import cell_count
from clemtui.ui.shell.base import BaseScreen
from clemtui.ui.shell.dialogs.choice import ChoiceDialog, TextDialog
from clemtui.ui.shell.keymaps import PRESETS
from clemtui.ui.shell.languages import interface_languages
from clemtui.ui.shell.navigation import OpenPeople
from clemtui.ui.shell.themes import DARK, LIGHT
from clemtui.ui.terminal.bidi import reorders_in_app
from clemtui.ui.widgets.lists import MenuList

_MAX_TITLE_WIDTH = 26
"""Widest title, in cells, that leaves room for the value in the smallest terminal."""


_ACCESS = ("theme", "keys", "keymap", "motion", "alert", "bidi")
"""The settings of access: all that a participant of a study may change."""


def theme_options(available: Collection[str]) -> list[tuple[str, str]]:
    """Return the names of the themes, ours first, each with its label."""
    own = [name for name in (DARK, LIGHT) if name in available]
    return [(name, name) for name in (*own, *sorted(set(available) - set(own)))]


def key_preset_options(ui: Interface) -> list[tuple[str, str]]:
    """Return the key presets with their labels."""
    said = {
        "default": ui.text("arrow keys"),
        "vim": ui.text("vim: h j k l, g G, ^D ^U"),
        "emacs": ui.text("emacs: ^P ^N, ^B ^F, ^V"),
    }
    return [(name, said[name]) for name in PRESETS]


def motion_options(ui: Interface) -> list[tuple[str, str]]:
    """Return the motion settings with their labels."""
    return [("full", ui.text("full")), ("reduced", ui.text("reduced"))]


def clock_options(ui: Interface) -> list[tuple[str, str]]:
    """Return whether the clock is shown, with labels."""
    return [("off", ui.text("hidden")), ("on", ui.text("shown"))]


def challenges_options(ui: Interface) -> list[tuple[str, str]]:
    """Return whether challenges are shown, with labels."""
    return [("on", ui.text("shown")), ("off", ui.text("hidden"))]


def alert_options(ui: Interface) -> list[tuple[str, str]]:
    """Return the ways to call a person, with their labels."""
    return [
        ("none", ui.text("off")),
        ("bell", ui.text("bell")),
        ("notification", ui.text("notification")),
    ]


def bidi_options(ui: Interface) -> list[tuple[str, str]]:
    """Return the options for ordering right-to-left text, with their labels."""
    return [
        ("terminal", ui.text("handled by the terminal")),
        ("app", ui.text("handled by clemtui")),
    ]


@dataclass(frozen=True, slots=True)
class SettingRow:
    """A setting as displayed: its title, value, explanation and what overrides it, if anything."""

    id: str
    title: str
    value: str
    explanation: str
    note: str = ""


class SettingsList(MenuList):
    """A list of settings; Enter changes one."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select", translatable("Change"), id="settings.choose")
    ]


class SettingsScreen(BaseScreen[None]):
    """The list of the settings that can be changed in the app; Enter changes one."""

    CAN_SWITCH_PERSON = True

    KEYS = ("settings.choose", "settings.close")

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "close", translatable("Back"), id="settings.close", key_display="Esc")
    ]

    def title_text(self) -> str:
        return self.interface.text("Settings")

    def contents(self) -> Iterator[Widget]:
        yield SettingsList(id="settings", markup=False)
        yield Static(self._file_note(), markup=False, id="settings-file")

    async def fill(self) -> None:
        choices = self.query_one("#settings", OptionList)
        highlighted = choices.highlighted or 0
        rows = list(filter(self._is_allowed, self.rows()))
        width = min(_MAX_TITLE_WIDTH, max(cell_count(row.title) for row in rows))
        choices.clear_options()
        choices.add_options(Option(_row_content(row, width), id=row.id) for row in rows)
        choices.highlighted = min(highlighted, len(rows) - 1)

    def on_mount(self) -> None:
        self.query_one("#settings").focus()

    def on_screen_resume(self) -> None:
        self.run_latest(self.fill, group="fill")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action != "settings"

    def help_texts(self) -> Iterator[tuple[str, str]]:
        yield (
            "",
            self.interface.text(
                "Choose a setting and press Enter. Changes apply at once and are written "
                "to the file named below the settings. Themes are previewed while you "
                "choose; Escape restores the previous one."
            ),
        )

    def action_close(self) -> None:
        self.dismiss(None)

    def rows(self) -> Iterator[SettingRow]:
        """Yield the settings with their current values."""
        ui, settings, options = self.interface, self.context.settings, self.context.options
        yield SettingRow(
            "theme",
            ui.text("Theme"),
            settings.theme or ui.text("{name} (automatic)", name=self.app.theme),
            ui.text("The colour theme. Themes are previewed while you choose."),
            ui.text("NO_COLOR is set, so no colours are shown.") if self.app.no_color else "",
        )
        yield SettingRow(
            "keys",
            ui.text("Keys"),
            dict(key_preset_options(ui))[settings.keys],
            ui.text("Keys for moving through lists and texts, in addition to the arrow keys."),
        )
        own = len(settings.keymap)
        yield SettingRow(
            "keymap",
            ui.text("All shortcuts"),
            ui.plural("{n} custom", "{n} custom", own) if own else ui.text("default"),
            ui.text("All keyboard shortcuts. You can change them here."),
        )
        animations = constants.TEXTUAL_ANIMATIONS
        yield SettingRow(
            "motion",
            ui.text("Motion"),
            dict(motion_options(ui))[settings.motion],
            ui.text("Reduced: no animations."),
            ui.text("Set by TEXTUAL_ANIMATIONS: {level}.", level=animations)
            if animations != "full" and settings.motion == "full"
            else "",
        )
        yield SettingRow(
            "alert",
            ui.text("Alert"),
            dict(alert_options(ui))[settings.alert],
            ui.text("When it is your turn after a wait, or while you are in another window."),
        )
        yield SettingRow(
            "clock",
            ui.text("Clock"),
            dict(clock_options(ui))[settings.clock],
            ui.text("How long you have been answering, shown in the frame of your answer."),
        )
        yield SettingRow(
            "challenges",
            ui.text("Challenges"),
            dict(challenges_options(ui))[settings.challenges],
            ui.text("Daily tasks, streaks, your best results and their distribution."),
        )
        yield SettingRow(
            "language",
            ui.text("Interface language"),
            ui.language_name(ui.language)
            if settings.language
            else ui.text("{name} (system default)", name=ui.language_name(ui.language)),
            ui.text("The language of the program; a game's language is chosen in its set-up."),
        )
        yield SettingRow(
            "bidi",
            ui.text("Right-to-left text"),
            dict(bidi_options(ui))[settings.bidi],
            ui.text("For Arabic, if your terminal shows it left to right or scrambled."),
            ui.text("The required packages are not installed.")
            if settings.bidi == "app" and not reorders_in_app(self.app)
            else "",
        )
        other = os.environ.get("VISUAL") or os.environ.get("EDITOR") or ""
        yield SettingRow(
            "editor",
            ui.text("Editor"),
            settings.editor
            or (ui.text("{name} (system default)", name=other) if other else ui.text("none")),
            ui.text("The program for writing long answers."),
        )
        yield SettingRow(
            "person",
            ui.text("Who plays"),
            self.context.person or ui.text("no one yet"),
            ui.text("The pseudonym under which episodes are recorded here."),
            ui.text("--as {name} applies to this run only.", name=options.person)
            if options.person and options.person == self.context.person
            else "",
        )
        yield SettingRow(
            "servers",
            ui.text("Model servers"),
            ui.list(settings.servers) if settings.servers else ui.text("only this computer"),
            ui.text("Additional addresses to search for models."),
        )

    def _file_note(self) -> str:
        file = self.context.options.config_file
        if file is None:
            return self.interface.text("Changes apply to this session only; nothing is written.")
        return self.interface.text("Changes are written to {file}", file=file)

    def _is_allowed(self, row: SettingRow) -> bool:
        """Whether a visitor may change a setting, or a participant of a study."""
        if self.context.in_study:
            return row.id in _ACCESS
        match row.id:
            case "editor":
                return self.context.may("editor")
            case "person":
                return self.context.may("people")
            case "servers":
                return self.context.may("models")
        return True

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        getattr(self, f"_ask_{event.option_id}")()

    def _ask_theme(self) -> None:
        ui = self.interface
        options = [
            ("", ui.text("automatic, to match this terminal")),
            *theme_options(self.app.available_themes),
        ]

        def preview(name: str | None) -> None:
            self.program.preview_theme(name or None)

        self._choose("theme", options, self.context.settings.theme or "", preview)

    def _ask_keys(self) -> None:
        self._choose("keys", key_preset_options(self.interface), self.context.settings.keys)

    def _ask_keymap(self) -> None:
        self.action_all_keys()

    def _ask_motion(self) -> None:
        self._choose("motion", motion_options(self.interface), self.context.settings.motion)

    def _ask_challenges(self) -> None:
        settings = self.context.settings
        self._choose("challenges", challenges_options(self.interface), settings.challenges)

    def _ask_clock(self) -> None:
        self._choose("clock", clock_options(self.interface), self.context.settings.clock)

    def _ask_alert(self) -> None:
        self._choose("alert", alert_options(self.interface), self.context.settings.alert)

    def _ask_bidi(self) -> None:
        self._choose("bidi", bidi_options(self.interface), self.context.settings.bidi)

    def _ask_language(self) -> None:
        ui, settings = self.interface, self.context.settings
        system = ui.language_name(choose_language(None))
        options = [
            ("", ui.text("system default: {name}", name=system)),
            *interface_languages(ui, settings.language),
        ]
        self._choose("language", options, ui.language if settings.language else "")

    def _ask_editor(self) -> None:
        text = self.context.settings.editor or ""
        explanation = self.interface.text(
            "A command such as vim or code --wait. If empty, VISUAL or EDITOR is used."
        )
        self._ask_text("editor", explanation, text)

    def _ask_person(self) -> None:
        self.open(OpenPeople())

    def _ask_servers(self) -> None:
        explanation = self.interface.text(
            "Addresses such as http://gpu-box:8000, separated by spaces. No API key is sent to "
            "them."
        )
        self._ask_text(
            "servers", explanation, " ".join(self.context.settings.servers), several=True
        )

    def _title(self, id: str) -> str:
        return next(row.title for row in self.rows() if row.id == id)

    def _choose(self, id: str, options: list[tuple[str, str]], current: str, *preview: Any) -> None:
        async def chosen(value: str | None) -> None:
            if value is not None:
                problem = await self._change(id, value or None)
                if problem is not None:
                    self.program.preview_theme(None)
                    self.show_error(problem)

        self.app.push_screen(
            ChoiceDialog(self.interface, self._title(id), options, current, *preview), chosen
        )

    def _ask_text(self, id: str, explanation: str, text: str, *, several: bool = False) -> None:
        async def take(text: str) -> str | None:
            value = tuple(text.replace(",", " ").split()) if several else text
            return await self._change(id, value or None)

        self.app.push_screen(TextDialog(self.interface, self._title(id), explanation, text, take))

    async def _change(self, id: str, value: Any) -> str | None:
        try:
            await self.program.change_settings({id: value})
        except ConfigError as error:
            return message_of(error)
        await self.fill()
        return None


def _row_content(row: SettingRow, width: int) -> Content:
    title = row.title + " " * max(0, width - cell_count(row.title))
    note = (f"  ! {row.note}", "$text-warning") if row.note else ""
    return Content.assemble(
        (title, "bold"),
        "  ",
        one_line(row.value),
        "\n",
        (row.explanation, "$text-muted"),
        note,
    )

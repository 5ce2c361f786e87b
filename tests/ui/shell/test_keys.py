"""Keys: requirements of every binding, presets, and custom keys."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import pytest
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Static

from clemtui.config import Settings, load_settings
from clemtui.ui.home.screen import HomeScreen
from clemtui.ui.settings import bindings
from clemtui.ui.settings.shortcuts import ShortcutsScreen
from clemtui.ui.shell.base import BaseScreen
from clemtui.ui.shell.dialogs.choice import TextDialog
from clemtui.ui.shell.dialogs.palette import PaletteScreen
from clemtui.ui.shell.keymaps import PRESETS, is_key, is_typing_key, keymap, keys_of
from clemtui.ui.shell.reader import ReaderScreen
from clemtui.ui.widgets.games.cards import GameCards
from tests.ui.support.app import on, opened, seen, text_of, until


def test_every_binding_of_the_program_has_an_id_and_says_what_it_does() -> None:
    for kind in bindings.widget_classes():
        for binding in bindings.own_bindings(kind):
            where = f"{kind.__name__}: {binding.key}"
            assert binding.id is not None, where
            assert "." in binding.id, where
            assert binding.description, where


def test_an_id_is_one_thing_with_the_same_keys_everywhere() -> None:
    said = defaultdict(set)
    keys = defaultdict(set)
    for kind in bindings.widget_classes():
        here = defaultdict(list)
        for binding in bindings.own_bindings(kind):
            if binding.id is not None and not binding.id.startswith("move."):  # movements vary
                said[binding.id].add(binding.description)
            here[binding.id].append(binding.key)
        for id, written in here.items():
            keys[id].add(tuple(written))
    assert {id: texts for id, texts in said.items() if len(texts) > 1} == {}
    assert {id: written for id, written in keys.items() if len(written) > 1} == {}


def test_every_id_belongs_to_a_part_of_the_program_that_has_a_name() -> None:
    areas = {known.area for known in bindings.known_bindings().values()}
    assert areas <= set(bindings.AREAS), "name it in AREAS of clemtui/ui/settings/bindings.py"


def test_priority_bindings_use_no_letters() -> None:
    for known in bindings.known_bindings().values():
        if known.priority:
            letters = [key for key in known.keys if len(key) == 1 or key == "space"]
            assert not letters, known.id


def test_every_action_has_a_key_that_terminals_do_not_swallow() -> None:
    """At least one key needs neither Alt nor two modifiers, and is not another key to terminals."""
    for preset in PRESETS:
        keys = keymap(preset, {})
        for known in bindings.known_bindings().values():
            written = keys_of(keys[known.id]) if known.id in keys else known.keys
            sure = [
                key
                for key in written
                if not key.startswith(("alt+", "ctrl+shift+", "super+", "f11"))
                and key not in ("ctrl+h", "ctrl+i", "ctrl+m", "ctrl+z")
            ]
            assert sure, f"{known.id} in {preset}"


@pytest.mark.parametrize("preset", PRESETS)
def test_presets_name_bindings_that_there_are_and_keys_that_there_can_be(preset: str) -> None:
    assert set(PRESETS[preset]) <= set(bindings.known_bindings())
    for id, keys in PRESETS[preset].items():
        assert all(map(is_key, keys_of(keys))), id


@pytest.mark.parametrize("preset", PRESETS)
def test_no_key_stands_for_two_things_at_one_place(preset: str) -> None:
    assert bindings.clashes(keymap(preset, {})) == {}


@pytest.mark.parametrize("preset", ["vim", "emacs"])
def test_the_movements_of_a_preset_are_nothing_else_on_any_screen(preset: str) -> None:
    """Otherwise a screen's own key would do nothing while a list has the focus, or vice versa."""
    keys = keymap(preset, {})
    movements = {
        key
        for id, given in PRESETS[preset].items()
        if id.startswith("move.")
        for key in keys_of(given)
        if key not in bindings.known_bindings()[id].keys
    }
    for kind in bindings.screen_classes():
        for binding in bindings.bindings_of(kind):
            assert binding.id is not None
            given = keys_of(keys[binding.id]) if binding.id in keys else (binding.key,)
            if not binding.id.startswith(("move.", "palette.")):
                assert not movements & set(given), f"{kind.__name__}: {binding.id}"


def test_what_a_key_can_be() -> None:
    for key in ("f12", "ctrl+x", "question_mark", "?", "G", "ä", "ctrl+shift+up", "pagedown"):
        assert is_key(keys_of(key)[0]), key
    for key in ("contrl+x", "f99", "pgdn", "enter+x", ""):
        assert not is_key(key), key
    assert is_typing_key("a")
    assert is_typing_key("question_mark")
    assert is_typing_key("backspace")
    assert not is_typing_key("ctrl+a")
    assert not is_typing_key("f2")


def test_every_screen_but_the_first_can_be_left() -> None:
    screens = bindings.screen_classes()
    assert HomeScreen in screens
    assert ShortcutsScreen in screens
    for kind in screens:
        if not kind.__subclasses__() and issubclass(kind, (BaseScreen, ModalScreen)):
            own = {b.id for b in bindings.bindings_of(kind)}
            assert own - {b.id for b in bindings.bindings_of(BaseScreen)}, kind


async def test_keys_of_ones_own_hold_and_are_shown(tmp_path: Path) -> None:
    settings = Settings(keymap={"app.help": "f11,ctrl+y"})
    async with opened(tmp_path, settings=settings) as (app, pilot):
        await on(pilot, HomeScreen)
        assert "F11 Help" in seen(app)
        await pilot.press("f1")
        await pilot.pause()
        assert isinstance(app.screen, HomeScreen), "the key it came with is given away"
        await pilot.press("ctrl+y")
        reader = await on(pilot, ReaderScreen)
        assert any("F11, ^Y" in str(text) for _, text in reader.texts)


async def test_a_preset_moves_in_lists_beside_the_arrow_keys(tmp_path: Path) -> None:
    async with opened(tmp_path, settings=Settings(keys="vim")) as (app, pilot):
        home = await on(pilot, HomeScreen)
        games = home.query_one("#games", GameCards)
        await pilot.press("j", "down")
        assert games.highlighted == 2
        await pilot.press("k")
        assert games.highlighted == 1
        await app.change_settings({"keys": "emacs"})
        await pilot.press("ctrl+n")
        assert games.highlighted == 2
        await pilot.press("j")
        assert games.highlighted == 2
        await pilot.press("ctrl+p")
        assert games.highlighted == 1
        assert isinstance(app.screen, HomeScreen), "^P is no longer the palette"


async def test_a_preset_changes_nothing_where_one_writes(tmp_path: Path) -> None:
    async with opened(tmp_path, settings=Settings(keys="vim")) as (_app, pilot):
        await on(pilot, HomeScreen)
        await pilot.press("f10")
        palette = await on(pilot, PaletteScreen)
        await pilot.press("j", "k", "g", "G")
        assert palette.query_one(Input).value == "jkgG"


async def test_what_is_wrong_with_keys_of_ones_own_is_said_once(tmp_path: Path) -> None:
    own = {
        "app.hlep": "f7",
        "app.jump": "j",
        "app.settings": "f1",
        "home.quit": "contrl+x",
    }
    async with opened(tmp_path, settings=Settings(keymap=own), size=(100, 40)) as (app, pilot):
        await on(pilot, HomeScreen)
        await until(pilot, lambda: len(app._notifications) == 4)
        said = sorted(note.message for note in app._notifications)
        assert said == [
            "Keymap: app.jump also works while typing, so j cannot be used for it.",
            "Keymap: f1 is used twice in one place: app.help and app.settings.",
            "Keymap: home.quit has an unknown key: contrl+x",
            "Keymap: unknown id app.hlep; did you mean app.help?",
        ]
        await pilot.press("f10", "j")
        palette = await on(pilot, PaletteScreen)
        assert palette.query_one(Input).value == "j", "what would take letters away is not used"
        await pilot.press("escape", "down", "f6")
        await pilot.pause()
        assert len(app._notifications) == 4, "nothing is said again"


async def test_the_list_of_keys_finds_by_what_they_do(tmp_path: Path) -> None:
    async with opened(tmp_path) as (app, pilot):
        await on(pilot, HomeScreen)
        await pilot.press("f12", "down", "down", "enter")
        screen = await on(pilot, ShortcutsScreen)
        choices = screen.query_one("#keys", OptionList)
        await until(pilot, lambda: choices.option_count > len(bindings.known_bindings()))
        await pilot.press("slash", *"jump to", "enter")
        await pilot.pause()
        shown = [str(option.prompt) for option in choices.options if not option.disabled]
        assert len(shown) == 1
        for text in ("F6, ^L", "Jump to", "app.jump"):
            assert text in shown[0]
        assert choices.has_focus
        await pilot.press("escape")
        await pilot.pause()
        assert choices.option_count > len(bindings.known_bindings())
        await pilot.press("escape")
        await until(pilot, lambda: not isinstance(app.screen, ShortcutsScreen))


async def test_keys_are_changed_in_the_list_and_given_back(tmp_path: Path) -> None:
    file = tmp_path / "clemtui.toml"
    async with opened(tmp_path, config_file=file) as (app, pilot):
        await on(pilot, HomeScreen)
        await app.run_action("screen.all_keys")
        screen = await on(pilot, ShortcutsScreen)
        choices = screen.query_one("#keys", OptionList)
        await until(pilot, lambda: choices.option_count)
        choices.highlighted = choices.get_option_index("app.help")

        async def give(keys: str) -> TextDialog:
            await pilot.press("enter")
            box = await on(pilot, TextDialog)
            box.query_one(Input).value = keys
            await pilot.press("enter")
            await pilot.pause()
            return box

        box = await give("f12")
        error = text_of(box.query_one(".error", Static))
        assert "f12 is used twice in one place: app.help and app.settings" in error
        assert not file.exists()
        box.query_one(Input).value = "f13, ctrl+y"
        await pilot.press("enter")
        await on(pilot, ShortcutsScreen)
        assert load_settings(file).keymap == {"app.help": "f13,ctrl+y"}
        await until(pilot, lambda: "F13, ^Y" in seen(app))
        await pilot.press("f13")
        await on(pilot, ReaderScreen)
        await pilot.press("escape")
        await on(pilot, ShortcutsScreen)
        await give("")
        await on(pilot, ShortcutsScreen)
        assert load_settings(file).keymap == {}
        await pilot.press("f1")
        await on(pilot, ReaderScreen)


async def test_a_click_does_what_the_key_does(tmp_path: Path) -> None:
    async with opened(tmp_path) as (app, pilot):
        await on(pilot, HomeScreen)
        at = seen(app).splitlines()[-1].index("F1 Help")
        await pilot.click(offset=(at + 1, 23))
        await on(pilot, ReaderScreen)

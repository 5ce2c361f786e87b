"""Every command of every screen, found in the palette by name and run from there.

A command with a key must have the same effect as its key (see `tests.ui.support.places`). Any other
command must change something noticeable: the screen, the focus, a notification or a text.
"""

from __future__ import annotations

from ast import literal_eval
from collections.abc import Collection
from pathlib import Path
from typing import Any

import pytest
from textual.widgets import Input

from clemtui.ui.play.screen import PlayScreen
from clemtui.ui.shell.base import BaseScreen
from clemtui.ui.shell.dialogs.palette import PaletteList, PaletteScreen
from clemtui.ui.shell.themes import DARK, LIGHT
from clemtui.ui.widgets.keybar import program_bindings
from tests.ui.snapshots.environment import recorded_database
from tests.ui.support.app import seen
from tests.ui.support.key_trials import Action, Check, Place, Trial, Walk, running_walk
from tests.ui.support.places import COMMON_TRIALS, PLACES

WHOLE = tuple(place for place in PLACES if issubclass(place.kinds[0], BaseScreen))
"""Small dialogs have no palette: they are answered first."""

FIRST_OF_EACH_SCREEN = {place.kinds[0]: place for place in reversed(WHOLE)}.values()
"""The places tried in the gate; every night, all are."""

SETTING = "use("
"""The prefix of actions that change a setting. They are the same on all screens."""

PLACES_OF_SETTINGS = ("home, at the games", "answering", "reading", "set-up")

MOVEMENTS = ("move.", "play.back", "play.on", "play.end", "message.")
"""These may do nothing at either end. Their effect is tested where there is somewhere to go."""


@pytest.fixture(autouse=True, scope="module")
def records() -> None:
    """Create the records once, outside of any app."""
    recorded_database()


async def call(walk: Walk, name: str) -> None:
    """Open the palette, type the name of a command and press Enter."""
    walk.screen.action_commands()
    palette = await walk.on(PaletteScreen)
    assert isinstance(walk.focused, Input)
    walk.focused.value = name
    await walk.settle()
    choices = palette.query_one(PaletteList)
    first = palette.commands[int(choices.options[0].id)].name
    assert first == name, f"{name!r} finds {first!r} first"
    await walk.press("enter")
    await walk.until(lambda: palette not in walk.app.screen_stack, name)
    await walk.settle()


def calling(name: str) -> Action:
    """Return an action that runs a command by name."""
    return lambda walk: call(walk, name)


def noticed(walk: Walk) -> Check:
    """Return a check of whether anything noticeable has changed."""

    def state() -> tuple[Any, ...]:
        notices = tuple(walk.app._notifications)
        return tuple(walk.app.screen_stack), walk.focused, notices, len(walk.quits), seen(walk.app)

    before = state()
    return lambda: state() != before


def binding_ids(walk: Walk) -> dict[Any, str]:
    """Return the ids of the bindings usable now, by action and node."""
    usable = program_bindings(walk.screen)
    return {(each.binding.action, each.node): each.binding.id or "" for each in usable}


def tried_with_other_focus(place: Place) -> set[str]:
    """Return the bindings tried on the same screen with a different focus.

    On the play screen, the state of the game differs as well, so everything offered there must do
    something everywhere.
    """
    kind = place.kinds[0]
    beside = () if issubclass(kind, PlayScreen) else WHOLE
    return {id for other in beside if other.kinds[0] is kind for id in other.trials}


@pytest.mark.parametrize(
    "place",
    [
        pytest.param(
            place, id=place.name, marks=() if place in FIRST_OF_EACH_SCREEN else pytest.mark.nightly
        )
        for place in WHOLE
    ],
)
async def test_every_command_has_its_own_name_and_does_something(
    place: Place, tmp_path: Path
) -> None:
    """Commands with a key are run by key in test_every_binding.py, and by name every night."""
    await run_commands(place, tmp_path, keyed=False)


@pytest.mark.nightly
@pytest.mark.parametrize("place", WHOLE, ids=lambda place: place.name)
async def test_what_has_a_key_has_the_same_effect_by_its_name(place: Place, tmp_path: Path) -> None:
    await run_commands(place, tmp_path, keyed=True)


async def run_commands(place: Place, folder: Path, *, keyed: bool) -> None:
    """Run the commands of a place by name.

    With ``keyed``, run those whose keys are tried there; without, all others.
    """
    async with running_walk(folder) as walk:
        await walk.resize(place.size)
        await walk.go_to(place)
        offered, ids = list(walk.screen.commands()), binding_ids(walk)
        actions = {(each.action, each.node) for each in offered}
        assert {at for at, id in ids.items() if id != "app.commands"} <= actions
        names = [each.name for each in offered]
        assert sorted(names) == sorted(set(names)), "else the second of them cannot be reached"
        for command in offered:
            id = ids.get((command.action, command.node), "")
            known = place.trials.get(id)
            elsewhere = place is not WHOLE[0] and (
                id in COMMON_TRIALS or (known is None and not id)
            )
            elsewhere |= known is None and id in tried_with_other_focus(place)
            if command.action.startswith(SETTING) or elsewhere:
                continue  # the same on all screens
            if known is None and id.startswith(MOVEMENTS):
                continue
            if (known is not None) is not keyed:
                continue
            await walk.go_to(place)
            if command.name not in {each.name for each in walk.screen.commands()}:
                await walk.enter_anew(place)  # earlier commands have advanced the game
            trial = place.trial(id) if known is not None else Trial(noticed)
            await walk.try_key(place, trial, calling(command.name), command.name)


@pytest.mark.parametrize("name", PLACES_OF_SETTINGS)
async def test_settings_change_where_one_is_and_the_focus_stays(name: str, tmp_path: Path) -> None:
    await change_settings(name, tmp_path, languages=("de", "ar", "en"))


@pytest.mark.nightly
@pytest.mark.parametrize("name", PLACES_OF_SETTINGS)
async def test_every_language_is_chosen_where_one_is(name: str, tmp_path: Path) -> None:
    await change_settings(name, tmp_path)


async def change_settings(
    name: str, folder: Path, languages: Collection[str] | None = None
) -> None:
    """Run every command that changes a setting at a place.

    Only the given ``languages`` are tried, if any are given. All themes are tried at the first
    place, and two at the others.
    """
    place = next(place for place in WHOLE if place.name == name)
    async with running_walk(folder) as walk:
        await walk.go_to(place)
        screen, focused = walk.screen, identity(walk)
        first = place is WHOLE[0]
        for setting, value in settings(walk):
            if setting == "theme" and not first and value not in (DARK, LIGHT):
                continue
            if setting == "language" and languages is not None and value not in languages:
                continue
            action = f"use({setting!r}, {value!r})"
            (command,) = (each for each in walk.screen.commands() if each.action == action)
            await call(walk, command.name)
            assert getattr(walk.app.context.settings, setting) == value
            assert walk.screen is screen
            assert identity(walk) == focused, command.name
            if setting == "theme":
                assert walk.app.theme == value
            if setting == "language":
                assert walk.app.context.interface.language == value


def settings(walk: Walk) -> list[tuple[str, str]]:
    """Return the settings that are commands, with their values.

    Languages come last, and English at the very end.
    """
    found: list[tuple[str, str]] = [
        literal_eval(command.action.removeprefix("use"))
        for command in walk.screen.commands()
        if command.action.startswith(SETTING)
    ]
    assert {setting for setting, _ in found} == {"theme", "language", "keys", "motion", "clock"}
    return sorted(found, key=lambda each: (each[0] == "language", each[1] == "en"))


def identity(walk: Walk) -> tuple[type[object], str | None]:
    """Return which widget has the focus. After a change of language, it is a new object."""
    return type(walk.focused), walk.focused.id

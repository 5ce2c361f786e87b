"""Every binding of every screen has an effect, by each key of each preset and by a click.

The tables in `tests.ui.support.places` define where a binding is tried and what it must do. Clicks
are made in the key bar.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from clemtui.ui.app import ClemtuiApp
from clemtui.ui.play.transcript_screen import TranscriptScreen
from clemtui.ui.settings import bindings
from clemtui.ui.settings.screen import SettingsScreen
from clemtui.ui.shell.base import BaseScreen, FirstScreen
from clemtui.ui.shell.dialogs.palette import PaletteList
from clemtui.ui.shell.keymaps import PRESETS, keys_of
from clemtui.ui.widgets.home_lists import RowList
from clemtui.ui.widgets.keybar import program_bindings
from clemtui.ui.widgets.lists import MenuList
from clemtui.ui.widgets.wait_panels import ChoiceMenu
from tests.ui.snapshots.environment import recorded_database
from tests.ui.support.key_trials import USUAL, WIDE, Action, Place, Walk, running_walk
from tests.ui.support.places import COMMON_TRIALS, PLACES

NEVER_ALONE = {BaseScreen, FirstScreen, TranscriptScreen, MenuList, RowList}
"""Base classes. Their bindings are tried with their subclasses."""
STUDIES = "clemtui.ui.study."
"""What participants of a study use. This walk, which begins at home, cannot go there: their keys
are tried in tests/ui/study, as is the one that works everywhere in a study."""
NEVER_FOCUSED = {PaletteList}
"""Widgets that keys never reach: the text field above keeps the focus."""
NEVER_THERE = {
    (SettingsScreen, "app.settings"),
    (ChoiceMenu, "move.page_up"),
    (ChoiceMenu, "move.page_down"),
}
"""Bindings that a screen or widget removes from those it inherits."""


@pytest.fixture(autouse=True, scope="module")
def records() -> None:
    """Create the records once, outside of any app."""
    recorded_database()


def keys_under(preset: str, id: str) -> tuple[str, ...]:
    """Return the keys of a binding under a preset."""
    given = PRESETS[preset].get(id)
    return keys_of(given) if given is not None else bindings.known_bindings()[id].keys


def pressing(key: str) -> Action:
    """Return an action that presses a key."""
    return lambda walk: walk.press(key)


def clicking(id: str) -> Action:
    """Return an action that clicks a binding in the key bar."""
    return lambda walk: walk.click_key(id)


async def is_usable(walk: Walk, place: Place, id: str) -> bool:
    """Return whether a binding can be used at a place.

    All bindings can that are tried there, except those that move between fields: with fewer than
    two fields, they must not even be offered.
    """
    if id not in ("app.next", "app.before"):
        return True
    await walk.go_to(place)
    several = len(walk.screen.focus_chain) > 1
    offered = {usable.binding.id for usable in program_bindings(walk.screen)}
    assert (id in offered) == several, f"{place.name}: {id} does nothing"
    return several


async def press_all(walk: Walk, place: Place, presets: Iterable[str]) -> None:
    """Try every key of a place under some presets.

    The keys of bindings that a preset does not change were already pressed. They must have the same
    listeners as before.
    """
    listened: dict[str, object] = {}
    for preset in presets:
        await walk.app.change_settings({"keys": preset})
        for id in place.trials:
            if not await is_usable(walk, place, id):
                continue
            for key in keys_under(preset, id):
                if preset == "default" or id in PRESETS[preset]:
                    await walk.try_key(
                        place, place.trial(id), pressing(key), f"{id} by {key}, {preset}"
                    )
                await walk.go_to(place)
                now = walk.listeners(key)
                assert any(listener[1] == id for listener in now), f"{id} by {key}, {preset}"
                if id not in PRESETS[preset]:
                    assert listened.setdefault(f"{id} {key}", now) == now, f"{key}, {preset}"


async def click_all(walk: Walk, place: Place) -> None:
    """Try every binding in the key bar of a place.

    Bindings that do not fit are tried in a wider terminal. Those that work everywhere are tried
    only at the first place.
    """
    await walk.app.change_settings({"keys": "default"})
    left = {
        id
        for id in place.trials
        if shown(place, id) and (id not in COMMON_TRIALS or place is PLACES[0])
    }
    for size in (place.size, WIDE):
        if left:
            await walk.resize(size)
            for id in sorted(left):
                trial = place.trial(id)
                await walk.prepare(place, trial)
                if size == WIDE:
                    await walk.until(lambda: walk.in_key_bar(id), f"{id} in the line of keys")  # noqa: B023
                if walk.in_key_bar(id) is not None:
                    await walk.try_key(place, trial, clicking(id), f"{id} by a click")
                    left.discard(id)
    await walk.resize(USUAL)
    assert not left, f"{place.name}: the line of keys never has {left}"


def shown(place: Place, id: str) -> bool:
    """Return whether a binding of a place belongs in the key bar."""
    return issubclass(place.kinds[0], BaseScreen) and any(
        binding.show
        for kind in place.kinds
        for binding in bindings.bindings_of(kind)
        if binding.id == id
    )


@pytest.mark.parametrize("place", PLACES, ids=lambda place: place.name)
async def test_every_key_and_every_click_does_what_it_says(place: Place, tmp_path: Path) -> None:
    async with running_walk(tmp_path) as walk:
        await walk.resize(place.size)
        await press_all(walk, place, ("default",))
        await click_all(walk, place)


@pytest.mark.nightly
@pytest.mark.parametrize("place", PLACES, ids=lambda place: place.name)
async def test_every_key_does_what_it_says_under_every_preset(place: Place, tmp_path: Path) -> None:
    async with running_walk(tmp_path) as walk:
        await walk.resize(place.size)
        await press_all(walk, place, PRESETS)


def test_every_binding_of_the_program_is_tried_somewhere() -> None:
    tried = {(kind, id) for place in PLACES for kind in place.kinds for id in place.trials}
    missing = sorted(
        f"{kind.__name__}: {binding.id}"
        for kind in bindings.widget_classes()
        if kind not in NEVER_ALONE | NEVER_FOCUSED
        if not (kind is ClemtuiApp or kind.__module__.startswith(STUDIES))
        for binding in bindings.bindings_of(kind)
        if (kind, binding.id) not in tried | NEVER_THERE
    )
    assert missing == [], "say what these keys do in a Place of tests/ui/support/places/"


async def test_what_is_taken_away_is_not_there(tmp_path: Path) -> None:
    async with running_walk(tmp_path) as walk:
        for kind, id in NEVER_THERE:
            await walk.go_to(next(place for place in PLACES if kind in place.kinds))
            assert id not in {usable.binding.id for usable in program_bindings(walk.screen)}


def test_the_tables_name_only_what_there_is() -> None:
    for place in PLACES:
        there = {binding.id for kind in place.kinds for binding in bindings.bindings_of(kind)}
        assert set(place.trials) <= there, place.name

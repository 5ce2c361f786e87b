"""Every binding of every screen: each of its keys under every preset, and its place in the line of
keys, has an effect that was not there before.

The tables in `tests.ui.support.places` say where a binding is tried, and what must come of it.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from clemtui.ui.settings import bindings
from clemtui.ui.settings.screen import SettingsScreen
from clemtui.ui.shell.base import BaseScreen
from clemtui.ui.shell.dialogs.palette import PaletteList
from clemtui.ui.shell.keymaps import PRESETS, keys_of
from clemtui.ui.widgets.dock import Choices
from clemtui.ui.widgets.home_lists import RowList
from clemtui.ui.widgets.keybar import program_bindings
from clemtui.ui.widgets.lists import MenuList
from tests.ui.snapshots.environment import recorded_database
from tests.ui.support.key_trials import USUAL, WIDE, Action, Place, Walk, running_walk
from tests.ui.support.places import COMMON_TRIALS, PLACES

NEVER_ALONE = {BaseScreen, MenuList, RowList}
"""What others are made of: their bindings are tried with those."""
NEVER_FOCUSED = {PaletteList}
"""What keys never reach: the field above it keeps the focus."""
NEVER_THERE = {
    (SettingsScreen, "app.settings"),
    (Choices, "move.page_up"),
    (Choices, "move.page_down"),
}
"""What a screen or a widget takes away from what it inherits."""


@pytest.fixture(autouse=True, scope="module")
def earlier_evenings() -> None:
    """The records are made once, outside of all apps."""
    recorded_database()


def keys_under(preset: str, id: str) -> tuple[str, ...]:
    """The keys of a binding under a preset."""
    given = PRESETS[preset].get(id)
    return keys_of(given) if given is not None else bindings.known_bindings()[id].keys


def pressing(key: str) -> Action:
    """Press a key."""
    return lambda walk: walk.press(key)


def clicking(id: str) -> Action:
    """Click what the line of keys says of a binding."""
    return lambda walk: walk.click_key(id)


async def there(walk: Walk, place: Place, id: str) -> bool:
    """Whether a binding can be used at a place. All that are tried can, but those that go from
    field to field where there are not two; they are not even offered then."""
    if id not in ("app.next", "app.before"):
        return True
    await walk.go_to(place)
    several = len(walk.screen.focus_chain) > 1
    offered = {usable.binding.id for usable in program_bindings(walk.screen)}
    assert (id in offered) == several, f"{place.name}: {id} does nothing"
    return several


async def press_all(walk: Walk, place: Place, presets: Iterable[str]) -> None:
    """Try every key that a place has under some presets.

    Where a preset gives a binding no keys of its own, those that it has were pressed already: then
    nothing else may have come to listen to them."""
    listened: dict[str, object] = {}
    for preset in presets:
        await walk.app.change({"keys": preset})
        for id in place.trials:
            if not await there(walk, place, id):
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
    """Try everything in the line of keys of a place; what has no room there, where it is wider.
    What holds everywhere is tried at the first place."""
    await walk.app.change({"keys": "default"})
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
    """Whether a binding of a place belongs into the line of keys."""
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
        for binding in bindings.bindings_of(kind)
        if (kind, binding.id) not in tried | NEVER_THERE
    )
    assert missing == []


async def test_what_is_taken_away_is_not_there(tmp_path: Path) -> None:
    async with running_walk(tmp_path) as walk:
        for kind, id in NEVER_THERE:
            await walk.go_to(next(place for place in PLACES if kind in place.kinds))
            assert id not in {usable.binding.id for usable in program_bindings(walk.screen)}


def test_the_tables_name_only_what_there_is() -> None:
    for place in PLACES:
        there = {binding.id for kind in place.kinds for binding in bindings.bindings_of(kind)}
        assert set(place.trials) <= there, place.name

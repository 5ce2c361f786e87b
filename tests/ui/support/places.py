"""All places in which keys are tested."""

from __future__ import annotations

from dataclasses import replace

from clemtui.ui.settings.screen import SettingsScreen
from clemtui.ui.shell.base import BaseScreen
from clemtui.ui.shell.dialogs.jump import JumpScreen
from clemtui.ui.shell.dialogs.palette import PaletteScreen
from clemtui.ui.shell.reader import ReaderScreen
from tests.ui.support.places_after import HISTORY, PROGRESS, RESULT
from tests.ui.support.places_around import AROUND, HOME, PEOPLE, QUESTIONS, SET_UP
from tests.ui.support.places_effect import EFFECT
from tests.ui.support.places_play import ANSWERING, CURTAINS, WAITING, WATCHING
from tests.ui.support.places_reading import READING
from tests.ui.support.walking import Effect, Place, Trial, focus_moves, opens, quits

EVERYWHERE: dict[str, Trial | Effect] = {
    "app.help": opens(ReaderScreen),
    "app.next": focus_moves(1),
    "app.before": focus_moves(-1),
    "app.commands": opens(PaletteScreen),
    "app.jump": opens(JumpScreen),
    "app.settings": opens(SettingsScreen),
    "app.quit": quits,
}
"""Trials for all full-screen screens."""


def whole(place: Place) -> Place:
    """Add the trials that apply everywhere to a place."""
    if not issubclass(place.kinds[0], BaseScreen):
        return place
    settings = issubclass(place.kinds[0], SettingsScreen)  # the settings do not open themselves
    added = {id: t for id, t in EVERYWHERE.items() if not (settings and id == "app.settings")}
    return replace(place, trials={**added, **place.trials})


PLACES = tuple(
    whole(place)
    for group in (
        *(HOME, PEOPLE, AROUND, SET_UP, QUESTIONS),
        *(ANSWERING, WAITING, WATCHING, CURTAINS),
        *(RESULT, PROGRESS, HISTORY, EFFECT, READING),
    )
    for place in group
)

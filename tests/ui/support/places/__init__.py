"""All places in which keys are tested."""

from __future__ import annotations

from dataclasses import replace

from clemtui.ui.settings.screen import SettingsScreen
from clemtui.ui.shell.base import BaseScreen
from clemtui.ui.shell.dialogs.jump import JumpScreen
from clemtui.ui.shell.dialogs.palette import PaletteScreen
from clemtui.ui.shell.reader import ReaderScreen
from tests.ui.support.key_trials import Effect, Place, Trial, focus_moves, opens, quits
from tests.ui.support.places.effect import EFFECT
from tests.ui.support.places.general import AROUND, HOME, PEOPLE, QUESTIONS, SET_UP
from tests.ui.support.places.play import ANSWERING, COVERS, WAITING, WATCHING
from tests.ui.support.places.results import HISTORY, PROGRESS, RESULT
from tests.ui.support.places.review import READING
from tests.ui.support.places.studies import STUDIES

COMMON_TRIALS: dict[str, Trial | Effect] = {
    "app.help": opens(ReaderScreen),
    "app.next": focus_moves(1),
    "app.before": focus_moves(-1),
    "app.commands": opens(PaletteScreen),
    "app.jump": opens(JumpScreen),
    "app.settings": opens(SettingsScreen),
    "app.quit": quits,
}
"""Trials for all full-screen screens."""


def with_common_trials(place: Place) -> Place:
    """Add the trials that apply everywhere to a place."""
    if not issubclass(place.kinds[0], BaseScreen):
        return place
    settings = issubclass(place.kinds[0], SettingsScreen)  # the settings do not open themselves
    added = {id: t for id, t in COMMON_TRIALS.items() if not (settings and id == "app.settings")}
    return replace(place, trials={**added, **place.trials})


PLACES = tuple(
    with_common_trials(place)
    for group in (
        *(HOME, PEOPLE, AROUND, SET_UP, QUESTIONS),
        *(ANSWERING, WAITING, WATCHING, COVERS),
        *(RESULT, PROGRESS, HISTORY, EFFECT, READING, STUDIES),
    )
    for place in group
)

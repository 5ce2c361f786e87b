"""All scenes by name."""

from __future__ import annotations

from collections.abc import Mapping

from tests.ui.snapshots.environment import Scene
from tests.ui.snapshots.scenes.effect import EFFECT
from tests.ui.snapshots.scenes.general import AROUND
from tests.ui.snapshots.scenes.imagegame import DRAWING
from tests.ui.snapshots.scenes.languages import LANGUAGES
from tests.ui.snapshots.scenes.play import PLAY
from tests.ui.snapshots.scenes.privateshared import PRIVATE
from tests.ui.snapshots.scenes.referencegame import REFERENCE
from tests.ui.snapshots.scenes.results import HISTORY, PROGRESS, RESULT, REVIEW
from tests.ui.snapshots.scenes.start import HOME, PEOPLE, SET_UP
from tests.ui.snapshots.scenes.studies import STUDIES
from tests.ui.snapshots.scenes.study import STUDY
from tests.ui.snapshots.scenes.wordle_variants import WORDLE_VARIANTS

_SCREENS = (
    *(HOME, PEOPLE, SET_UP, PLAY, RESULT, HISTORY, REVIEW, PROGRESS),
    *(LANGUAGES, EFFECT, AROUND, STUDY, STUDIES),
)
_GAMES = (DRAWING, PRIVATE, REFERENCE, WORDLE_VARIANTS)

SCENES: Mapping[str, Scene] = {
    scene.name: scene for group in (*_SCREENS, *_GAMES) for scene in group
}

"""All scenes, by their names."""

from __future__ import annotations

from collections.abc import Mapping

from tests.ui.snapshots.scenes_after import HISTORY, PROGRESS, RESULT, REVIEW
from tests.ui.snapshots.scenes_around import AROUND
from tests.ui.snapshots.scenes_play import PLAY
from tests.ui.snapshots.scenes_start import HOME, PEOPLE, SET_UP
from tests.ui.snapshots.studio import Scene

SCENES: Mapping[str, Scene] = {
    scene.name: scene
    for group in (HOME, PEOPLE, SET_UP, PLAY, RESULT, HISTORY, REVIEW, PROGRESS, AROUND)
    for scene in group
}

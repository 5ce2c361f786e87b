"""Snapshots of a participant's way through a study."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.ui.snapshots.compare import USUAL, Compare, matches_snapshot, small, spread_parameters
from tests.ui.snapshots.scenes.study import STUDY

NAMES = tuple(scene.name for scene in STUDY)


@pytest.mark.parametrize(
    ("name", "size", "theme"),
    [
        *spread_parameters(NAMES, USUAL),
        *spread_parameters(("study-level", "study-consent"), small()),
    ],
)
def test_study(
    snap_compare: Compare, tmp_path: Path, name: str, size: tuple[int, int], theme: str
) -> None:
    assert matches_snapshot(snap_compare, tmp_path, name, size, theme)

"""Snapshots of what every screen offers: settings, shortcuts, help, palette, jump mode, dialogs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from clemtui.ui.shell.themes import DARK
from tests.ui.snapshots.compare import (
    TOO_SMALL,
    USUAL,
    Compare,
    matches_snapshot,
    parameters,
    small,
    spread_parameters,
)
from tests.ui.snapshots.scenes import SCENES

EVERYWHERE = ("keys", "help", "jump", "question")


@pytest.mark.parametrize(
    ("name", "size", "theme"),
    [
        *spread_parameters(("settings", "palette"), USUAL),
        *spread_parameters(("settings", "palette"), small()),
        *spread_parameters(EVERYWHERE, USUAL),
        *parameters(("too-small",), ((TOO_SMALL, DARK),)),
    ],
)
def test_around(
    snap_compare: Compare, tmp_path: Path, name: str, size: tuple[int, int], theme: str
) -> None:
    assert matches_snapshot(snap_compare, tmp_path, name, size, theme)


def test_every_scene_is_looked_at() -> None:
    kept = [path.name for path in (Path(__file__).parent / "__snapshots__").glob("*/*.svg")]
    pictures = {name: re.compile(rf"\[{name}-\d+x\d+-[a-z-]+\]\.svg$") for name in SCENES}
    assert [n for n, picture in pictures.items() if not any(map(picture.search, kept))] == []

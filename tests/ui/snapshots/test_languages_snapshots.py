"""Snapshots of prompt languages: choosing one, pack cards, English beside other prompts."""

from __future__ import annotations

from pathlib import Path

import pytest

from clemtui.ui.shell.themes import DARK
from tests.ui.snapshots.compare import SLIM, USUAL, Compare, matches_snapshot, spread_parameters

NAMES = ("setup-languages", "setup-no-script", "setup-card", "review-card")
RIGHT_TO_LEFT = ("review-english-arabic", "review-arabic-mirrored")
NARROW_TOO = ("result-language", "review-english")


@pytest.mark.parametrize(
    ("name", "size", "theme"),
    [
        *spread_parameters((*NAMES, *RIGHT_TO_LEFT), USUAL),
        *spread_parameters(NARROW_TOO, USUAL),
        *spread_parameters(NARROW_TOO, ((SLIM, DARK),)),
    ],
)
def test_languages(
    snap_compare: Compare, tmp_path: Path, name: str, size: tuple[int, int], theme: str
) -> None:
    assert matches_snapshot(snap_compare, tmp_path, name, size, theme)

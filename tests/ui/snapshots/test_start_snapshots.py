"""Snapshots before a game: home, people and setup."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.ui.snapshots.compare import (
    FULL,
    USUAL,
    Compare,
    matches_snapshot,
    parameters,
    small,
    spread_parameters,
)

HOME = ("home", "setup")
OTHERS = (
    *("home-first-start", "home-empty", "people"),
    *("setup-wordle", "setup-hello", "setup-not-ready", "setup-error", "setup-partner"),
)
GERMAN = ("home-german", "setup-german")


@pytest.mark.parametrize(
    ("name", "size", "theme"),
    [
        *spread_parameters(HOME, FULL),
        *spread_parameters(HOME, small()),
        *spread_parameters(OTHERS, USUAL),
        *parameters(GERMAN, USUAL[:1]),
    ],
)
def test_start(
    snap_compare: Compare, tmp_path: Path, name: str, size: tuple[int, int], theme: str
) -> None:
    assert matches_snapshot(snap_compare, tmp_path, name, size, theme)

"""Snapshots before a game: home, people and setup."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.ui.snapshots.comparing import FULL, USUAL, Compare, looks_as_kept, small, spread, takes

HOME = ("home", "setup")
OTHERS = (
    *("home-first-start", "home-empty", "people"),
    *("setup-wordle", "setup-hello", "setup-not-ready", "setup-error", "setup-partner"),
)
GERMAN = ("home-german", "setup-german")


@pytest.mark.parametrize(
    ("name", "size", "theme"),
    [
        *spread(HOME, FULL),
        *spread(HOME, small()),
        *spread(OTHERS, USUAL),
        *takes(GERMAN, USUAL[:1]),
    ],
)
def test_start(
    snap_compare: Compare, tmp_path: Path, name: str, size: tuple[int, int], theme: str
) -> None:
    assert looks_as_kept(snap_compare, tmp_path, name, size, theme)

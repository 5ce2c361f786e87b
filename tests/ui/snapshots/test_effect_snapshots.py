"""Snapshots of the comparison of prompt languages."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.ui.snapshots.compare import USUAL, Compare, matches_snapshot, parameters, small


@pytest.mark.parametrize(
    ("name", "size", "theme"),
    [
        *parameters(("effect",), USUAL[1:], small()[:1]),
        *parameters(("effect-tables",), USUAL[:1]),
        *parameters(("effect-empty",), USUAL[:1]),
    ],
)
def test_effect(
    snap_compare: Compare, tmp_path: Path, name: str, size: tuple[int, int], theme: str
) -> None:
    assert matches_snapshot(snap_compare, tmp_path, name, size, theme)

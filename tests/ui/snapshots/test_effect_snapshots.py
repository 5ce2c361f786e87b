"""Snapshots of the comparison of prompt languages."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.ui.snapshots.comparing import USUAL, Compare, looks_as_kept, small, takes


@pytest.mark.parametrize(
    ("name", "size", "theme"),
    [
        *takes(("effect",), USUAL[1:], small()[:1]),
        *takes(("effect-tables",), USUAL[:1]),
        *takes(("effect-empty",), USUAL[:1]),
    ],
)
def test_effect(
    snap_compare: Compare, tmp_path: Path, name: str, size: tuple[int, int], theme: str
) -> None:
    assert looks_as_kept(snap_compare, tmp_path, name, size, theme)

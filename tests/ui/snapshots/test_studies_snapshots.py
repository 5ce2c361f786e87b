"""Snapshots of a researcher's studies."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.ui.snapshots.compare import USUAL, Compare, matches_snapshot, parameters, small


@pytest.mark.parametrize(
    ("name", "size", "theme"),
    [
        *parameters(("studies", "studies-empty", "studies-report"), USUAL[:1]),
        *parameters(("studies-report",), small()[1:]),
        *parameters(("studies-pictures",), USUAL[1:]),
    ],
)
def test_studies(
    snap_compare: Compare, tmp_path: Path, name: str, size: tuple[int, int], theme: str
) -> None:
    assert matches_snapshot(snap_compare, tmp_path, name, size, theme)

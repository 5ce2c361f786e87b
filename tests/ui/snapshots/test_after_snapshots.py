"""Snapshots after a game: the result, history, review, export and progress."""

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

MAIN = ("result-success", "history", "review", "progress")
OTHERS = (
    *("result-lost", "result-aborted", "result-first"),
    *("history-filtered", "history-suggesting", "history-empty", "export", "progress-empty"),
)
NARROW = ("result-transcript", "result-german")
"""Wider terminals show the result and the transcript side by side anyway."""


@pytest.mark.parametrize(
    ("name", "size", "theme"),
    [
        *spread_parameters(MAIN, FULL),
        *spread_parameters(MAIN, small()),
        *spread_parameters(OTHERS, USUAL),
        *parameters(NARROW, USUAL[:1]),
    ],
)
def test_after(
    snap_compare: Compare, tmp_path: Path, name: str, size: tuple[int, int], theme: str
) -> None:
    assert matches_snapshot(snap_compare, tmp_path, name, size, theme)

"""Snapshots after a game: the result, history, review, export and progress."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.ui.snapshots.comparing import FULL, USUAL, Compare, looks_as_kept, small, spread, takes

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
        *spread(MAIN, FULL),
        *spread(MAIN, small()),
        *spread(OTHERS, USUAL),
        *takes(NARROW, USUAL[:1]),
    ],
)
def test_after(
    snap_compare: Compare, tmp_path: Path, name: str, size: tuple[int, int], theme: str
) -> None:
    assert looks_as_kept(snap_compare, tmp_path, name, size, theme)

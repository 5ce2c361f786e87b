"""Snapshots of each game in every seat; taboo and wordle are among those of the play screen."""

from __future__ import annotations

from pathlib import Path

import pytest

from clemtui.ui.shell.themes import DARK
from tests.ui.snapshots.compare import (
    FULL,
    SLIM,
    USUAL,
    Compare,
    matches_snapshot,
    parameters,
    small,
    spread_parameters,
)

BOARDS = (
    *("drawing-giver", "drawing-follower", "reference-giver", "reference-follower"),
    *("privateshared-dialogue", "privateshared-probes"),
    *("withclue", "withcritic-committing", "withcritic-critic"),
)
NARROW = BOARDS[:4]
ENDS = ("drawing-end", "reference-end", "privateshared-end", "privateshared-many")
OTHERS = (
    *("drawing-done", "withcritic-proposing", "withcritic-changing"),
    *("privateshared-beginning", "privateshared-warned", "privateshared-many-dialogue"),
    "privateshared-verbatim",
)
GERMAN = (
    *("drawing-german", "reference-german"),
    *("withcritic-committing-german", "withcritic-critic-german"),
)


@pytest.mark.parametrize(
    ("name", "size", "theme"),
    [
        *spread_parameters(BOARDS, FULL),
        *spread_parameters(NARROW, ((SLIM, DARK),)),
        *parameters(("privateshared-probes",), small()[1:]),
        *spread_parameters(ENDS, USUAL),
        *parameters((*OTHERS, *GERMAN), USUAL[:1]),
    ],
)
def test_games(
    snap_compare: Compare, tmp_path: Path, name: str, size: tuple[int, int], theme: str
) -> None:
    assert matches_snapshot(snap_compare, tmp_path, name, size, theme)

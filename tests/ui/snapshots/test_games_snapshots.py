"""Snapshots of each game in every seat; taboo and wordle are among those of the play screen."""

from __future__ import annotations

from pathlib import Path

import pytest

from clemtui.ui.shell.themes import DARK
from tests.ui.snapshots.comparing import (
    FULL,
    SLIM,
    USUAL,
    Compare,
    looks_as_kept,
    small,
    spread,
    takes,
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
        *spread(BOARDS, FULL),
        *spread(NARROW, ((SLIM, DARK),)),
        *takes(("privateshared-probes",), small()[1:]),
        *spread(ENDS, USUAL),
        *takes((*OTHERS, *GERMAN), USUAL[:1]),
    ],
)
def test_games(
    snap_compare: Compare, tmp_path: Path, name: str, size: tuple[int, int], theme: str
) -> None:
    assert looks_as_kept(snap_compare, tmp_path, name, size, theme)

"""Snapshots of the play screen."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.ui.snapshots.compare import (
    FULL,
    SIXTEEN,
    USUAL,
    Compare,
    matches_snapshot,
    parameters,
    small,
    spread_parameters,
)

BOARDS = ("play-describer", "play-wordle")
OTHERS = (
    *("play-hint", "play-guesser", "play-waiting", "play-halted", "play-unrecorded"),
    *("play-watching", "play-hand-over", "play-paused", "play-rules", "play-times"),
    *("play-verbatim", "play-verbatim-large", "play-wordle-refused", "play-wordle-umlauts"),
)
WITHOUT_COLOURS = ("play-describer-without-colours", "play-wordle-without-colours")
GERMAN = ("play-describer-german",)


@pytest.mark.parametrize(
    ("name", "size", "theme"),
    [
        *spread_parameters(BOARDS, FULL),
        *spread_parameters(BOARDS, small()),
        *parameters(BOARDS[1:], (SIXTEEN,)),
        *spread_parameters(OTHERS, USUAL),
        *spread_parameters(("play-hint", "play-halted", "play-watching"), small()),
        *parameters((*WITHOUT_COLOURS, *GERMAN), USUAL[:1]),
    ],
)
def test_play(
    snap_compare: Compare, tmp_path: Path, name: str, size: tuple[int, int], theme: str
) -> None:
    assert matches_snapshot(snap_compare, tmp_path, name, size, theme)

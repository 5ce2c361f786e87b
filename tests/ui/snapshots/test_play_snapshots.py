"""Snapshots of the play screen."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.ui.snapshots.comparing import (
    FULL,
    SIXTEEN,
    USUAL,
    Compare,
    looks_as_kept,
    small,
    spread,
    takes,
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
        *spread(BOARDS, FULL),
        *spread(BOARDS, small()),
        *takes(BOARDS[1:], (SIXTEEN,)),
        *spread(OTHERS, USUAL),
        *spread(("play-hint", "play-halted", "play-watching"), small()),
        *takes((*WITHOUT_COLOURS, *GERMAN), USUAL[:1]),
    ],
)
def test_play(
    snap_compare: Compare, tmp_path: Path, name: str, size: tuple[int, int], theme: str
) -> None:
    assert looks_as_kept(snap_compare, tmp_path, name, size, theme)

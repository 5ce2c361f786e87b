"""Every seat of the bundled games, and the terminal sizes at which each must be playable."""

from __future__ import annotations

SEATS = [
    ("wordle", "Player 1"),
    ("wordle_withclue", "Player 1"),
    ("wordle_withcritic", "Player 1"),
    ("wordle_withcritic", "Player 2"),
    ("taboo", "Player 1"),
    ("taboo", "Player 2"),
    ("imagegame", "Player 1"),
    ("imagegame", "Player 2"),
    ("referencegame", "Player 1"),
    ("referencegame", "Player 2"),
    ("privateshared", "Player 1"),
]
SIZES = [(60, 20), (80, 24), (120, 40), (200, 60)]
"""Columns and rows."""

"""Tiles: letters three rows high, each in a frame whose form says its state as its colour does.

A letter in its place is a full tile, one that is elsewhere has a thick ring, one that is not in the
word stands bare. So the board reads without colours, too, and as text.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from textual.content import Content

from clemtui.engine.views import LetterMark
from clemtui.ui.terminal.bidi import GUARD

TILE_HEIGHT = 3
"""Rows of a tile."""

TILE_FRAME = 4
"""Cells of a tile besides those of its letter."""

TileState = LetterMark | Literal["typed", "next"]
"""The state of a letter, or of one that is being typed: written, or the next one."""


@dataclass(frozen=True, slots=True)
class _Look:
    """The colours of a tile: its ring (none if it is empty), and the letter with its ground."""

    ring: str
    letter: str


_LOOKS: dict[TileState, _Look] = {
    "hit": _Look("$hit", "bold $hit-text on $hit"),
    "near": _Look("$near", "bold $near-text on $near-ground"),
    "miss": _Look("", "$text-muted"),
    "empty": _Look("$tile", "on $surface"),
    "open": _Look("$tile", "bold $foreground on $surface"),
    "typed": _Look("$edge", "bold $foreground"),
    "next": _Look("$accent", "bold $foreground"),
}


@dataclass(frozen=True, slots=True)
class Tile:
    """A tile: a letter of the board's letter width, as it is shown, and its state."""

    letter: str
    state: TileState


def tile_rows(tiles: Sequence[Tile], width: int, between: str, accent: str) -> list[Content]:
    """Draw tiles beside each other, in display order, as `TILE_HEIGHT` lines.

    Args:
        tiles: the tiles; their letters are padded to ``width`` cells.
        width: cells of a letter.
        between: what separates letters, a blank or a guard (`clemtui.ui.terminal.bidi`).
        accent: the colour of the next tile to be typed in.
    """
    lines: list[list[Content]] = [[] for _ in range(TILE_HEIGHT)]
    for tile in tiles:
        look = _LOOKS[tile.state]
        ring = accent if look.ring == "$accent" else look.ring
        inner = width + 2
        top, left, right, bottom = (
            (f"▗{'▄' * inner}▖", "▐", "▌", f"▝{'▀' * inner}▘")
            if ring
            else (" " * (inner + 2), " ", " ", " " * (inner + 2))
        )
        lines[0].append(Content.styled(top, ring))
        lines[1].append(
            Content.assemble((left, ring), *_inside(tile, look, between), (right, ring))
        )
        lines[2].append(Content.styled(bottom, ring))
    return [Content("").join(line) for line in lines]


def _inside(tile: Tile, look: _Look, between: str) -> Iterator[tuple[str, str]]:
    """Yield the letter and what is on either side of it: a full tile is full of blocks."""
    if between == GUARD:
        yield f"{GUARD}{tile.letter}{GUARD}", look.letter
    elif tile.state == "hit":
        yield "█", look.ring
        yield tile.letter, look.letter
        yield "█", look.ring
    else:
        yield f" {tile.letter} ", look.letter


def key_look(state: LetterMark, letter: str) -> Content:
    """Draw a key of a keyboard, one row high: full, with bars at its sides, struck out or plain."""
    match state:
        case "hit":
            return Content.assemble(
                ("█", "$hit"), (letter, "bold $hit-text on $hit"), ("█", "$hit")
            )
        case "near":
            bars = "bold $near on $near-ground"
            return Content.assemble(
                ("▐", bars), (letter, "bold $near-text on $near-ground"), ("▌", bars)
            )
        case "miss":
            return Content.styled(f"╶{letter}╴", "strike $text-muted")
    return Content.styled(f" {letter} ", "bold $foreground on $tile")

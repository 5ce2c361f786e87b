"""Write the pictures of the documentation, or those of a walk through all seats."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tests.ui.support.seats import SEATS, SIZES
from tools.pictures import write_pictures
from tools.pictures.walk import walk

GAMES = sorted({game for game, _ in SEATS})
SIZE_NAMES = {f"{columns}x{rows}": (columns, rows) for columns, rows in SIZES}


def main() -> int:
    """Return the exit code: 1 if a seat of the walk did not come to its result."""
    parser = argparse.ArgumentParser(prog="python -m tools.pictures", description=__doc__)
    parser.add_argument("--walk", type=Path, metavar="FOLDER", help="play and picture every seat")
    parser.add_argument("--game", choices=GAMES, help="only the seats of this game")
    parser.add_argument("--size", choices=SIZE_NAMES, help="only this size")
    given = parser.parse_args()
    if given.walk is None:
        write_pictures()
        return 0
    seats = [each for each in SEATS if given.game in (None, each[0])]
    sizes = [SIZE_NAMES[given.size]] if given.size else SIZES
    return 0 if walk(given.walk, seats, sizes) else 1


if __name__ == "__main__":
    sys.exit(main())

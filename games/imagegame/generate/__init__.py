"""Generate instances from a seed: hand-made shapes and random cells, one letter per grid."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from pathlib import Path
from typing import Any

from clemtui.engine import Game, Instance

from ..grids import BLANK, LETTERS, SIZE, GridRows, as_text

DATA = Path(__file__).parent / "data"

# : The seed of the instances shipped with the game.
SHIPPED_SEED = 5

# : The number of instances per experiment, as in the reference.
COUNT = 20

FEWEST_DRAWS, MOST_DRAWS = 5, 10
"""How often a random grid draws a cell.

As in the reference, a cell may be drawn twice, so a grid may have fewer letters than draws.
"""


@cache
def shapes() -> dict[str, tuple[str, ...]]:
    """Return the hand-made shapes by name: rows with ``X`` for a letter, ``.`` for no letter."""
    content = json.loads((DATA / "shapes.json").read_text("utf-8"))
    return {name: tuple(rows) for name, rows in content.items()}


def generate(seed: int) -> dict[str, Any]:
    """Return a complete instance file: the two experiments of the benchmark."""
    names = sorted(shapes(), key=lambda name: _rank(seed, "shape", name))[:COUNT]
    compact = [_lettered(shapes()[name], seed, name) for name in names]
    scattered: list[GridRows] = []
    number = 0
    while len(scattered) < COUNT:
        rows = _random(seed, number)
        if rows not in scattered:
            scattered.append(rows)
        number += 1
    grids = {"compact_grids": compact, "random_grids": scattered}
    return {
        "experiments": [
            {
                "name": name,
                "seed": seed,
                "grid_dimension": SIZE,
                "game_instances": [
                    {"game_id": game_id, "target_grid": as_text(rows)}
                    for game_id, rows in enumerate(made)
                ],
            }
            for name, made in grids.items()
        ]
    }


def generate_one(seed: int) -> str:
    """Return a single target; the seed chooses its experiment and turns or mirrors a shape."""
    if _number(seed, "experiment") % 2:
        return as_text(_random(seed, "one"))
    name = min(shapes(), key=lambda name: _rank(seed, "shape", name))
    rows = shapes()[name]
    for _ in range(_number(seed, "turns") % 4):
        rows = tuple("".join(column) for column in zip(*reversed(rows), strict=True))
    if _number(seed, "mirror") % 2:
        rows = tuple(row[::-1] for row in rows)
    return as_text(_lettered(rows, seed, name))


def _lettered(shape: tuple[str, ...], seed: int, name: str) -> GridRows:
    letter = _letter(seed, name)
    return tuple(row.replace("X", letter).replace(".", BLANK) for row in shape)


def _random(seed: int, number: object) -> GridRows:
    draws = FEWEST_DRAWS + _number(seed, "draws", number) % (MOST_DRAWS - FEWEST_DRAWS + 1)
    filled = {_number(seed, "cell", number, draw) % SIZE**2 for draw in range(draws)}
    letter = _letter(seed, number)
    cells = "".join(letter if cell in filled else BLANK for cell in range(SIZE**2))
    return tuple(cells[start : start + SIZE] for start in range(0, SIZE**2, SIZE))


def _letter(seed: int, of: object) -> str:
    return LETTERS[_number(seed, "letter", of) % len(LETTERS)]


def _number(*of: object) -> int:
    return int(_rank(*of), 16)


def _rank(*of: object) -> str:
    """Return a hash that is the same on every system and in every version of Python."""
    return hashlib.sha256(" ".join(map(str, of)).encode()).hexdigest()


def instance(game: Game, language: str, seed: int) -> Instance:
    """Create an instance. It contains no words, so it is the same in every language."""
    return Instance(
        game=game.card.id,
        experiment="generated",
        game_id=seed,
        data={"target_grid": generate_one(seed)},
        parameters={"grid_dimension": SIZE},
        origin="generated",
        source=f"seed {seed}",
    )

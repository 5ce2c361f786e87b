"""Generate instances from a seed: each target with the two nearest grids of its group.

The groups of the shipped instances are drawn by hand in ``data/grids.txt``; the random group and
single instances come from the seed.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from clemtui.engine import Game, Instance

from ..grids import SIZE

DATA = Path(__file__).with_name("data") / "grids.txt"

# : The seed of the instances shipped with the game.
SHIPPED_SEED = 41

GROUP_SIZE = 6
RANDOM_GROUP = "random_grids"
PARAMETERS = {"p1_mode": "strict", "p2_mode": "strict"}

_PLACES = (1, 2, 3)
_FILLED_SHARE = (9, 16)
"""The fewest and the most filled cells of a random grid."""


def generate(seed: int) -> dict[str, Any]:
    """Return a complete instance file: an experiment for each group, and one of random grids."""
    groups = {**drawn_groups(), RANDOM_GROUP: random_group(seed)}
    return {
        "experiments": [
            {
                "name": name,
                "seed": seed,
                **PARAMETERS,
                "game_instances": [
                    {"game_id": game_id, **data} for game_id, data in enumerate(_instances(grids))
                ],
            }
            for name, grids in groups.items()
        ]
    }


def generate_one(seed: int) -> dict[str, Any]:
    """Return the data of a single instance: random grids, or a drawn one and its variants."""
    choice = random.Random(f"referencegame {seed}")
    groups = [*drawn_groups().values(), []]
    drawn = choice.choice(groups)
    if drawn:
        target = choice.choice(drawn)
        pool = [perturbed(target, choice) for _ in range(GROUP_SIZE)]
        pool = [grid for grid in dict.fromkeys(pool) if grid != target]
    else:
        target, *pool = random_group(seed)
    return _instance(target, nearest_grids(target, pool), choice.choice(_PLACES))


@cache
def drawn_groups() -> dict[str, list[str]]:
    """Return the groups of the data file, by name."""
    groups: dict[str, list[str]] = {}
    rows: list[str] = []
    for line in DATA.read_text("utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            fields = line.split()
            if len(fields) == 1:
                rows = []
                groups[line.strip()] = []
            else:
                rows.append(line)
                groups[next(reversed(groups))] = [
                    "/".join(column) for column in zip(*(row.split() for row in rows), strict=True)
                ]
    return groups


def random_group(seed: int) -> list[str]:
    """Return distinct random grids that are neither full nor empty."""
    choice = random.Random(f"referencegame group {seed}")
    group: dict[str, None] = {}
    while len(group) < GROUP_SIZE:
        filled = set(choice.sample(range(SIZE * SIZE), choice.randint(*_FILLED_SHARE)))
        cells = "".join("X" if cell in filled else "." for cell in range(SIZE * SIZE))
        group["/".join(cells[row * SIZE : (row + 1) * SIZE] for row in range(SIZE))] = None
    return list(group)


def perturbed(grid: str, choice: random.Random) -> str:
    """Return a grid with one to four cells inverted."""
    cells = list(grid)
    places = [place for place, cell in enumerate(cells) if cell != "/"]
    for place in choice.sample(places, choice.randint(1, 4)):
        cells[place] = "." if cells[place] == "X" else "X"
    return "".join(cells)


def nearest_grids(target: str, others: Sequence[str]) -> list[str]:
    """Return the two grids with the smallest edit distance to the target, nearest first.

    Ties keep their order.
    """
    return sorted(others, key=lambda grid: edit_distance(target, grid))[:2]


def edit_distance(one: str, two: str) -> int:
    """Return the Levenshtein distance: the fewest insertions, deletions and replacements."""
    row = list(range(len(two) + 1))
    for done, left in enumerate(one, 1):
        before, row[0] = row[0], done
        for at, right in enumerate(two, 1):
            cost = min(row[at] + 1, row[at - 1] + 1, before + (left != right))
            before, row[at] = row[at], cost
    return row[-1]


def _instances(grids: Sequence[str]) -> Iterator[dict[str, Any]]:
    """Yield each grid as the target at each of the follower's places."""
    for target in grids:
        distractors = nearest_grids(target, [grid for grid in grids if grid != target])
        for place in _PLACES:
            yield _instance(target, distractors, place)


def _instance(target: str, distractors: Sequence[str], place: int) -> dict[str, Any]:
    order = [1, 2, 3]
    order[0], order[place - 1] = order[place - 1], order[0]
    return {"grids": [target, *distractors], "order": order}


def instance(game: Game, language: str, seed: int) -> Instance:
    """Create an instance. It contains no words, so it is the same in every language."""
    return Instance(
        game=game.card.id,
        experiment="generated",
        game_id=seed,
        data=generate_one(seed),
        parameters=PARAMETERS,
        origin="generated",
        source=f"seed {seed}",
    )

"""Measure the scripted players on grids that were never shipped: score, commands, time.

Run it from the root of the repository::

    python -m games.imagegame.tools.measure [languages] [--grids 500] [--seed 1000]

It measures two kinds of grids: generated ones (turned or mirrored shapes, random cells) and any
letters in any cells. Times are CPU time of this process.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from games.imagegame import comparison, grids
from games.imagegame import generate as generator
from games.imagegame.bots import follower, giver, wording


@dataclass(frozen=True)
class Result:
    """One episode: the F1 of the drawing, the number of commands, the slowest move in seconds."""

    f1: float
    commands: int
    slowest: float


def play(target: str, language: str, seed: int) -> Result:
    """Have the giver describe a grid to the follower."""
    wanted = grids.as_rows(target)
    assert wanted is not None
    begun = time.process_time()
    plan = giver.commands(wanted, wording.WORDINGS[language], seed)
    slowest = time.process_time() - begun
    rows = grids.EMPTY
    for command in plan:
        begun = time.process_time()
        rows = follower.follow(rows, command, language)
        slowest = max(slowest, time.process_time() - begun)
    match = comparison.compare(target, grids.as_text(rows)) or comparison.NO_MATCH
    return Result(match.f1, len(plan), slowest)


def any_letters(seed: int) -> str:
    """Return a grid in which each cell has any letter or none."""
    rng = random.Random(seed)
    cells = "".join(rng.choices(grids.LETTERS + grids.BLANK * 10, k=grids.SIZE**2))
    rows = [cells[start : start + grids.SIZE] for start in range(0, len(cells), grids.SIZE)]
    return grids.as_text(rows)


def kinds(first: int, count: int) -> Iterator[tuple[str, Callable[[int], str], range]]:
    """Yield each kind of grid to measure: its name, a function from seed to grid, and the seeds."""
    seeds = range(first, first + count)
    yield "as generated", generator.generate_one, seeds
    yield "any letters in any cells", any_letters, seeds


def main() -> None:
    """Run the command line described in the module's docstring."""
    parser = argparse.ArgumentParser(description="Measure the scripted players of imagegame.")
    parser.add_argument("languages", nargs="*", help="languages to measure (default: all)")
    parser.add_argument("--grids", type=int, default=500, help="grids of each kind")
    parser.add_argument("--seed", type=int, default=1000, help="seed of the first grid")
    options = parser.parse_args()
    for language in options.languages or wording.WORDINGS:
        for name, made, seeds in kinds(options.seed, options.grids):
            played = [play(made(seed), language, seed) for seed in seeds]
            share = statistics.fmean(one.f1 for one in played)
            commands = [one.commands for one in played]
            slowest = max(one.slowest for one in played) * 1000
            print(
                f"{language} {name}: score {share:.1f} of 100, {statistics.fmean(commands):.1f} "
                f"commands (at most {max(commands)}), slowest move {slowest:.1f} ms"
            )


if __name__ == "__main__":
    main()

"""Measure the scripted pair of the reference game on grids that stand in no shipped instance.

    python -m games.referencegame.tools.measure en de --instances 2000 --seed 7

Prints the share won, how long the expressions are, and the slowest move (processor time).
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from dataclasses import dataclass

from games.referencegame import generate as generator
from games.referencegame.bots import describing, facts, spoken, wording
from games.referencegame.bots.regions import Cells


@dataclass(frozen=True)
class Played:
    """One episode: whether it was won, the characters of the expression, and the slower move."""

    won: bool
    characters: int
    seconds: float


def unseen(count: int, seed: int) -> list[list[Cells]]:
    """Target and distractors: half generated as the game does it, half of them all at random."""
    choice = random.Random(seed)
    made: list[list[Cells]] = []
    while len(made) < count:
        if len(made) % 2:
            grids = [_cells(grid) for grid in generator.one(choice.getrandbits(32))["grids"]]
        else:
            grids = [_random(choice) for _ in range(3)]
        if len(set(grids)) == len(grids):
            made.append(grids)
    return made


def _cells(grid: str) -> Cells:
    return frozenset(
        (row, column)
        for row, line in enumerate(grid.split("/"))
        for column, cell in enumerate(line)
        if cell == "X"
    )


def _random(choice: random.Random) -> Cells:
    share = choice.random()
    return frozenset(
        (row, column) for row in range(5) for column in range(5) if choice.random() < share
    )


def play(language: str, grids: list[Cells], seed: int) -> Played:
    """Let the pair play one episode; a draw between grids is lost."""
    start = time.process_time()
    text = describing.description(grids[0], grids[1:], wording.WORDINGS[language], seed)
    between = time.process_time()
    found = spoken.understood(text, language)
    fits = [facts.agreement(found, grid) for grid in grids]
    slower = max(between - start, time.process_time() - between)
    return Played(fits[0] > max(fits[1:]), len(text), slower)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("languages", nargs="+")
    parser.add_argument("--instances", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=7)
    options = parser.parse_args()
    for language in options.languages:
        tasks = unseen(options.instances, options.seed)
        played = [play(language, grids, number) for number, grids in enumerate(tasks)]
        print(
            f"{language}: won {sum(one.won for one in played) / len(played):.1%}, "
            f"{statistics.mean(one.characters for one in played):.0f} characters on average, "
            f"at most {max(one.characters for one in played)}; "
            f"slowest move {1000 * max(one.seconds for one in played[1:]):.0f} ms"
        )


if __name__ == "__main__":
    main()

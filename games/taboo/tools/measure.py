"""Measure the scripted pair of taboo on unseen words.

    python -m games.taboo.tools.measure en de --words 200 --seed 7

Targets are random content words of the three frequency bands that appear in no shipped instance,
with generated related words. Prints the share won in each round, the number of illegal clues and
the slowest move.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from pathlib import Path

from games.taboo.bots.describer import Describer
from games.taboo.bots.guesser import Guesser
from games.taboo.generate import bands
from games.taboo.generate.tasks import related_words
from games.taboo.words import rules_for

FAMILY = Path(__file__).resolve().parents[1]
TURNS = 3


def unseen(language: str, count: int, seed: int) -> list[str]:
    """Return random possible targets, a third per band, excluding those of shipped instances."""
    file = json.loads((FAMILY / "instances" / f"{language}.json").read_text(encoding="utf-8"))
    shipped = {
        instance["target_word"]
        for experiment in file["experiments"]
        for instance in experiment["game_instances"]
    }
    choice = random.Random(seed)
    chosen: list[str] = []
    for band in bands(language).values():
        free = [word for word in band if word not in shipped]
        chosen += choice.sample(free, count // 3 + 1)
    return chosen[:count]


def measure(language: str, count: int, seed: int, show: int) -> dict[str, float]:
    """Play one episode for each word and return the figures that the module docstring lists."""
    rules = rules_for(language)
    describer = Describer(language, seed)
    guesser = Guesser(language, seed)
    wins = [0] * TURNS
    illegal, slowest = 0, 0.0
    for number, target in enumerate(unseen(language, count, seed)):
        related = related_words(language, target)
        clues: list[str] = []
        guesses: list[str] = []
        for turn in range(TURNS):
            started = time.perf_counter()
            clues.append(describer.clue(target, related, TURNS, clues, guesses))
            between = time.perf_counter()
            guesses.append(guesser.guess(clues, guesses))
            # The first episode warms up the caches.
            if number:
                slowest = max(slowest, between - started, time.perf_counter() - between)
            if rules.check(clues[-1], target, related) is not None:
                illegal += 1
                break
            if rules.is_correct(guesses[-1], target):
                wins[turn] += 1
                break
        if number % max(count // max(show, 1), 1) == 0 and show:
            print(f"  {target} {related}: {list(zip(clues, guesses, strict=True))}")
    shares = {f"won in round {turn + 1}": won / count for turn, won in enumerate(wins)}
    return {
        **shares,
        "won": sum(wins) / count,
        "illegal clues": illegal,
        "slowest move in ms": 1000 * slowest,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("languages", nargs="+")
    parser.add_argument("--words", type=int, default=200)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--show", type=int, default=0, help="number of episodes to print")
    options = parser.parse_args()
    for language in options.languages:
        result = measure(language, options.words, options.seed, options.show)
        print(language, ", ".join(f"{name}: {value:.3g}" for name, value in result.items()))


if __name__ == "__main__":
    main()

"""Measure the scripted guesser on random targets: share won, mean rounds, time per move.

Usage, from the root of the repository::

    python -m games.wordle.tools.measure [--targets 300] [--seed 1]

Targets are drawn from the candidate lists (a band with fewer is played completely) and, which is
much harder, from all accepted words. Times are processor times of this process.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from dataclasses import dataclass

from games.wordle import feedback, words
from games.wordle.bots import guesser, word_lists
from games.wordle.generate.targets import target_candidates

ROUNDS = 6


@dataclass(frozen=True)
class Played:
    """A game: the round in which it was won (None if lost) and the seconds taken by each move."""

    won_in: int | None
    seconds: tuple[float, ...]


def play(player: guesser.ScriptedGuesser, target: str) -> Played:
    """Let the guesser play one target."""
    attempts: list[feedback.Attempt] = []
    seconds: list[float] = []
    for number in range(1, ROUNDS + 1):
        start = time.process_time()
        guess = player.move(attempts).guess
        seconds.append(time.process_time() - start)
        if guess == target:
            return Played(number, tuple(seconds))
        attempts.append((guess, feedback.colour(guess, target)))
    return Played(None, tuple(seconds))


def summary(games: list[Played]) -> str:
    """Summarise many games in one line."""
    won = [game.won_in for game in games if game.won_in is not None]
    moves = sorted(second * 1000 for game in games for second in game.seconds)
    spread = " ".join(f"{n}:{won.count(n)}" for n in range(1, ROUNDS + 1))
    return (
        f"{len(games)} games, won {len(won) / len(games):.1%}, mean rounds when won "
        f"{statistics.fmean(won):.2f} ({spread}); move: median {statistics.median(moves):.1f} ms, "
        f"longest {moves[-1]:.1f} ms"
    )


def main() -> None:
    """Run the command line; see the module docstring."""
    parser = argparse.ArgumentParser(description="Measure the scripted Wordle guesser.")
    parser.add_argument("--targets", type=int, default=300, help="targets per language and band")
    parser.add_argument(
        "--seed", type=int, default=1, help="seed for drawing targets and for the guesser"
    )
    options = parser.parse_args()
    for language in words.LANGUAGES:
        accepted = word_lists.accepted_words(language)
        player = guesser.ScriptedGuesser(accepted, options.seed)
        groups = {**target_candidates(language), "any accepted word": accepted.words}
        for band, candidates in groups.items():
            drawn = random.Random(options.seed).sample(
                candidates, min(options.targets, len(candidates))
            )
            print(f"{language} {band}: {summary([play(player, target) for target in drawn])}")


if __name__ == "__main__":
    main()

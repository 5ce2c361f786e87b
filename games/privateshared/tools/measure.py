"""Measure the scripted answerer on instances that are not shipped with the game.

Run it from the root of the repository::

    python -m games.privateshared.tools.measure [--instances 200] [--seed 1000]
"""

from __future__ import annotations

import argparse
import statistics
import time

from clemtui.catalogue import open_catalogue
from clemtui.engine import Instance, Response
from games.privateshared.generate import VALUES


def play(instance: Instance, language: str) -> tuple[float, list[float]]:
    """Return the main score on an instance, and the CPU time of each move in seconds."""
    catalogue = open_catalogue()
    game = catalogue.game("privateshared")
    master = game.start(instance, catalogue.texts(instance, language))
    player = game.scripted("Player 1", language, 0)
    seconds = []
    while pending := master.pending():
        view = master.view("Player 1")
        start = time.process_time()
        text = player.respond(pending[0], view)
        seconds.append(time.process_time() - start)
        master.submit(Response.of(pending[0].id, text))
    return float(game.score(master).main_score or 0), seconds


def main() -> None:
    """Run the command line described in the module's docstring."""
    parser = argparse.ArgumentParser(description="Measure the scripted answerer.")
    parser.add_argument("--instances", type=int, default=200, help="instances per language")
    parser.add_argument("--seed", type=int, default=1000, help="seed of the first instance")
    options = parser.parse_args()
    game = open_catalogue().game("privateshared")
    for language in VALUES:
        seeds = range(options.seed, options.seed + options.instances)
        played = [play(game.generate(language, seed), language) for seed in seeds]
        moves = sorted(1000 * second for _, seconds in played for second in seconds)
        won = sum(score == 100 for score, _ in played)
        print(
            f"{language}: {len(played)} instances, {won / len(played):.1%} without a mistake, "
            f"mean main score {statistics.fmean(score for score, _ in played):.1f}; move: median "
            f"{statistics.median(moves):.2f} ms, longest {moves[-1]:.1f} ms"
        )


if __name__ == "__main__":
    main()

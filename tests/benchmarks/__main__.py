"""``python -m tests.benchmarks``: all figures, one a line; exit 1 where one is far off."""

from __future__ import annotations

import sys

from tests.benchmarks.commits import commits
from tests.benchmarks.heartbeats import heartbeats
from tests.benchmarks.history import history
from tests.benchmarks.keys import key_to_screen
from tests.benchmarks.memory import memory
from tests.benchmarks.model_turn import model_turn
from tests.benchmarks.rules import recorded_run, replayed_episodes
from tests.benchmarks.startup import first_paint


def main() -> int:
    figures = [
        first_paint(5),
        *memory(),
        key_to_screen(200),
        model_turn(10),
        *replayed_episodes(2000),
        *recorded_run(20),
        commits(5, 10),
        *heartbeats(500),
        *history(100_000),
        *history(1_000_000, short=True),
    ]
    for figure in figures:
        print(figure)
    return 0 if all(figure.within_tolerance for figure in figures) else 1


if __name__ == "__main__":
    sys.exit(main())

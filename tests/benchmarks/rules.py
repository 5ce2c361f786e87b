"""Rules, records and scripted players, without a screen."""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from clemtui.catalogue import Catalogue, open_catalogue
from clemtui.config import Settings
from clemtui.engine import Instance, Texts
from clemtui.play.batch import Batch, RunResult, run_items
from clemtui.play.plan import Choices
from clemtui.play.replaying import replayed
from clemtui.play.service import PlayService
from tests.benchmarks.figures import Figure

TABOO = {
    "Player 1": ["CLUE: one", "CLUE: two", "CLUE: three"],
    "Player 2": ["GUESS: a", "GUESS: b", "GUESS: c"],
}


def _task(catalogue: Catalogue, game: str) -> tuple[Instance, Texts]:
    instance = catalogue.experiments(game, "en")[0].instances[0]
    return instance, catalogue.texts(instance, None)


def _per_second(work: Callable[[], object], times: int) -> float:
    """The best of three rates, in processor time: what else the machine does does not count."""
    best = 0.0
    for _ in range(3):
        started = time.process_time()
        for _ in range(times):
            work()
        best = max(best, times / (time.process_time() - started))
    return best


def replayed_episodes(times: int) -> Figure:
    """Taboo episodes of the greatest length, replayed and reported, a second."""
    catalogue = open_catalogue()
    game = catalogue.game("taboo")
    instance, texts = _task(catalogue, "taboo")
    rate = _per_second(lambda: replayed(game, instance, texts, TABOO), times)
    return Figure("rules alone: taboo episodes of three rounds", rate, "a second", 5000, True)


def recorded_run(limit: int) -> tuple[Figure, ...]:
    """A run of scripted players, every entry committed: seconds for 90 episodes, data loaded."""
    return asyncio.run(_recorded_run(limit))


async def _recorded_run(limit: int) -> tuple[Figure, ...]:
    with tempfile.TemporaryDirectory() as folder:
        service = PlayService(database=Path(folder) / "run.db", settings=Settings(), front="run")
        figures = []
        for game, budget in (("taboo", 4.5), ("wordle", 4.5)):
            items = run_items(service.catalogue, Choices(game), [game], ["en"], limit)
            results: list[RunResult] = []
            await Batch(service, f"warm-{game}", results.append).play(items[:1])
            started = time.perf_counter()
            await Batch(service, f"timed-{game}", results.append).play(items)
            seconds = (time.perf_counter() - started) / len(items) * 90
            figures.append(Figure(f"run: 90 scripted {game} episodes", seconds, "s", budget))
        await service.close()
    return tuple(figures)

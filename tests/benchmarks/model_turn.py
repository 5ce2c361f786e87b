"""What the program adds to a model's turn: everything but the call itself, commits included."""

from __future__ import annotations

import asyncio
import statistics
import tempfile
import time
from pathlib import Path

from clemtui.config import Settings
from clemtui.episode.planning.plan import Choices
from clemtui.episode.service import PlayService
from clemtui.store.read.reader import Reader
from tests.benchmarks.figures import Figure
from tests.benchmarks.server import MODEL, model_server

GUESS = "guess: crane\nexplanation: it has common letters"
CHUNKS = 12


def model_turn(episodes: int) -> Figure:
    """Milliseconds of a turn of wordle that are not the call: the whole episode without the calls
    as they were recorded, by its turns; the median of some episodes."""
    with model_server(GUESS, chunks=CHUNKS) as settings, tempfile.TemporaryDirectory() as folder:
        own = asyncio.run(_own_seconds(Path(folder) / "turns.db", settings, episodes))
    budget = 10
    return Figure("model turn, without the call", statistics.median(own) * 1000, "ms", budget)


async def _own_seconds(database: Path, settings: Settings, episodes: int) -> list[float]:
    service = PlayService(database=database, settings=settings, front="run")
    try:
        await _episode(service)  # loads what is loaded once
        return [await _episode(service) for _ in range(episodes)]
    finally:
        await service.close()


async def _episode(service: PlayService) -> float:
    plan = service.plan(Choices("wordle", seat="observer", partner=(MODEL,), language="en"))
    live = await service.start(plan)
    started = time.perf_counter()
    assert await live.play() == "finished"
    seconds = time.perf_counter() - started
    with Reader(service.database) as reader:
        attempts = reader.load(live.id).attempts
    calls = sum(attempt.duration_ms or 0 for attempt in attempts) / 1000
    return (seconds - calls) / len(attempts)

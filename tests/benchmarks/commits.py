"""What recording costs: a parallel run with the real store, and with one that keeps nothing."""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from clemtui.config import Settings
from clemtui.episode.service import PlayService
from clemtui.runs.batch import Batch, RunResult
from clemtui.runs.items import run_items
from clemtui.runs.manifest import RunPlan, new_run
from clemtui.runs.results import finished_items
from clemtui.store.ids import uuid7
from clemtui.store.write.recorder import Recorder
from clemtui.store.write.writer import Writer
from tests.benchmarks.figures import Figure

T = TypeVar("T")

AT_ONCE = 32
BUDGET_MS = 1.0
GAME = "imagegame"


class KeepsNothing(Recorder):
    """A recorder that keeps the run and its items, but nothing of their episodes."""

    async def do(self, method: Callable[..., T], *arguments: Any, **named: Any) -> T:
        if method is Writer.start_episode:
            return uuid7()  # type: ignore[return-value]
        if method in (Writer.request, Writer.entry, Writer.end_episode, Writer.release_claim):
            return None  # type: ignore[return-value]
        return await super().do(method, *arguments, **named)


def commits(repeats: int, replicates: int) -> Figure:
    """Milliseconds that an entry of 32 parallel scripted episodes takes to be recorded: the best of
    some pairs of runs, as anything else that the machine does adds to the time.

    Everything that is recorded of the episodes counts, also their starts, requests and ends. The
    game is the one whose scripted players think least, as their time varies.
    """
    costs = [asyncio.run(_cost(replicates)) for _ in range(repeats)]
    name = f"a committed entry of {AT_ONCE} parallel episodes"
    return Figure(name, min(costs) * 1000, "ms", BUDGET_MS)


async def _cost(replicates: int) -> float:
    with tempfile.TemporaryDirectory() as folder:
        nothing, _ = await _run(Path(folder) / "nothing.db", KeepsNothing, replicates)
        everything, entries = await _run(Path(folder) / "everything.db", Recorder, replicates)
    return (everything - nothing) / entries


async def _run(database: Path, store: type[Recorder], replicates: int) -> tuple[float, int]:
    """Play a run; return its seconds and the number of recorded entries."""
    service = PlayService(database=database, settings=Settings(), front="run")
    service._recorder = await store.open(database)
    plan = RunPlan((GAME,), ("scripted",), ("en",), replicates=replicates, limit=10)
    warm, timed = new_run(plan), new_run(plan)
    results: list[RunResult] = []
    await Batch(service, warm, results.append).play(run_items(service, warm)[:1])
    items = run_items(service, timed)
    started = time.perf_counter()
    await Batch(service, timed, results.append).play(items, AT_ONCE)
    seconds = time.perf_counter() - started
    assert all(result.problem is None for result in results)
    played = await finished_items(service, timed.id)
    await service.close()
    return seconds, sum(episode.responses for episode in played.values())

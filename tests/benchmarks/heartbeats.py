"""How often leases are renewed while many episodes are played in one process.

Counts, not times: all there is to do in a beat is one transaction, and one row for each episode.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Iterable
from pathlib import Path
from unittest.mock import patch

from clemtui.config import Settings
from clemtui.episode.planning.plan import Choices
from clemtui.episode.service import PlayService
from clemtui.episode.updates import Asked, Update
from clemtui.store.write import heartbeat
from clemtui.store.write.writer import Writer
from tests.benchmarks.figures import Figure

BEAT = 1.0
"""Seconds between two beats while this is measured."""
BEATS = 4


def heartbeats(episodes: int) -> tuple[Figure, ...]:
    """Renewals by a process that plays so many episodes, each of which waits for a person."""
    beats = renewed = 0
    beat = Writer.heartbeat

    def counted(writer: Writer, watched: Iterable[str] = ()) -> tuple[str, ...]:
        nonlocal beats, renewed
        before = writer._db.conn.total_changes
        lost = beat(writer, watched)
        beats += 1
        renewed += writer._db.conn.total_changes - before
        return lost

    async def measured() -> None:
        nonlocal beats, renewed
        with tempfile.TemporaryDirectory() as folder:
            service = PlayService(
                database=Path(folder) / "run.db", settings=Settings(), front="run"
            )
            playing = await _playing(service, episodes)
            beats = renewed = 0
            await asyncio.sleep(BEATS * BEAT)
            await service.close()
            await asyncio.gather(*playing)

    with (
        patch.object(heartbeat, "HEARTBEAT_SECONDS", BEAT),
        patch.object(Writer, "heartbeat", counted),
    ):
        asyncio.run(measured())
    return (
        Figure(f"heartbeats: transactions a beat, {episodes} episodes", beats / BEATS, "", 1),
        Figure("heartbeats: renewals of an episode a beat", renewed / BEATS / episodes, "", 1),
    )


async def _playing(service: PlayService, episodes: int) -> list[asyncio.Future[str]]:
    """Begin episodes, and let each of them ask its person."""
    plan = service.plan(Choices("wordle", person="Ann"))
    asked = asyncio.Semaphore(0)

    def ask(update: Update) -> None:
        if isinstance(update, Asked):
            asked.release()

    playing: list[asyncio.Future[str]] = []
    for _ in range(episodes):
        live = await service.start(plan)
        live.subscribe(ask)
        playing.append(asyncio.ensure_future(live.play()))
    for _ in range(episodes):
        await asked.acquire()
    return playing

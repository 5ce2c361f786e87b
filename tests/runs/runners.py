"""A process that plays a run together with others, started by `test_shared_runs`.

    python -m tests.runs.runners DATABASE RUN GATE [ENTRIES]

Prints ``ready`` and waits until the file GATE exists, so that several processes can start at once.
With ENTRIES it kills itself after that many entries, in the middle of an episode. Prints the keys
of the items that it has played.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import time
from pathlib import Path

from clemtui.config import Settings
from clemtui.episode.service import PlayService
from clemtui.runs.batch import Batch, RunResult
from clemtui.runs.items import run_items
from clemtui.runs.manifest import find_run
from clemtui.store.write.writer import Writer


def die_after(entries: int) -> None:
    """Make this process die, without warning, once that many entries are recorded."""
    record, left = Writer.entry, [entries]

    def entry(*given: object) -> int:
        if not left[0]:
            os.kill(os.getpid(), signal.SIGKILL)
        left[0] -= 1
        return record(*given)  # type: ignore[arg-type]

    Writer.entry = entry  # type: ignore[method-assign, assignment]


def wait_for(gate: Path) -> None:
    """Wait for a file that another process creates."""
    while not gate.exists():
        time.sleep(0.005)


async def main(database: Path, id: str, gate: Path) -> None:
    """Resume a run."""

    def done(result: RunResult) -> None:
        if not result.finished_before and result.item.work is not None:
            print(result.item.work.key, flush=True)

    service = PlayService(database=database, settings=Settings(), front="run")
    run = await find_run(service, id)
    items = run_items(service, run)
    print("ready", flush=True)
    await asyncio.to_thread(wait_for, gate)
    complete = await Batch(service, run, done).play(items, at_once=2)
    await service.close()
    assert complete


if __name__ == "__main__":
    if len(sys.argv) > 4:
        die_after(int(sys.argv[4]))
    asyncio.run(main(Path(sys.argv[1]), sys.argv[2], Path(sys.argv[3])))

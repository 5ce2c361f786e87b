"""A program that plays an episode and is killed on the way, run by `test_killed`.

    python -m tests.support.killed_plays GAME FOLDER

A play has lives. Each life is a process (forked, so that it starts at once) that resumes the play
where the previous one was killed, and is killed at a given point. Points are before and after every
call of the recorder, and at every update. The last life plays to the end.

The play in ``whole.db`` is never killed. `MOMENTS` others are killed once each, at points spread
over the whole play, and one is killed repeatedly. Prints, for each play, its database and how its
lives ended.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from clemtui.episode.live import LiveEpisode
from clemtui.episode.service import PlayService
from clemtui.episode.updates import Asked, Update
from clemtui.store.write.recorder import Recorder
from clemtui.store.write.writer import Writer
from tests.support.play_helpers import Person, choices, planned, service_for, stored

MOMENTS = 8
AGAIN_AND_AGAIN = (9, 12, 10, 13)


class KillPoint:
    """Kills the process, without warning, at a point."""

    def __init__(self, at: int | None) -> None:
        self.at = at
        self.passed = 0

    def point(self) -> None:
        """Count a point, and kill the process if it is the given one."""
        self.passed += 1
        if self.passed == self.at:
            os.kill(os.getpid(), signal.SIGKILL)


class DraftingPerson(Person):
    """A person who saves a draft of every answer before submitting it."""

    def __init__(self, live: LiveEpisode, kill_point: KillPoint) -> None:
        super().__init__(live)
        self.kill_point = kill_point
        self.writing: set[asyncio.Task[None]] = set()

    def hear(self, update: Update) -> None:
        self.kill_point.point()
        if isinstance(update, Asked) and update.request.seat in self.live.human_seats:
            text = self.answer_text(update.request)
            task = asyncio.create_task(self.write(update.request.id, text))
            self.writing.add(task)

    async def write(self, request: int, text: str) -> None:
        """Save half of an answer as a draft, then submit the answer."""
        await self.live.draft(request, text[: len(text) // 2])
        super().hear(Asked(next(r for r in self.live.master.pending() if r.id == request)))


def add_kill_points(recorder: type[Recorder], kill_point: KillPoint) -> None:
    """Add points before and after everything that a recorder records."""
    work = recorder.do

    async def do(self: Recorder, *arguments: Any, **named: Any) -> Any:
        kill_point.point()
        result = await work(self, *arguments, **named)
        kill_point.point()
        return result

    recorder.do = do  # type: ignore[method-assign]


async def live(game: str, database: Path, service: PlayService, kill_point: KillPoint) -> None:
    """Live one life: start or resume the episode and play on."""
    unfinished = await service.unfinished()
    if not unfinished and await service.people():
        found = await service.read(lambda reader: reader.episodes())
        if found:
            return  # killed after the end was recorded: nothing left to do
    if unfinished:
        on_disk = stored(database, unfinished[0].summary.id)
        episode = await service.resume(on_disk.summary.id)
        open_now = {request.id for request in episode.master.pending()}
        assert episode.drafts == {
            draft.request: draft.body for draft in on_disk.drafts if draft.request in open_now
        }
    else:
        episode = await service.start(planned(service, choices(game)))
    person = DraftingPerson(episode, kill_point)
    assert await episode.play() == "finished"
    await asyncio.gather(*person.writing)
    await service.close()


def one_life(game: str, database: Path, kill: int | None) -> int:
    """Fork a process for one life; return the points it passed, or -1 if it was killed."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        code = 1
        try:
            kill_point = KillPoint(kill)
            add_kill_points(Recorder, kill_point)
            asyncio.run(live(game, database, service_for(database), kill_point))
            os.write(writing, str(kill_point.passed).encode())
            code = 0
        finally:
            sys.stderr.flush()
            os._exit(code)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        passed = pipe.read()
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        assert os.WTERMSIG(status) == signal.SIGKILL
        return -1
    assert os.waitstatus_to_exitcode(status) == 0, "this life ended in an error"
    return int(passed)


def play_in_lives(game: str, database: Path, kill: Sequence[int]) -> list[int]:
    """Play in as many lives as needed; return the points that each passed, or -1 if killed."""
    passed: list[int] = []
    for point in (*kill, None):
        passed.append(one_life(game, database, point))
        if passed[-1] >= 0:
            break
    print(json.dumps({"database": str(database), "passed": passed}), flush=True)
    return passed


def main(game: str, folder: str) -> None:
    """Run all plays."""
    place = Path(folder)
    # Do the slow first-time work once here, for all lives.
    service_for(place / "none.db").plan(choices(game))
    Writer(place / "none.db").close()
    (points,) = play_in_lives(game, place / "whole.db", ())
    for moment in range(1, points, max(1, points // MOMENTS)):
        play_in_lives(game, place / f"killed-at-{moment}.db", (moment,))
    play_in_lives(game, place / "again-and-again.db", AGAIN_AND_AGAIN)


if __name__ == "__main__":
    main(*sys.argv[1:])

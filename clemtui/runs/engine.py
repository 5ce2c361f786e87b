"""Playing the items of a run, one after the other or several at once, with nobody at the keyboard.

What was interrupted can be taken up again, and several processes may play one run at the same
time: each claims an item before it plays it. Finished items are not played twice, and an episode
that was left goes on where it stood.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, replace
from typing import Any

from clemtui.engine import Scores
from clemtui.episode.errors import PlayError, message_of
from clemtui.episode.live import LiveEpisode
from clemtui.episode.planning.plan import EpisodePlan
from clemtui.episode.service import PlayService
from clemtui.episode.updates import Finished, Halted, RecordingFailed, Update
from clemtui.language import join_sentences
from clemtui.records.errors import ClaimHeld, LeaseHeld
from clemtui.records.rows import ItemRef
from clemtui.runs.items import RunItem
from clemtui.runs.manifest import Run
from clemtui.runs.results import finished_items
from clemtui.store.write.writer import Writer

FATAL = frozenset(
    {"missing_key", "unauthorised", "forbidden", "unknown_model", "no_credit", "not_found"}
)
"""Kinds of failure that the next episode would meet as well: the run stops."""

POLL_SECONDS = 1.0
"""How long to wait before asking again for items that other processes work on."""


@dataclass(frozen=True, slots=True)
class RunResult:
    """How one item of a run went: scores, or why it was left.

    ``earlier``: it was finished before the run was taken up again, or by another process.
    """

    item: RunItem
    scores: Scores | None
    problem: str | None = None
    fatal: bool = False
    earlier: bool = False


class Batch:
    """One run, played by this process. ``done`` is told of every item as it ends."""

    def __init__(self, service: PlayService, run: Run, done: Callable[[RunResult], None]) -> None:
        self._service = service
        self._run = run
        self._done = done
        self._fresh: set[str] = set()
        self._going_on = True

    async def play(self, items: Sequence[RunItem], at_once: int = 1) -> bool:
        """Play what this run has not finished yet, so many episodes at once.

        Items that another process works on are waited for; where it is killed, they are taken
        over. After a failure that the others would meet as well none is begun any more; those that
        are being played go on.

        Returns:
            False if an item was left or failed.

        Raises:
            StoreError: if nothing can be recorded.
        """
        recorder = await self._service.recorder()
        work = [item.work for item in items if item.work is not None]
        plans = (item.plan for item in items if item.plan is not None)
        await recorder.do(Writer.open_run, self._run.id, self._run.manifest(plans), work)
        finished = await finished_items(self._service, self._run.id)
        known = await self._service.read(lambda reader: reader.work_items(self._run.id))
        self._fresh = {each.ref.key for each in known if each.state == "open"}
        complete, waiting = True, []
        for item in items:
            if item.work is None:
                complete = False
                self._done(RunResult(item, None, item.problem))
            elif item.work.key in finished:
                self._done(RunResult(item, finished[item.work.key].scores, earlier=True))
            else:
                waiting.append(item)
        while waiting and self._going_on:
            played, waiting = await self._pass(waiting, at_once)
            complete = complete and played
            if waiting and self._going_on:
                await asyncio.sleep(POLL_SECONDS)
        return complete and not waiting

    async def _pass(self, items: Sequence[RunItem], at_once: int) -> tuple[bool, list[RunItem]]:
        """Play what can be had now; whether all of that was finished, and what others have."""
        queue = iter(items)
        complete, elsewhere = True, []

        async def play_one_by_one() -> None:
            nonlocal complete
            while self._going_on and (item := next(queue, None)) is not None:
                result = await self._item(item)
                if result is None:
                    elsewhere.append(item)
                    continue
                self._done(result)
                complete = complete and result.scores is not None
                if result.fatal:
                    self._going_on = False

        await _together([play_one_by_one() for _ in range(at_once)])
        return complete and next(queue, None) is None, elsewhere

    async def _item(self, item: RunItem) -> RunResult | None:
        """Play an item, or go on with it; None while another process works on it."""
        assert item.plan is not None
        assert item.work is not None
        ref = ItemRef(self._run.id, item.work.key)
        recorder = await self._service.recorder()
        try:
            if ref.key in self._fresh:  # beginning its episode claims it, in the same commit
                self._fresh.discard(ref.key)
                before = None
            else:
                claimed = await recorder.do(Writer.claim, ref)
                before = claimed.result
                if before is not None and claimed.state == "done":
                    scores = (await self._service.load(before)).summary.scores
                    return RunResult(item, scores, earlier=True)
            result = await self._played(item, replace(item.plan, item=ref), before)
        except ClaimHeld:
            return None
        if result.scores is None and not result.fatal:
            await recorder.do(Writer.release_claim, ref)
        return result

    async def _played(self, item: RunItem, plan: EpisodePlan, before: str | None) -> RunResult:
        try:
            if before is None:
                live = await self._service.start(plan)
            else:
                live = await self._service.resume(before)
        except (PlayError, LeaseHeld) as error:  # of this item alone: the others can be played
            return RunResult(item, None, message_of(error))
        return await self._one(item, live)

    async def _one(self, item: RunItem, live: LiveEpisode) -> RunResult:
        scores: Scores | None = None
        problem: str | None = None
        fatal = False

        def watch(update: Update) -> None:
            nonlocal scores, problem, fatal
            match update:
                case Finished(found):
                    scores = found
                case Halted(request, message, hint, sent_before):
                    if sent_before:
                        live.send(request.id)  # whoever takes up a run has asked for it
                    else:
                        problem = join_sentences(message, hint)
                        fatal = update.kind in FATAL
                        live.leave()
                case RecordingFailed(message):
                    problem, fatal = message, True
                case _:
                    pass

        live.subscribe(watch)
        playing = asyncio.ensure_future(live.play())
        try:
            await asyncio.shield(playing)
        except PlayError as error:  # a mistake in this game's rules: the others can be played
            problem = str(error)
        except asyncio.CancelledError:
            live.leave()
            await playing
            raise
        return RunResult(item, scores, problem, fatal)


async def _together(work: Sequence[Coroutine[Any, Any, None]]) -> None:
    """Wait for all of it; where one fails, or is not wanted any more, the others end first."""
    tasks = [asyncio.ensure_future(each) for each in work]
    try:
        await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

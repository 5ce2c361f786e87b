"""Execution of a run: its items are played unattended, one by one or several at once.

An interrupted run can be resumed, and several processes can work on the same run at once: each
claims an item before it plays it. Finished items are not played again, and unfinished episodes are
resumed.
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
from clemtui.records.errors import (
    ClaimHeld,
    ErasedEpisode,
    LeaseHeld,
    NotFound,
    StoreError,
    Unrestored,
)
from clemtui.records.work import ItemRef, WorkItem
from clemtui.runs.items import RunItem
from clemtui.runs.manifest import Run
from clemtui.runs.results import finished_items
from clemtui.store.write.writer import Writer

FATAL = frozenset(
    {
        "missing_key",
        "other_server",
        "unauthorised",
        "forbidden",
        "unknown_model",
        "no_credit",
        "not_found",
    }
)
"""Kinds of failure that would affect the next episode too, so the run stops."""

POLL_SECONDS = 1.0
"""How long to wait before checking again which items other processes have finished."""


@dataclass(frozen=True, slots=True)
class RunResult:
    """The outcome of an item of a run: scores, or why it was left.

    Attributes:
        finished_before: it was finished before the run was resumed, or by another process.
        unrecorded: play stopped because it could not be recorded.
        completed: how many items of the run are finished or were left, including this one and those
            that other processes finished up to a second ago.
    """

    item: RunItem
    scores: Scores | None
    problem: str | None = None
    stops_run: bool = False
    finished_before: bool = False
    unrecorded: bool = False
    completed: int = 0


class Batch:
    """One run, played by this process.

    Args:
        done: called with the result of every item.
        recorded: called once the run is recorded, so that other processes can join it.
    """

    def __init__(
        self,
        service: PlayService,
        run: Run,
        done: Callable[[RunResult], None],
        recorded: Callable[[], None] = lambda: None,
    ) -> None:
        self._service = service
        self._run = run
        self._done = done
        self._recorded = recorded
        self._unstarted: set[str] = set()
        self._running = True
        self._count = 0  # of reported items
        self._planned: frozenset[str] = frozenset()  # keys of items that this process knows
        self._own: set[str] = set()  # keys of items that are reported or being played
        self._elsewhere: set[str] = set()  # keys of items that are finished, but not our own
        self._looked = 0.0

    async def play(self, items: Sequence[RunItem], at_once: int = 1) -> bool:
        """Play the unfinished items of this run, at most ``at_once`` episodes at a time.

        Waits for items that other processes are working on, and takes them over if such a process
        is killed. After a failure that would affect the other items too, no more items are started;
        those being played continue.

        Returns:
            whether all items that can be played are finished, whichever process has finished them.

        Raises:
            StoreError: if nothing can be recorded.
        """
        recorder = await self._service.recorder()
        work = [item.work for item in items if item.work is not None]
        self._planned = frozenset(each.key for each in work)
        plans = (item.plan for item in items if item.plan is not None)
        await recorder.do(Writer.open_run, self._run.id, self._run.manifest(plans), work)
        self._recorded()
        finished = await finished_items(self._service, self._run.id)
        self._unstarted = {each.ref.key for each in await self._look() if each.state == "open"}
        waiting = []
        for item in items:
            if item.work is None:
                self._report(RunResult(item, None, item.problem))
            elif item.work.key in finished:
                scores = finished[item.work.key].scores
                self._report(RunResult(item, scores, finished_before=True))
            else:
                waiting.append(item)
        while waiting and self._running:
            waiting = await self._play_round(waiting, at_once)
            if waiting and self._running:
                await asyncio.sleep(POLL_SECONDS)
        known = await self._service.read(lambda reader: reader.work_items(self._run.id))
        done = {each.ref.key for each in known if each.state == "done"}
        return all(each.key in done for each in work)

    async def _play_round(self, items: Sequence[RunItem], at_once: int) -> list[RunItem]:
        """Play the items that are free; return those that other processes are working on."""
        queue = iter(items)
        at_once = min(at_once, len(items))
        elsewhere = []

        async def play_one_by_one() -> None:
            while self._running and (item := next(queue, None)) is not None:
                result = await self._item(item)
                if result is None:
                    elsewhere.append(item)
                    continue
                late = asyncio.get_running_loop().time() >= self._looked + POLL_SECONDS
                if late and not result.unrecorded:
                    await self._look()
                self._report(result)
                if result.stops_run:
                    self._running = False

        await _gather([play_one_by_one() for _ in range(at_once)])
        return elsewhere

    async def _look(self) -> tuple[WorkItem, ...]:
        """Note which items are finished, also by other processes; return all in the records."""
        found = await self._service.read(lambda reader: reader.work_items(self._run.id))
        done = {each.ref.key for each in found if each.state == "done"}
        self._elsewhere = (done & self._planned) - self._own
        self._looked = asyncio.get_running_loop().time()
        return found

    def _report(self, result: RunResult) -> None:
        """Report a result together with the number of items completed so far."""
        if result.item.work is not None:
            self._own.add(result.item.work.key)
            self._elsewhere.discard(result.item.work.key)
        self._count += 1
        self._done(replace(result, completed=self._count + len(self._elsewhere)))

    async def _item(self, item: RunItem) -> RunResult | None:
        """Play or resume an item; return None while another process is working on it."""
        assert item.plan is not None
        assert item.work is not None
        ref = ItemRef(self._run.id, item.work.key)
        self._own.add(ref.key)
        recorder = await self._service.recorder()
        try:
            if ref.key in self._unstarted:  # starting its episode claims it, in the same commit
                self._unstarted.discard(ref.key)
                before = None
            else:
                before, finished = await self._claim(item, ref)
                if finished is not None:
                    return finished
            result = await self._played(item, replace(item.plan, item=ref), before)
            if result.unrecorded:
                return await self._unless_taken_over(result, ref)
        except ClaimHeld:
            self._own.discard(ref.key)
            return None
        if result.scores is None and not result.stops_run:
            await recorder.do(Writer.release_claim, ref)
        return result

    async def _unless_taken_over(self, result: RunResult, ref: ItemRef) -> RunResult | None:
        """Return the result of an item that could not be recorded; None if another process has it.

        While this process was suspended, another one may have taken the item over.
        """
        try:
            _, finished = await self._claim(result.item, ref)
        except ClaimHeld:
            return None
        except StoreError:  # nothing can be recorded at all
            return result
        return finished or result

    async def _claim(self, item: RunItem, ref: ItemRef) -> tuple[str | None, RunResult | None]:
        """Claim an item; return its episode, if any, and its result if it is finished.

        Raises:
            ClaimHeld: if another process is working on it.
        """
        recorder = await self._service.recorder()
        claimed = await recorder.do(Writer.claim, ref)
        if claimed.result is None or claimed.state != "done":
            return claimed.result, None
        scores = (await self._service.load(claimed.result)).summary.scores
        return claimed.result, RunResult(item, scores, finished_before=True)

    async def _played(self, item: RunItem, plan: EpisodePlan, before: str | None) -> RunResult:
        try:
            if before is None:
                live = await self._service.start(plan)
            else:
                live = await self._service.resume(before)
        except (
            PlayError,
            LeaseHeld,
            NotFound,
            ErasedEpisode,
            Unrestored,
        ) as error:  # concerns this item only: the others can be played
            return RunResult(item, None, message_of(error))
        return await self._one(item, live)

    async def _one(self, item: RunItem, live: LiveEpisode) -> RunResult:
        scores: Scores | None = None
        problem: str | None = None
        stops_run = unrecorded = False

        def watch(update: Update) -> None:
            nonlocal scores, problem, stops_run, unrecorded
            match update:
                case Finished(found):
                    scores = found
                case Halted(request, message, hint, sent_before):
                    if sent_before:
                        live.send(request.id)  # resuming a run includes permission to send again
                    elif update.context_full:
                        live.end_with_full_context(request.seat)
                    else:
                        problem = join_sentences(message, hint)
                        stops_run = update.kind in FATAL
                        live.leave()
                case RecordingFailed(message):
                    problem, stops_run, unrecorded = message, True, True
                case _:
                    pass

        live.subscribe(watch)
        playing = asyncio.ensure_future(live.play())
        try:
            await asyncio.shield(playing)
        except PlayError as error:  # an error in this game's rules: the others can be played
            problem = str(error)
        except asyncio.CancelledError:
            live.leave()
            await playing
            raise
        return RunResult(item, scores, problem, stops_run, unrecorded=unrecorded)


async def _gather(work: Sequence[Coroutine[Any, Any, None]]) -> None:
    """Wait for all coroutines. If one fails or the wait is cancelled, cancel the others first."""
    tasks = [asyncio.ensure_future(each) for each in work]
    try:
        await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

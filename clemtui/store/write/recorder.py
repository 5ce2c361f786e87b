"""The recorder of a program that plays: one writer connection on one thread, awaited.

Every method returns after the commit (``synchronous=FULL``): what was recorded survives a crash of
the machine. Where a write fails, the record is in the emergency file that the error names.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar

from clemtui.engine import Entry, Event, Request, Scores, Timing
from clemtui.store.clock import Clock
from clemtui.store.records import (
    AttemptOutcome,
    Consent,
    ConsentDecision,
    EndState,
    EpisodeStart,
    Erased,
    ExposureKind,
    ItemRef,
    NewWorkItem,
    Person,
    SessionStart,
    SittingEvent,
    WorkItem,
)
from clemtui.store.write.heart import Heart, Lost
from clemtui.store.write.thread import WriterThread
from clemtui.store.write.writer import Writer

P = ParamSpec("P")
T = TypeVar("T")

#: These check-point or close the database, which no transaction can do.
_ALONE: tuple[Callable[..., Any], ...] = (Writer.forget, Writer.close)


class Recorder:
    """The awaitable face of a `Writer`; its methods mean what the writer's do.

    All of them raise StoreError (see `clemtui.store.errors`) with one line for the user.
    """

    def __init__(self, writer: Writer, thread: WriterThread) -> None:
        """Use `open`."""
        self._writer = writer
        self._thread = thread
        self._heart = Heart(self.heartbeat)

    @classmethod
    async def open(
        cls,
        path: Path,
        *,
        clock: Clock | None = None,
        emergency: Path | None = None,
    ) -> Recorder:
        """Open a database for writing, making or migrating it where needed.

        Args:
            path: the database; its folder is made if missing.
            clock: where times come from; the machine's own by default.
            emergency: where records go that cannot be written; by default beside the database.

        Raises:
            StoreError: if it cannot be opened, is no database of ours, or is of a newer version.
        """
        thread = WriterThread(asyncio.get_running_loop())
        try:
            writer = await thread.open(lambda: Writer(path, clock=clock, emergency=emergency))
        except BaseException:
            thread.stop()
            raise
        return cls(writer, thread)

    async def _do(
        self,
        method: Callable[Concatenate[Writer, P], T],
        *arguments: P.args,
        **named: P.kwargs,
    ) -> T:
        alone = method in _ALONE
        result: T = await self._thread.do(
            lambda: method(self._writer, *arguments, **named), alone=alone
        )
        return result

    @property
    def path(self) -> Path:
        """The database."""
        return self._writer.path

    @property
    def owner(self) -> str:
        """What this recorder's leases are owned by."""
        return self._writer.owner

    async def open_run(
        self, id: str, manifest: Mapping[str, Any], items: Sequence[NewWorkItem]
    ) -> None:
        """Record a run with its items; of one that is known, the items that are missing."""
        await self._do(Writer.open_run, id, manifest, items)

    async def claim(self, item: ItemRef) -> WorkItem:
        """Claim an item of a run, and return it as it stands; one that is done is not claimed.

        The claim ends with the episode that the item results in, with `release_claim`, or when
        this recorder is closed.

        Raises:
            ClaimHeld: if another program works on it.
        """
        return await self._do(Writer.claim, item)

    async def release_claim(self, item: ItemRef) -> None:
        """Give the claim to an item back, if it is held."""
        await self._do(Writer.release_claim, item)

    async def person(self, name: str) -> Person:
        """The person of that pseudonym, made if new."""
        return await self._do(Writer.person, name)

    async def open_session(self, start: SessionStart) -> str:
        """Begin a sitting and return its id."""
        return await self._do(Writer.open_session, start)

    async def sitting_event(self, session: str, kind: SittingEvent, note: str = "") -> None:
        """Record a pause, a change of focus or the end of a sitting."""
        await self._do(Writer.sitting_event, session, kind, note)

    async def consent(
        self,
        person: str,
        purpose: str,
        decision: ConsentDecision,
        document: Mapping[str, Any] | None = None,
    ) -> Consent:
        """Record what a person decided about a use of their data, and the text they were shown."""
        return await self._do(Writer.consent, person, purpose, decision, document)

    async def begin_episode(self, start: EpisodeStart) -> str:
        """Record the beginning of an episode, take its lease, and return its id.

        Raises:
            ClaimHeld: if it is for an item of a run that another program works on or has begun.
        """
        return await self._do(Writer.begin_episode, start)

    async def resume_episode(self, episode: str, session: str, *, force: bool = False) -> None:
        """Take the lease of an unfinished episode and go on in this sitting.

        A stale lease is taken over; a live one only with ``force`` (somebody said so): the program
        that held it then gets `LeaseLost` on its next write.

        Raises:
            LeaseHeld: if another program plays it and ``force`` is not given.
            ErasedEpisode, RefusedWrite: if it is erased, or over.
        """
        await self._do(Writer.resume_episode, episode, session, force=force)

    async def fork_episode(self, source: str, start: EpisodeStart, *, entries: int) -> str:
        """Begin an episode whose evidence begins with all that another has: requests, entries and
        drafts. The other is abandoned in the same transaction. Returns the new one's id.

        Args:
            entries: how many entries the source is known to have.

        Raises:
            LeaseHeld: if another program plays the source.
            ErasedEpisode, RefusedWrite: if it is erased, or over, or has gone on meanwhile.
        """
        return await self._do(Writer.fork_episode, source, start, entries=entries)

    async def release(self, episode: str) -> None:
        """Give the lease of an episode back without ending it."""
        await self._do(Writer.release, episode)

    def watch(self, episode: str, lost: Lost) -> None:
        """Call ``lost`` with the reason once the lease of an episode is lost or not renewed."""
        self._heart.watch(episode, lost)

    def unwatch(self, episode: str) -> None:
        """Nobody plays this episode here any more."""
        self._heart.unwatch(episode)

    async def heartbeat(self, watched: Iterable[str] = ()) -> tuple[str, ...]:
        """Renew every lease and claim of this recorder; its heart does so every 10 s.

        Returns:
            the episodes, held here or watched, whose leases were lost since; empty as a rule.
        """
        return await self._do(Writer.heartbeat, watched)

    async def request(self, episode: str, request: Request) -> None:
        """Record a request exactly as it is delivered.

        The same request again (after resuming) is no new record.

        Raises:
            RefusedWrite: if another request of that number is recorded: the episode does not
                replay.
            LeaseLost: if another program took the episode over.
        """
        await self._do(Writer.request, episode, request)

    async def entry(self, episode: str, entry: Entry, timing: Timing | None = None) -> int:
        """Append an entry and drop the request's draft, in one transaction; returns its seq.

        Raises:
            RefusedWrite: if the request has an answer already or does not exist, or the episode
                is over.
            LeaseLost: if another program took the episode over.
        """
        return await self._do(Writer.entry, episode, entry, timing)

    def attempts(self, episode: str, request: int) -> Attempts:
        """Where a model player records its attempts at a request."""
        return Attempts(self, episode, request)

    async def draft(self, episode: str, request: int, body: str | Mapping[str, Any]) -> None:
        """Keep what a person has written so far: a text or the values of a form."""
        await self._do(Writer.draft, episode, request, body)

    async def end_episode(
        self,
        episode: str,
        state: EndState,
        *,
        reason: str = "",
        scores: Scores | None = None,
        events: Sequence[Event] = (),
    ) -> None:
        """Record the end, with the scores of the game's own scorer and the events; release it."""
        await self._do(
            Writer.end_episode, episode, state, reason=reason, scores=scores, events=events
        )

    async def add_scores(
        self, episode: str, scorer: str, scores: Scores, *, rules_hash: str | None = None
    ) -> None:
        """Keep the scores of a scorer (``game:version``, or the name of an import's)."""
        await self._do(Writer.add_scores, episode, scorer, scores, rules_hash=rules_hash)

    async def exposure(
        self,
        person: str,
        task_key: str,
        instance_hash: str,
        kind: ExposureKind,
        episode: str | None = None,
    ) -> None:
        """Record that a person has met a task."""
        await self._do(Writer.exposure, person, task_key, instance_hash, kind, episode)

    async def tag(self, episode: str, key: str, value: str) -> None:
        """Put a tag on an episode."""
        await self._do(Writer.tag, episode, key, value)

    async def forget(self, person: str) -> Erased:
        """Erase a person's words; see `clemtui.store.write.erasure`."""
        return await self._do(Writer.forget, person)

    async def close(self) -> None:
        """Release every lease and claim, and close the database."""
        await self._heart.stop()
        try:
            await self._do(Writer.close)
        finally:
            self._thread.stop()


class Attempts:
    """The attempt log of one request, in the shape that the model player takes."""

    def __init__(self, recorder: Recorder, episode: str, request: int) -> None:
        self._recorder = recorder
        self._episode = episode
        self._request = request

    async def started(self, number: int, parameters: Mapping[str, object]) -> str:
        """Record attempt ``number`` (from 1 for each request) before it is sent; returns its id.

        Raises:
            LeaseLost: if another program took the episode over; nothing may be sent then.
        """
        return await self._recorder._do(
            Writer.attempt_started, self._episode, self._request, number, parameters
        )

    async def partial(self, attempt: object, text: str) -> None:
        """Record the answer so far. Recorded even where the lease is lost."""
        await self._recorder._do(Writer.attempt_partial, str(attempt), text)

    async def ended(self, attempt: object, outcome: AttemptOutcome) -> None:
        """Record how the attempt ended. Recorded even where the lease is lost."""
        await self._recorder._do(Writer.attempt_ended, str(attempt), outcome)

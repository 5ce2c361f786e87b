"""The play loop: asks players, commits what they answer, then lets the master judge it.

Committed first, shown second. One task consumes one queue, so entries reach the master in the
order in which they were committed, however many requests are open at once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal, Protocol

from clemtui.engine import Control, Entry, GameMaster, Request, Response, Timing
from clemtui.play.errors import PlayError, StoreError, described
from clemtui.play.updates import Asked, Halted, Happened, Streamed, Update, Withdrawn
from clemtui.players.attempts import AttemptLog
from clemtui.players.base import Ask, Delivery, Player, PlayerFailed

LoopEnd = Literal["finished", "left"]

HAND_OVER_STEPS = 3
"""Turns of the event loop from a delivered answer to its command: the player's task goes on, ends,
and its callback runs."""


class EpisodeRecord(Protocol):
    """Where the evidence of one episode goes. Each method returns once it is on disk."""

    async def request(self, request: Request) -> None:
        """Record a request exactly as it is delivered."""

    async def entry(self, entry: Entry, timing: Timing | None) -> None:
        """Record an entry."""

    def attempts(self, request: Request) -> AttemptLog:
        """Where the calls to a model for this request are recorded."""
        ...


@dataclass(frozen=True, slots=True)
class _Answered:
    request: Request
    delivery: Delivery


@dataclass(frozen=True, slots=True)
class _Failed:
    request: Request
    error: BaseException


@dataclass(frozen=True, slots=True)
class _Send:
    request_id: int


@dataclass(frozen=True, slots=True)
class _Leave:
    pass


_Command = _Answered | _Failed | _Send | _Leave | Control


class EpisodeLoop:
    """Plays one episode to its end, or until it is left.

    ``held`` are requests that may have been sent before play was interrupted: they are halted
    instead of sent, until `send` is called. ``answered`` are requests whose answer had arrived and
    was recorded as an attempt, but not yet as an entry: nothing is sent for them.
    """

    def __init__(
        self,
        master: GameMaster,
        players: Mapping[str, Player],
        record: EpisodeRecord,
        publish: Callable[[Update], None],
        *,
        response_limit: int | None = None,
        responses: int = 0,
        recorded: frozenset[int] = frozenset(),
        held: frozenset[int] = frozenset(),
        answered: Mapping[int, Delivery] | None = None,
    ) -> None:
        self.master = master
        self._players = players
        self._record = record
        self._publish = publish
        self._limit = response_limit
        self._responses = responses
        self._recorded = set(recorded)
        self._held = held
        self._arrived = dict(answered or {})
        self._halted: dict[int, Request] = {}
        self._tasks: dict[int, asyncio.Task[Delivery]] = {}
        self._commands: asyncio.Queue[_Command] = asyncio.Queue()

    @property
    def halted(self) -> tuple[Request, ...]:
        """The requests that wait for a decision."""
        return tuple(self._halted.values())

    def send(self, request_id: int) -> None:
        """Send a halted request (again)."""
        self._commands.put_nowait(_Send(request_id))

    def control(self, control: Control) -> None:
        """End the episode by a control, e.g. because a person gives up."""
        self._commands.put_nowait(control)

    def leave(self) -> None:
        """Stop here; everything that is committed stays, and the episode can be resumed."""
        self._commands.put_nowait(_Leave())

    async def run(self) -> LoopEnd:
        """Play; what happened before is published first.

        Raises:
            StoreError: if something cannot be recorded; play has stopped then.
            PlayError: if the rules have a mistake; what is recorded can be resumed.
        """
        try:
            end = await self._play()
        finally:
            unrecorded = await self._stop_players()
        if unrecorded:
            raise unrecorded[0]
        return end

    async def _play(self) -> LoopEnd:
        await self._record_pending()
        self._publish(Happened(tuple(self.master.events)))
        while not self.master.finished:
            if self._limit is not None and self._responses >= self._limit:
                await self._take(Control("response limit", reason=str(self._limit)), None)
                break
            await self._ask_pending()
            command = await self._commands.get()
            if isinstance(command, _Leave):
                await self._take_what_arrived()
                return "left" if self.master.pending() else "finished"
            await self._obey(command)
        return "finished"

    async def _take_what_arrived(self) -> None:
        """Enter what people had handed in before somebody left.

        What a model answered is in the record of its attempt, and a script answers the same again.
        """
        for _ in range(HAND_OVER_STEPS):
            await asyncio.sleep(0)
        while not (self._commands.empty() or self.master.finished):
            command = self._commands.get_nowait()
            if isinstance(command, _Answered) and command.delivery.timing is not None:
                await self._obey(command)

    async def _record_pending(self) -> None:
        for request in self.master.pending():
            if request.id not in self._recorded:
                await self._record.request(request)
                self._recorded.add(request.id)

    async def _ask_pending(self) -> None:
        """Bring every request that nobody works at to its player.

        The players sit down before the requests are announced: whoever hears of one may answer it
        at once.
        """
        open_now = self.master.pending()
        new = [r for r in open_now if r.id not in self._tasks and r.id not in self._halted]
        for request in new:
            if request.id in self._held:
                self._halted[request.id] = request
            else:
                self._start(request)
        await asyncio.sleep(0)
        for request in new:
            self._publish(Asked(request))
            if request.id in self._halted:
                self._publish(Halted(request, "", sent_before=True))

    def _start(self, request: Request) -> None:
        task = asyncio.create_task(self._ask(request))
        self._tasks[request.id] = task
        task.add_done_callback(lambda task: self._answered(request, task))

    async def _ask(self, request: Request) -> Delivery:
        if request.id in self._arrived:
            return self._arrived.pop(request.id)

        def stream(text: str, reasoning: str) -> None:
            self._publish(Streamed(request, text, reasoning))

        ask = Ask(request, self.master.view(request.seat), self._record.attempts(request), stream)
        return await self._players[request.seat].respond(ask)

    def _answered(self, request: Request, task: asyncio.Task[Delivery]) -> None:
        """Queue the outcome of a task, unless it was stopped from here."""
        if self._tasks.get(request.id) is not task:
            return
        if task.cancelled():
            broken = PlayerFailed("cancelled", f"{request.seat} broke off.", "Send it again.")
            self._commands.put_nowait(_Failed(request, broken))
        elif error := task.exception():
            self._commands.put_nowait(_Failed(request, error))
        else:
            self._commands.put_nowait(_Answered(request, task.result()))

    async def _obey(self, command: _Answered | _Failed | _Send | Control) -> None:
        match command:
            case _Answered(request, delivery):
                if self._tasks.pop(request.id, None) is not None:
                    await self._take(Response(request.id, delivery.parts), delivery.timing)
                    self._responses += 1
            case _Failed(_, StoreError() as error):
                raise error
            case _Failed(request, error):
                if self._tasks.pop(request.id, None) is not None:
                    failure = error if isinstance(error, PlayerFailed) else _mistake(request, error)
                    self._halted[request.id] = request
                    self._publish(Halted(request, failure.message, failure.hint, kind=failure.kind))
            case _Send(request_id):
                halted = self._halted.pop(request_id, None)
                if halted is not None:
                    self._start(halted)
                    self._publish(Asked(halted))
            case Control():
                await self._take(command, None)

    async def _take(self, entry: Entry, timing: Timing | None) -> None:
        await self._record.entry(entry, timing)
        try:
            events = self.master.submit(entry)
        except Exception as error:
            raise PlayError(f"the rules of this game have a mistake: {described(error)}") from error
        await self._record_pending()
        self._publish(Happened(events))
        await self._withdraw()

    async def _withdraw(self) -> None:
        """Stop the players of requests that the master closed unanswered while it goes on."""
        if self.master.finished:
            return  # everybody is stopped at the end
        open_now = {request.id for request in self.master.pending()}
        closed = [id for id in (*self._tasks, *self._halted) if id not in open_now]
        unrecorded = await self._stop([id for id in closed if id in self._tasks])
        for id in closed:
            self._halted.pop(id, None)
            self._publish(Withdrawn(id))
        if unrecorded:
            raise unrecorded[0]

    async def _stop_players(self) -> list[StoreError]:
        return await self._stop(list(self._tasks))

    async def _stop(self, requests: list[int]) -> list[StoreError]:
        """Stop the players of some requests; returns what could not be recorded of their ends.

        What else a player does while it is being stopped is of no consequence.
        """
        tasks = [self._tasks.pop(id) for id in requests]
        for task in tasks:
            task.cancel()
        ends = await asyncio.gather(*tasks, return_exceptions=True)
        return [end for end in ends if isinstance(end, StoreError)]


def _mistake(request: Request, error: BaseException) -> PlayerFailed:
    return PlayerFailed(
        "mistake",
        f"The player of {request.seat} has a mistake: {described(error)}.",
        "Leave; the episode can be resumed when that is mended.",
    )

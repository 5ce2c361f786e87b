"""The play loop: ask players, commit their answers, then let the game master judge them.

Answers are committed before they are shown. One task consumes one queue, so entries reach the
master in the order in which they were committed, however many requests are open at once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Literal

from clemtui.engine import Control, Entry, Event, GameMaster, Request, Response, Timing
from clemtui.episode.clock import Clock
from clemtui.episode.errors import PlayError, describe_error
from clemtui.episode.loop.commands import (
    Answered,
    Command,
    EndBy,
    Failed,
    Handled,
    Interrupt,
    Leave,
    Recheck,
    Send,
    SetPaused,
)
from clemtui.episode.loop.evidence import EvidenceSink, RecordedState
from clemtui.episode.loop.pace import Pace
from clemtui.episode.loop.partner_pace import Holding, PartnerPace
from clemtui.episode.loop.player_tasks import PlayerTasks
from clemtui.episode.response_times import ResponseTime
from clemtui.episode.updates import (
    INTERRUPTED,
    Asked,
    EventsHappened,
    Halted,
    Paused,
    Resumed,
    Update,
    Withdrawn,
)
from clemtui.language import Sentence, translatable
from clemtui.players.base import Player, PlayerFailed, PlayerKind, PlayerResponse
from clemtui.records.errors import StoreError

LoopEnd = Literal["finished", "left"]


class EpisodeLoop:
    """Plays one episode until it ends or is left.

    A seat without a player is filled by a person, who answers through `answer`. Held requests (see
    `RecordedState`) stay halted until `send` is called. If an answer has already arrived (see
    `EvidenceSink.arrived`), nothing is sent.

    Attributes:
        entries: all entries so far, in order.
        pace: when the next request may go to a model, script or service.
    """

    def __init__(
        self,
        master: GameMaster,
        players: Mapping[str, Player],
        record: EvidenceSink,
        publish: Callable[[Update], None],
        *,
        response_limit: int | None = None,
        earlier: RecordedState | None = None,
        clock: Clock | None = None,
        partner_pace: PartnerPace | None = None,
    ) -> None:
        earlier = earlier or RecordedState()
        clock = clock or Clock()
        self.master = master
        self.pace = Pace(self._look, clock)
        self._players = players
        self._record = record
        self._publish = publish
        self._limit = response_limit
        self.entries = list(earlier.entries)
        self._responses = earlier.responses
        self._recorded = set(earlier.recorded)
        self._held = set(earlier.held)
        self._halted: dict[int, Request] = {}
        self._with_people: dict[int, Request | None] = {}  # None once the answer is submitted
        self._kept: dict[int, Answered] = {}
        self._commands: asyncio.Queue[Command] = asyncio.Queue()
        held_back = Holding(partner_pace, clock)
        tell = self._commands.put_nowait
        self._asking = PlayerTasks(master, players, record, publish, tell, held_back)

    @property
    def halted(self) -> tuple[Request, ...]:
        """The requests that wait for a decision."""
        return tuple(self._halted.values())

    def answer(self, request_id: int, response: PlayerResponse) -> bool:
        """Queue a person's answer.

        Returns False, and queues nothing, if the request is not or no longer open to a person.
        """
        request = self._with_people.get(request_id)
        if request is None:
            return False
        self._with_people[request_id] = None
        self._commands.put_nowait(Answered(request, response))
        return True

    def send(self, request_id: int) -> None:
        """Send a halted request, for the first time or again."""
        self._commands.put_nowait(Send(request_id))

    def interrupt(self, request_id: int) -> bool:
        """Stop the running call to a model for a request, which halts the request.

        Returns False if there is no such call.
        """
        if self._kind(request_id) != "model" or not self._asking.is_running(request_id):
            return False
        self._commands.put_nowait(Interrupt(request_id))
        return True

    def pause(self) -> None:
        """Pause: pass no request to a model, script or service, and enter none of their answers.

        Calls in progress finish, and their answers are kept until the game is resumed.
        """
        if not self.pace.paused:
            self.pace.pause()
            self._commands.put_nowait(SetPaused(paused=True))

    def resume(self) -> None:
        """Resume the game after a pause."""
        if self.pace.paused:
            self.pace.resume()
            self._commands.put_nowait(SetPaused(paused=False))

    def step(self) -> None:
        """Let one response through during a pause; otherwise end the current wait."""
        self.pace.step()
        self._look()

    def control(self, control: Control, timing: Timing | None = None) -> None:
        """End the episode with a control, e.g. because a person gives up.

        ``timing`` is how long the person who causes it has spent on an open request.
        """
        self._commands.put_nowait(EndBy(control, timing))

    def leave(self) -> None:
        """Stop playing. Everything committed is kept, and the episode can be resumed."""
        self._commands.put_nowait(Leave())

    async def run(self) -> LoopEnd:
        """Play the episode, publishing first what happened before.

        Raises:
            StoreError: if something cannot be recorded; play has then stopped.
            PlayError: if the rules have a mistake; what is recorded can be resumed.
        """
        try:
            return await self._play()
        finally:
            self.pace.stop()
            self._with_people.clear()
            await self._asking.stop(self._asking.active)

    async def _play(self) -> LoopEnd:
        await self._record_pending()
        self._happened(tuple(self.master.events), dict(self._record.times))
        while not self.master.finished:
            if self._limit is not None and self._responses >= self._limit:
                await self._enter_entry(Control("response limit", reason=str(self._limit)), None)
                break
            command: Command | None = self._released()
            if command is None:
                self._ask_pending()
                command = await self._commands.get()
            if isinstance(command, Leave):
                await self._enter_arrived()
                return "left" if self.master.pending() else "finished"
            await self._handle(command)
        return "finished"

    async def _enter_arrived(self) -> None:
        """Enter what people submitted and services answered before the episode was left.

        The answer of a model is in the record of its attempt, and a script will give the same
        answer again.
        """
        for command in tuple(self._kept.values()):
            await self._enter_if_arrived(command)
        while not self._commands.empty():
            await self._enter_if_arrived(self._commands.get_nowait())

    async def _enter_if_arrived(self, command: Command) -> None:
        if not isinstance(command, Answered) or self.master.finished:
            return
        if self._kind_in(command.request.seat) in ("human", "service"):
            await self._enter(command)

    async def _record_pending(self) -> None:
        for request in self.master.pending():
            if request.id not in self._recorded:
                await self._record.request(request)
                self._recorded.add(request.id)

    def _ask_pending(self) -> None:
        """Pass every open request that no one is working on to its player, as the pace allows.

        Requests are passed on before they are announced, because a subscriber may answer one at
        once.
        """
        active = self._asking.active
        if self.pace.paused:
            for id in active:  # a step is used for a call in progress before a new one
                self.pace.may_accept(id)
        announced = []
        broken: dict[int, PlayerFailed] = {}
        waiting = {*active, *self._with_people, *self._halted}
        for request in (each for each in self.master.pending() if each.id not in waiting):
            if request.id in self._held:
                self._halted[request.id] = request
            elif request.seat not in self._players:
                if failure := self._view_failure(request):
                    broken[request.id] = failure
                else:
                    self._with_people[request.id] = request
            elif self.pace.may_start(request.id):
                self._asking.start(request)
            else:
                continue
            announced.append(request)
        self.pace.drop_unused_steps()
        for request in announced:
            self._publish(Asked(request))
            if request.id in broken:
                self._halt(request, broken[request.id])
            elif request.id in self._halted:
                self._publish(Halted(request, "", sent_before=True))

    def _view_failure(self, request: Request) -> PlayerFailed | None:
        """Return why a request cannot go to a person, if their board cannot be drawn; else None."""
        try:
            self.master.view(request.seat)
        except Exception as error:  # noqa: BLE001 - the rules are anyone's code
            return _programming_error(request, error)
        return None

    def _released(self) -> Answered | None:
        """Return the oldest answer kept during a pause that may be entered now."""
        for id in self._kept:
            if self.pace.may_accept(id):
                return self._kept.pop(id)
        return None

    def _kind(self, request_id: int) -> PlayerKind | None:
        """Return the kind of player that is to answer a request; None if it is not open."""
        request = self._open(request_id)
        return None if request is None else self._kind_in(request.seat)

    def _kind_in(self, seat: str) -> PlayerKind:
        player = self._players.get(seat)
        return "human" if player is None else player.kind

    def _open(self, request_id: int) -> Request | None:
        return next((r for r in self.master.pending() if r.id == request_id), None)

    def _look(self) -> None:
        self._commands.put_nowait(Recheck())

    async def _handle(self, command: Handled) -> None:
        match command:
            case Answered(request):
                if self._kind_in(request.seat) == "human" or self.pace.may_accept(request.id):
                    await self._enter(command)
                else:
                    self._kept[request.id] = command
            case Failed(_, StoreError() as error):
                raise error
            case Failed(request, error):
                if self._asking.done(request.id):
                    failed = (
                        error
                        if isinstance(error, PlayerFailed)
                        else _programming_error(request, error)
                    )
                    self._halt(request, failed)
            case Send(request_id):
                self._held.discard(request_id)
                self._halted.pop(request_id, None)
            case Interrupt(request_id):
                await self._interrupt(request_id)
            case SetPaused(paused):
                await self._record.sitting("paused" if paused else "resumed")
                self._publish(Paused() if paused else Resumed())
            case Recheck():
                return
            case EndBy(control, timing):
                await self._enter_entry(control, timing)

    async def _enter(self, answered: Answered) -> None:
        request, response = answered.request, answered.response
        if request.id in self._with_people or self._asking.done(request.id):
            self._with_people.pop(request.id, None)
            entry = Response(request.id, response.parts)
            await self._enter_entry(entry, response.timing, response.held)
            self._responses += 1
            self.pace.responded(request.id)

    def _halt(self, request: Request, failure: PlayerFailed) -> None:
        self._halted[request.id] = request
        self.pace.request_ended(request.id)
        self._publish(
            Halted(
                request,
                failure.message,
                failure.hint,
                kind=failure.kind,
                context_full=failure.context_full,
            )
        )

    async def _interrupt(self, request_id: int) -> None:
        """Stop a call and wait for a decision.

        If its answer had already arrived, the answer is entered: the request is passed on again,
        which sends nothing.
        """
        request = self._open(request_id)
        if request is None or not self._asking.is_running(request_id):
            return
        await self._asking.stop([request_id])
        if self._record.arrived(request_id) is None:
            self._halt(request, _stopped(request))

    async def _enter_entry(
        self, entry: Entry, timing: Timing | None, held: float | None = None
    ) -> None:
        await self._record.entry(entry, timing, held)
        self.entries.append(entry)
        try:
            events = self.master.submit(entry)
        except Exception as error:
            raise PlayError(
                f"the rules of this game have an error: {describe_error(error)}"
            ) from error
        await self._record_pending()
        times: dict[int, ResponseTime] = {}
        if isinstance(entry, Response) and entry.request_id in self._record.times:
            times[entry.request_id] = self._record.times[entry.request_id]
        self._happened(events, times)
        await self._withdraw()

    def _happened(self, events: tuple[Event, ...], times: Mapping[int, ResponseTime]) -> None:
        awaits = frozenset(request.seat for request in self.master.pending())
        self._publish(EventsHappened(events, times, awaits))

    async def _withdraw(self) -> None:
        """Stop the players of requests that the master closed unanswered, unless it is finished."""
        if self.master.finished:
            return  # all players are stopped at the end
        open_now = {request.id for request in self.master.pending()}
        brought = (*self._asking.active, *self._with_people, *self._halted)
        closed = [id for id in brought if id not in open_now]
        try:
            await self._asking.stop(closed)
        finally:
            for id in closed:
                self._with_people.pop(id, None)
                self._halted.pop(id, None)
                self._kept.pop(id, None)
                self.pace.request_ended(id)
                self._publish(Withdrawn(id))


def _stopped(request: Request) -> PlayerFailed:
    return PlayerFailed(
        INTERRUPTED,
        Sentence(translatable("The call for {seat} was stopped."), seat=request.seat),
        Sentence(translatable("Send it again, continue with another partner, or leave.")),
    )


def _programming_error(request: Request, error: BaseException) -> PlayerFailed:
    return PlayerFailed(
        "mistake",
        Sentence(
            translatable("The program playing {seat} failed: {what}."),
            seat=request.seat,
            what=describe_error(error),
        ),
        Sentence(translatable("Leave; you can resume the episode once this is fixed.")),
    )

"""An episode played by this program, as the fronts see it through its seat port."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Coroutine, Mapping
from dataclasses import InitVar, dataclass, field
from datetime import UTC, datetime
from typing import Any

from clemtui.engine import (
    NOTHING_ASKED,
    OBSERVER,
    Control,
    Game,
    GameMaster,
    Instance,
    Response,
    SavedTiming,
    Seat,
    Text,
    Texts,
    Timing,
    View,
    answering_seconds,
    replay,
)
from clemtui.episode.clock import Clock
from clemtui.episode.condition import Condition
from clemtui.episode.errors import PlayError, describe_error
from clemtui.episode.loop.blindfold import Blindfold
from clemtui.episode.loop.evidence import RecordedState
from clemtui.episode.loop.partner_pace import PartnerPace
from clemtui.episode.loop.play_loop import EpisodeLoop
from clemtui.episode.loop.recording import RecordedEvidence
from clemtui.episode.loop.secret_mask import SecretMask
from clemtui.episode.seat_port import (
    Draft,
    GiveUp,
    LeaveEpisode,
    LiveEnd,
    Pause,
    ResumePlay,
    SeatControl,
    SendAgain,
    SetPace,
    Step,
    StopCall,
    Subscriber,
    TimeUp,
)
from clemtui.episode.time_limit import seconds_spent
from clemtui.episode.updates import Finished, PaceChanged, RecordingFailed, Update
from clemtui.players.base import Player, PlayerKind, PlayerResponse
from clemtui.players.llm.player import preload
from clemtui.records.errors import DatabaseGone, LeaseLost, StoreError
from clemtui.store.write.recorder import Recorder
from clemtui.store.write.writer import Writer


@dataclass(kw_only=True, eq=False)
class LiveEpisode:
    """An episode in play, created by `PlayService.start` or `PlayService.resume`.

    Fronts use it through `SeatPort`.

    Attributes:
        id: id of the episode in the records.
        players: the player in each seat, by seat; people fill the other seats.
        people: the id in the records of the person in each human seat, by seat.
        drafts: unsubmitted drafts of people's responses, by open request.
        timings: how long people have spent on open requests, by request, as last saved.
    """

    id: str
    game: Game
    instance: Instance
    texts: Texts
    condition: Condition
    master: GameMaster
    players: Mapping[str, Player]
    people: Mapping[str, str]
    recorder: InitVar[Recorder]
    session: InitVar[str]
    earlier: InitVar[RecordedState | None] = None
    clock: InitVar[Clock | None] = None
    partner_pace: InitVar[PartnerPace | None] = None
    drafts: dict[int, Draft] = field(init=False)
    timings: dict[int, SavedTiming] = field(init=False)

    def __post_init__(
        self,
        recorder: Recorder,
        session: str,
        earlier: RecordedState | None,
        clock: Clock | None,
        partner_pace: PartnerPace | None,
    ) -> None:
        earlier = earlier or RecordedState()
        self.drafts = dict(earlier.drafts)
        self.timings = dict(earlier.timings)
        self._recorder = recorder
        self._subscribers: list[Subscriber] = []
        self._answered: set[int] = set()
        self._idle = asyncio.Event()
        self._idle.set()
        self._lost: StoreError | None = None
        self._mask = SecretMask.of(self.game, self.instance, self.human_seats)
        self._blindfold = Blindfold.of(self.kinds, self.human_seats, blinded=self.condition.blinded)
        self._evidence = RecordedEvidence(recorder, self.id, session, self._publish, earlier)
        self._loop = EpisodeLoop(
            self.master,
            self.players,
            self._evidence,
            self._publish,
            response_limit=self.condition.response_limit,
            earlier=earlier,
            clock=clock,
            partner_pace=partner_pace,
        )

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats of the game."""
        return self.game.card.seats

    @property
    def kinds(self) -> Mapping[str, PlayerKind]:
        """The kind of player in each seat."""
        players = {seat.name: self.players.get(seat.name) for seat in self.seats}
        return {seat: player.kind if player else "human" for seat, player in players.items()}

    @property
    def human_seats(self) -> tuple[str, ...]:
        """The seats filled by people here."""
        return tuple(seat for seat, kind in self.kinds.items() if kind == "human")

    def subscribe(self, subscriber: Subscriber) -> None:
        """Call ``subscriber`` with every update from now on, in order, in the loop's thread."""
        self._subscribers.append(subscriber)

    def updates(self, hear: Subscriber) -> Coroutine[Any, Any, LiveEnd]:
        """Call ``hear`` with every update from now on; await the result to play the episode.

        See `play`.
        """
        self.subscribe(hear)
        return self.play()

    def view(self, watcher: str) -> View:
        """Return what a watcher may see of the board under the condition of this episode.

        Raises:
            ValueError: if the episode is not over and the watcher is not one of this port.
        """
        if not self.master.finished and watcher not in (self.human_seats or (OBSERVER,)):
            raise ValueError(f"{watcher} is hidden here until the episode is over")
        if self.condition.interface == "verbatim" and watcher in self.human_seats:
            return View()
        return self.master.view(watcher).with_aids(frozenset(self.condition.aids))

    def answer(self, request_id: int, text: str, timing: Timing) -> bool:
        """Queue a person's response for the loop, stripped the way model back-ends strip theirs.

        Returns False, and queues nothing, if the request is not or no longer open to a person. An
        answer that by its timing came too late is not entered: the episode ends (`TimeUp`).
        """
        left = self._left_after(request_id, timing)
        if left is not None and left < 0:
            self.control(TimeUp(request_id, timing))
            return True
        taken = self._loop.answer(request_id, PlayerResponse((Text(text.strip()),), timing))
        if taken:
            self._answered.add(request_id)
            self.drafts.pop(request_id, None)
            self.timings.pop(request_id, None)
        return taken

    def time_left(
        self, seat: str, request_id: int | None = None, spent: float = 0.0
    ) -> float | None:
        """Return how many seconds the person in a seat has left to answer, below 0 if they
        exceeded them; None without a limit.

        ``spent`` is how long they have been answering the open request ``request_id``; others count
        as last saved.
        """
        limit = self.condition.time_limit
        if limit is None or seat not in self.human_seats:
            return None
        without = () if request_id is None else (request_id,)
        before = seconds_spent(
            seat, self.master, self._evidence.times, self.timings, without=without
        )
        return limit - before - spent

    def _left_after(self, request_id: int, timing: Timing) -> float | None:
        """Return what is left after an answer with this timing; None without a limit, or if the
        request is not open to a person here."""
        for seat in self.human_seats:
            if request_id in self._open_requests(seat):
                return self.time_left(seat, request_id, answering_seconds(timing) or 0.0)
        return None

    def would_break_form(self, request_id: int, text: str) -> bool:
        """Return whether a response would end the episode because it is malformed.

        No other end is predicted: that would reveal whether a word is known or forbidden. The
        response is tried on a replay of the episode.

        False if the request is not open to a person here, or the rules fail on it: play says so
        once it is sent.
        """
        if not any(request_id in self._open_requests(seat) for seat in self.human_seats):
            return False
        tried = (*self._loop.entries, Response.of(request_id, text.strip()))
        with contextlib.suppress(Exception):
            trial = replay(self.game, self.instance, self.texts, tried).master
            new = trial.events[len(self.master.events) :]
            verdicts = [event.verdict.kind for event in new if event.verdict is not None]
            return trial.finished and "malformed" in verdicts
        return False

    async def draft(
        self, request_id: int, body: Draft | None, timing: Timing | None = None
    ) -> None:
        """Save a draft of a person's response, and the time that they have spent on it.

        ``body`` is None if they have written nothing; ``timing`` is None if it is not measured.
        Does nothing if the request is not or no longer open to a person here.

        Raises:
            StoreError: if it cannot be recorded.
        """
        if not any(request_id in self._open_requests(seat) for seat in self.human_seats):
            return
        if body is not None:
            self.drafts[request_id] = body
        if timing is not None:
            self.timings[request_id] = SavedTiming(timing, datetime.now(UTC))
        await self._recorder.do(Writer.draft, self.id, request_id, body, timing)

    def _open_requests(self, seat: str) -> tuple[int, ...]:
        """Return the requests that a person in a seat has not answered."""
        pending = (request for request in self.master.pending() if request.seat == seat)
        return tuple(request.id for request in pending if request.id not in self._answered)

    def control(self, command: SeatControl) -> None:
        """Execute a command; its effects are published as updates.

        What arrived of a stopped call is kept in the record of the attempt, and the request is
        halted with kind `INTERRUPTED` until someone decides. If the answer arrived just before, the
        call ends as if it had not been stopped.

        Raises:
            ValueError: for a pace that is negative or not finite, a seat that no one here has, or
                if there is time left.
        """
        match command:
            case GiveUp(seat, timing):
                if seat not in self.human_seats:
                    raise ValueError(f"no one here plays {seat}")
                self._loop.control(Control("gave up", seat), timing or self._last_timing(seat))
            case TimeUp(request_id, timing):
                self._time_up(request_id, timing)
            case SendAgain(request_id):
                self.send(request_id)
            case StopCall(request_id):
                self._loop.interrupt(request_id)
            case Pause():
                self._loop.pause()
            case ResumePlay():
                self._loop.resume()
            case Step():
                self._loop.step()
            case SetPace(seconds):
                self.pace = seconds
            case LeaveEpisode():
                self.leave()

    def _time_up(self, request_id: int, timing: Timing) -> None:
        left = self._left_after(request_id, timing)
        if left is None or left > 0:
            raise ValueError(f"time is not up for request {request_id}")
        seat = next(each.seat for each in self.master.pending() if each.id == request_id)
        self._answered.add(request_id)
        limit = f"{self.condition.time_limit:g} seconds"
        self._loop.control(Control("time-out", seat, limit), timing)

    def _last_timing(self, seat: str) -> Timing:
        """Return the timing of the last open request that a seat was shown."""
        saved = [self.timings[id] for id in self._open_requests(seat) if id in self.timings]
        return saved[-1].timing if saved else NOTHING_ASKED

    def send(self, request_id: int) -> None:
        """Send a halted request, for the first time or again."""
        self._loop.send(request_id)

    @property
    def paused(self) -> bool:
        """Whether the game is paused."""
        return self._loop.pace.paused

    @property
    def pace(self) -> float:
        """Seconds to wait after each response before asking the next model, script or service.

        0 for no wait. Can be changed at any time, also during a wait, which is adjusted. Setting a
        number that is negative or not finite raises ValueError.
        """
        return self._loop.pace.seconds

    @pace.setter
    def pace(self, seconds: float) -> None:
        self._loop.pace.set(seconds)
        self._publish(PaceChanged(seconds))

    def end_with_full_context(self, seat: str) -> None:
        """End the episode as aborted: the dialogue no longer fits into the context of a model."""
        self._loop.control(Control("context full", seat))

    def leave(self) -> None:
        """Stop playing; the episode can be resumed from exactly this point."""
        self._loop.leave()

    async def stop(self) -> None:
        """Leave and wait until play has ended. Returns at once if the episode is not in play."""
        if not self._idle.is_set():
            self.leave()
            await self._idle.wait()

    async def play(self) -> LiveEnd:
        """Play until the episode ends, is left, or can no longer be recorded.

        However it ends, other programs may resume the episode afterwards.

        Raises:
            PlayError: if the rules have a mistake; the episode can be resumed.
            RuntimeError: if it is being played already: two loops would enter answers twice.
        """
        if not self._idle.is_set():
            raise RuntimeError(f"episode {self.id} is being played already")
        self._idle.clear()
        if any(player.kind == "model" for player in self.players.values()):
            # Importing litellm takes seconds. If it fails, the first call reports the error.
            threading.Thread(target=preload, name="preload", daemon=True).start()
        try:
            return await self._play()
        finally:
            self._idle.set()

    async def _play(self) -> LiveEnd:
        self._recorder.watch(self.id, self._stop_unrecorded)
        end: LiveEnd | None = None
        try:
            if await self._loop.run() == "finished" and self._lost is None:
                await self._finish()
                end = "finished"
            elif self._lost is None:
                await self._recorder.do(Writer.release, self.id)
                end = "left"
            else:
                raise self._lost
        except StoreError as error:
            end = "not recorded"
            self._publish(_recording_failed(error))
        finally:
            self._recorder.unwatch(self.id)
            if end in (None, "not recorded"):
                await self._release_lease()
        return end

    async def _finish(self) -> None:
        try:
            scores = self.game.score(self.master)
        except Exception as error:
            raise PlayError(
                f"{self.game.card.id} cannot score this episode: {describe_error(error)}"
            ) from error
        await self._recorder.do(
            Writer.end_episode, self.id, "finished", scores=scores, events=self.master.events
        )
        self._publish(Finished(scores))

    async def _release_lease(self) -> None:
        """Release the lease after play broke off.

        If that cannot be recorded either, others can see from the age of the lease that it is free.
        """
        with contextlib.suppress(StoreError):
            await self._recorder.do(Writer.release, self.id)

    def _stop_unrecorded(self, why: StoreError) -> None:
        self._lost = why
        self._loop.leave()

    def _publish(self, update: Update) -> None:
        shown = self._blindfold.of_update(self._mask.of_update(update))
        if shown is None:
            return
        for subscriber in tuple(self._subscribers):
            subscriber(shown)


def _recording_failed(error: StoreError) -> RecordingFailed:
    match error:
        case DatabaseGone():
            return RecordingFailed(str(error), "gone")
        case LeaseLost():
            return RecordingFailed(str(error), "taken over")
        case _:
            return RecordingFailed(str(error))

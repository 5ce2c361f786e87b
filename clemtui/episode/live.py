"""A live episode: one episode being played in this program, as a front talks to it."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable, Mapping
from typing import Any, Literal

from clemtui.engine import Control, Game, GameMaster, Instance, Seat, Texts, Timing, View
from clemtui.episode.errors import PlayError, StoreError, described
from clemtui.episode.loop.discretion import Discretion
from clemtui.episode.loop.pace import Waiting
from clemtui.episode.loop.play_loop import EpisodeLoop
from clemtui.episode.loop.recording import EpisodeEvidence
from clemtui.episode.planning.condition import Condition
from clemtui.episode.response_times import ResponseTimes
from clemtui.episode.transcript import ScreenState
from clemtui.episode.updates import Finished, RecordingFailed, Update
from clemtui.players.base import Player
from clemtui.players.human import HumanPlayer
from clemtui.players.llm.player import preload
from clemtui.store.write.recorder import Recorder
from clemtui.store.write.writer import Writer

LiveEnd = Literal["finished", "left", "not recorded"]
Subscriber = Callable[[Update], object]


class LiveEpisode:
    """One episode in play. Made by `PlayService.start` and `PlayService.resume`.

    Attributes:
        id: of the episode in the records.
        people: the person in each human seat, by seat: their id in the records.
    """

    def __init__(
        self,
        *,
        id: str,
        game: Game,
        instance: Instance,
        texts: Texts,
        condition: Condition,
        master: GameMaster,
        players: Mapping[str, Player],
        people: Mapping[str, str],
        recorder: Recorder,
        session: str,
        responses: int = 0,
        recorded: frozenset[int] = frozenset(),
        held: frozenset[int] = frozenset(),
        arrived: Mapping[int, str] | None = None,
        times: ResponseTimes | None = None,
        drafts: Mapping[int, str | Mapping[str, Any]] | None = None,
        waiting: Waiting | None = None,
    ) -> None:
        self.id = id
        self.game = game
        self.instance = instance
        self.texts = texts
        self.condition = condition
        self.master = master
        self.players = players
        self.people = people
        self.drafts = dict(drafts or {})
        self._recorder = recorder
        self._subscribers: list[Subscriber] = []
        self._answered: set[int] = set()
        self._idle = asyncio.Event()
        self._idle.set()
        self._lost: StoreError | None = None
        self._discretion = Discretion.of(game, instance, self.human_seats)
        evidence = EpisodeEvidence(
            recorder,
            id,
            session,
            self._publish,
            arrived=arrived or {},
            times=times or ResponseTimes(),
        )
        self._loop = EpisodeLoop(
            master,
            players,
            evidence,
            self._publish,
            response_limit=condition.response_limit,
            responses=responses,
            recorded=recorded,
            held=held,
            waiting=waiting,
        )

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats of the game."""
        return self.game.card.seats

    @property
    def human_seats(self) -> tuple[str, ...]:
        """The seats that people fill here."""
        return tuple(seat for seat, player in self.players.items() if player.kind == "human")

    def subscribe(self, subscriber: Subscriber) -> None:
        """Tell somebody of every update from now on, in order, in the loop's own thread."""
        self._subscribers.append(subscriber)

    def view(self, watcher: str) -> View:
        """What a watcher may see of the board under the condition of this episode."""
        if self.condition.interface == "verbatim" and watcher in self.human_seats:
            return View()
        return self.master.view(watcher).with_aids(frozenset(self.condition.aids))

    def answer(self, request_id: int, text: str, timing: Timing) -> bool:
        """Hand in a person's response. False if that request is not open (any more)."""
        request = next((r for r in self.master.pending() if r.id == request_id), None)
        player = self.players.get(request.seat) if request else None
        taken = isinstance(player, HumanPlayer) and player.submit(request_id, text, timing)
        if taken:
            self._answered.add(request_id)
            self.drafts.pop(request_id, None)
        return taken

    async def draft(self, request_id: int, body: str | Mapping[str, Any]) -> None:
        """Keep what a person has written so far; nothing is kept once it is handed in.

        Raises:
            StoreError: if it cannot be recorded.
        """
        if request_id in self._answered:
            return
        self.drafts[request_id] = body
        await self._recorder.do(Writer.draft, self.id, request_id, body)

    def give_up(self, seat: str) -> None:
        """End the episode because the person in a seat gives up: it counts as aborted."""
        self._loop.control(Control("gave up", seat))

    def send(self, request_id: int) -> None:
        """Send a halted request (again)."""
        self._loop.send(request_id)

    def interrupt(self, request_id: int) -> bool:
        """Stop the call to a model that is under way for a request. False if there is none.

        What had arrived is kept in the record of the attempt, and the request is halted (of the
        kind `INTERRUPTED`) until somebody decides: nothing is sent again unasked. A call whose
        answer has just arrived ends as if it had not been stopped.
        """
        return self._loop.interrupt(request_id)

    @property
    def paused(self) -> bool:
        """Whether play pauses."""
        return self._loop.pace.paused

    def pause(self) -> None:
        """Pause: from now on no model, script or service is asked, and what one answers is kept.

        Told to fronts by `Paused` once it is on record. The front stops the clock of a person who
        is answering; what a person hands in all the same is entered.
        """
        self._loop.pause()

    def resume_play(self) -> None:
        """Go on after a pause; told to fronts by `Resumed`."""
        self._loop.resume()

    @property
    def pace(self) -> float:
        """Seconds to wait after each response before the next player that is no person is asked.

        0 for at once. It can be changed at any time, for the wait of now too; negative numbers are
        refused with ValueError.
        """
        return self._loop.pace.seconds

    @pace.setter
    def pace(self, seconds: float) -> None:
        self._loop.pace.set(seconds)

    def step(self) -> None:
        """Let exactly one response pass while play pauses; otherwise, end the wait of now.

        Does nothing where nobody but a person is to answer.
        """
        self._loop.step()

    def leave(self) -> None:
        """Stop; the episode can be resumed exactly here."""
        self._loop.leave()

    async def stop(self) -> None:
        """Leave, and wait until play has ended; at once if nobody plays."""
        if not self._idle.is_set():
            self.leave()
            await self._idle.wait()

    async def play(self) -> LiveEnd:
        """Play until the end, until it is left, or until nothing can be recorded any more.

        However it ends, other programs may take the episode up then.

        Raises:
            PlayError: if the rules have a mistake; the episode can be resumed.
        """
        self._idle.clear()
        if any(player.kind == "model" for player in self.players.values()):
            # Importing litellm takes seconds. Whatever goes wrong there, the first call meets it.
            threading.Thread(target=preload, name="preload", daemon=True).start()
        try:
            return await self._play()
        finally:
            self._idle.set()

    async def _play(self) -> LiveEnd:
        self._recorder.watch(self.id, self._lose)
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
            self._publish(RecordingFailed(str(error)))
        finally:
            self._recorder.unwatch(self.id)
            if end in (None, "not recorded"):
                await self._let_go()
        return end

    def screen(self, watcher: str) -> ScreenState:
        """An empty screen of a watcher, under the condition of this episode."""
        return ScreenState(
            watcher,
            live_partner=self.condition.live_partner,
            verbatim=self.condition.interface == "verbatim",
        )

    async def reveal(self) -> None:
        """Record that the people here have seen the solution.

        Raises:
            StoreError: if it cannot be recorded.
        """
        for person in self.people.values():
            await self._recorder.do(
                Writer.exposure,
                person,
                self.instance.task_key,
                self.instance.hash,
                "saw solution",
                self.id,
            )

    async def _finish(self) -> None:
        try:
            scores = self.game.score(self.master)
        except Exception as error:
            raise PlayError(
                f"{self.game.card.id} cannot score this episode: {described(error)}"
            ) from error
        await self._recorder.do(
            Writer.end_episode, self.id, "finished", scores=scores, events=self.master.events
        )
        self._publish(Finished(scores))

    async def _let_go(self) -> None:
        """Give the lease back where play broke off. Where that cannot be recorded either, others
        see by its age that nobody plays."""
        with contextlib.suppress(StoreError):
            await self._recorder.do(Writer.release, self.id)

    def _lose(self, why: StoreError) -> None:
        self._lost = why
        self._loop.leave()

    def _publish(self, update: Update) -> None:
        shown = self._discretion.of_update(update)
        for subscriber in tuple(self._subscribers):
            subscriber(shown)

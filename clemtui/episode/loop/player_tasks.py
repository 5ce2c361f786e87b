"""Players working on requests, each in a separate task."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping

from clemtui.engine import GameMaster, Request
from clemtui.episode.loop.commands import Answered, Failed
from clemtui.episode.loop.evidence import EvidenceSink
from clemtui.episode.loop.partner_pace import Holding
from clemtui.episode.updates import Streamed, Update
from clemtui.language import Sentence, translatable
from clemtui.players.base import Ask, Player, PlayerFailed, PlayerResponse
from clemtui.records.errors import StoreError


class PlayerTasks:
    """The tasks of the players. Reports how each task ends unless it was stopped from here.

    A request is active from the moment it is passed to its player until its answer is entered or it
    is stopped.
    """

    def __init__(
        self,
        master: GameMaster,
        players: Mapping[str, Player],
        record: EvidenceSink,
        publish: Callable[[Update], None],
        tell: Callable[[Answered | Failed], None],
        holding: Holding,
    ) -> None:
        self._master = master
        self._players = players
        self._record = record
        self._publish = publish
        self._tell = tell
        self._holding = holding
        self._tasks: dict[int, asyncio.Task[PlayerResponse]] = {}

    @property
    def active(self) -> tuple[int, ...]:
        """The active requests, oldest first."""
        return tuple(self._tasks)

    def is_running(self, request_id: int) -> bool:
        """Whether a player is working on a request."""
        task = self._tasks.get(request_id)
        return task is not None and not task.done()

    def start(self, request: Request) -> None:
        """Pass a request to its player."""
        task = asyncio.create_task(self._ask(request))
        self._tasks[request.id] = task
        task.add_done_callback(lambda task: self._ended(request, task))

    def done(self, request_id: int) -> bool:
        """Mark a request as no longer active. Returns False if it was not active."""
        return self._tasks.pop(request_id, None) is not None

    async def stop(self, requests: Iterable[int]) -> None:
        """Stop the players working on some requests, if any.

        Errors raised by a player while it is being stopped are ignored.

        Raises:
            StoreError: if a player's outcome cannot be recorded.
        """
        tasks = [self._tasks.pop(id) for id in requests if id in self._tasks]
        for task in tasks:
            task.cancel()
        for end in await asyncio.gather(*tasks, return_exceptions=True):
            if isinstance(end, StoreError):
                raise end

    async def _ask(self, request: Request) -> PlayerResponse:
        return await self._holding.held(request, self._answer(request))

    async def _answer(self, request: Request) -> PlayerResponse:
        arrived = self._record.arrived(request.id)
        if arrived is not None:
            return arrived

        def stream(text: str, reasoning: str) -> None:
            self._publish(Streamed(request, text, reasoning))

        ask = Ask(request, self._master.view(request.seat), self._record.attempts(request), stream)
        return await self._players[request.seat].respond(ask)

    def _ended(self, request: Request, task: asyncio.Task[PlayerResponse]) -> None:
        if self._tasks.get(request.id) is not task:
            return
        if task.cancelled():
            message = Sentence(translatable("{seat} was interrupted."), seat=request.seat)
            hint = Sentence(translatable("Send it again."))
            self._tell(Failed(request, PlayerFailed("cancelled", message, hint)))
        elif error := task.exception():
            self._tell(Failed(request, error))
        else:
            self._tell(Answered(request, task.result()))

"""The human player: a desk on which the front lays the person's responses."""

from __future__ import annotations

import asyncio

from clemtui.engine import Text, Timing
from clemtui.players.base import Ask, Delivery, PlayerKind


class HumanPlayer:
    """Waits for the person. One request may be open for each number; several at once are fine."""

    kind: PlayerKind = "human"

    def __init__(self) -> None:
        self._open: dict[int, asyncio.Future[Delivery]] = {}

    async def respond(self, ask: Ask) -> Delivery:
        answer: asyncio.Future[Delivery] = asyncio.get_running_loop().create_future()
        self._open[ask.request.id] = answer
        try:
            return await answer
        finally:
            del self._open[ask.request.id]

    def submit(self, request_id: int, text: str, timing: Timing) -> bool:
        """Hand in a response, stripped as model back-ends strip theirs.

        Returns False, and takes nothing, if that request is not open (any more).
        """
        answer = self._open.get(request_id)
        if answer is None or answer.done():
            return False
        answer.set_result(Delivery((Text(text.strip()),), timing))
        return True

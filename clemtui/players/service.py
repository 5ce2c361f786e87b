"""The service player: a tool, judge or simulator that the rules ask like any other seat."""

from __future__ import annotations

from clemtui.engine import Service
from clemtui.players.base import Ask, PlayerKind, PlayerResponse


class ServicePlayer:
    """Answers with the result of the game's `Service`. Answers are recorded, never recomputed."""

    kind: PlayerKind = "service"

    def __init__(self, service: Service) -> None:
        self.service = service

    async def respond(self, ask: Ask) -> PlayerResponse:
        return PlayerResponse(await self.service.respond(ask.request))

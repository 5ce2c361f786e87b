"""The service player: a tool, judge or simulator that the rules ask like any seat."""

from __future__ import annotations

from clemtui.engine import Service
from clemtui.players.base import Ask, Delivery, PlayerKind


class ServicePlayer:
    """Answers with what the game's `Service` did. Its answers are recorded, never recomputed."""

    kind: PlayerKind = "service"

    def __init__(self, service: Service) -> None:
        self.service = service

    async def respond(self, ask: Ask) -> Delivery:
        return Delivery(await self.service.respond(ask.request))

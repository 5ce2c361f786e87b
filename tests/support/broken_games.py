"""Masters and players that only tests need: a withdrawn request, and all kinds of errors."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import cast

from clemtui.engine import DialogueMaster, Instance, Request, Response, Text, Texts, View
from clemtui.episode.live import LiveEpisode
from clemtui.episode.planning.plan import EpisodePlan
from clemtui.episode.service import PlayService
from clemtui.players.base import Ask, Player, PlayerFailed, PlayerKind, PlayerResponse


class Race(DialogueMaster):
    """Asks both seats at once; only the first to answer is asked again."""

    def __init__(self, instance: Instance, texts: Texts) -> None:
        super().__init__(instance, texts)
        self.answers = 0
        for seat in ("Player 1", "Player 2"):
            self.ask(seat, "Runner", "Ready, steady, go.")

    def on_response(self, request: Request, response: Response) -> None:
        self.answers += 1
        if self.answers == 2:
            self.end()
            return
        self._open.clear()
        self.ask(request.seat, "Runner", "You were first. Your name?")

    def view(self, watcher: str) -> View:
        return View()


class Script:
    """A player whose answers come from a function, and which counts its cancellations."""

    def __init__(self, act: Callable[[Ask], object], kind: PlayerKind = "scripted") -> None:
        self.kind: PlayerKind = kind
        self.asked = 0
        self.stopped = 0
        self._act = act

    async def respond(self, ask: Ask) -> PlayerResponse:
        self.asked += 1
        try:
            result = self._act(ask)
            if asyncio.iscoroutine(result):
                result = await result
        except asyncio.CancelledError:
            self.stopped += 1
            raise
        return PlayerResponse((Text(str(result)),))


async def forever(_: Ask) -> str:
    """Never answer."""
    await asyncio.Event().wait()
    raise AssertionError("nobody sets this event")


def failing(kind: str = "busy") -> Callable[[Ask], object]:
    """Return a function that fails like a player that cannot answer."""

    def act(_: Ask) -> object:
        raise PlayerFailed(kind, "The line is busy.", "Try again.")

    return act


async def start_with(
    service: PlayService, plan: EpisodePlan, players: dict[str, Player]
) -> LiveEpisode:
    """Start a plan with different players in some seats."""
    live = await service.start(plan)
    cast("dict[str, Player]", live.players).update(players)
    return live


def with_limit(plan: EpisodePlan, limit: int | None) -> EpisodePlan:
    """Return the plan with a different response limit."""
    return replace(plan, condition=plan.condition.model_copy(update={"response_limit": limit}))

"""An episode as lines of text, with a person whose clock is set by hand."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

from clemtui.config import Settings
from clemtui.engine import OBSERVER
from clemtui.episode.clock import Clock as Time
from clemtui.episode.planning.plan import SeatPlan
from clemtui.episode.planning.repeating import seat_names
from clemtui.language import Interface
from clemtui.plain.episode import PlainEpisode
from clemtui.plain.inbox import Inbox
from clemtui.plain.options import PlainOptions
from clemtui.plain.output import Output
from clemtui.plain.sitting import Sitting
from clemtui.players.base import Player
from clemtui.players.llm.parameters import ModelParameters
from tests.episode.test_pausing import Clock
from tests.support.broken_games import start_with
from tests.support.play_helpers import choices, planned, sitting, until


class Keyboard:
    """A person at the keyboard of an episode, whose clock is set by hand."""

    def __init__(self, episode: PlainEpisode, pipe: int, clock: Clock) -> None:
        self.episode = episode
        self.clock = clock
        self._pipe = pipe

    def types(self, *lines: str) -> None:
        os.write(self._pipe, "".join(f"{line}\n" for line in lines).encode())

    def goes(self) -> None:
        """Type nothing more: the input ends."""
        if self._pipe >= 0:
            os.close(self._pipe)
            self._pipe = -1

    async def asleep(self) -> None:
        """Wait until something waits for the clock."""
        await until(lambda: self.clock.sleeping)


@asynccontextmanager
async def at_keyboard(
    database: Path,
    game: str = "wordle",
    *,
    seat: str = "Player 1",
    partners: Mapping[str, Player] | None = None,
    model: str = "",
    **condition: object,
) -> AsyncIterator[Keyboard]:
    """An episode that is not played yet.

    Args:
        partners: players in place of those in some seats; as a ``model`` if one is named.
        condition: parts of the condition.
    """
    assert seat != OBSERVER
    partners = partners or {}
    clock = Clock()
    time = Time(clock.sleep, lambda: clock.now)
    async with sitting(database) as service:
        service._clock = time
        plan = planned(service, choices(game, seat=seat))
        seats = plan.seats
        if model:
            seats = tuple(
                SeatPlan(each.seat, "model", model, ModelParameters(model=model))
                if each.seat.name in partners
                else each
                for each in seats
            )
        under = plan.condition.model_copy(update=condition)
        plan = replace(plan, condition=under, seats=seats)
        live = await start_with(service, plan, dict(partners))
        read, write = os.pipe()
        with os.fdopen(read, encoding="utf-8") as stream:
            options = PlainOptions(
                interface=Interface("en"), settings=Settings(), database=database
            )
            here = Sitting(options, service, Inbox(stream), Output())
            summary = (await service.read(lambda reader: reader.load(live.id))).summary
            voice = here.voice(game, seat_names(summary))
            episode = PlainEpisode(live, voice, here, in_study=True, clock=time)
            person = Keyboard(episode, write, clock)
            try:
                yield person
            finally:
                person.goes()

"""How fast the blinded partners of an episode are to seem, from its condition and the records."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Protocol, TypeVar

from clemtui.episode.condition import Condition
from clemtui.episode.loop.partner_pace import PartnerPace, thinking_seconds
from clemtui.records.rows import SeatAssignment
from clemtui.store.read.reader import Reader

T = TypeVar("T")


class Read(Protocol):
    """Runs a query on the records."""

    def __call__(self, query: Callable[[Reader], T], /) -> Awaitable[T]: ...


async def partner_pace(
    read: Read, condition: Condition, game: str, seats: Iterable[SeatAssignment], episode: str
) -> PartnerPace | None:
    """Return how fast partners are to seem; None if that is not part of the condition.

    What is drawn follows from the id of the episode, so that it is the same after resuming.

    Raises:
        StoreError: if the records cannot be read.
    """
    speed, fixed = condition.graphemes_per_minute, condition.thinking_seconds
    if speed is None:
        return None
    thinking: dict[str, Sequence[float]] = {}
    for seat in (each.seat for each in seats if each.kind in ("model", "scripted")):
        drawn = await thinking_times(read, game, seat, speed) if fixed is None else (fixed,)
        thinking[seat] = drawn
    return PartnerPace(speed, thinking, episode)


async def thinking_times(
    read: Read, game: str, seat: str, graphemes_per_minute: float
) -> tuple[float, ...]:
    """Return how long recorded people thought in a seat of a game, in seconds, sorted; see
    `clemtui.episode.loop.partner_pace.thinking_seconds`.

    Raises:
        StoreError: if the records cannot be read.
    """
    timed = await read(lambda reader: reader.timed_answers(game, seat))
    times = (thinking_seconds(text, timing, graphemes_per_minute) for text, timing in timed)
    return tuple(sorted(time for time in times if time is not None))

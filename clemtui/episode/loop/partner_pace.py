"""The pace of a blinded partner: answers appear when a person could have thought and typed them.

An answer appears after a thinking time and the time to type it, both from when it was asked for. If
it takes longer by itself, nothing is added. It is held back after a model's answer has been
recorded as an attempt and before it is entered: whoever leaves meanwhile, or is killed, finds it
there on resuming, where the partner seems to begin again and nothing is sent twice.
"""

from __future__ import annotations

from collections.abc import Awaitable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

from clemtui.engine import Request, Timing, answering_seconds, text_of
from clemtui.episode.clock import Clock
from clemtui.episode.planning.seeds import seed_of
from clemtui.language import grapheme_clusters
from clemtui.players.base import PlayerResponse


def typing_seconds(text: str, graphemes_per_minute: float) -> float:
    """Return how long it takes to type a text, stripped."""
    return len(grapheme_clusters(text.strip())) * 60 / graphemes_per_minute


def thinking_seconds(text: str, timing: Timing, graphemes_per_minute: float) -> float | None:
    """Return how long a person thought before they wrote an answer; None if unknown.

    This is the time to the first key, pauses not counted. Where only whole lines are seen, it is
    the time that the answer took without that of typing it, or 0 if it was typed faster.
    """
    first = timing.first_key_ms
    if first is not None:
        return answering_seconds(replace(timing, submitted_ms=first))
    whole = answering_seconds(timing)
    return None if whole is None else max(0.0, whole - typing_seconds(text, graphemes_per_minute))


@dataclass(frozen=True, slots=True)
class PartnerPace:
    """How fast the partners in some seats seem to be.

    Attributes:
        thinking: the thinking times to draw from, in seconds, by seat; other seats are not paced.
            Where there are none, answers are only typed.
        seed: with the number of the request, decides what is drawn.
    """

    graphemes_per_minute: float
    thinking: Mapping[str, Sequence[float]]
    seed: str

    def seconds(self, request: Request, text: str) -> float:
        """Return after how many seconds an answer appears."""
        times = self.thinking[request.seat]
        thought = Random(seed_of(self.seed, request.id)).choice(times) if times else 0.0
        return thought + typing_seconds(text, self.graphemes_per_minute)


class Holding:
    """Holds answers back until they may appear; lets them through at once without a pace."""

    def __init__(self, pace: PartnerPace | None, clock: Clock) -> None:
        self._pace = pace
        self._clock = clock

    async def held(self, request: Request, answering: Awaitable[PlayerResponse]) -> PlayerResponse:
        """Return the answer of a player when it may appear.

        Raises:
            PlayerFailed: at once, if there is no answer.
        """
        start = self._clock.now()
        response = await answering
        if self._pace is None or request.seat not in self._pace.thinking:
            return response
        appears = start + self._pace.seconds(request, text_of(response.parts))
        left = max(0.0, appears - self._clock.now())
        if left > 0:
            await self._clock.sleep(left)
        return replace(response, held=left)

"""How long the models of an episode usually take, by what is recorded of their latest episodes."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from statistics import median

from clemtui.episode.seat_port import ObserverPort
from clemtui.episode.service import PlayService
from clemtui.records.rows import EpisodeFilter, SeatAssignment, StoredEpisode
from clemtui.store.read.reader import Reader

_EPISODES = 3
"""The number of episodes of a model that are read."""

_LOOKED_AT = 30
"""Among how many episodes they are looked for: names of other models may contain its name."""


async def usual_seconds(service: PlayService, live: ObserverPort) -> dict[str, float]:
    """Return the median time of each model's answers in this game, by seat.

    A model is the same one with the same parameters and in the same role: others ask for longer
    answers. Those never seen are left out.

    Raises:
        StoreError: if the records cannot be read.
    """
    if "model" not in live.kinds.values():
        return {}

    def read(reader: Reader) -> dict[str, float]:
        seats = reader.summaries([live.id])[live.id].seats
        models = [seat for seat in seats if seat.kind == "model"]
        known = {seat.seat: _seconds(reader, live.game.card.id, seat) for seat in models}
        return {seat: median(seconds) for seat, seconds in known.items() if seconds}

    return await service.read(read)


def _seconds(reader: Reader, game: str, model: SeatAssignment) -> list[float]:
    """Return how long each finished call to a model took in its latest episodes of a game."""
    where = EpisodeFilter(game=game, player=model.player, state="finished")
    found = [
        (episode, seats)
        for episode in reader.episodes(where, limit=_LOOKED_AT)
        if (seats := {each.seat for each in episode.seats if _is_same(each, model)})
    ]
    return [
        each
        for episode, seats in found[:_EPISODES]
        for each in _seconds_in(reader.load(episode.id), seats)
    ]


def _is_same(seat: SeatAssignment, model: SeatAssignment) -> bool:
    return (seat.role, seat.player, seat.parameters) == (
        model.role,
        model.player,
        model.parameters,
    )


def _seconds_in(stored: StoredEpisode, seats: Collection[str]) -> Iterator[float]:
    asked = {each.request.id for each in stored.requests if each.request.seat in seats}
    for attempt in stored.attempts:
        if attempt.request in asked and attempt.outcome == "done" and attempt.duration_ms:
            yield attempt.duration_ms / 1000

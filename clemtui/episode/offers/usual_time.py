"""How long the models of an episode usually take, by what is recorded of their latest episodes."""

from __future__ import annotations

from statistics import median

from clemtui.episode.seat_port import ObserverPort
from clemtui.episode.service import PlayService
from clemtui.records.rows import EpisodeFilter, EpisodeSummary
from clemtui.store.read.reader import Reader

_EPISODES = 3
"""The number of episodes of a model that are read."""


async def usual_seconds(service: PlayService, live: ObserverPort) -> dict[str, float]:
    """Return the median time of each model's answers, by seat; models never seen are left out.

    Raises:
        StoreError: if the records cannot be read.
    """
    if "model" not in live.kinds.values():
        return {}

    def read(reader: Reader) -> dict[str, float]:
        seats = reader.summaries([live.id])[live.id].seats
        models = {seat.seat: seat.player for seat in seats if seat.kind == "model"}
        known = {name: _median(reader, name) for name in set(models.values())}
        return {seat: time for seat, name in models.items() if (time := known[name]) is not None}

    return await service.read(read)


def _median(reader: Reader, model: str) -> float | None:
    where = EpisodeFilter(player=model, state="finished")
    seconds = [
        each
        for episode in reader.episodes(where, limit=_EPISODES)
        for each in _seconds(reader, episode, model)
    ]
    return median(seconds) if seconds else None


def _seconds(reader: Reader, episode: EpisodeSummary, model: str) -> list[float]:
    """Return how long each finished call to a model took in an episode."""
    seats = {each.seat for each in episode.seats if each.player == model}
    stored = reader.load(episode.id)
    asked = {each.request.id for each in stored.requests if each.request.seat in seats}
    return [
        attempt.duration_ms / 1000
        for attempt in stored.attempts
        if attempt.request in asked and attempt.outcome == "done" and attempt.duration_ms
    ]

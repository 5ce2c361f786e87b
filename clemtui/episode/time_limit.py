"""How much of the time for an episode a person has left.

What counts is what the records count as answering (`clemtui.engine.answering_seconds`), summed over
the answers of the seat: pauses, time away and waiting for others cost nothing. So the time left
follows from the records alone, whoever resumes the episode and whenever.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from clemtui.engine import RECEIVE, GameMaster, SavedTiming, answering_seconds
from clemtui.episode.response_times import ResponseTime


def seconds_spent(
    seat: str,
    master: GameMaster,
    times: Mapping[int, ResponseTime],
    saved: Mapping[int, SavedTiming],
    *,
    without: Collection[int] = (),
) -> float:
    """Return how long the person in a seat has been answering in the episode so far, in seconds.

    Args:
        times: the response times of the answers entered, by request.
        saved: the timings of open requests, as last saved.
        without: open requests that are not counted.
    """
    answered = {
        event.request_id
        for event in master.events
        if event.kind == RECEIVE and event.sender == seat and event.request_id is not None
    }
    open_now = {request.id for request in master.pending() if request.seat == seat}
    entered = (times[id].seconds for id in answered if id in times)
    waiting = (answering_seconds(saved[id].timing) for id in open_now - {*without} if id in saved)
    return sum(seconds or 0.0 for seconds in (*entered, *waiting))

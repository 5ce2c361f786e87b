"""The timing of a person's response: evidence kept beside the entry itself.

All durations are measured on one clock for each request. It runs while the request is shown to the
person, in the app or in plain mode, and stands still while they have left the episode. So a request
that was answered in several sittings has the sum of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal


@dataclass(frozen=True, slots=True)
class Pause:
    """An interval in which the person was not answering, in ms on the clock of the request."""

    start_ms: float
    end_ms: float
    why: Literal["paused", "focus lost"] = "paused"


@dataclass(frozen=True, slots=True)
class Timing:
    """How a person arrived at a response. Keystrokes are never recorded.

    Attributes:
        shown_at: when the request was first shown; None for an import that does not say, and if
            nothing was asked.
        first_key_ms: from shown to the first key; None if no key was pressed, or if the front end
            cannot tell when.
        submitted_ms: from shown to submitted or to giving up, pauses included, time away excluded.
        away_ms: how long the episode was left while the request was open; None if unknown.
        edits: number of changes to the text or a field.
        pasted: number of characters pasted; None if the front end cannot tell.
        pauses: intervals in which the person was not answering although the episode was open.
        hints: every hint shown with this request, as data with the id of its aid; ``used`` tells
            whether the answer was changed so that the hint is no longer true of it, and is absent
            if nothing was sent.
        values: the values of the form as entered; None if the text was typed.
    """

    shown_at: datetime | None = None
    first_key_ms: float | None = None
    submitted_ms: float | None = None
    away_ms: float | None = None
    edits: int | None = None
    pasted: int | None = None
    pauses: tuple[Pause, ...] = ()
    hints: tuple[Mapping[str, Any], ...] = ()
    values: Mapping[str, Any] | None = None


NOTHING_ASKED = Timing(submitted_ms=0.0, away_ms=0.0, edits=0, pasted=0)
"""The timing of a person who gives up while waiting for others: no time was spent on answering."""


@dataclass(frozen=True, slots=True)
class SavedTiming:
    """The timing of a response that is not submitted yet.

    Attributes:
        timing: the timing so far; ``submitted_ms`` is the time spent until now.
        at: when it was saved. The person is considered away from then on until they return.
    """

    timing: Timing
    at: datetime


def answering_seconds(timing: Timing) -> float | None:
    """Return how long a person was answering: seconds from shown to submitted without time away.

    Pauses may overlap (e.g. the terminal lost focus during a pause); overlapping time counts once.
    """
    if timing.submitted_ms is None:
        return None
    away = 0.0
    reached = 0.0
    for pause in sorted(timing.pauses, key=lambda pause: pause.start_ms):
        start, end = max(pause.start_ms, reached), min(pause.end_ms, timing.submitted_ms)
        away += max(0.0, end - start)
        reached = max(reached, end)
    return (timing.submitted_ms - away) / 1000

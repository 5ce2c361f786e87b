"""The timing and other evidence recorded with a person's response."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any, Literal

from clemtui.engine import Hint, Pause, SavedTiming, Timing, answering_seconds

SAVING_SECONDS = 5
"""How often fronts save the timing of an open request: a kill loses no more than that."""

Why = Literal["paused", "focus lost"]
"""Why a person is not answering."""


class AnswerTiming:
    """A recorder of how a person answers a request, from when it is shown.

    It stores no keystrokes. Pauses for different reasons may overlap.

    Args:
        earlier: what was saved when the person left this request; None if it is new to them. Its
            times are added to.
        clock: returns monotonic seconds.
        now: returns the current time with its time zone.
    """

    def __init__(
        self,
        earlier: SavedTiming | None = None,
        *,
        clock: Callable[[], float] = time.monotonic,
        now: Callable[[], datetime] = lambda: datetime.now().astimezone(),
    ) -> None:
        self._earlier = earlier
        self._clock = clock
        self._now = now
        self._start = clock()
        shown_at = now()
        before = Timing(shown_at, submitted_ms=0, away_ms=0, edits=0, pasted=0)
        away = 0.0
        if earlier is not None:
            before = earlier.timing
            away = max(0.0, (shown_at - earlier.at).total_seconds() * 1000)
        self._shown_at = before.shown_at or shown_at
        self._before_ms = before.submitted_ms or 0.0
        self._away_ms = None if before.away_ms is None else round(before.away_ms + away, 3)
        self._first_key = before.first_key_ms
        self._edits = before.edits or 0
        self._first_key_missed = self._first_key is None and self._edits > 0
        self._pasted = before.pasted
        self._pauses = list(before.pauses)
        self._hints = list(before.hints)
        self._paused_since: dict[Why, float] = {}
        self._untouched = True

    def restarted(self) -> AnswerTiming:
        """Return a timing that starts now, from what was known when this one started."""
        return AnswerTiming(self._earlier, clock=self._clock, now=self._now)

    def _ms(self) -> float:
        return round(self._before_ms + (self._clock() - self._start) * 1000, 3)

    @property
    def seconds(self) -> float:
        """How long the person has been answering, without pauses."""
        return answering_seconds(self.timing(None)) or 0.0

    @property
    def untouched(self) -> bool:
        """Whether no key has reached the answer since the request was last shown."""
        return self._untouched

    def key(self) -> None:
        """Record that a key reached the answer, which also means that the person is back."""
        self.resume("focus lost")
        self._untouched = False
        if self._first_key is None and not self._first_key_missed:
            self._first_key = self._ms()

    def edited(self) -> None:
        """Record that the text or a field was changed."""
        self.key()
        self._edits += 1

    def line_typed(self) -> None:
        """Record a line, where only whole lines are seen.

        When its first key was pressed, and whether it was pasted, stays unknown.
        """
        self._untouched = False
        self._first_key_missed = self._first_key is None
        self._edits += 1
        self._pasted = None

    def pasted(self, characters: int) -> None:
        """Record that this many characters were pasted."""
        self.key()
        if self._pasted is not None:
            self._pasted += characters

    def pause(self, why: Why = "focus lost") -> None:
        """Record that the person stopped answering: focus was lost or the game paused."""
        self._paused_since.setdefault(why, self._ms())

    def resume(self, why: Why = "focus lost") -> None:
        """Record that the person is back. Does nothing without an earlier `pause`."""
        since = self._paused_since.pop(why, None)
        if since is not None:
            self._pauses.append(Pause(since, self._ms(), why))

    def hint_shown(self, hint: Hint) -> None:
        """Record that a hint was shown. Consecutive identical hints count once."""
        shown: Mapping[str, Any] = hint.to_json()
        if not self._hints or self._hints[-1] != shown:
            self._hints.append(shown)

    def sent_with(self, standing: Sequence[Hint]) -> None:
        """Record which of the hints shown changed the answer, now that it is sent.

        ``used`` is true of those that the answer as sent no longer gives rise to. ``standing`` are
        the hints that it does.
        """
        still = [hint.to_json() for hint in standing]
        self._hints = [{**shown, "used": shown not in still} for shown in self._hints]

    def timing(self, values: Mapping[str, Any] | None) -> Timing:
        """Return the evidence so far, to record it with the response or to save it until later.

        A pause in progress ends now. ``values`` are the form's, if there was one.
        """
        now = self._ms()
        in_progress = (Pause(since, now, why) for why, since in self._paused_since.items())
        return Timing(
            shown_at=self._shown_at,
            first_key_ms=self._first_key,
            submitted_ms=now,
            away_ms=self._away_ms,
            edits=self._edits,
            pasted=self._pasted,
            pauses=(*self._pauses, *in_progress),
            hints=tuple(self._hints),
            values=values,
        )

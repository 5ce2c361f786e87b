"""The timing and other evidence recorded with a person's response."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, Literal

from clemtui.engine import Hint, Pause, Timing

Why = Literal["paused", "focus lost"]
"""Why a person is not answering."""


class AnswerTiming:
    """A recorder of how a person answers a request, from when it is shown.

    It stores no keystrokes. Pauses for different reasons may overlap.

    Args:
        clock: returns monotonic seconds.
        now: returns the current time with its time zone.
    """

    def __init__(
        self,
        *,
        clock: Callable[[], float] = time.monotonic,
        now: Callable[[], datetime] = lambda: datetime.now().astimezone(),
    ) -> None:
        self._clock = clock
        self._start = clock()
        self._shown_at = now()
        self._first_key: float | None = None
        self._edits = 0
        self._pasted = 0
        self._pauses: list[Pause] = []
        self._away: dict[Why, float] = {}
        self._hints: list[Mapping[str, Any]] = []

    def _ms(self) -> float:
        return round((self._clock() - self._start) * 1000, 3)

    @property
    def seconds(self) -> float:
        """How long the person has been answering, without pauses."""
        now = self._ms()
        away = [(pause.start_ms, pause.end_ms) for pause in self._pauses]
        away += [(since, now) for since in self._away.values()]
        paused = until = 0.0
        for start, end in sorted(away):
            paused += max(0.0, end - max(start, until))
            until = max(until, end)
        return (now - paused) / 1000

    @property
    def untouched(self) -> bool:
        """Whether no key has reached the answer yet."""
        return self._first_key is None

    def key(self) -> None:
        """Record that a key reached the answer, which also means that the person is back."""
        self.resume("focus lost")
        if self._first_key is None:
            self._first_key = self._ms()

    def edited(self) -> None:
        """Record that the text or a field was changed."""
        self.key()
        self._edits += 1

    def line_typed(self) -> None:
        """Record a line, where only whole lines are seen: the first key stays unknown."""
        self._edits += 1

    def pasted(self, characters: int) -> None:
        """Record that this many characters were pasted."""
        self.key()
        self._pasted += characters

    def pause(self, why: Why = "focus lost") -> None:
        """Record that the person stopped answering: focus was lost or the game paused."""
        self._away.setdefault(why, self._ms())

    def resume(self, why: Why = "focus lost") -> None:
        """Record that the person is back. Does nothing without an earlier `pause`."""
        since = self._away.pop(why, None)
        if since is not None:
            self._pauses.append(Pause(since, self._ms(), why))

    def hint_shown(self, hint: Hint) -> None:
        """Record that a hint was shown. Consecutive identical hints count once."""
        shown = hint.to_json()
        if not self._hints or self._hints[-1] != shown:
            self._hints.append(shown)

    def timing(self, values: Mapping[str, Any] | None) -> Timing:
        """Return the evidence at submission. ``values`` are the form's, if there was one."""
        for why in tuple(self._away):
            self.resume(why)
        return Timing(
            shown_at=self._shown_at,
            first_key_ms=self._first_key,
            submitted_ms=self._ms(),
            edits=self._edits,
            pasted=self._pasted,
            pauses=tuple(self._pauses),
            hints=tuple(self._hints),
            values=values,
        )

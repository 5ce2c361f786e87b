"""How a person produced one response, as far as line input can show."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from clemtui.engine import Hint, Pause, Timing


class AnswerTimer:
    """Measures one response from the moment its request was announced.

    Only lines are seen, not keys, so the time of the first key and pasted text stay unknown.
    `edits` counts the lines typed.
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
        self._lines = 0
        self._hints: list[Mapping[str, Any]] = []
        self._pauses: list[Pause] = []
        self._paused_at: float | None = None

    @property
    def seconds(self) -> float:
        """Seconds the person has spent on the answer, without pauses."""
        until = self._ms() if self._paused_at is None else self._paused_at
        return (until - sum(pause.end_ms - pause.start_ms for pause in self._pauses)) / 1000

    def pause(self) -> None:
        """Stop the clock because the game is paused."""
        if self._paused_at is None:
            self._paused_at = self._ms()

    def resume(self) -> None:
        """Restart the clock because the game has resumed."""
        if self._paused_at is not None:
            self._pauses.append(Pause(self._paused_at, self._ms()))
            self._paused_at = None

    def _ms(self) -> float:
        return round((self._clock() - self._start) * 1000, 3)

    def typed(self) -> None:
        """Count a typed line."""
        self._lines += 1

    def hinted(self, hint: Hint) -> None:
        """Record a hint that was shown."""
        self._hints.append(hint.to_json())

    def timing(self, values: Mapping[str, Any] | None) -> Timing:
        """Return the evidence at the moment of submission; ``values`` are those of the form."""
        return Timing(
            shown_at=self._shown_at,
            submitted_ms=self._ms(),
            edits=self._lines,
            pauses=tuple(self._pauses),
            hints=tuple(self._hints),
            values=values,
        )

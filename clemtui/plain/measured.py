"""How a person came to one response, as far as lines of text can tell."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from clemtui.engine import Hint, Pause, Timing


class Measured:
    """Measures from the moment at which a request was said.

    Keys cannot be seen here, only lines: the first key and what was pasted stay unknown. ``edits``
    counts the lines that were typed.
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
        self._away_at: float | None = None

    @property
    def seconds(self) -> float:
        """How long the person has been answering, less the pauses."""
        until = self._ms() if self._away_at is None else self._away_at
        return (until - sum(pause.end_ms - pause.start_ms for pause in self._pauses)) / 1000

    def away(self) -> None:
        """Play pauses: the time does not count."""
        if self._away_at is None:
            self._away_at = self._ms()

    def back(self) -> None:
        """Play goes on."""
        if self._away_at is not None:
            self._pauses.append(Pause(self._away_at, self._ms()))
            self._away_at = None

    def _ms(self) -> float:
        return round((self._clock() - self._start) * 1000, 3)

    def typed(self) -> None:
        """A line was typed."""
        self._lines += 1

    def hinted(self, hint: Hint) -> None:
        """A hint was said."""
        self._hints.append(hint.to_json())

    def timing(self, values: Mapping[str, Any] | None) -> Timing:
        """The evidence, at the moment of submitting; ``values`` of the form, if there was one."""
        return Timing(
            shown_at=self._shown_at,
            submitted_ms=self._ms(),
            edits=self._lines,
            pauses=tuple(self._pauses),
            hints=tuple(self._hints),
            values=values,
        )

"""How a person came to one response, as far as lines of text can tell."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from clemtui.engine import Hint, Timing


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

    def typed(self) -> None:
        """A line was typed."""
        self._lines += 1

    def hinted(self, hint: Hint) -> None:
        """A hint was said."""
        self._hints.append(
            {
                "aid": hint.aid,
                "level": hint.level,
                "label": hint.text.id,
                "values": dict(hint.text.values),
                "field": hint.field,
            }
        )

    def timing(self, values: Mapping[str, Any] | None) -> Timing:
        """The evidence, at the moment of submitting; ``values`` of the form, if there was one."""
        return Timing(
            shown_at=self._shown_at,
            submitted_ms=round((self._clock() - self._start) * 1000, 3),
            edits=self._lines,
            hints=tuple(self._hints),
            values=values,
        )

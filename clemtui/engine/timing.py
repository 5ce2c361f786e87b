"""The timing of a person's response: evidence kept beside the entry itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal


@dataclass(frozen=True, slots=True)
class Pause:
    """An interval in which the person was not answering, in ms since the request was shown."""

    start_ms: float
    end_ms: float
    why: Literal["paused", "focus lost"] = "paused"


@dataclass(frozen=True, slots=True)
class Timing:
    """How a person arrived at a response. Keystrokes are never recorded.

    Attributes:
        shown_at: when the request appeared on screen; None for an import that does not say.
        first_key_ms: from shown to the first key; None if no key was pressed.
        submitted_ms: from shown to submitted, pauses included.
        edits: number of changes to the text or a field.
        pasted: number of characters pasted; None if the front end cannot tell.
        pauses: intervals in which the person was away.
        hints: every hint shown with this request, as data with the id of its aid.
        values: the values of the form as entered; None if the text was typed.
    """

    shown_at: datetime | None = None
    first_key_ms: float | None = None
    submitted_ms: float | None = None
    edits: int | None = None
    pasted: int | None = None
    pauses: tuple[Pause, ...] = ()
    hints: tuple[Mapping[str, Any], ...] = ()
    values: Mapping[str, Any] | None = None

"""How a person came to a response: part of the evidence, beside the entry itself."""

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
    """How a person came to a response. Never keystrokes.

    Attributes:
        shown_at: when the request was on the screen; None for an import that does not say.
        first_key_ms: from shown to the first key; None where no key was pressed.
        submitted_ms: from shown to submitted, pauses included.
        edits: how many times the text or a field was changed.
        pasted: how many characters were pasted; None where the front cannot tell.
        pauses: intervals in which the person was away.
        hints: every hint shown with this request, as data with the id of its aid.
        values: the values of the form as they were given; None where the text was typed.
    """

    shown_at: datetime | None = None
    first_key_ms: float | None = None
    submitted_ms: float | None = None
    edits: int | None = None
    pasted: int | None = None
    pauses: tuple[Pause, ...] = ()
    hints: tuple[Mapping[str, Any], ...] = ()
    values: Mapping[str, Any] | None = None

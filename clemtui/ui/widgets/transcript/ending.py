"""How an episode ended, in a sentence or two."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from clemtui.engine import REVEAL, Label
from clemtui.episode.transcript import Line
from clemtui.ui.widgets.transcript.lines import entry
from clemtui.wording.phrases import Voice

_GAVE_UP = Label("control.gave_up")
_STOPS = (".", "!", "?", "…", "。", "！", "？", "؟", "۔")
"""The ends of a sentence in the languages of the interface."""


def ending(lines: Sequence[Line], voice: Voice, *, alone: bool) -> str:
    """Return how an episode ended: its last remarks, or whose answer ended it, and why.

    ``alone``: there is but one person, so it was this one if a player gave up.
    """
    remarks = list(takewhile(lambda line: line.kind == "said", reversed(lines)))
    if remarks:
        said = (
            voice.interface.text("You gave up.")
            if alone and line.text == _GAVE_UP
            else voice.say(line.text)
            for line in reversed(remarks)
        )
        return _joined(list(dict.fromkeys(said)))  # each audience may have been told
    judged = (line for line in reversed(lines) if line.verdict is not None and line.verdict.reason)
    last = next(judged, None)
    if last is None:
        return ""
    answers = (line for line in lines if line.kind == "from seat")
    seats = [line.seat for line in answers if line.request_id == last.request_id]
    why = entry(last, voice, REVEAL).text
    if not seats or seats[-1] is None:
        return why
    return voice.interface.text("{speaker}: {text}", speaker=voice.with_player(seats[-1]), text=why)


def _joined(remarks: Sequence[str]) -> str:
    """Join sentences, with a separator after those without a full stop ("Attempts left: 2")."""
    first = (text if text.endswith(_STOPS) else f"{text} ·" for text in remarks[:-1])
    return " ".join((*first, *remarks[-1:]))

"""What participants of a study are told of trouble: that, and what they can do, but no reasons.

Reasons are meant for those who run the study. They are in the records (`attempts_ended`), or where
the front notes them.
"""

from __future__ import annotations

from dataclasses import replace

from clemtui.episode.updates import INTERRUPTED, AttemptFailed, Halted, RecordingFailed, Update
from clemtui.language import Sentence, translatable

NO_ANSWER = translatable("The partner does not answer at the moment.")
WHAT_TO_DO = translatable(
    "Everything so far is saved. Try again; if that does not help, leave and tell those who run "
    "the study. You can go on later with your code."
)


def for_participants(update: Update) -> Update | None:
    """Return an update as a participant may read it; None if they need not know of it."""
    match update:
        case AttemptFailed():
            return None  # another attempt follows, or it halts
        case Halted(request, kind=kind) if kind != INTERRUPTED:
            return Halted(request, Sentence(NO_ANSWER), Sentence(WHAT_TO_DO))
        case RecordingFailed():
            return replace(update, message="")
    return update

"""What stops a play from starting or going on, in one line that says what to do."""

from __future__ import annotations

import traceback
from pathlib import Path


class PlayError(Exception):
    """Something that a user asked for cannot be done; the message is one clear line."""


class UsageError(PlayError):
    """What was asked for makes no sense: a wrong name, number or combination.

    Attributes:
        field: the attribute of `clemtui.episode.planning.plan.Choices` that it concerns; None where
            it concerns none, or several.
        seat: for ``partner``, the name of the seat that was to be filled, where it is known.
    """

    def __init__(self, *message: object, field: str | None = None, seat: str | None = None) -> None:
        super().__init__(*message)
        self.field = field
        self.seat = seat


def message_of(error: Exception) -> str:
    """What an error says: a `clemtui.language.Sentence` where every front can say it in its own
    language (see `Interface.show`), else a line in English."""
    message = error.args[0] if error.args else ""
    return message if isinstance(message, str) else str(error)


def described(error: BaseException) -> str:
    """A mistake of a programmer in one line: what it is, and where."""
    frames = traceback.extract_tb(error.__traceback__)
    place = f" ({Path(frames[-1].filename).name}, line {frames[-1].lineno})" if frames else ""
    return " ".join(f"{type(error).__name__}: {error}".split()) + place

"""Errors that prevent an episode from starting or resuming, as one line that says what to do."""

from __future__ import annotations

import traceback
from pathlib import Path

from clemtui.language import translatable

UNSUPPORTED = translatable("this version does not support its condition or players ({what})")
"""Why an episode cannot be resumed or played again."""


class PlayError(Exception):
    """Raised when a user's request cannot be carried out; the message is one clear line."""


class UsageError(PlayError):
    """Raised for a request that is invalid: a wrong name, number or combination.

    Attributes:
        field: the attribute of `clemtui.episode.planning.plan.Choices` at fault; None for none or
            several.
        seat: for ``partner``, the name of the seat to be filled, if known.
    """

    def __init__(self, *message: object, field: str | None = None, seat: str | None = None) -> None:
        super().__init__(*message)
        self.field = field
        self.seat = seat


def message_of(error: Exception) -> str:
    """Return the message of an error.

    This is a `clemtui.language.Sentence` if it can be translated (see `Interface.show`), else a
    line of English.
    """
    message = error.args[0] if error.args else ""
    return message if isinstance(message, str) else str(error)


def traceback_without_keys(error: BaseException) -> str:
    """Return the traceback of an error, for bug reports; libraries may quote keys in messages."""
    return _without_keys("".join(traceback.format_exception(error)))


def describe_error(error: BaseException) -> str:
    """Describe a programming error in one line: its type, message and location."""
    frames = traceback.extract_tb(error.__traceback__)
    place = f" ({Path(frames[-1].filename).name}, line {frames[-1].lineno})" if frames else ""
    return _without_keys(" ".join(f"{type(error).__name__}: {error}".split())) + place


def _without_keys(text: str) -> str:
    from clemtui.players.llm.redaction import redact  # only needed after an error

    return redact(text)

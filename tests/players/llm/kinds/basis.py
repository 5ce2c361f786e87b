"""What may come of a call to a server that misbehaves."""

from __future__ import annotations

from dataclasses import dataclass

from clemtui.players.llm.error_messages import ErrorKind
from tests.support.fake_openai import Reply
from tests.support.misbehaving import (
    DONE,
    chunk,
    event,
)

K = ErrorKind
TEXT = "CLUE: hot"
DEEP = "[" * 100_000
DIGITS = "4" * 5_000
WHOLE = event(chunk(TEXT)) + event(chunk(None, "stop")) + DONE


@dataclass(frozen=True, slots=True)
class Played:
    """The game is played on with this answer; ``note`` is part of what is noted."""

    text: str = TEXT
    note: str = ""


@dataclass(frozen=True, slots=True)
class Failed:
    """The call failed with this kind and a message with these words.

    ``kept`` is the part of the answer that is recorded.
    """

    kind: ErrorKind
    words: str
    kept: str = ""


Expected = Played | Failed
Kinds = dict[str, tuple[Reply, Expected]]

REJECTED = Failed(K.BAD_REQUEST, "rejected the request. Details: no good.")
NOTHING_THERE = Failed(K.NOT_FOUND, "has nothing at this address.")
NO_ANSWER = Failed(K.BAD_RESPONSE, "returned something that is not a model's answer.")
UNREADABLE = Failed(K.BAD_RESPONSE, "sent a response that cannot be decoded.")
CLOSED = Failed(K.CUT, "closed the connection before answering.")
EMPTY = Failed(K.EMPTY, "returned an empty answer.")


def broken(kept: str) -> Failed:
    return Failed(K.CUT, "The connection was lost in the middle of the answer.", kept)


def failed(status: int) -> Failed:
    return Failed(K.SERVER_ERROR, f"failed (status {status})")


def redirected(address: str) -> Failed:
    return Failed(K.REDIRECTED, f"redirects to {address}")

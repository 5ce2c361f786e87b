"""Requests and responses as in the log, without applying any rules.

The log contains each message once; a seat's prompt is everything it was told and answered up to
then. If a player's calls were kept, a request is the prompt as it was sent, and the side questions,
which the log omits, are inserted where they were asked.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import takewhile

from clemtui.engine import Message, Purpose, Request, Timing, assistant, user
from clemtui.exchange.imports.logged import LoggedCall, LoggedEpisode, LoggedEvent
from clemtui.exchange.imports.own.block import Attempt

SIDE_THREAD = "side"


@dataclass(frozen=True, slots=True)
class LoggedExchange:
    """A request and its response; ``response`` is None if the log has no answer to it.

    ``attempts`` and ``timing`` are as in `LoggedCall`.
    """

    request: Request
    response: str | None
    asked_at: datetime | None
    answered_at: datetime | None
    seconds: float | None
    attempts: tuple[Attempt, ...] = ()
    timing: Timing | None = None


class _Seat:
    """One seat's conversation so far."""

    def __init__(self, role: str, calls: Sequence[LoggedCall]) -> None:
        self.role = role
        self.calls = deque(calls)
        self.history: list[Message] = []
        self.shown: tuple[Message, ...] = ()
        self.told_at: datetime | None = None
        self.probe: LoggedEvent | None = None

    def take_side_questions(self, response: str) -> tuple[LoggedCall, ...]:
        """Remove and return the calls before the one with this response: side questions.

        If no call has this response, drop all remaining calls and return none.
        """
        for place, call in enumerate(self.calls):
            if call.response.strip() == response.strip():
                return tuple(self.calls.popleft() for _ in range(place))
        self.calls.clear()
        return ()


def exchanges(logged: LoggedEpisode) -> tuple[LoggedExchange, ...]:
    """Return every request of an episode with its response, in the order of the log."""
    return tuple(_exchanges(logged))


def _exchanges(logged: LoggedEpisode) -> Iterator[LoggedExchange]:
    seats = {
        player.seat: _Seat(player.role, logged.calls.get(player.seat, ()))
        for player in logged.players
    }
    number = 0

    def new_exchange(
        name: str, messages: tuple[Message, ...], purpose: Purpose, call: LoggedCall | None
    ) -> LoggedExchange:
        nonlocal number
        number += 1
        seat, side = seats[name], purpose == "side question"
        new_from = common_prefix_length(messages, seat.shown)
        request = Request(
            id=number,
            seat=name,
            role=seat.role,
            messages=messages,
            new_from=new_from,
            thread=SIDE_THREAD if side else "dialogue",
            purpose=purpose,
        )
        if side:
            seat.shown = max(seat.shown, messages[:-1], key=len)
        at = seat.told_at if call is None else call.asked_at or call.at or seat.told_at
        return LoggedExchange(
            request,
            None if call is None else call.response,
            at,
            at if call is None else call.logged_at or at,
            None if call is None else call.seconds,
            () if call is None else call.attempts,
            None if call is None else call.timing,
        )

    def side_questions(name: str, calls: Sequence[LoggedCall]) -> Iterator[LoggedExchange]:
        for call in calls:
            messages = call.messages or tuple(seats[name].history)
            yield new_exchange(name, messages, "side question", call)

    for event in logged.events:
        if event.is_probe or event.is_reply:
            yield from side_questions(event.sender, _replies(event, seats))
        elif event.is_message:
            seat = seats[event.recipient]
            seat.history.append(user(event.text))
            seat.told_at = event.at
        elif event.is_response and event.is_inserted:
            seats[event.sender].history.append(assistant(event.text))
        elif event.is_response:
            seat = seats[event.sender]
            yield from side_questions(event.sender, seat.take_side_questions(event.text))
            call = seat.calls.popleft() if seat.calls else None
            yield _answered(
                event, new_exchange(event.sender, _prompt(seat, call), "turn", call), seat
            )
    for name, seat in seats.items():
        yield from side_questions(name, tuple(seat.calls))
        messages = tuple(seat.history)
        unseen = messages[common_prefix_length(messages, seat.shown) :]
        if unseen and unseen[-1].role == "user":
            yield new_exchange(name, messages, "turn", None)


def _replies(event: LoggedEvent, seats: Mapping[str, _Seat]) -> tuple[LoggedCall, ...]:
    """Return the side question that a reply in the log answers; remember a question."""
    if event.is_probe:
        seats[event.recipient].probe = event
        return ()
    seat = seats[event.sender]
    if seat.probe is None:
        return ()
    messages = (*seat.history, user(seat.probe.text))
    return (LoggedCall(messages, event.text, seat.probe.at, event.at),)


def _prompt(seat: _Seat, call: LoggedCall | None) -> tuple[Message, ...]:
    return tuple(seat.history) if call is None or call.messages is None else call.messages


def _answered(event: LoggedEvent, exchange: LoggedExchange, seat: _Seat) -> LoggedExchange:
    """Return the exchange with the response as logged, and add it to the seat's history."""
    seat.shown = (*exchange.request.messages, assistant(event.text))
    seat.history = list(seat.shown)
    return replace(exchange, response=event.text, answered_at=event.at)


def common_prefix_length(one: Sequence[object], other: Sequence[object]) -> int:
    """Return the number of equal items with which two sequences begin."""
    equal = (mine == theirs for mine, theirs in zip(one, other, strict=False))
    return sum(takewhile(bool, equal))

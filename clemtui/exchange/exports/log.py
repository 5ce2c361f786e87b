"""The log of an episode in the reference's form: its events by round, and the calls of a seat.

The reference's scorers read exactly this: which events are in which round, and in what order.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import datetime, timedelta
from typing import Any

from clemtui.engine import RECEIVE, SEND, Control, Event, Response
from clemtui.records.rows import (
    Exposure,
    StoredAttempt,
    StoredEntry,
    StoredEpisode,
    StoredRequest,
)

INVALID = "invalid format"
"""The event by which the reference's scorers recognise an aborted episode."""

PROGRAMMATIC = "programmatic"
"""The reference's name for a player that is part of the rules."""

_SURROGATE = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class ReplayedEpisode:
    """A recorded episode with its replay.

    Attributes:
        steps: the events of the start, and of each entry.
        rounds: number of rounds started.
        keys: what the reference stores beside the event log.
        met: how the people in it know its exposure key.
        authors: ids of the people who have decided on its tags, by the author's name.
        answering: the models with which it counts, as providers named them, by the model that was
            asked (`clemtui.records.line_ups.completed_answers`).
    """

    stored: StoredEpisode
    steps: tuple[tuple[Event, ...], ...]
    rounds: int
    keys: Mapping[str, Any]
    met: tuple[Exposure, ...] = ()
    authors: Mapping[str, str] = field(default_factory=dict)
    answering: Mapping[str, Sequence[str]] = field(default_factory=dict)


def iso(moment: datetime) -> str:
    """Return a time as the reference writes it: UTC without a time zone."""
    return moment.replace(tzinfo=None).isoformat(timespec="microseconds")


def json_safe(value: Any) -> Any:
    """Return the same data with JSON types only, and characters that UTF-8 can encode."""
    if isinstance(value, str):
        return _SURROGATE.sub("�", value)
    if isinstance(value, Mapping):
        return {json_safe(str(key)): json_safe(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [json_safe(each) for each in value]
    if isinstance(value, datetime):
        return iso(value)
    return value


def events_by_round(played: ReplayedEpisode) -> list[list[dict[str, Any]]]:
    """Return the events by round, without those outside the reference's own log.

    An end from outside the rules, which the reference does not know, is written as the event that
    its scorers interpret as an abort.
    """
    found: list[list[dict[str, Any]]] = [[] for _ in range(played.rounds)]
    for event, moment in _timed_events(played):
        if not event.logged:
            continue
        ended = event.kind == "control"
        action = {"type": INVALID if ended else event.kind, "content": json_safe(event.content)}
        if event.label is not None:
            action["label"] = event.label
        found[event.round].append(
            {
                "from": event.sender,
                "to": event.recipient,
                "timestamp": iso(moment),
                "action": action,
            }
        )
    return found


def _timed_events(played: ReplayedEpisode) -> Iterator[tuple[Event, datetime]]:
    """Yield events with the times at which they happened, in non-decreasing order."""
    stored = played.stored
    asked = {each.request.id: each.asked_at for each in stored.requests}
    came = [stored.summary.created_at, *(each.at for each in stored.entries)]
    last = came[0]
    for step, moment in zip(played.steps, came, strict=True):
        for event in step:
            at = asked.get(event.request_id or 0) if event.kind == SEND else None
            last = max(last, at or moment)
            yield event, last


def calls(played: ReplayedEpisode, seat: str, model_name: str) -> list[dict[str, Any]]:
    """Return what a seat was asked, including side questions, and what it answered."""
    stored = played.stored
    requests = {each.request.id: each for each in stored.requests}
    rounds = {
        event.request_id: event.round
        for step in played.steps
        for event in step
        if event.kind == RECEIVE
    }
    found = []
    for entry in stored.entries:
        if not isinstance(entry.entry, Response) or entry.seat != seat:
            continue
        request = requests[entry.entry.request_id]
        attempts = ended_attempts(stored, request.request.id)
        call = {
            "timestamp": iso(entry.at),
            "manipulated_prompt_obj": json_safe(
                [{"role": each.role, "content": each.text} for each in request.request.messages]
            ),
            "raw_response_obj": _response(request, entry, attempts, model_name),
        }
        found.append({"round": rounds[request.request.id], "call": call})
    return found


def programmatic_calls(played: ReplayedEpisode, name: str) -> list[dict[str, Any]]:
    """Return what a player that is part of the rules was asked and said, as the reference logs its
    own."""
    found: list[dict[str, Any]] = []
    history: list[dict[str, str]] = []
    for event, moment in _timed_events(played):
        if not event.logged or name not in (event.sender, event.recipient):
            continue
        asked = event.kind == SEND
        said = json_safe(event.content)
        if event.kind == RECEIVE:
            call = {
                "timestamp": iso(moment),
                "manipulated_prompt_obj": list(history),
                "raw_response_obj": {"response": said, "model_name": PROGRAMMATIC},
            }
            found.append({"round": event.round, "call": call})
        history.append({"role": "user" if asked else "assistant", "content": said})
    return found


def ended_attempts(stored: StoredEpisode, request: int) -> tuple[StoredAttempt, ...]:
    """Return the calls to a model at a request, except those without a recorded end."""
    return tuple(a for a in stored.attempts if a.request == request and a.outcome is not None)


def _response(
    request: StoredRequest,
    entry: StoredEntry,
    attempts: Sequence[StoredAttempt],
    model_name: str,
) -> dict[str, Any]:
    assert isinstance(entry.entry, Response)
    start, duration = request.asked_at, entry.at - request.asked_at
    answered = next((each for each in reversed(attempts) if each.outcome == "done"), None)
    if answered is not None:
        start = answered.started_at
        duration = timedelta(milliseconds=answered.duration_ms or 0)
    found: dict[str, Any] = {
        "clem_player": {
            "call_start": iso(start).replace("T", " "),
            "call_duration": str(max(duration, timedelta())),
            "response": json_safe(entry.entry.text),
            "model_name": model_name,
        }
    }
    own = {} if answered is None else attempt_facts(answered)
    if attempts:
        own["asked_at"] = json_safe(request.asked_at)
    if failed := [attempt_facts(each) for each in attempts if each is not answered]:
        own["failed"] = failed
    if entry.timing is not None:
        own |= json_safe(asdict(entry.timing))
    if own:
        found["clemtui"] = own
    return found


_OF_ATTEMPT = (
    *("number", "outcome", "error_kind", "started_at", "duration_ms"),
    *("provider", "model", "finish_reason", "prompt_tokens", "completion_tokens"),
    *("reasoning_tokens", "cost", "reasoning", "first_token_ms", "notes"),
)


def attempt_facts(attempt: StoredAttempt) -> dict[str, Any]:
    """Return what is known of a call to a model, without its text."""
    found: dict[str, Any] = json_safe(_known(attempt, _OF_ATTEMPT))
    return found


def _known(thing: object, names: Iterable[str]) -> dict[str, Any]:
    values = {name: getattr(thing, name) for name in names}
    return {name: value for name, value in values.items() if value is not None}


def ended_by(played: ReplayedEpisode) -> dict[str, Any] | None:
    """Return what ended the episode from outside its rules, if anything: with the person's timing,
    and with the calls to models that were not answered."""
    stored = played.stored
    last = stored.entries[-1] if stored.entries else None
    if last is None or not isinstance(last.entry, Control):
        return None
    found: dict[str, Any] = asdict(last.entry) | {"at": last.at}
    if last.timing is not None:
        found["timing"] = asdict(last.timing)
    answered = {
        each.entry.request_id for each in stored.entries if isinstance(each.entry, Response)
    }
    unanswered = [
        {"seat": each.request.seat, "attempts": [attempt_facts(call) for call in calls]}
        for each in stored.requests
        if each.request.id not in answered and (calls := ended_attempts(stored, each.request.id))
    ]
    return found | ({"unanswered": unanswered} if unanswered else {})

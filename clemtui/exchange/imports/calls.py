"""``player_N.requests.json``: the calls of one player, with the prompts as they were sent."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, cast, get_args

from clemtui.engine import Message, Text, Timing
from clemtui.engine.messages import Role
from clemtui.exchange.imports.logged import LoggedCall
from clemtui.exchange.imports.own.block import AnswerTiming, Attempt, read_part, read_parts
from clemtui.exchange.imports.results_tree import UnreadableEpisode, parse_timestamp

_ROLES: tuple[str, ...] = get_args(Role)


def read_calls(
    content: Mapping[str, Any], name: str, notes: list[str]
) -> tuple[str, tuple[LoggedCall, ...]]:
    """Return the seat and its calls, in order.

    Args:
        content: content of the file.
        name: name of the file, for messages.
        notes: collects a line for each part of our own that is not valid.

    Raises:
        UnreadableEpisode: if the file has another shape.
    """
    meta, calls = content.get("meta"), content.get("calls")
    seat = meta.get("player_name") if isinstance(meta, dict) else None
    if not isinstance(seat, str) or not seat or not isinstance(calls, list):
        raise UnreadableEpisode(f"{name} must contain 'calls', and 'player_name' in 'meta'")
    return seat, tuple(_call(each, name, notes) for each in calls)


def _call(each: Any, name: str, notes: list[str]) -> LoggedCall:
    call = each.get("call") if isinstance(each, dict) else None
    raw = call.get("raw_response_obj") if isinstance(call, dict) else None
    if not isinstance(call, dict) or not isinstance(raw, dict):
        raise UnreadableEpisode(f"{name}: a call has no 'raw_response_obj'")
    ours = raw.get("clemtui")
    attempts, timing = (
        _own(ours, f"{name}: clemtui", notes) if isinstance(ours, dict) else ((), None)
    )
    own = raw.get("clem_player")
    own = own if isinstance(own, dict) else raw
    response, seconds = own.get("response"), own.get("call_duration")
    if not isinstance(response, str):
        raise UnreadableEpisode(f"{name}: a call has no 'response'")
    return LoggedCall(
        messages=_messages(call.get("manipulated_prompt_obj")),
        response=response,
        at=parse_timestamp(own.get("call_start")) or parse_timestamp(call.get("timestamp")),
        logged_at=parse_timestamp(call.get("timestamp")),
        seconds=seconds if isinstance(seconds, float) and 0 <= seconds < math.inf else None,
        attempts=attempts,
        timing=timing,
        asked_at=parse_timestamp(ours.get("asked_at")) if isinstance(ours, dict) else None,
    )


def _own(
    ours: Mapping[str, Any], what: str, notes: list[str]
) -> tuple[tuple[Attempt, ...], Timing | None]:
    """Return what only a tree exported by this program says of a call: all calls to the model, or
    the timing of a person. Trees of older versions do not have the former."""
    attempts = read_parts(Attempt, ours, "failed", notes)
    if "outcome" in ours and (answered := read_part(Attempt, ours, what, notes)):
        attempts = (*attempts, answered)
    timed = read_part(AnswerTiming, ours, what, notes) if "pauses" in ours else None
    return attempts, timed.timing() if timed else None


def _messages(prompt: Any) -> tuple[Message, ...] | None:
    """Return a prompt in chat form, which most back-ends keep; None for any other."""
    if not isinstance(prompt, list) or not prompt:
        return None
    found = []
    for each in prompt:
        role, text = (each.get("role"), each.get("content")) if isinstance(each, dict) else ("", "")
        if role not in _ROLES or not isinstance(text, str):
            return None
        found.append(Message(cast("Role", role), (Text(text),)))
    return tuple(found)

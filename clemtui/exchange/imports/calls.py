"""``player_N.requests.json``: the calls of one player, with the prompts as they were sent."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, cast, get_args

from clemtui.engine import Message, Text
from clemtui.engine.messages import Role
from clemtui.exchange.imports.logged import LoggedCall
from clemtui.exchange.imports.results_tree import UnreadableEpisode, parse_timestamp

_ROLES: tuple[str, ...] = get_args(Role)


def read_calls(content: Mapping[str, Any], name: str) -> tuple[str, tuple[LoggedCall, ...]]:
    """Return the seat and its calls, in order.

    Args:
        content: content of the file.
        name: name of the file, for messages.

    Raises:
        UnreadableEpisode: if the file has another shape.
    """
    meta, calls = content.get("meta"), content.get("calls")
    seat = meta.get("player_name") if isinstance(meta, dict) else None
    if not isinstance(seat, str) or not seat or not isinstance(calls, list):
        raise UnreadableEpisode(f"{name} must contain 'calls', and 'player_name' in 'meta'")
    return seat, tuple(_call(each, name) for each in calls)


def _call(each: Any, name: str) -> LoggedCall:
    call = each.get("call") if isinstance(each, dict) else None
    raw = call.get("raw_response_obj") if isinstance(call, dict) else None
    if not isinstance(call, dict) or not isinstance(raw, dict):
        raise UnreadableEpisode(f"{name}: a call has no 'raw_response_obj'")
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
    )


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

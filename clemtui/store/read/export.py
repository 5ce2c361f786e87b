"""Export of episodes as JSON, one complete and self-contained document each.

A document contains whole message lists (not the deltas of the tables) and whole contents, so the
file alone is enough to read, replay or rescore the episode.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, fields
from datetime import datetime
from typing import Any

from clemtui.engine import Control, Instance, Response, message_to_json, part_to_json
from clemtui.language.sinks import json_escaped
from clemtui.records.rows import StoredEntry, StoredEpisode, StoredRequest, TagDecision
from clemtui.store.clock import iso
from clemtui.store.codec import compact

FORMAT = "clemtui-episode"
VERSION = 1


def document(episode: StoredEpisode) -> dict[str, Any]:
    """Return an episode as JSON-like data; the schema defines which column goes where."""
    summary = episode.summary
    flat = {
        name: getattr(summary, name)
        for name in (
            "id", "created_at", "time_known", "family", "game", "game_version", "experiment",
            "game_id", "task_key", "instance_hash", "language", "interface", "practice", "state",
            "erased", "people", "tags",
        )
    }  # fmt: skip
    whole = {
        "format": FORMAT,
        "version": VERSION,
        **flat,
        "session": episode.session,
        "rules_hash": episode.rules_hash,
        "texts_hash": episode.texts_hash,
        "end_reason": episode.end_reason,
        "ended_at": episode.ended_at,
        "condition": episode.condition,
        "environment": episode.environment,
        "seats": summary.seats,
        "instance": episode.instance.to_json(),
        "lists": {words.hash: list(words.words) for words in episode.instance.lists.values()},
        "experiments": _experiments(episode.instance),
        "texts": episode.texts.to_json(),
        "requests": [_request(each) for each in episode.requests],
        "entries": [_entry(each) for each in episode.entries],
        "attempts": episode.attempts,
        "drafts": episode.drafts,
        "scores": episode.scores,
        "decisions": [_decision(each) for each in episode.decisions],
        **episode.rows,
    }
    plain: dict[str, Any] = _plain(whole)
    return plain


def json_line(document: Mapping[str, Any]) -> str:
    """Return a document as one line of JSON that is safe to display and valid UTF-8."""
    return json_escaped(compact(document))


def _experiments(instance: Instance) -> dict[str, str]:
    original = instance.original
    return {} if original is None else {original.experiment_hash: original.experiment}


def _decision(made: TagDecision) -> dict[str, Any]:
    return {
        "id": made.id,
        "key": made.key,
        "value": made.value,
        "decision": "revoked" if made.revoked else "added",
        "author": made.author,
        "reason": made.reason,
        "at": made.at,
    }


def _request(stored: StoredRequest) -> dict[str, Any]:
    request = stored.request
    return {
        "number": request.id,
        "seat": request.seat,
        "role": request.role,
        "thread": request.thread,
        "purpose": request.purpose,
        "new_from": request.new_from,
        "messages": [message_to_json(message) for message in request.messages],
        "tools": [asdict(tool) for tool in request.tools],
        "stream_to": sorted(request.stream_to),
        "asked_at": stored.asked_at,
        "session": stored.session,
    }


def _entry(stored: StoredEntry) -> dict[str, Any]:
    said: dict[str, Any]
    match stored.entry:
        case Response(request_id, parts):
            said = {
                "kind": "response",
                "request": request_id,
                "parts": [part_to_json(part) for part in parts],
            }
        case Control(kind, _, reason):
            said = {"kind": "control", "control": kind, "reason": reason}
    return {
        "seq": stored.seq,
        "seat": stored.seat,
        **said,
        "at": stored.at,
        "session": stored.session,
        "timing": stored.timing,
        "held_ms": stored.held_ms,
    }


def _plain(value: Any) -> Any:
    """Convert frozen data to JSON-like data, and times to text."""
    if isinstance(value, datetime):
        return iso(value)
    if isinstance(value, Mapping):
        return {key: _plain(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    if hasattr(value, "__dataclass_fields__"):
        return {each.name: _plain(getattr(value, each.name)) for each in fields(value)}
    return value

"""A document as JSON, for programs.

The object has these keys, in this order. ``version`` changes whenever a key changes its meaning or
is removed; keys may be added without that.

- ``format`` ``clemtui-transcript``, ``version`` 1, ``view`` (a seat, ``observer`` or ``all``),
  ``interface_language`` of ``said``, ``difference`` (why only the evidence is included, or null);
- ``episode``: ``id``, ``created_at``, ``time_known``, ``ended_at``, ``state``, ``end_reason``,
  ``erased``, ``practice``, ``tags``;
- ``game``: ``family``, ``id``, ``version``, ``rules_hash``;
- ``instance``: ``experiment``, ``game_id``, ``task_key``, ``hash``, ``language``, and ``data``, the
  instance itself, which is null in every view except ``all``, as it contains the solution;
- ``condition``; ``seats``: ``seat``, ``role``, ``kind``, ``player``, ``name``, ``seed``,
  ``parameters`` (those of a model name the environment variable of its key, never the key);
- ``lines``: ``kind``, ``round`` (from 0), ``seat``, ``request``, ``side``, ``text`` verbatim, or
  null and ``label`` (``id``, ``values``), ``said`` (either of them in words, safe to show),
  ``verdict`` (``kind``, ``reason`` as a label), ``at``, ``seconds``, ``attempts``, ``timing`` (of a
  person's answer, in milliseconds);
- ``calls``: every call to a model, as in an export, if the view is ``all``; otherwise null;
- ``scores``: ``outcome``, ``aborted``, ``success``, ``lose``, ``main_score``, ``episode``,
  ``turns``, ``seats``; or null.

Texts are exact; characters that are not safe to display are escaped.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from clemtui.archive.documents.model import Document
from clemtui.archive.documents.text import Names
from clemtui.archive.episodes import as_document
from clemtui.engine import Label, Score, Scores
from clemtui.engine.scores import finite
from clemtui.episode.transcript import Line
from clemtui.language.sinks import json_text

FORMAT = "clemtui-transcript"
VERSION = 1


def data(document: Document, names: Names) -> str:
    """Return the document as JSON; see the module docstring."""
    return json_text(as_data(document, names), indent=2, ascii_only=False) + "\n"


def as_data(document: Document, names: Names) -> dict[str, Any]:
    """Return the document as JSON-like data."""
    whole = as_document(document.stored)
    fields = ("id", "created_at", "time_known", "ended_at", "state", "end_reason", "erased")
    timings = {
        entry["request"]: entry["timing"]
        for entry in whole["entries"]
        if entry["kind"] == "response"
    }
    return {
        "format": FORMAT,
        "version": VERSION,
        "view": "all" if document.is_complete else document.watcher,
        "interface_language": names.interface.language,
        "difference": document.difference or None,
        "episode": {name: whole[name] for name in (*fields, "practice", "tags")},
        "game": {
            "family": whole["family"],
            "id": whole["game"],
            "version": whole["game_version"],
            "rules_hash": whole["rules_hash"],
        },
        "instance": {
            "experiment": whole["experiment"],
            "game_id": whole["game_id"],
            "task_key": whole["task_key"] if document.is_complete else None,
            "hash": whole["instance_hash"],
            "language": whole["language"],
            "data": whole["instance"] if document.is_complete else None,
        },
        "condition": whole["condition"],
        "seats": [
            {
                **{name: seat[name] for name in ("seat", "role", "kind", "player")},
                "name": document.names.get(seat["seat"]),
                "seed": seat["seed"],
                "parameters": seat["parameters"],
            }
            for seat in whole["seats"]
        ],
        "lines": [_line(line, names, timings) for line in document.lines],
        "calls": whole["attempts"] if document.is_complete else None,
        "scores": None if document.scores is None else _scores(document.scores),
    }


def _line(line: Line, names: Names, timings: Mapping[int, Any]) -> dict[str, Any]:
    said = isinstance(line.text, str)
    verdict = line.verdict
    answered = line.kind == "from seat" and line.request_id is not None
    return {
        "kind": line.kind,
        "round": line.round,
        "seat": line.seat,
        "request": line.request_id,
        "side": line.side,
        "text": line.text if said else None,
        "label": None if isinstance(line.text, str) else _label(line.text),
        "said": str(names.say(line.text)),
        "verdict": None
        if verdict is None
        else {
            "kind": verdict.kind,
            "reason": None if verdict.reason is None else _label(verdict.reason),
        },
        "at": None if line.at is None else line.at.isoformat(),
        "seconds": line.took,
        "attempts": line.attempts,
        "timing": timings.get(line.request_id or 0) if answered else None,
    }


def _label(label: Label) -> dict[str, Any]:
    return {"id": label.id, "values": dict(label.values)}


def _scores(scores: Scores) -> dict[str, Any]:
    return {
        "outcome": scores.outcome,
        "aborted": scores.aborted,
        "success": scores.success,
        "lose": scores.lose,
        "main_score": finite(scores.main_score),
        "episode": _numbers(scores.episode),
        "turns": {turn: _numbers(named) for turn, named in scores.turns.items()},
        "seats": {seat: _numbers(named) for seat, named in scores.seats.items()},
    }


def _numbers(scores: Mapping[str, Score]) -> dict[str, Score]:
    return {name: finite(score) for name, score in scores.items()}

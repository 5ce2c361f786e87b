"""Conversion of the program's objects to rows. No SQL here, and no clock."""

from __future__ import annotations

import contextlib
import math
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from clemtui.engine import (
    Control,
    Entry,
    Event,
    Instance,
    Request,
    Response,
    Scores,
    Texts,
    Timing,
    part_to_json,
)
from clemtui.records.attempts import MAX_TOKENS, AttemptOutcome, ReceivedBody, stated
from clemtui.records.rows import Consent, EpisodeStart, SeatAssignment
from clemtui.store import deltas
from clemtui.store.changes import Row, Value
from clemtui.store.claims import NewWorkItem
from clemtui.store.clock import iso
from clemtui.store.codec import (
    canonical,
    checked_name,
    compact,
    content_hash,
    dumps,
    readable,
    split,
)


def content(kind: str, value: Any) -> Row:
    """Return the row of a content, which is stored once, keyed by the hash of its text."""
    return "contents", {"hash": content_hash(value), "kind": kind, "body": dumps(value)}


def separate_contents(instance: Instance, known: set[str]) -> list[Row]:
    """Return the rows of an instance's word lists and original experiment, except known ones."""
    lists = {words.hash: words for words in instance.lists.values()}
    found: list[Row] = [
        ("contents", {"hash": digest, "kind": "word list", "body": dumps(words.words)})
        for digest, words in lists.items()
        if digest not in known
    ]
    original = instance.original
    if original is not None and original.experiment_hash not in known:
        found.append(content("experiment", original.experiment))
    return found


def complete_contents(instances: Iterable[Instance], texts: Iterable[Texts]) -> list[Row]:
    """Return the rows of all contents of instances and texts, each once."""
    found: dict[str, Row] = {}
    known: set[str] = set()
    for instance in instances:
        separate = separate_contents(instance, known)
        for row in (*separate, content("instance", instance.to_json())):
            found[str(row[1]["hash"])] = row
        known |= {str(row[1]["hash"]) for row in separate}
    of_texts = [content("texts", each.to_json()) for each in texts]
    return [*found.values(), *{str(row[1]["hash"]): row for row in of_texts}.values()]


def consent(id: str, made: Consent, document: Mapping[str, Any] | None) -> list[Row]:
    """Return the row of a decision about a use of data, with the text that was shown."""
    kept = [] if document is None else [content("consent", document)]
    row: dict[str, Value] = {
        "id": id,
        "person": made.person,
        "purpose": checked_name(made.purpose, "the purpose"),
        "decision": made.decision,
        "document": made.document_hash,
        "at": iso(made.at),
    }
    return [*kept, ("consents", row)]


def run(id: str, manifest: Mapping[str, Any], items: Sequence[NewWorkItem], at: str) -> list[Row]:
    """Return the rows of a run and its work items, with their contents."""
    kept = content("manifest", canonical(manifest))
    written: list[Row] = [
        kept,
        (
            "runs",
            {"id": checked_name(id, "the run"), "manifest": kept[1]["hash"], "created_at": at},
        ),
    ]
    for position, item in enumerate(items, 1):
        written += work_item(id, item, position)
    return written


def work_item(run: str, item: NewWorkItem, position: int) -> list[Row]:
    """Return the rows of an open work item of a run, with its content."""
    of_item = content("work item", canonical(item.content))
    row: dict[str, Value] = {
        "run": run,
        "key": item.key,
        "kind": item.kind,
        "content": of_item[1]["hash"],
        "slot": item.slot,
        "position": position,
        "state": "open",
        "result": None,
    }
    return [of_item, ("work_items", row)]


def episode(id: str, start: EpisodeStart, at: str, contents: Mapping[str, Row]) -> Row:
    """Return the row of an episode; ``contents`` are those it refers to, by kind."""
    instance = start.instance
    return "episodes", {
        "id": id,
        "session": start.session,
        "family": checked_name(start.family, "the family"),
        "game": checked_name(start.game, "the game"),
        "game_version": checked_name(start.game_version, "the game's version"),
        "rules_hash": start.rules_hash,
        "experiment": readable(instance.experiment),
        "game_id": instance.game_id,
        "task_key": readable(instance.task_key),
        "instance_hash": instance.hash,
        "instance": contents["instance"][1]["hash"],
        "instance_origin": instance.origin,
        "instance_source": readable(instance.source),
        "texts_hash": start.texts.hash,
        "texts": contents["texts"][1]["hash"],
        "language": checked_name(start.texts.language, "the language"),
        "condition": contents["condition"][1]["hash"],
        "environment": contents["environment"][1]["hash"],
        "interface": start.interface,
        "practice": int(start.practice),
        "created_at": at,
        "time_known": int(start.time_known),
    }


def seat(episode: str, position: int, assigned: SeatAssignment, parameters: Row) -> Row:
    """Return the row of a seat."""
    return "seat_assignments", {
        "episode": episode,
        "seat": checked_name(assigned.seat, "the seat"),
        "position": position,
        "role": readable(assigned.role),
        "kind": assigned.kind,
        "person": assigned.person,
        "player": checked_name(assigned.player, "the player"),
        "parameters": parameters[1]["hash"],
        "seed": assigned.seed,
    }


def request(
    episode: str, request: Request, digest: str, base: int | None, kept: int
) -> dict[str, Value]:
    """Return the columns of a request, except session and times."""
    tools = [asdict(tool) for tool in request.tools]
    return {
        "episode": episode,
        "number": request.id,
        "seat": checked_name(request.seat, "the seat"),
        "role": readable(request.role),
        "thread": checked_name(request.thread, "the thread"),
        "purpose": request.purpose,
        "new_from": request.new_from,
        "base": base,
        "kept": kept,
        "messages": dumps(deltas.to_json(request.messages[kept:])),
        "messages_hash": digest,
        "tools": dumps(tools) if tools else None,
        "stream_to": dumps(sorted(request.stream_to)) if request.stream_to else None,
    }


def entry(
    episode: str, seq: int, seat: str | None, entry: Entry, timing: Timing | None
) -> dict[str, Value]:
    """Return the columns of an entry, except session and times."""
    row: dict[str, Value] = {"episode": episode, "seq": seq, "seat": seat}
    if isinstance(entry, Response):
        row |= {
            "kind": "response",
            "request": entry.request_id,
            "parts": dumps([part_to_json(part) for part in entry.parts]),
            "text": readable(entry.text),
        }
    else:
        reason, exact = split(entry.reason)
        row |= {"kind": "control", "control": entry.kind, "text": reason, "reason_exact": exact}
    return row if timing is None else row | _timing(timing)


def draft(
    episode: str, request: int, body: str | Mapping[str, Any] | None, timing: Timing | None
) -> dict[str, Value]:
    """Return the columns of a draft, except its time."""
    row: dict[str, Value] = {"episode": episode, "request": request, "body": dumps(body)}
    return row | {"timing": None if timing is None else dumps(_plain(timing))}


def _plain(timing: Timing) -> dict[str, Any]:
    """Return a timing as JSON-like data, with the names of the columns of `entries`."""
    shown_at = None if timing.shown_at is None else iso(timing.shown_at)
    pauses = [asdict(pause) for pause in timing.pauses]
    return {
        "shown_at": shown_at,
        "first_key_ms": timing.first_key_ms,
        "submitted_ms": timing.submitted_ms,
        "away_ms": timing.away_ms,
        "edits": timing.edits,
        "pasted": timing.pasted,
        "pauses": pauses,
        "hints": timing.hints,
        "form_values": timing.values,
    }


def control_seat(entry: Control) -> str | None:
    """Return the seat that caused a control entry."""
    return None if entry.seat is None else checked_name(entry.seat, "the seat")


def _timing(timing: Timing) -> dict[str, Value]:
    values = timing.values
    return _plain(timing) | {
        "pauses": compact([asdict(pause) for pause in timing.pauses]),
        "hints": dumps(timing.hints),
        "form_values": None if values is None else dumps(values),
    }


def attempt_body(attempt: str, body: ReceivedBody) -> dict[str, Value]:
    """Return the columns of what a server sent, except times."""
    return {
        "attempt": attempt,
        "status": body.status,
        "content_type": readable(body.content_type),
        "complete": int(body.complete),
        "body": zlib.compress(body.body),
    }


def attempt_end(attempt: str, outcome: AttemptOutcome) -> dict[str, Value]:
    """Return the columns of an attempt's end, except times. Seconds become milliseconds.

    A call was made, and perhaps paid for, so its end must be recorded whatever a server put into
    it. Values that do not fit their columns are recorded as text in the notes.
    """
    given = _Given()
    reasoning, reasoning_exact = split(given.string("reasoning", outcome.reasoning) or "")
    text = given.string("text", outcome.text) or ""
    plain = readable(text)
    usage = outcome.usage
    row: dict[str, Value] = {
        "attempt": attempt,
        "outcome": outcome.status,
        "error_kind": given.name("error_kind", outcome.error_kind),
        "error_message": given.name("error_message", outcome.error_message),
        "text": plain,
        "text_exact": None if plain.encode() == outcome.raw else outcome.raw,
        "reasoning": reasoning,
        "reasoning_exact": reasoning_exact,
        "prompt_tokens": given.count("prompt_tokens", usage.prompt_tokens),
        "completion_tokens": given.count("completion_tokens", usage.completion_tokens),
        "reasoning_tokens": given.count("reasoning_tokens", usage.reasoning_tokens),
        "cost_usd": given.number("cost", outcome.cost),
        "finish_reason": given.name("finish_reason", outcome.finish_reason),
        "provider": given.name("provider", outcome.provider),
        "model": given.name("model", outcome.model),
        "response_id": given.name("response_id", outcome.response_id),
        "first_token_ms": _ms(outcome.time_to_first_token),
        "duration_ms": outcome.duration * 1000,
        "retry_in_ms": _ms(outcome.retry_in),
    }
    return row | {"notes": given.noted(outcome.notes)}


class _Given:
    """Values that come from a server, in the types of their columns; what does not fit is noted."""

    def __init__(self) -> None:
        self._odd: dict[str, str] = {}

    def string(self, name: str, value: object) -> str | None:
        """Return a text; the text of another value."""
        if value is None or isinstance(value, str):
            return value
        self._odd[name] = stated(value)
        return self._odd[name]

    def name(self, name: str, value: object) -> str | None:
        """Return a text that SQLite can search; None for none."""
        return _readable(self.string(name, value))

    def count(self, name: str, value: object) -> int | None:
        """Return a number of tokens; None for anything else."""
        if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MAX_TOKENS:
            return value
        self._unfit(name, value)
        return None

    def number(self, name: str, value: object) -> float | None:
        """Return a finite number; None for anything else."""
        if isinstance(value, int | float) and not isinstance(value, bool):
            with contextlib.suppress(OverflowError):
                if math.isfinite(number := float(value)):
                    return number
        self._unfit(name, value)
        return None

    def noted(self, notes: Mapping[str, Any]) -> str | None:
        """Return the notes with what did not fit, as JSON; None if there is nothing."""
        if self._odd:
            notes = {**notes, "as_sent": {**notes.get("as_sent", {}), **self._odd}}
        return dumps(notes) if notes else None

    def _unfit(self, name: str, value: object) -> None:
        if value is not None:
            self._odd[name] = stated(value)


def scores(
    episode: str, scorer: str, scores: Scores, rules_hash: str | None, computed_at: str
) -> Row:
    """Return the row of an episode's scores; NaN becomes NULL."""
    main = scores.main_score
    return "scores", {
        "episode": episode,
        "scorer": checked_name(scorer, "the scorer"),
        "rules_hash": rules_hash,
        "aborted": scores.aborted,
        "success": scores.success,
        "lose": scores.lose,
        "main_score": None if main is None else float(main),
        "episode_scores": dumps(scores.episode),
        "turn_scores": dumps(scores.turns),
        "seat_scores": dumps(scores.seats),
        "computed_at": computed_at,
    }


def events(episode: str, events: Sequence[Event], rules_hash: str) -> list[Row]:
    """Return the rows of an episode's events, numbered from 1."""
    return [
        (
            "events",
            {
                "episode": episode,
                "seq": seq,
                "rules_hash": rules_hash,
                "round": event.round,
                "kind": readable(event.kind),
                "sender": readable(event.sender),
                "recipient": readable(event.recipient),
                "content": dumps(event.content),
                "label": _readable(event.label),
                "audience": dumps(sorted(event.audience)),
                "logged": int(event.logged),
                "request": event.request_id,
                "verdict": None if event.verdict is None else event.verdict.kind,
                "verdict_reason": _label(None if event.verdict is None else event.verdict.reason),
                "said": _label(event.said),
            },
        )
        for seq, event in enumerate(events, 1)
    ]


def _label(said: Any) -> str | None:
    return None if said is None else dumps({"id": said.id, "values": said.values})


def _readable(text: str | None) -> str | None:
    return None if text is None else readable(text)


def _ms(seconds: float | None) -> float | None:
    return None if seconds is None else seconds * 1000

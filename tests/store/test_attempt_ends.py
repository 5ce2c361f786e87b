"""The end of an attempt is recorded whatever a server put into it."""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import closing
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from clemtui.records.attempts import MAX_TOKENS, AttemptOutcome, ReceivedBody, Usage
from clemtui.records.rows import StoredAttempt
from clemtui.store.read.reader import Reader
from clemtui.store.write.writer import Writer
from tests.store.builders import MODEL, human, outcome, request, session, start

texts = st.text(st.characters() | st.characters(categories=["Cs"]))
numbers = st.integers() | st.floats() | st.sampled_from([10**400, 2**63, -(2**63) - 1, MAX_TOKENS])
values = st.recursive(
    st.none() | st.booleans() | numbers | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=5,
)
FROM_SERVERS = ("text", "reasoning", "finish_reason", "provider", "model", "response_id", "cost",
                "error_kind", "problem")  # fmt: skip
COUNTS = tuple(each.name for each in fields(Usage))


class Attempts:
    """An open episode, in which any number of attempts can be recorded."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.writer = Writer(path)
        ada = self.writer.person("Ada").id
        self.episode = self.writer.start_episode(
            start(session(self.writer, ada), human(ada), MODEL)
        )
        self.writer.request(self.episode, request(1, "hello"))
        self._number = 0

    def record(self, ended: AttemptOutcome, body: ReceivedBody | None = None) -> StoredAttempt:
        """Record an attempt and read it again."""
        self._number += 1
        attempt = self.writer.attempt_started(self.episode, 1, self._number, {})
        if body is not None:
            self.writer.attempt_received(attempt, body)
        self.writer.attempt_ended(attempt, ended)
        with Reader(self.path) as reader:
            return reader.load(self.episode).attempts[-1]


@pytest.fixture(scope="module")
def attempts(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Attempts]:
    found = Attempts(tmp_path_factory.mktemp("records") / "records.db")
    yield found
    found.writer.close()


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(name=st.sampled_from(FROM_SERVERS), value=values)
def test_any_value_in_any_field_is_recorded(attempts: Attempts, name: str, value: Any) -> None:
    stored = attempts.record(replace(outcome(), **{name: value}))
    assert stored.outcome == "done"
    if value is not None and not isinstance(value, str) and name != "problem":
        kept = stored.cost if name == "cost" else None
        assert kept is not None or name in (stored.notes or {})["as_sent"]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(name=st.sampled_from(COUNTS), value=values)
def test_a_count_is_a_count_or_noted_as_text(attempts: Attempts, name: str, value: Any) -> None:
    stored = attempts.record(replace(outcome(), usage=Usage(**{name: value})))
    kept = getattr(stored, name)
    whole = isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MAX_TOKENS
    assert kept == (value if whole else None)
    assert whole or value is None or isinstance((stored.notes or {})["as_sent"][name], str)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(notes=st.dictionaries(texts, values, min_size=1, max_size=4))
def test_any_notes_are_recorded(attempts: Attempts, notes: dict[str, Any]) -> None:
    stored = attempts.record(outcome(notes=notes))
    assert stored.notes is not None
    assert stored.notes.keys() == notes.keys()


def test_an_ordinary_end_has_no_notes(attempts: Attempts) -> None:
    assert attempts.record(outcome()).notes is None


def test_a_value_that_does_not_fit_joins_what_was_noted_before(attempts: Attempts) -> None:
    odd: Any = [1]
    stored = attempts.record(outcome(model=odd, notes={"as_sent": {"id": "5"}, "damaged": True}))
    assert stored.model == "[1]"
    assert stored.notes == {"as_sent": {"id": "5", "model": "[1]"}, "damaged": True}


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(body=st.binary(), type_=texts, status=st.integers(0, 999), complete=st.booleans())
def test_a_body_is_recorded_byte_for_byte(
    attempts: Attempts, body: bytes, type_: str, status: int, complete: bool
) -> None:
    received = ReceivedBody(status, type_, body, complete=complete)
    stored = attempts.record(outcome(), received)
    assert (stored.status, stored.complete) == (status, complete)
    with closing(sqlite3.connect(attempts.path)) as db:
        (kept,) = db.execute(
            "SELECT body FROM attempt_bodies WHERE attempt = ?", [stored.id]
        ).fetchone()
    assert zlib.decompress(kept) == body


def test_what_was_received_is_there_even_if_the_end_is_not(attempts: Attempts) -> None:
    attempt = attempts.writer.attempt_started(attempts.episode, 1, 10**6, {})
    attempts.writer.attempt_received(attempt, ReceivedBody(200, "", b"CLUE", complete=False))
    with Reader(attempts.path) as reader:
        stored = reader.load(attempts.episode).attempts[-1]
    assert (stored.outcome, stored.status, stored.complete) == (None, 200, False)


def test_notes_are_json_that_queries_can_read(attempts: Attempts) -> None:
    stored = attempts.record(outcome(notes={"policies": {"cut_answers": "answer"}}))
    with closing(sqlite3.connect(attempts.path)) as db:
        found = db.execute(
            "SELECT json_extract(notes, '$.policies') FROM attempts_ended WHERE attempt = ?",
            [stored.id],
        ).fetchone()
    assert json.loads(found[0]) == {"cut_answers": "answer"}

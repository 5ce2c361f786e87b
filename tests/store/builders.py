"""Builders for the tests of the store: small sittings and episodes, and a settable clock."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from clemtui.engine import Instance, Message, Request, Texts, WordList, assistant, user
from clemtui.records.attempts import AttemptOutcome, Usage
from clemtui.records.rows import EpisodeStart, SeatAssignment, SessionStart
from clemtui.records.studies import Enrolment, NewAssignment
from clemtui.store.write.emergency import (
    EmergencyFile,
    Recovery,
    inspect,
    recover_emergency,
)
from clemtui.store.write.recorder import Recorder
from clemtui.store.write.writer import Writer


class SetClock:
    """A clock that moves only when told to."""

    def __init__(self) -> None:
        self.moment = datetime(2026, 3, 1, 12, 0, 0, tzinfo=UTC)
        self.ms = 5000.0

    def now(self) -> datetime:
        return self.moment

    def monotonic_ms(self) -> float:
        return self.ms

    def utc_offset_minutes(self) -> int:
        return -210

    def forward(self, seconds: float) -> None:
        self.moment += timedelta(seconds=seconds)
        self.ms += seconds * 1000


WORDS = WordList(("apple", "grape", "plum"))
INSTANCE = Instance(
    game="taboo",
    experiment="high_en",
    game_id=7,
    data={"target": "tea", "related": ["cup", "drink"]},
    parameters={"max_turns": 3},
    task="taboo:tea",
    source="instances.json",
    lists={"accepted": WORDS},
)
TEXTS = Texts(
    language="en",
    prompts={"describe": "Describe ${target}.", "again": "Guess again."},
    tags={"clue": "CLUE:"},
    options={"yes_no": ("yes", "no")},
    card={"version": "1", "translator": "nobody"},
)


def human(person: str, seat: str = "Player 1", role: str = "WordDescriber") -> SeatAssignment:
    return SeatAssignment(seat, role, "human", "human", person)


MODEL = SeatAssignment(
    "Player 2", "WordGuesser", "model", "openai/x", parameters={"temperature": 0}, seed=3
)


CONDITION = {"aids": ["look-up"], "interface_language": "en", "response_limit": 2000}


def session(writer: Writer, person: str | None = None) -> str:
    return writer.open_session(SessionStart("run", "0.1", person))


def start(session: str, *seats: SeatAssignment, **changed: Any) -> EpisodeStart:
    given: dict[str, Any] = {
        "session": session,
        "family": "taboo",
        "game": "taboo",
        "game_version": "1.0",
        "rules_hash": "r" * 64,
        "instance": INSTANCE,
        "texts": TEXTS,
        "seats": seats or (MODEL,),
        "interface": "assisted",
        "condition": CONDITION,
        "environment": {"python": "3.11"},
    }
    return EpisodeStart(**(given | changed))


def request(
    number: int,
    *texts: str,
    seat: str = "Player 1",
    new_from: int = 0,
    thread: str = "dialogue",
) -> Request:
    """Return a request whose messages alternate between user and seat."""
    messages: tuple[Message, ...] = tuple(
        user(text) if index % 2 == 0 else assistant(text) for index, text in enumerate(texts)
    )
    return Request(number, seat, "WordDescriber", messages, new_from=new_from, thread=thread)


def outcome(**changed: Any) -> AttemptOutcome:
    """Return the outcome of an attempt that was answered, with some fields changed."""
    usual: dict[str, Any] = {
        "status": "done",
        "text": "CLUE: hot",
        "raw": b"CLUE: hot",
        "reasoning": "",
        "usage": Usage(10, 5, 0),
        "cost": None,
        "finish_reason": "stop",
        "provider": "openai",
        "model": "x-2026",
        "response_id": "id-1",
        "time_to_first_token": 0.25,
        "duration": 1.5,
    }
    return AttemptOutcome(**{**usual, **changed})


def rows(writer: Writer, sql: str, values: tuple[Any, ...] = ()) -> list[Any]:
    """Return the rows of a query, as seen by the writer's own connection."""
    return list(writer._db.execute(sql, values).fetchall())


async def request_together(
    recorder: Recorder, episodes: Sequence[str], trace: Callable[[sqlite3.Connection, str], object]
) -> list[Any]:
    """Record a request in each episode while the writer's thread is busy, so that all of them wait.

    ``trace`` is called with the connection and each of its statements from then on.
    """
    entered, gate = threading.Event(), threading.Event()

    def hold(writer: Writer) -> None:
        connection = writer._db.conn
        connection.set_trace_callback(lambda statement: trace(connection, statement))
        entered.set()
        gate.wait()

    holding = asyncio.create_task(recorder.do(hold))
    await asyncio.to_thread(entered.wait)
    writes = [
        asyncio.create_task(recorder.do(Writer.request, each, request(1, "hello")))
        for each in episodes
    ]
    await asyncio.sleep(0)  # all of them are waiting for the thread now
    gate.set()
    await holding
    return await asyncio.gather(*writes, return_exceptions=True)


def running(path: Path, clock: SetClock | None = None) -> tuple[Writer, str, str]:
    """Return a writer, the id of a person, and an episode of that person and a model."""
    writer = Writer(path, clock=clock)
    person = writer.person("Ada").id
    episode = writer.start_episode(start(session(writer, person), human(person), MODEL))
    return writer, person, episode


def restore(file: Path, database: Path) -> Recovery:
    """Restore one emergency file."""
    (recovery,) = recover_emergency(database, file)
    return recovery


def inspected(file: Path, database: Path | None = None) -> EmergencyFile:
    """Check one emergency file, of a database that does not exist unless one is given."""
    (found,) = inspect(database or file.with_name("none.db"), file)
    return found


def assigned(number: int = 1, **changed: Any) -> NewAssignment:
    """Return an assignment of the usual instance, with its number as content."""
    usual: dict[str, Any] = {
        "game": "taboo",
        "seat": "Player 1",
        "language": "en",
        "instance_hash": INSTANCE.hash,
        "exposure_key": INSTANCE.task_key,
        "block": 1,
        "content": {"number": number},
    }
    return NewAssignment(**(usual | changed))


def enrolled(writer: Writer, study: str, person: str, number: int = 1, items: int = 1) -> Enrolment:
    """Enrol a person in a study, which is frozen if it is new, with that many assignments."""
    writer.freeze_study(study, {"protocol": {"id": study}})
    keys = [INSTANCE.task_key, *(f"taboo:{each}" for each in range(2, items + 1))]
    plan = [assigned(each, exposure_key=key) for each, key in enumerate(keys, 1)]
    return writer.enrol(study, person, number, plan, collector=1, seed=7)

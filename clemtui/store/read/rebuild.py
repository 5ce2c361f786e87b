"""Reconstruction of requests from their rows, with complete message lists verified by hash."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from clemtui.engine import Message, Request, Tool
from clemtui.records.errors import DamagedRecord
from clemtui.records.rows import StoredRequest
from clemtui.store import deltas
from clemtui.store.clock import moment
from clemtui.store.codec import loads
from clemtui.store.deltas import Chain
from clemtui.store.library import Database

_COLUMNS = (
    "number, session, seat, role, thread, purpose, new_from, base, kept, messages, messages_hash, "
    "tools, stream_to, asked_at"
)


@dataclass(frozen=True, slots=True)
class RebuiltRequest:
    """A request and the chain of its messages."""

    stored: StoredRequest
    chain: Chain


def requests(db: Database, episode: str) -> Iterator[RebuiltRequest]:
    """Yield the requests of an episode in order, each verified.

    Raises:
        DamagedRecord: if a request does not match its hash.
    """
    chains: dict[int, Chain] = {}
    rows = db.execute(
        f"SELECT {_COLUMNS} FROM requests WHERE episode = ? ORDER BY number", (episode,)
    )
    rows.row_factory = sqlite3.Row
    for row in rows:
        number = row["number"]
        try:
            chain = _chain(row, chains)
            request = _request(row, chain.messages)
        except (DamagedRecord, KeyError, ValueError, TypeError) as error:
            raise DamagedRecord(
                f"episode {episode}: request {number} cannot be read: it was changed by "
                "another program"
            ) from error
        if chain.hash != row["messages_hash"]:
            raise DamagedRecord(
                f"episode {episode}: request {number} does not match its hash: it was "
                "changed by another program"
            )
        chains[number] = chain
        yield RebuiltRequest(StoredRequest(request, moment(row["asked_at"]), row["session"]), chain)


def _chain(row: sqlite3.Row, chains: dict[int, Chain]) -> Chain:
    new = deltas.from_json(loads(row["messages"]))
    if row["base"] is None:
        return Chain.of(new)
    base = chains[row["base"]]
    return base.extended_to(base.messages[: row["kept"]] + new, row["kept"])


def _request(row: sqlite3.Row, messages: tuple[Message, ...]) -> Request:
    if not 0 <= row["new_from"] <= len(messages):
        raise ValueError("new messages begin outside of the request")
    tools: list[dict[str, Any]] = [] if row["tools"] is None else loads(row["tools"])
    return Request(
        id=row["number"],
        seat=row["seat"],
        role=row["role"],
        messages=messages,
        new_from=row["new_from"],
        thread=row["thread"],
        purpose=row["purpose"],
        tools=tuple(Tool(**tool) for tool in tools),
        stream_to=frozenset(() if row["stream_to"] is None else loads(row["stream_to"])),
    )

"""Loading of a complete episode: contents are verified and converted to engine objects."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from clemtui.engine import (
    Control,
    Entry,
    Instance,
    Pause,
    Response,
    Texts,
    Timing,
    WordList,
    part_from_json,
)
from clemtui.records.errors import DamagedRecord, StoreError
from clemtui.records.rows import (
    Draft,
    StoredAttempt,
    StoredEntry,
    StoredEpisode,
    TagDecision,
)
from clemtui.store.clock import moment
from clemtui.store.codec import content_hash, join, loads
from clemtui.store.library import Database
from clemtui.store.read import rebuild, summaries
from clemtui.store.read.summaries import select
from clemtui.store.schema import TABLES
from clemtui.store.schema.model import ROWS
from clemtui.store.sqlite_errors import is_no_text

_ATTEMPT_COLUMNS = (
    "id", "request", "number", "outcome", "error_kind", "error_message", "prompt_tokens",
    "completion_tokens", "reasoning_tokens", "finish_reason", "provider", "model", "response_id",
    "first_token_ms", "duration_ms", "retry_in_ms", "status", "content_type",
)  # fmt: skip


def content(db: Database, digest: str) -> Any:
    """Return a stored content.

    Raises:
        DamagedRecord: if it is missing or does not match its hash.
    """
    row = db.execute("SELECT body FROM contents WHERE hash = ?", (digest,)).fetchone()
    value = None if row is None else loads(row[0])
    if row is None or content_hash(value) != digest:
        raise DamagedRecord(f"content {digest} is missing or was changed by another program")
    return value


def instance(db: Database, digest: str) -> Instance:
    """Return a stored instance, including its separately stored parts.

    Raises:
        DamagedRecord: if a content is missing or does not match its hash.
    """
    data = content(db, digest)
    lists = {each: WordList(tuple(content(db, each))) for each in data["lists"].values()}
    experiments = {}
    if original := data.get("original"):
        experiments[original["experiment"]] = content(db, original["experiment"])
    return Instance.from_json(data, lists, experiments)


def texts(db: Database, digest: str) -> Texts:
    """Return stored texts.

    Raises:
        DamagedRecord: if they are missing or do not match their hash.
        StoreError: if this version does not know their text policy.
    """
    data = content(db, digest)
    try:
        return Texts.from_json(data)
    except KeyError as error:
        raise StoreError(
            f"the recorded texts need {error}, which this version does not support; update clemtui"
        ) from error


def episode(db: Database, id: str) -> StoredEpisode:
    """Return everything recorded about an episode.

    Raises:
        DamagedRecord: naming the episode, if something does not match its hash or cannot be read.
    """
    try:
        return _episode(db, id)
    except DamagedRecord as error:
        said = str(error)
        raise DamagedRecord(said if id in said else f"episode {id}: {said}") from error
    except (
        KeyError,
        ValueError,
        TypeError,
        AttributeError,
        RecursionError,
        sqlite3.OperationalError,
    ) as error:
        if isinstance(error, sqlite3.OperationalError) and not is_no_text(error):
            raise
        raise DamagedRecord(
            f"episode {id} cannot be read: it was changed by another program"
        ) from error


def _episode(db: Database, id: str) -> StoredEpisode:
    summary = summaries.of_ids(db, [id])[id]
    (row,) = select(db, "SELECT * FROM episodes WHERE id = ?", (id,))
    end = db.execute("SELECT reason, at FROM episode_ends WHERE episode = ?", (id,)).fetchone()
    erased = summary.erased
    return StoredEpisode(
        summary=summary,
        session=row["session"],
        rules_hash=row["rules_hash"],
        texts_hash=row["texts_hash"],
        instance=instance(db, row["instance"]),
        texts=texts(db, row["texts"]),
        condition=content(db, row["condition"]),
        environment=content(db, row["environment"]),
        requests=() if erased else tuple(each.stored for each in rebuild.requests(db, id)),
        entries=() if erased else entries(db, id),
        attempts=attempts(db, id),
        drafts=drafts(db, id),
        scores=tuple(summaries.scores(db, [id])[id]),
        state=summary.state,
        end_reason=None if end is None else end[0],
        ended_at=None if end is None else moment(end[1]),
        erased=erased,
        decisions=decisions(db, id),
        rows=rows(db, id),
    )


def decisions(db: Database, id: str) -> tuple[TagDecision, ...]:
    """Return all decisions on the tags of an episode, oldest first."""
    rows = db.execute(
        """SELECT key, value, author, reason, decision = 'revoked', at, id FROM tags
        WHERE episode = ? ORDER BY at, id""",
        (id,),
    )
    return tuple(
        TagDecision(row[0], row[1], row[2], row[3], bool(row[4]), moment(row[5]), id=row[6])
        for row in rows
    )


def rows(db: Database, id: str) -> dict[str, list[dict[str, Any]]]:
    """Return an episode's rows in the tables that an export carries unchanged, by table."""
    found = {}
    for table in TABLES.values():
        if table.export == ROWS and table.episode is not None:
            carried = [column for column in table.columns if column.exported is not None]
            query = (
                f"SELECT {', '.join(column.name for column in carried)} FROM {table.name} "
                f"WHERE {table.episode.within('(?)')} ORDER BY {', '.join(table.key)}"
            )
            found[table.name] = [
                {
                    column.name: loads(value) if column.json and value is not None else value
                    for column, value in zip(carried, row, strict=True)
                }
                for row in db.execute(query, (id,)).fetchall()
            ]
    return found


def entries(db: Database, id: str) -> tuple[StoredEntry, ...]:
    """Return the entries of an episode in order."""
    rows = select(db, "SELECT * FROM entries WHERE episode = ? ORDER BY seq", (id,))
    return tuple(
        StoredEntry(
            row["seq"],
            _entry(row),
            row["seat"],
            moment(row["at"]),
            row["session"],
            _timing(row),
            row["held_ms"],
        )
        for row in rows
    )


def drafts(db: Database, id: str) -> tuple[Draft, ...]:
    """Return the drafts of an episode."""
    rows = select(db, "SELECT * FROM drafts WHERE episode = ? ORDER BY request", (id,))
    return tuple(
        Draft(
            row["request"],
            loads(row["body"]),
            moment(row["updated_at"]),
            None if row["timing"] is None else _timing_of(loads(row["timing"])),
        )
        for row in rows
    )


def attempts(db: Database, id: str) -> tuple[StoredAttempt, ...]:
    """Return the attempts of an episode in the order in which they were started."""
    rows = select(
        db,
        """SELECT s.id, s.request, s.number, s.parameters, s.started_at, d.*,
        p.text AS partial, p.text_exact AS partial_exact, b.status, b.content_type, b.complete
        FROM attempts_started s LEFT JOIN attempts_ended d ON d.attempt = s.id
        LEFT JOIN attempt_bodies b ON b.attempt = s.id
        LEFT JOIN attempt_partials p ON p.attempt = s.id AND p.seq =
            (SELECT max(seq) FROM attempt_partials WHERE attempt = s.id)
        WHERE s.episode = ? ORDER BY s.id""",
        (id,),
    )
    return tuple(
        StoredAttempt(
            **{name: row[name] for name in _ATTEMPT_COLUMNS},
            parameters=content(db, row["parameters"]),
            started_at=moment(row["started_at"]),
            partial=_text(row["partial"], row["partial_exact"]),
            text=_text(row["text"], row["text_exact"]),
            reasoning=_text(row["reasoning"], row["reasoning_exact"]),
            cost=row["cost_usd"],
            complete=None if row["complete"] is None else bool(row["complete"]),
            notes=None if row["notes"] is None else loads(row["notes"]),
        )
        for row in rows
    )


def _entry(row: Any) -> Entry:
    if row["kind"] == "control":
        return Control(row["control"], row["seat"], join(row["text"], row["reason_exact"]))
    return Response(row["request"], tuple(part_from_json(part) for part in loads(row["parts"])))


def _timing(row: Any) -> Timing | None:
    if row["pauses"] is None:  # every timing has a list of pauses, possibly empty
        return None
    values = row["form_values"]
    data = dict(row) | {
        "pauses": loads(row["pauses"]),
        "hints": loads(row["hints"] or "[]"),
        "form_values": None if values is None else loads(values),
    }
    return _timing_of(data)


def _timing_of(data: Mapping[str, Any]) -> Timing:
    return Timing(
        shown_at=_moment(data["shown_at"]),
        first_key_ms=data["first_key_ms"],
        submitted_ms=data["submitted_ms"],
        away_ms=data["away_ms"],
        edits=data["edits"],
        pasted=data["pasted"],
        pauses=tuple(Pause(**pause) for pause in data["pauses"]),
        hints=tuple(data["hints"]),
        values=data["form_values"],
    )


def _text(plain: str | None, exact: bytes | None) -> str | None:
    return None if plain is None else join(plain, exact)


def _moment(text: str | None) -> datetime | None:
    return None if text is None else moment(text)

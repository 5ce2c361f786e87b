"""The line-up of each episode (`clemtui.records.line_ups`), and exposure keys: derived tables.

Line-ups follow from the seats and from what providers answered, so they can be computed at any
time; `complete` does so for episodes without one: after a migration or a merge.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from clemtui.records.line_ups import LineUp, answered_by, seat_players
from clemtui.records.rows import SeatAssignment
from clemtui.store.changes import Value
from clemtui.store.codec import dumps, loads
from clemtui.store.library import Database

_SEATS = """SELECT a.seat, a.role, a.kind, a.player, a.parameters FROM seat_assignments a
    WHERE a.episode = ? ORDER BY a.position"""
_ANSWERED = """SELECT DISTINCT a.player, a.parameters, coalesce(d.model, '')
    FROM attempts_started s JOIN attempts_ended d ON d.attempt = s.id
    JOIN requests r ON r.episode = s.episode AND r.number = s.request
    JOIN seat_assignments a ON a.episode = s.episode AND a.seat = r.seat
    WHERE s.episode = ? AND a.kind = 'model'
        AND (d.outcome = 'done' OR d.outcome = 'cut' AND d.model <> '')"""
_SILENT = """SELECT e.session, e.environment
    FROM episodes e JOIN seat_assignments a ON a.episode = e.id
    WHERE e.id = ? AND a.kind = 'model' AND NOT EXISTS (SELECT 1 FROM entries n
        WHERE n.episode = a.episode AND n.seat = a.seat AND n.kind = 'response')"""
_MISSING = """SELECT id, EXISTS (SELECT 1 FROM episode_ends WHERE episode = id) FROM episodes
    WHERE id NOT IN (SELECT episode FROM episode_line_ups)"""

Contents = Callable[[str], Mapping[str, Any]]


def record(db: Database, episode: str, seats: Iterable[SeatAssignment]) -> None:
    """Record the line-up of a new episode, inside the open write transaction.

    It follows from the parameters as they are stored, so that it is the same in every database.
    """
    seats = tuple(replace(seat, parameters=loads(dumps(seat.parameters))) for seat in seats)
    db.execute(
        "INSERT INTO episode_line_ups VALUES (?, ?, ?, ?, '{}')",
        (
            episode,
            _number(db, LineUp.of(seats)),
            dumps(seat_players(seats)),
            int(any(seat.kind == "human" for seat in seats)),
        ),
    )


def with_answering_models(db: Database, episode: str) -> dict[str, Value] | None:
    """Return the row of an episode with the models that answered in it; None if it says nothing.

    It is recorded when the episode ends.
    """
    rows = db.execute(_ANSWERED, (episode,)).fetchall()
    silent = db.execute(_SILENT, (episode,)).fetchone()
    if not rows and silent is None:
        return None
    contents = _contents(db)
    named = [(contents(digest).get("model", player), model) for player, digest, model in rows]
    if silent is not None:
        named += _as_exported(contents(silent[1]), {asked for asked, _ in named})
    answered = answered_by(named, None if silent is None else silent[0])
    found = db.execute(
        "SELECT episode, line_up, seats, people FROM episode_line_ups WHERE episode = ?", (episode,)
    ).fetchone()
    columns = ("episode", "line_up", "seats", "people")
    return {**dict(zip(columns, found, strict=True)), "answered": dumps(answered)}


def _as_exported(
    environment: Mapping[str, Any], known: Container[str]
) -> Iterator[tuple[str, str]]:
    """Yield the models with which an imported episode counted where it was exported, by the model
    that was asked, except for those that are ``known`` to have answered in it."""
    mark = environment.get("import")
    told = mark.get("answering_models", {}) if isinstance(mark, Mapping) else {}
    for asked, models in told.items():
        if asked not in known:
            yield from ((asked, model) for model in models)


def complete(db: Database) -> int:
    """Record the missing line-ups, inside the open write transaction; return their number."""
    contents = _contents(db)
    missing = db.execute(_MISSING).fetchall()
    for episode, ended in missing:
        rows = db.execute(_SEATS, (episode,)).fetchall()
        record(
            db,
            episode,
            (
                SeatAssignment(seat, role, kind, player, parameters=contents(digest))
                for seat, role, kind, player, digest in rows
            ),
        )
        answered = with_answering_models(db, episode) if ended else None
        if answered is not None:
            db.execute(
                "UPDATE episode_line_ups SET answered = :answered WHERE episode = :episode",
                answered,
            )
    return len(missing)


def record_exposure_key(db: Database, instance_hash: str, key: str, rules_hash: str) -> None:
    """Record the exposure key that a game's rules give an instance."""
    db.execute(
        """INSERT INTO exposure_keys VALUES (:instance, :key, :rules)
        ON CONFLICT (instance_hash) DO UPDATE SET key = :key, rules_hash = :rules""",
        {"instance": instance_hash, "key": key, "rules": rules_hash},
    )


def _contents(db: Database) -> Contents:
    @cache
    def content(digest: str) -> Mapping[str, Any]:
        row = db.execute("SELECT body FROM contents WHERE hash = ?", (digest,)).fetchone()
        found = loads(row[0])
        return found if isinstance(found, dict) else {}

    return content


def _number(db: Database, line_up: LineUp) -> int:
    row = db.execute("SELECT id FROM line_ups WHERE key = ?", (line_up.key,)).fetchone()
    if row is None:
        cursor = db.execute(
            "INSERT INTO line_ups (key, players) VALUES (?, ?)", (line_up.key, line_up.text)
        )
        return int(cursor.lastrowid or 0)
    return int(row[0])


def line_ups_by_number(db: Database, numbers: Iterable[int]) -> dict[int, LineUp]:
    """Return line-ups by their number in this database."""
    rows = db.execute(
        "SELECT id, players FROM line_ups WHERE id IN (SELECT value FROM json_each(?))",
        [json.dumps(sorted(numbers))],
    )
    return {number: LineUp.read(players) for number, players in rows}

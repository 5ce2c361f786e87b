"""Lists of episodes: one query per page, plus a few for seats, tags and scores."""

from __future__ import annotations

import json
import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from clemtui.engine import Scores
from clemtui.records.rows import (
    EpisodeFilter,
    EpisodeSummary,
    SeatAssignment,
    StoredScores,
    TagDecision,
)
from clemtui.store import search
from clemtui.store.clock import moment
from clemtui.store.codec import loads
from clemtui.store.library import Database
from clemtui.store.read.filters import (
    NOT_ERASED,
    OF_PERSON,
    RUNNING,
    Conditions,
    clause,
    conditions,
)
from clemtui.store.read.sample import reasons
from clemtui.store.results import LARGEST_SCORE, believed

_UNCHANGED = (
    "id", "family", "game", "game_version", "experiment", "game_id", "task_key", "instance_hash",
    "language", "interface", "origin", "state", "responses",
)  # fmt: skip
_FROM = "episodes e JOIN sample m ON m.episode = e.id"
_COLUMNS = """
    e.id, e.created_at, e.time_known, e.family, e.game, e.game_version, e.experiment, e.game_id,
    e.task_key, e.instance_hash, e.language, e.interface, e.practice,
    e.instance_origin AS origin,
    m.reasons, m.state,
    (SELECT d.at FROM episode_ends d WHERE d.episode = e.id) AS ended_at,
    (SELECT count(*) FROM entries t WHERE t.episode = e.id AND t.kind = 'response') AS responses
"""


def select(db: Database, sql: str, values: Mapping[str, Any] | Sequence[Any]) -> list[sqlite3.Row]:
    """Return the rows of a query, accessible by column name."""
    cursor = db.conn.cursor()
    cursor.row_factory = sqlite3.Row
    return cursor.execute(sql, values).fetchall()


def page(
    db: Database,
    where: EpisodeFilter,
    limit: int,
    before: str | None,
    after: str | None,
    *,
    oldest_first: bool,
) -> tuple[EpisodeSummary, ...]:
    """Return the newest or oldest episodes that match a filter, between two ids if given."""
    listed = partial(
        _listed, db, limit=limit, before=before, after=after, oldest_first=oldest_first
    )
    rows: list[sqlite3.Row] = []
    pending = None if where.text is None else search.pending(db, where.text)
    if where.text is not None:
        within = search.window(db, before, after, oldest_first=oldest_first)
        if within is not None:
            found = conditions(db, where, listed=True, within=within, pending=pending)
            found.of_episodes.append("e.id <= :edge" if oldest_first else "e.id >= :edge")
            found.values["edge"] = within.edge
            rows = listed(found)
    if len(rows) < limit:
        rows = listed(conditions(db, where, listed=True, pending=pending))
    return _summaries(db, rows)


def _listed(
    db: Database,
    found: Conditions,
    *,
    limit: int,
    before: str | None,
    after: str | None,
    oldest_first: bool,
) -> list[sqlite3.Row]:
    if before is not None:
        found.of_episodes.append("e.id < :before")
    if after is not None:
        found.of_episodes.append("e.id > :after")
    order = f"ORDER BY e.id {'ASC' if oldest_first else 'DESC'}"
    # The columns are read only of the page: in another order, all matches would be read.
    ids = f"SELECT e.id FROM episodes e {found.listed(db)} {order} LIMIT :limit"
    return select(
        db,
        f"SELECT {_COLUMNS} FROM {_FROM} WHERE e.id IN ({ids}) {order}",
        {**found.values, "before": before, "after": after, "limit": limit},
    )


def count(db: Database, where: EpisodeFilter) -> int:
    """Return the number of episodes that match a filter."""
    if where == EpisodeFilter(text=where.text) and where.text is not None:
        return search.count(db, where.text)
    return conditions(db, where).count(db)


def of_ids(db: Database, ids: Sequence[str]) -> dict[str, EpisodeSummary]:
    """Return summaries by id."""
    found = _by_episode(db, f"SELECT {_COLUMNS} FROM {_FROM} WHERE e.id IN ({{}})", ids)
    return {summary.id: summary for summary in _summaries(db, found)}


def unfinished_ids(db: Database, person: str | None) -> list[str]:
    """Return the ids of the episodes that can be resumed, newest first."""
    found = [RUNNING, NOT_ERASED]
    if person is not None:
        found.append(OF_PERSON)
    rows = select(
        db,
        f"SELECT e.id FROM episodes e {clause(found)} ORDER BY e.id DESC",
        {} if person is None else {"person": person},
    )
    return [row["id"] for row in rows]


def watchers(db: Database, ids: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Return the pseudonyms of the people who watched episodes, by episode."""
    if not ids:
        return {}  # exposures have no index by episode: all would be read
    rows = _by_episode(
        db,
        """SELECT x.episode, p.pseudonym FROM exposures x JOIN people p ON p.id = x.person
        WHERE x.kind = 'watched' AND x.episode IN ({}) ORDER BY x.at, x.id""",
        ids,
    )
    found: dict[str, list[str]] = defaultdict(list)
    for row in rows:
        found[row["episode"]].append(row["pseudonym"])
    return {id: tuple(dict.fromkeys(names)) for id, names in found.items()}


def scores(db: Database, ids: Sequence[str]) -> dict[str, list[StoredScores]]:
    """Return the scores of episodes, by every scorer. Those that cannot be right are left out."""
    found: dict[str, list[StoredScores]] = defaultdict(list)
    for row in _by_episode(
        db,
        f"SELECT * FROM scores s WHERE episode IN ({{}}) AND {believed('s')} ORDER BY scorer",
        ids,
    ):
        kept = Scores(
            aborted=row["aborted"],
            success=row["success"],
            lose=row["lose"],
            episode=_believed(loads(row["episode_scores"])),
            turns=_believed(loads(row["turn_scores"])),
            seats=_believed(loads(row["seat_scores"])),
        )
        found[row["episode"]].append(
            StoredScores(row["scorer"], row["rules_hash"], kept, moment(row["computed_at"]))
        )
    return found


def _believed(scores: Any, depth: int = 3) -> Any:
    """Return scores with None for each number that cannot be right, as for NaN."""
    if depth and isinstance(scores, dict):
        return {name: _believed(each, depth - 1) for name, each in scores.items()}
    if depth and isinstance(scores, list):
        return [_believed(each, depth - 1) for each in scores]
    odd = isinstance(scores, int | float) and not abs(scores) <= LARGEST_SCORE
    return None if odd else scores


def _summaries(db: Database, rows: Sequence[sqlite3.Row]) -> tuple[EpisodeSummary, ...]:
    ids = [row["id"] for row in rows]
    seats, people = _seats(db, ids)
    tags: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    decisions: dict[str, list[TagDecision]] = defaultdict(list)
    for row in _by_episode(
        db, "SELECT * FROM current_tags WHERE episode IN ({}) ORDER BY key, value", ids
    ):
        tags[row["episode"]][row["key"]].append(row["value"])
        decided = (row["key"], row["value"], row["author"], row["reason"])
        decisions[row["episode"]].append(TagDecision(*decided, at=moment(row["at"])))
    revoked = _revoked(db, ids, tags)
    scored = scores(db, ids)
    return tuple(
        EpisodeSummary(
            **{name: row[name] for name in _UNCHANGED},
            created_at=moment(row["created_at"]),
            ended_at=None if row["ended_at"] is None else moment(row["ended_at"]),
            time_known=bool(row["time_known"]),
            practice=bool(row["practice"]),
            left_out=reasons(row["reasons"]),
            seats=tuple(seats[row["id"]]),
            people=tuple(people[row["id"]]),
            tags={key: tuple(values) for key, values in tags[row["id"]].items()},
            decisions=tuple(decisions[row["id"]]),
            revoked=tuple(revoked[row["id"]]),
            scores=_own(scored.get(row["id"], []), f"{row['game']}:{row['game_version']}"),
        )
        for row in rows
    )


def _revoked(
    db: Database, ids: Sequence[str], tags: Mapping[str, Mapping[str, Sequence[str]]]
) -> Mapping[str, Sequence[TagDecision]]:
    """Return the latest revocation of each tag that an episode does not have now, oldest first."""
    found: dict[str, dict[tuple[str, str], TagDecision]] = defaultdict(dict)
    added: dict[tuple[str, str, str], TagDecision] = {}
    for row in _by_episode(db, """SELECT * FROM tags WHERE episode IN ({}) ORDER BY at, id""", ids):
        episode, key, value = row["episode"], row["key"], row["value"]
        revoked = row["decision"] == "revoked"
        made = TagDecision(key, value, row["author"], row["reason"], revoked, moment(row["at"]))
        if not revoked:
            added[episode, key, value] = made
        elif value not in tags.get(episode, {}).get(key, ()):
            latest = found[episode]
            latest.pop((key, value), None)
            latest[key, value] = replace(made, earlier=added.get((episode, key, value)))
    return defaultdict(tuple, {id: tuple(latest.values()) for id, latest in found.items()})


def _seats(
    db: Database, ids: Sequence[str]
) -> tuple[dict[str, list[SeatAssignment]], dict[str, list[str]]]:
    seats: dict[str, list[SeatAssignment]] = defaultdict(list)
    people: dict[str, list[str]] = defaultdict(list)
    parameters: dict[str, Mapping[str, Any]] = {}
    for row in _by_episode(
        db,
        """SELECT a.*, p.pseudonym, c.body FROM seat_assignments a
        LEFT JOIN people p ON p.id = a.person JOIN contents c ON c.hash = a.parameters
        WHERE a.episode IN ({}) ORDER BY a.episode, a.position""",
        ids,
    ):
        digest = row["parameters"]
        if digest not in parameters:
            parameters[digest] = loads(row["body"])
        seats[row["episode"]].append(
            SeatAssignment(
                seat=row["seat"],
                role=row["role"],
                kind=row["kind"],
                player=row["player"],
                person=row["person"],
                parameters=parameters[digest],
                seed=row["seed"],
            )
        )
        if row["pseudonym"] is not None:
            people[row["episode"]].append(row["pseudonym"])
    return seats, people


def _own(scored: Iterable[StoredScores], scorer: str) -> Scores | None:
    return next((each.scores for each in scored if each.scorer == scorer), None)


def _by_episode(db: Database, sql: str, ids: Sequence[str]) -> list[sqlite3.Row]:
    # One JSON parameter for any number of ids, because SQLite limits the number of parameters.
    return select(db, sql.format("SELECT value FROM json_each(?)"), [json.dumps(list(ids))])

"""The results of episodes: a derived table that everything reads that counts many episodes.

The view ``sample`` defines what counts, but deriving it takes about 20 microseconds an episode.
Triggers therefore queue each episode whose result may have changed in ``results_pending``, and
`settle` computes its row of ``episode_results`` at the end of the transaction. What results have in
common is stored once, in ``result_groups`` and ``result_pools``, so that a query over a million
episodes reads only numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from clemtui.store.library import Database

LARGEST_SCORE = 1e12
"""The largest score that is believed. Sums and squares of larger ones may be no numbers."""


def believed(scores: str) -> str:
    """Return the condition that a row of ``scores`` can be right, given the name of the row.

    Another program may write anything; what cannot be right counts as not scored.
    """
    flags = (f"coalesce({scores}.{flag} IN (0, 1), 1)" for flag in ("aborted", "success", "lose"))
    return f"abs(coalesce({scores}.main_score, 0)) <= {LARGEST_SCORE} AND {' AND '.join(flags)}"


_POOL = ("game", "language", "line_up", "people", "interface")
_GROUP = (
    "pool", "game_version", "experiment", "interface", "condition", "instance_origin",
    "instance_source", "rules_hash", "seats", "answered",
)  # fmt: skip
_ROW = (
    "episode", "pool", "result_group", "reasons", "unscored", "item", "aborted", "success", "lose",
    "main_score",
)  # fmt: skip
# An episode without a line-up is incomplete: `clemtui.store.line_ups.complete` adds it.
_PENDING = f"""
    SELECT
        m.game, m.language, m.line_up,
        iif(m.people, (SELECT json_group_array(person) FROM (SELECT a.person
            FROM seat_assignments a WHERE a.episode = m.episode AND a.person IS NOT NULL
            ORDER BY a.position)), ''),
        iif(m.people, m.interface, ''),
        m.game_version, m.experiment, m.interface, m.condition, m.instance_origin,
        m.instance_source, coalesce(iif(s.episode IS NULL, e.rules_hash, s.rules_hash), ''),
        l.seats, l.answered,
        m.episode, m.reasons,
        CASE WHEN s.episode IS NOT NULL THEN 0
            WHEN EXISTS (SELECT 1 FROM scores x WHERE x.episode = m.episode AND {believed("x")})
                THEN 2
            ELSE 1 END,
        m.people, m.instance_hash, s.aborted, s.success, s.lose, s.main_score
    FROM results_pending p
    CROSS JOIN sample m ON m.episode = p.episode
    JOIN episodes e ON e.id = m.episode
    JOIN episode_line_ups l ON l.episode = m.episode
    LEFT JOIN scores s ON s.episode = m.episode AND s.scorer = m.game || ':' || m.game_version
        AND {believed("s")}"""
_ENDS_OF_POOL = len(_POOL)
_ENDS_OF_GROUP = _ENDS_OF_POOL + len(_GROUP) - 1
_MARKS = ", ".join("?" * len(_ROW))
# The id of a row is kept, and so is the item of an episode with people, which is made of it.
_RECORD = f"""INSERT INTO episode_results ({", ".join(_ROW)}) VALUES ({_MARKS})
    ON CONFLICT (episode) DO UPDATE SET
        {", ".join(f"{name} = excluded.{name}" for name in _ROW[1:])}"""


def settle(db: Database) -> None:
    """Compute the pending results, inside the open write transaction."""
    db.conn.executemany(_RECORD, _rows(db))
    db.execute(
        """UPDATE episode_results SET item = -id
        WHERE item = 0 AND episode IN (SELECT episode FROM results_pending)"""
    )
    db.execute(
        """DELETE FROM episode_results WHERE episode IN (SELECT episode FROM results_pending)
            AND episode NOT IN (SELECT episode FROM episode_line_ups)"""
    )
    db.execute("DELETE FROM results_pending")


def _rows(db: Database) -> Iterator[tuple[Any, ...]]:
    """Yield the pending rows of ``episode_results``; ``item`` is 0 for episodes with people."""
    pool, group = _numbers(db, "result_pools", _POOL), _numbers(db, "result_groups", _GROUP)
    instance = _numbers(db, "result_instances", ("instance_hash",))
    for row in db.execute(_PENDING):
        in_pool = pool(row[:_ENDS_OF_POOL])
        of_group = group((in_pool, *row[_ENDS_OF_POOL:_ENDS_OF_GROUP]))
        episode, reasons, unscored, people, digest, *scores = row[_ENDS_OF_GROUP:]
        item = 0 if people else instance((digest,))
        yield episode, in_pool, of_group, reasons, unscored, item, *scores


def _numbers(
    db: Database, table: str, columns: tuple[str, ...]
) -> Callable[[tuple[Any, ...]], int]:
    """Return a function that gives the number of a row of a table, which it adds if missing."""
    same = " AND ".join(f"{column} = ?" for column in columns)
    known = f"SELECT id FROM {table} WHERE {same}"
    marks = ", ".join("?" * len(columns))
    added = f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks})"

    @cache
    def number(values: tuple[Any, ...]) -> int:
        row = db.execute(known, values).fetchone()
        return int(row[0] if row else db.execute(added, values).lastrowid or 0)

    return number

"""Comparison of the derived results with the view that defines what counts."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

# Written without the statements of the program, from the tables that it derives results from.
_DERIVED = """
    SELECT m.episode, m.game, m.language, m.line_up, l.answered, l.seats, m.game_version,
        m.experiment, m.interface, m.condition, m.instance_origin, m.instance_source, m.reasons,
        (SELECT group_concat(person, ' ') FROM (SELECT person FROM seat_assignments a
            WHERE a.episode = m.episode AND person IS NOT NULL ORDER BY position)),
        iif(m.people, m.interface, ''), m.people,
        iif(m.people, m.episode, m.instance_hash),
        (SELECT coalesce(max(s.scorer = m.game || ':' || m.game_version), -1) FROM scores s
            WHERE s.episode = m.episode),
        s.rules_hash, s.aborted, s.success, s.lose, s.main_score
    FROM sample m JOIN episode_line_ups l ON l.episode = m.episode
    LEFT JOIN scores s ON s.episode = m.episode AND s.scorer = m.game || ':' || m.game_version
    ORDER BY 1"""
_STORED = """
    SELECT r.episode, p.game, p.language, p.line_up, g.answered, g.seats, g.game_version,
        g.experiment, g.interface, g.condition, g.instance_origin, g.instance_source, r.reasons,
        (SELECT group_concat(value, ' ') FROM json_each(iif(p.people = '', '[]', p.people))),
        p.interface, p.people <> '',
        iif(r.item < 0, iif(r.item = -r.id, r.episode, 'wrong'),
            (SELECT instance_hash FROM result_instances i WHERE i.id = r.item)),
        CASE r.unscored WHEN 0 THEN 1 WHEN 1 THEN -1 ELSE 0 END,
        iif(r.unscored = 0, nullif(g.rules_hash, ''), NULL),
        r.aborted, r.success, r.lose, r.main_score
    FROM episode_results r
    JOIN result_groups g ON g.id = r.result_group
    JOIN result_pools p ON p.id = g.pool AND p.id = r.pool
    ORDER BY 1"""


_COUNTED = """
    SELECT result_group, reasons, unscored, count(*), sum(aborted IS 1),
        sum(aborted IS NOT 1 AND lose IS 1),
        sum(aborted IS NOT 1 AND lose IS NOT 1 AND coalesce(aborted, lose, success) IS NOT NULL)
    FROM episode_results GROUP BY result_group, reasons, unscored"""


def disagreements(path: Path) -> list[Any]:
    """Return the rows that differ, and the episodes that are queued; none if results agree."""
    with closing(sqlite3.connect(path)) as db:
        tables = {row[0] for row in db.execute("SELECT name FROM sqlite_master")}
        if "episode_results" not in tables:
            return []
        queued = db.execute("SELECT episode FROM results_pending").fetchall()
        derived, stored = (db.execute(query).fetchall() for query in (_DERIVED, _STORED))
        counted = db.execute(_COUNTED).fetchall()
        counts = db.execute("SELECT * FROM result_counts WHERE episodes > 0").fetchall()
    different = [*(set(derived) ^ set(stored)), *(set(counted) ^ set(counts))]
    return [*queued, *sorted(different, key=str)]

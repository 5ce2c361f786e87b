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
    JOIN result_series v ON v.id = g.series
        AND (v.pool, v.game_version, v.interface, v.condition, v.instance_origin, v.instance_source,
            v.rules_hash, v.seats, v.answered) = (g.pool, g.game_version, g.interface, g.condition,
            g.instance_origin, g.instance_source, g.rules_hash, g.seats, g.answered)
    JOIN result_pools p ON p.id = g.pool AND p.id = r.pool
    ORDER BY 1"""


_COUNTED = """
    SELECT result_group, reasons, unscored, count(*), sum(aborted IS 1),
        sum(aborted IS NOT 1 AND lose IS 1),
        sum(aborted IS NOT 1 AND lose IS NOT 1 AND coalesce(aborted, lose, success) IS NOT NULL)
    FROM episode_results GROUP BY result_group, reasons, unscored"""

# Items with equal results, by the database's own averages, which may differ in the last bits.
_ITEMS = """
    WITH parts AS (SELECT pool, item, result_group, reasons, count(*) AS episodes,
            count(aborted) AS decided, total(aborted) AS aborted, total(success) AS success,
            total(lose) AS lose, count(main_score) AS scored,
            round(coalesce(avg(main_score), 0), 9) AS main,
            round(coalesce(avg(iif(aborted, 0.0, main_score)), 0), 9) AS joint,
            count(iif(aborted, 0.0, main_score)) AS jointly
        FROM episode_results WHERE reasons IN (0, 128) AND unscored = 0
        GROUP BY pool, item, result_group, reasons)
    SELECT iif((SELECT count(*) FROM parts o
            WHERE o.pool = p.pool AND o.item = p.item AND o.reasons = p.reasons) > 1, item, 0),
        result_group, reasons, episodes, decided, aborted, success, lose, scored, main, joint,
        jointly, count(*)
    FROM parts p GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12"""
_KEPT_ITEMS = """
    SELECT item, result_group, reasons, episodes, decided, aborted, success, lose, scored,
        round(main, 9), round(joint, 9), jointly, sum(items)
    FROM result_items WHERE items <> 0 GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12"""

_OF_SERIES = """
    SELECT g.series, reasons, unscored, sum(episodes), sum(aborted), sum(lose), sum(success)
    FROM result_counts r JOIN result_groups g ON g.id = r.result_group
    GROUP BY 1, 2, 3 HAVING sum(episodes) > 0"""
_ITEMS_OF_SERIES = """
    SELECT g.series, reasons, episodes, decided, aborted, success, lose, scored, main, joint,
        jointly, sum(items)
    FROM result_items r JOIN result_groups g ON g.id = r.result_group WHERE item = 0
    GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 HAVING sum(items) <> 0"""


def disagreements(path: Path) -> list[Any]:
    """Return the rows that differ, and the episodes that are queued; none if results agree."""
    with closing(sqlite3.connect(path)) as db:
        tables = {row[0] for row in db.execute("SELECT name FROM sqlite_master")}
        if "series_items" not in tables:  # an older version
            return []
        queued = db.execute("SELECT episode FROM results_pending").fetchall()
        derived, stored = (db.execute(query).fetchall() for query in (_DERIVED, _STORED))
        counted = db.execute(_COUNTED).fetchall()
        counts = db.execute("SELECT * FROM result_counts WHERE episodes > 0").fetchall()
        items, kept = (set(db.execute(query)) for query in (_ITEMS, _KEPT_ITEMS))
        series = set(db.execute(_OF_SERIES))
        series_kept = set(db.execute("SELECT * FROM series_counts WHERE episodes > 0"))
        summed = set(db.execute(_ITEMS_OF_SERIES))
        summed_kept = set(db.execute("SELECT * FROM series_items WHERE items <> 0"))
    different = [*(set(derived) ^ set(stored)), *(set(counted) ^ set(counts)), *(items ^ kept)]
    different += [*(series ^ series_kept), *(summed ^ summed_kept)]
    return [*queued, *sorted(different, key=str)]

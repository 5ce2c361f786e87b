"""Step 10: the time a person spent on a request survives leaving it, and time away is recorded.

A pause that overlaps another counts once, as in the program.
"""

from __future__ import annotations

from clemtui.store.library import Database
from clemtui.store.migrations.scripts import run

COLUMNS = """
ALTER TABLE entries ADD COLUMN away_ms REAL;
ALTER TABLE drafts ADD COLUMN timing TEXT;
"""

HUMAN_EPISODES = """
CREATE VIEW human_episodes AS
SELECT
    e.id AS episode,
    a.person, p.pseudonym, e.session,
    a.seat, a.role,
    (SELECT group_concat(label, ', ') FROM (
        SELECT o.kind || ':' || o.player AS label FROM seat_assignments o
        WHERE o.episode = e.id AND o.seat <> a.seat ORDER BY o.position)) AS partners,
    (SELECT key FROM line_ups WHERE id = m.line_up) AS line_up,
    e.family, e.game, e.game_version, e.experiment, e.game_id, e.task_key, m.exposure_key,
    e.instance_hash, e.instance_origin, e.instance_source,
    e.language,
    coalesce(json_extract(c.body, '$.interface_language'),
        json_extract(c.body, '$."$readable".interface_language')) AS interface_language,
    e.interface,
    coalesce(json_extract(c.body, '$.aids'), json_extract(c.body, '$."$readable".aids')) AS aids,
    e.condition, e.practice, e.created_at, e.time_known,
    m.state,
    m.left_out,
    m.left_out IS 'erased' AS erased,
    CASE WHEN EXISTS (SELECT 1 FROM erasures z WHERE z.person = a.person) OR NOT e.time_known
        THEN NULL
        ELSE NOT EXISTS (SELECT 1 FROM exposure_keys same
            JOIN exposures x ON x.person = a.person AND x.instance_hash = same.instance_hash
            WHERE same.key = m.exposure_key AND x.episode IS NOT e.id
                    AND x.at < coalesce((SELECT max(t.at) FROM entries t
                        WHERE t.episode = e.id AND t.seat = a.seat AND t.kind = 'response'),
                    e.created_at)
                AND NOT EXISTS (SELECT 1 FROM episodes o
                    WHERE o.id = x.episode AND o.time_known = 0)) END AS first_exposure,
    (SELECT json_group_array(t.key || '=' || t.value) FROM current_tags t
        WHERE t.episode = e.id AND t.key <> 'excluded') AS tags,
    (SELECT group_concat(t.value || iif(t.reason = '', '', ': ' || t.reason), '; ')
        FROM current_tags t WHERE t.episode = e.id AND t.key = 'excluded') AS exclusion,
    (SELECT count(*) FROM entries t
     WHERE t.episode = e.id AND t.seat = a.seat AND t.kind = 'response') AS responses,
    (SELECT sum(t.submitted_ms) FROM entries t WHERE t.episode = e.id AND t.seat = a.seat)
        AS answering_ms,
    (SELECT sum((SELECT total(max(0, min(end_ms, t.submitted_ms) - max(start_ms, reached)))
        FROM (SELECT start_ms, end_ms, coalesce(max(end_ms) OVER (ORDER BY start_ms
                ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS reached
            FROM (SELECT json_extract(w.value, '$.start_ms') AS start_ms,
                    json_extract(w.value, '$.end_ms') AS end_ms
                FROM json_each(t.pauses) w))))
     FROM entries t WHERE t.episode = e.id AND t.seat = a.seat AND t.submitted_ms IS NOT NULL)
        AS paused_ms,
    (SELECT sum(t.away_ms) FROM entries t WHERE t.episode = e.id AND t.seat = a.seat) AS away_ms,
    s.scorer, s.aborted, s.success, s.lose,
    CASE WHEN s.aborted = 1 THEN 'aborted' WHEN s.lose = 1 THEN 'lose'
         WHEN coalesce(s.aborted, s.lose, s.success) IS NOT NULL THEN 'success' END AS outcome,
    s.main_score,
    CASE WHEN s.aborted = 1 THEN 0.0 ELSE s.main_score END AS joint_score
FROM seat_assignments a
JOIN episodes e ON e.id = a.episode
JOIN sample m ON m.episode = e.id
JOIN people p ON p.id = a.person
JOIN contents c ON c.hash = e.condition
LEFT JOIN scores s ON s.episode = e.id AND s.scorer = e.game || ':' || e.game_version
WHERE a.kind = 'human'
"""

HUMAN_BASELINE = """
CREATE VIEW human_baseline AS
SELECT * FROM human_episodes WHERE left_out IS NULL AND scorer IS NOT NULL
"""


def apply(db: Database) -> None:
    """Add the columns and replace the views."""
    run(db, COLUMNS)
    for name in ("human_baseline", "human_episodes"):
        db.execute(f"DROP VIEW IF EXISTS {name}")
    for view in (HUMAN_EPISODES, HUMAN_BASELINE):
        db.execute(view)

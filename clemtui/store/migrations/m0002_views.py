"""Step 2: the views, which are the public query interface (see sessions/DATA_DICTIONARY.md)."""

from __future__ import annotations

from clemtui.store.library import Database

EPISODE_SCORES = """
CREATE VIEW episode_scores AS
SELECT
    e.id AS episode,
    e.family, e.game, e.game_version, e.experiment, e.game_id, e.task_key, e.instance_hash,
    e.language, e.interface, e.practice, e.created_at,
    coalesce(n.state, 'running') AS state,
    (SELECT group_concat(label, ', ') FROM (
        SELECT a.seat || ': ' || coalesce(p.pseudonym, a.player) AS label
        FROM seat_assignments a LEFT JOIN people p ON p.id = a.person
        WHERE a.episode = e.id ORDER BY a.position)) AS players,
    s.scorer,
    s.scorer = e.game || ':' || e.game_version AS own_scorer,
    s.aborted, s.success, s.lose,
    CASE WHEN s.aborted = 1 THEN 'aborted' WHEN s.lose = 1 THEN 'lose' ELSE 'success' END
        AS outcome,
    s.main_score,
    CASE WHEN s.aborted = 1 THEN 0.0 ELSE s.main_score END AS joint_score,
    s.computed_at
FROM scores s
JOIN episodes e ON e.id = s.episode
LEFT JOIN episode_ends n ON n.episode = e.id
"""

# A JSON column is an array, or an object whose "$readable" is one (clemtui.store.codec).
TRANSCRIPT = """
CREATE VIEW transcript AS
SELECT episode, line, request, seq, kind, seat, role, message_role, text, at FROM (
    SELECT
        r.episode,
        r.number * 1000000 + r.kept + m.key AS line,
        r.number AS request,
        NULL AS seq,
        'message' AS kind,
        r.seat,
        r.role,
        json_extract(m.value, '$.role') AS message_role,
        (SELECT group_concat(coalesce(json_extract(p.value, '$.text'), ''), '')
         FROM json_each(m.value, '$.parts') p) AS text,
        r.asked_at AS at,
        r.clock_ms
    FROM requests r, json_each(CASE json_type(r.messages)
        WHEN 'array' THEN r.messages ELSE json_extract(r.messages, '$."$readable"') END) m
    WHERE r.kept + m.key >= r.new_from
    UNION ALL
    SELECT
        n.episode,
        coalesce(n.request, (SELECT max(number) FROM requests WHERE episode = n.episode), 0)
            * 1000000 + 999999,
        n.request,
        n.seq,
        n.kind,
        n.seat,
        a.role,
        CASE WHEN n.kind = 'response' THEN 'assistant' END,
        CASE WHEN n.kind = 'response' THEN n.text
             WHEN n.text = '' THEN n.control ELSE n.control || ': ' || n.text END,
        n.at,
        n.clock_ms
    FROM entries n
    LEFT JOIN seat_assignments a ON a.episode = n.episode AND a.seat = n.seat
)
ORDER BY episode, line, seq
"""

HUMAN_BASELINE = """
CREATE VIEW human_baseline AS
SELECT
    e.id AS episode,
    a.person, p.pseudonym, e.session,
    a.seat, a.role,
    (SELECT group_concat(label, ', ') FROM (
        SELECT o.kind || ':' || o.player AS label FROM seat_assignments o
        WHERE o.episode = e.id AND o.seat <> a.seat ORDER BY o.position)) AS partners,
    e.family, e.game, e.game_version, e.experiment, e.game_id, e.task_key, e.instance_hash,
    e.language, e.interface, e.condition, e.created_at,
    n.state,
    EXISTS (SELECT 1 FROM erased_episodes x WHERE x.episode = e.id) AS erased,
    NOT EXISTS (SELECT 1 FROM exposures x WHERE x.person = a.person AND x.task_key = e.task_key
        AND x.at < e.created_at AND x.episode IS NOT e.id) AS first_exposure,
    (SELECT count(*) FROM entries t
     WHERE t.episode = e.id AND t.seat = a.seat AND t.kind = 'response') AS responses,
    (SELECT sum(t.submitted_ms) FROM entries t WHERE t.episode = e.id AND t.seat = a.seat)
        AS answering_ms,
    (SELECT sum(json_extract(w.value, '$.end_ms') - json_extract(w.value, '$.start_ms'))
     FROM entries t, json_each(t.pauses) w
     WHERE t.episode = e.id AND t.seat = a.seat) AS paused_ms,
    s.scorer, s.aborted, s.success, s.lose,
    CASE WHEN s.aborted = 1 THEN 'aborted' WHEN s.lose = 1 THEN 'lose'
         WHEN s.scorer IS NOT NULL THEN 'success' END AS outcome,
    s.main_score,
    CASE WHEN s.aborted = 1 THEN 0.0 ELSE s.main_score END AS joint_score
FROM seat_assignments a
JOIN episodes e ON e.id = a.episode
JOIN people p ON p.id = a.person
JOIN episode_ends n ON n.episode = e.id AND n.state <> 'void'
LEFT JOIN scores s ON s.episode = e.id AND s.scorer = e.game || ':' || e.game_version
WHERE a.kind = 'human' AND e.practice = 0
"""

UNFINISHED = """
CREATE VIEW unfinished AS
SELECT
    e.id AS episode,
    e.game, e.language, e.experiment, e.game_id, e.practice, e.created_at,
    (SELECT group_concat(pseudonym, ', ') FROM (
        SELECT p.pseudonym FROM seat_assignments a JOIN people p ON p.id = a.person
        WHERE a.episode = e.id ORDER BY a.position)) AS people,
    (SELECT count(*) FROM entries n WHERE n.episode = e.id AND n.kind = 'response') AS responses,
    max(e.created_at,
        coalesce((SELECT max(r.asked_at) FROM requests r WHERE r.episode = e.id), ''),
        coalesce((SELECT max(n.at) FROM entries n WHERE n.episode = e.id), '')) AS last_at,
    l.owner AS lease_owner, l.host AS lease_host, l.pid AS lease_pid, l.heartbeat AS lease_heartbeat
FROM episodes e
LEFT JOIN leases l ON l.episode = e.id
WHERE NOT EXISTS (SELECT 1 FROM episode_ends n WHERE n.episode = e.id)
  AND NOT EXISTS (SELECT 1 FROM erased_episodes x WHERE x.episode = e.id)
"""

ATTEMPTS = """
CREATE VIEW attempts AS
SELECT
    s.id AS attempt, s.episode, s.request, r.seat, a.player, s.number, s.started_at,
    coalesce(d.outcome, 'open') AS outcome,
    d.error_kind, d.error_message, d.text, d.reasoning,
    d.prompt_tokens, d.completion_tokens, d.reasoning_tokens, d.cost_usd,
    d.finish_reason, d.provider, d.model, d.first_token_ms, d.duration_ms
FROM attempts_started s
JOIN requests r ON r.episode = s.episode AND r.number = s.request
LEFT JOIN seat_assignments a ON a.episode = s.episode AND a.seat = r.seat
LEFT JOIN attempts_ended d ON d.attempt = s.id
"""


def apply(db: Database) -> None:
    """Create the views."""
    for view in (EPISODE_SCORES, TRANSCRIPT, HUMAN_BASELINE, UNFINISHED, ATTEMPTS):
        db.execute(view)

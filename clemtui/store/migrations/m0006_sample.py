"""Step 6: line-ups, exposure keys, decisions on tags, and the sample.

A tag becomes a decision with an author, a reason and a way to revoke it. The tables of line-ups and
exposure keys are derived: line-ups are filled here, exposure keys start as task keys, which the
program replaces when it next opens the database with the games at hand.
"""

from __future__ import annotations

import uuid

from clemtui.store.library import Database
from clemtui.store.migrations.scripts import run

_NAMESPACE = uuid.UUID("8a6c1c53-3b3f-5d0c-9d3e-0c9d7f6c2b1e")

TABLES = """
CREATE TABLE new_tags (
    id TEXT PRIMARY KEY,
    episode TEXT NOT NULL REFERENCES episodes(id),
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    decision TEXT NOT NULL CHECK (decision IN ('added', 'revoked')),
    author TEXT NOT NULL,
    reason TEXT NOT NULL,
    at TEXT NOT NULL
) STRICT;
INSERT INTO new_tags SELECT tag_id(episode, key, value), episode, key, value, 'added', '', '', at
    FROM tags;
DROP TABLE tags;
ALTER TABLE new_tags RENAME TO tags;
CREATE INDEX tags_key ON tags(key, value, episode);
CREATE INDEX tags_episode ON tags(episode, key);

CREATE TABLE line_ups (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    players TEXT NOT NULL
) STRICT;

CREATE TABLE episode_line_ups (
    episode TEXT PRIMARY KEY REFERENCES episodes(id),
    line_up INTEGER NOT NULL REFERENCES line_ups(id),
    seats TEXT NOT NULL,
    people INTEGER NOT NULL CHECK (people IN (0, 1)),
    answered TEXT NOT NULL
) STRICT;
CREATE INDEX episode_line_ups_line_up ON episode_line_ups(line_up, episode);

CREATE TABLE exposure_keys (
    instance_hash TEXT PRIMARY KEY,
    key TEXT NOT NULL,
    rules_hash TEXT
) STRICT;
CREATE INDEX exposure_keys_key ON exposure_keys(key, instance_hash);
CREATE INDEX exposure_keys_provisional ON exposure_keys(instance_hash) WHERE rules_hash IS NULL;

INSERT OR IGNORE INTO exposure_keys SELECT instance_hash, task_key, NULL FROM episodes;
INSERT OR IGNORE INTO exposure_keys SELECT instance_hash, task_key, NULL FROM exposures;

CREATE INDEX exposures_instance ON exposures(person, instance_hash, at);
"""

GUARDS = """
CREATE TRIGGER tags_update BEFORE UPDATE ON tags WHEN NOT EXISTS (SELECT 1 FROM erased_episodes
        JOIN erasures ON erasures.id = erased_episodes.erasure
        WHERE erased_episodes.episode = OLD.episode AND erasures.closed_at IS NULL)
BEGIN SELECT RAISE(ABORT, 'tags is evidence and append-only'); END;

CREATE TRIGGER tags_delete BEFORE DELETE ON tags WHEN NOT EXISTS (SELECT 1 FROM erased_episodes
        JOIN erasures ON erasures.id = erased_episodes.erasure
        WHERE erased_episodes.episode = OLD.episode AND erasures.closed_at IS NULL)
BEGIN SELECT RAISE(ABORT, 'tags is evidence and append-only'); END;

CREATE TRIGGER tags_once BEFORE INSERT ON tags
WHEN EXISTS (SELECT 1 FROM tags WHERE id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'tags has this record already'); END;

CREATE TRIGGER episodes_exposure_key AFTER INSERT ON episodes
WHEN NOT EXISTS (SELECT 1 FROM exposure_keys WHERE instance_hash = NEW.instance_hash)
BEGIN INSERT INTO exposure_keys VALUES (NEW.instance_hash, NEW.task_key, NULL); END;

CREATE TRIGGER exposures_exposure_key AFTER INSERT ON exposures
WHEN NOT EXISTS (SELECT 1 FROM exposure_keys WHERE instance_hash = NEW.instance_hash)
BEGIN INSERT INTO exposure_keys VALUES (NEW.instance_hash, NEW.task_key, NULL); END;
"""

CURRENT_TAGS = """
CREATE VIEW current_tags AS
SELECT t.episode, t.key, t.value, t.author, t.reason, t.at
FROM tags t
WHERE t.decision = 'added' AND NOT EXISTS (SELECT 1 FROM tags later
    WHERE later.episode = t.episode AND later.key = t.key AND later.value = t.value
        AND (later.at, later.id) > (t.at, t.id))
"""

# The bits are in the order in which reasons are given. See `clemtui.store.read.sample`.
SAMPLE = """
CREATE VIEW sample AS
SELECT
    episode, family, game, game_version, experiment, game_id, task_key, exposure_key,
    instance_hash, instance_origin, instance_source, texts_hash, language, interface, condition,
    created_at, people, line_up, state, repetition, reasons,
    CASE reasons & -reasons
        WHEN 0 THEN NULL WHEN 1 THEN 'erased' WHEN 2 THEN 'practice' WHEN 4 THEN 'excluded'
        WHEN 8 THEN 'continued' WHEN 16 THEN 'not finished' WHEN 32 THEN 'abandoned'
        WHEN 64 THEN 'void' ELSE 'repetition' END AS left_out
FROM (
    SELECT *,
        erased * 1 + practice * 2 + excluded * 4 + continued * 8 + (state = 'running') * 16
            + (state = 'abandoned') * 32 + (state = 'void') * 64 + repetition * 128 AS reasons
    FROM (
        SELECT
            e.id AS episode, e.family, e.game, e.game_version, e.experiment, e.game_id, e.task_key,
            coalesce(k.key, e.task_key) AS exposure_key, e.instance_hash, e.instance_origin,
            e.instance_source, e.texts_hash, e.language, e.interface, e.condition, e.practice,
            e.created_at, l.people, l.line_up,
            coalesce((SELECT n.state FROM episode_ends n WHERE n.episode = e.id), 'running')
                AS state,
            e.id IN (SELECT x.episode FROM erased_episodes x) AS erased,
            e.id IN (SELECT t.episode FROM current_tags t
                WHERE t.key = 'excluded' AND substr(t.value, 1, 6) <> 'study:') AS excluded,
            e.condition IN (SELECT c.hash FROM contents c
                WHERE iif(json_valid(c.body), json_extract(c.body, '$.continued_from'), NULL)
                    IS NOT NULL) AS continued,
            coalesce(l.people, 1) AND e.time_known AND EXISTS (SELECT 1
                FROM seat_assignments a
                JOIN exposure_keys same ON same.key = k.key
                JOIN exposures x ON x.person = a.person AND x.instance_hash = same.instance_hash
                WHERE a.episode = e.id AND x.at < e.created_at AND x.episode IS NOT e.id
                    AND NOT EXISTS (SELECT 1 FROM episodes o
                        WHERE o.id = x.episode AND o.time_known = 0)) AS repetition
        FROM episodes e
        LEFT JOIN exposure_keys k ON k.instance_hash = e.instance_hash
        LEFT JOIN episode_line_ups l ON l.episode = e.id
    )
)
"""

EPISODE_SCORES = """
CREATE VIEW episode_scores AS
SELECT
    e.id AS episode,
    e.family, e.game, e.game_version, e.experiment, e.game_id, e.task_key, e.instance_hash,
    e.language, e.interface, e.practice, e.created_at,
    m.state, m.left_out,
    (SELECT group_concat(label, ', ') FROM (
        SELECT a.seat || ': ' || coalesce(p.pseudonym, a.player) AS label
        FROM seat_assignments a LEFT JOIN people p ON p.id = a.person
        WHERE a.episode = e.id ORDER BY a.position)) AS players,
    (SELECT key FROM line_ups WHERE id = m.line_up) AS line_up,
    s.scorer,
    s.scorer = e.game || ':' || e.game_version AND s.rules_hash IS NOT NULL AS own_scorer,
    s.aborted, s.success, s.lose,
    CASE WHEN s.aborted = 1 THEN 'aborted' WHEN s.lose = 1 THEN 'lose'
         WHEN coalesce(s.aborted, s.lose, s.success) IS NOT NULL THEN 'success' END AS outcome,
    s.main_score,
    CASE WHEN s.aborted = 1 THEN 0.0 ELSE s.main_score END AS joint_score,
    s.computed_at
FROM scores s
JOIN episodes e ON e.id = s.episode
JOIN sample m ON m.episode = e.id
"""


def tag_id(episode: str, key: str, value: str) -> str:
    """Return the id of a tag that a program added by itself, the same in every database."""
    return str(uuid.uuid5(_NAMESPACE, f"{episode}\n{key}\n{value}"))


def apply(db: Database) -> None:
    """Create the tables and views."""
    db.conn.create_function("tag_id", 3, tag_id, deterministic=True)
    run(db, TABLES)
    run(db, GUARDS)
    for name in ("human_baseline", "episode_scores"):
        db.execute(f"DROP VIEW {name}")
    views = (CURRENT_TAGS, SAMPLE, EPISODE_SCORES)
    for view in views:
        db.execute(view)

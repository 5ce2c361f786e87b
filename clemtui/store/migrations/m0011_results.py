"""Step 11: the results of episodes, so that figures over many episodes need not derive the sample.

The tables are derived: triggers queue every episode whose result may have changed, and the program
computes its row again (`clemtui.store.results`). The view ``sample`` stays the definition; here it
is written so that a single episode is computed quickly, too.
"""

from __future__ import annotations

from clemtui.store.library import Database
from clemtui.store.migrations.scripts import run

TABLES = """
CREATE TABLE result_pools (
    id INTEGER PRIMARY KEY,
    game TEXT NOT NULL,
    language TEXT NOT NULL,
    line_up INTEGER NOT NULL REFERENCES line_ups(id),
    people TEXT NOT NULL,
    interface TEXT NOT NULL,
    UNIQUE (game, language, line_up, people, interface)
) STRICT;

CREATE TABLE result_groups (
    id INTEGER PRIMARY KEY,
    pool INTEGER NOT NULL REFERENCES result_pools(id),
    game_version TEXT NOT NULL,
    experiment TEXT NOT NULL,
    interface TEXT NOT NULL,
    condition TEXT NOT NULL,
    instance_origin TEXT NOT NULL,
    instance_source TEXT NOT NULL,
    rules_hash TEXT NOT NULL,
    seats TEXT NOT NULL,
    answered TEXT NOT NULL,
    UNIQUE (pool, game_version, experiment, interface, condition, instance_origin, instance_source,
        rules_hash, seats, answered)
) STRICT;
CREATE INDEX result_groups_answered ON result_groups(answered, pool) WHERE answered <> '{}';

CREATE TABLE result_instances (
    id INTEGER PRIMARY KEY,
    instance_hash TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE episode_results (
    id INTEGER PRIMARY KEY,
    episode TEXT NOT NULL UNIQUE,
    pool INTEGER NOT NULL REFERENCES result_pools(id),
    result_group INTEGER NOT NULL REFERENCES result_groups(id),
    reasons INTEGER NOT NULL,
    unscored INTEGER NOT NULL CHECK (unscored IN (0, 1, 2)),
    item INTEGER NOT NULL,
    aborted INTEGER,
    success INTEGER,
    lose INTEGER,
    main_score REAL
) STRICT;
CREATE INDEX episode_results_items ON episode_results(
    pool, reasons, unscored, item, result_group, aborted, success, lose, main_score);
CREATE INDEX episode_results_groups ON episode_results(
    result_group, reasons, unscored, aborted, lose, success);
CREATE INDEX episode_results_repetitions ON episode_results(episode) WHERE reasons & 128;

CREATE TABLE result_counts (
    result_group INTEGER NOT NULL REFERENCES result_groups(id),
    reasons INTEGER NOT NULL,
    unscored INTEGER NOT NULL,
    episodes INTEGER NOT NULL,
    aborted INTEGER NOT NULL,
    lose INTEGER NOT NULL,
    success INTEGER NOT NULL,
    PRIMARY KEY (result_group, reasons, unscored)
) STRICT, WITHOUT ROWID;

CREATE TABLE results_pending (
    episode TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;
INSERT INTO results_pending SELECT id FROM episodes;
"""

TRIGGERS = """
CREATE TRIGGER episode_results_added AFTER INSERT ON episode_results
BEGIN
    INSERT INTO result_counts VALUES (NEW.result_group, NEW.reasons, NEW.unscored, 1,
        NEW.aborted IS 1, NEW.aborted IS NOT 1 AND NEW.lose IS 1,
        NEW.aborted IS NOT 1 AND NEW.lose IS NOT 1
            AND coalesce(NEW.aborted, NEW.lose, NEW.success) IS NOT NULL)
    ON CONFLICT DO UPDATE SET episodes = episodes + 1, aborted = aborted + excluded.aborted,
        lose = lose + excluded.lose, success = success + excluded.success;
END;

CREATE TRIGGER episode_results_changed
AFTER UPDATE OF result_group, reasons, unscored, aborted, success, lose ON episode_results
BEGIN
    UPDATE result_counts SET episodes = episodes - 1, aborted = aborted - (OLD.aborted IS 1),
        lose = lose - (OLD.aborted IS NOT 1 AND OLD.lose IS 1),
        success = success - (OLD.aborted IS NOT 1 AND OLD.lose IS NOT 1
            AND coalesce(OLD.aborted, OLD.lose, OLD.success) IS NOT NULL)
    WHERE result_group = OLD.result_group AND reasons = OLD.reasons AND unscored = OLD.unscored;
    INSERT INTO result_counts VALUES (NEW.result_group, NEW.reasons, NEW.unscored, 1,
        NEW.aborted IS 1, NEW.aborted IS NOT 1 AND NEW.lose IS 1,
        NEW.aborted IS NOT 1 AND NEW.lose IS NOT 1
            AND coalesce(NEW.aborted, NEW.lose, NEW.success) IS NOT NULL)
    ON CONFLICT DO UPDATE SET episodes = episodes + 1, aborted = aborted + excluded.aborted,
        lose = lose + excluded.lose, success = success + excluded.success;
END;

CREATE TRIGGER episode_results_removed AFTER DELETE ON episode_results
BEGIN
    UPDATE result_counts SET episodes = episodes - 1, aborted = aborted - (OLD.aborted IS 1),
        lose = lose - (OLD.aborted IS NOT 1 AND OLD.lose IS 1),
        success = success - (OLD.aborted IS NOT 1 AND OLD.lose IS NOT 1
            AND coalesce(OLD.aborted, OLD.lose, OLD.success) IS NOT NULL)
    WHERE result_group = OLD.result_group AND reasons = OLD.reasons AND unscored = OLD.unscored;
END;

CREATE TRIGGER episodes_counted_insert AFTER INSERT ON episodes
WHEN NOT EXISTS (SELECT 1 FROM results_pending WHERE episode = NEW.id)
BEGIN INSERT INTO results_pending VALUES (NEW.id); END;

CREATE TRIGGER episodes_counted_update AFTER UPDATE ON episodes
WHEN NOT EXISTS (SELECT 1 FROM results_pending WHERE episode = NEW.id)
BEGIN INSERT INTO results_pending VALUES (NEW.id); END;

CREATE TRIGGER episodes_counted_delete AFTER DELETE ON episodes
WHEN NOT EXISTS (SELECT 1 FROM results_pending WHERE episode = OLD.id)
BEGIN INSERT INTO results_pending VALUES (OLD.id); END;

CREATE TRIGGER seat_assignments_counted_insert AFTER INSERT ON seat_assignments
WHEN NOT EXISTS (SELECT 1 FROM results_pending WHERE episode = NEW.episode)
BEGIN INSERT INTO results_pending VALUES (NEW.episode); END;

CREATE TRIGGER seat_assignments_counted_update AFTER UPDATE ON seat_assignments
WHEN NOT EXISTS (SELECT 1 FROM results_pending WHERE episode = NEW.episode)
BEGIN INSERT INTO results_pending VALUES (NEW.episode); END;

CREATE TRIGGER seat_assignments_counted_delete AFTER DELETE ON seat_assignments
WHEN NOT EXISTS (SELECT 1 FROM results_pending WHERE episode = OLD.episode)
BEGIN INSERT INTO results_pending VALUES (OLD.episode); END;

CREATE TRIGGER episode_ends_counted_insert AFTER INSERT ON episode_ends
WHEN NOT EXISTS (SELECT 1 FROM results_pending WHERE episode = NEW.episode)
BEGIN INSERT INTO results_pending VALUES (NEW.episode); END;

CREATE TRIGGER episode_ends_counted_update AFTER UPDATE ON episode_ends
WHEN NOT EXISTS (SELECT 1 FROM results_pending WHERE episode = NEW.episode)
BEGIN INSERT INTO results_pending VALUES (NEW.episode); END;

CREATE TRIGGER episode_ends_counted_delete AFTER DELETE ON episode_ends
WHEN NOT EXISTS (SELECT 1 FROM results_pending WHERE episode = OLD.episode)
BEGIN INSERT INTO results_pending VALUES (OLD.episode); END;

CREATE TRIGGER exposures_counted_insert AFTER INSERT ON exposures
BEGIN
    INSERT INTO results_pending
    SELECT DISTINCT a.episode FROM seat_assignments a CROSS JOIN episodes e ON e.id = a.episode
    LEFT JOIN exposure_keys k ON k.instance_hash = e.instance_hash
    WHERE a.person = NEW.person
        AND coalesce(k.key, e.task_key) = coalesce((SELECT met.key FROM exposure_keys met
            WHERE met.instance_hash = NEW.instance_hash), NEW.task_key)
        AND a.episode NOT IN (SELECT episode FROM results_pending);
END;

CREATE TRIGGER exposures_counted_update AFTER UPDATE ON exposures
BEGIN
    INSERT INTO results_pending
    SELECT DISTINCT a.episode FROM seat_assignments a CROSS JOIN episodes e ON e.id = a.episode
    LEFT JOIN exposure_keys k ON k.instance_hash = e.instance_hash
    WHERE a.person = NEW.person
        AND coalesce(k.key, e.task_key) = coalesce((SELECT met.key FROM exposure_keys met
            WHERE met.instance_hash = NEW.instance_hash), NEW.task_key)
        AND a.episode NOT IN (SELECT episode FROM results_pending);
END;

CREATE TRIGGER exposures_counted_delete AFTER DELETE ON exposures
BEGIN
    INSERT INTO results_pending
    SELECT DISTINCT a.episode FROM seat_assignments a CROSS JOIN episodes e ON e.id = a.episode
    LEFT JOIN exposure_keys k ON k.instance_hash = e.instance_hash
    WHERE a.person = OLD.person
        AND coalesce(k.key, e.task_key) = coalesce((SELECT met.key FROM exposure_keys met
            WHERE met.instance_hash = OLD.instance_hash), OLD.task_key)
        AND a.episode NOT IN (SELECT episode FROM results_pending);
END;

CREATE TRIGGER tags_counted_insert AFTER INSERT ON tags
WHEN NOT EXISTS (SELECT 1 FROM results_pending WHERE episode = NEW.episode)
BEGIN INSERT INTO results_pending VALUES (NEW.episode); END;

CREATE TRIGGER tags_counted_update AFTER UPDATE ON tags
WHEN NOT EXISTS (SELECT 1 FROM results_pending WHERE episode = NEW.episode)
BEGIN INSERT INTO results_pending VALUES (NEW.episode); END;

CREATE TRIGGER tags_counted_delete AFTER DELETE ON tags
WHEN NOT EXISTS (SELECT 1 FROM results_pending WHERE episode = OLD.episode)
BEGIN INSERT INTO results_pending VALUES (OLD.episode); END;

CREATE TRIGGER erased_episodes_counted_insert AFTER INSERT ON erased_episodes
WHEN NOT EXISTS (SELECT 1 FROM results_pending WHERE episode = NEW.episode)
BEGIN INSERT INTO results_pending VALUES (NEW.episode); END;

CREATE TRIGGER erased_episodes_counted_update AFTER UPDATE ON erased_episodes
WHEN NOT EXISTS (SELECT 1 FROM results_pending WHERE episode = NEW.episode)
BEGIN INSERT INTO results_pending VALUES (NEW.episode); END;

CREATE TRIGGER erased_episodes_counted_delete AFTER DELETE ON erased_episodes
WHEN NOT EXISTS (SELECT 1 FROM results_pending WHERE episode = OLD.episode)
BEGIN INSERT INTO results_pending VALUES (OLD.episode); END;

CREATE TRIGGER scores_counted_insert AFTER INSERT ON scores
WHEN NOT EXISTS (SELECT 1 FROM results_pending WHERE episode = NEW.episode)
BEGIN INSERT INTO results_pending VALUES (NEW.episode); END;

CREATE TRIGGER scores_counted_update AFTER UPDATE ON scores
WHEN NOT EXISTS (SELECT 1 FROM results_pending WHERE episode = NEW.episode)
BEGIN INSERT INTO results_pending VALUES (NEW.episode); END;

CREATE TRIGGER scores_counted_delete AFTER DELETE ON scores
WHEN NOT EXISTS (SELECT 1 FROM results_pending WHERE episode = OLD.episode)
BEGIN INSERT INTO results_pending VALUES (OLD.episode); END;

CREATE TRIGGER episode_line_ups_counted_insert AFTER INSERT ON episode_line_ups
WHEN NOT EXISTS (SELECT 1 FROM results_pending WHERE episode = NEW.episode)
BEGIN INSERT INTO results_pending VALUES (NEW.episode); END;

CREATE TRIGGER episode_line_ups_counted_update AFTER UPDATE ON episode_line_ups
WHEN NOT EXISTS (SELECT 1 FROM results_pending WHERE episode = NEW.episode)
BEGIN INSERT INTO results_pending VALUES (NEW.episode); END;

CREATE TRIGGER episode_line_ups_counted_delete AFTER DELETE ON episode_line_ups
WHEN NOT EXISTS (SELECT 1 FROM results_pending WHERE episode = OLD.episode)
BEGIN INSERT INTO results_pending VALUES (OLD.episode); END;

CREATE TRIGGER exposure_keys_counted AFTER UPDATE OF key ON exposure_keys
WHEN NEW.key <> OLD.key
BEGIN
    INSERT INTO results_pending
    SELECT e.id FROM exposure_keys k JOIN episodes e ON e.instance_hash = k.instance_hash
    JOIN episode_line_ups l ON l.episode = e.id
    WHERE l.people AND k.key IN (OLD.key, NEW.key)
        AND e.id NOT IN (SELECT episode FROM results_pending);
END;
"""

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
            EXISTS (SELECT 1 FROM erased_episodes x WHERE x.episode = e.id) AS erased,
            EXISTS (SELECT 1 FROM current_tags t WHERE t.episode = e.id
                AND t.key = 'excluded' AND substr(t.value, 1, 6) <> 'study:') AS excluded,
            EXISTS (SELECT 1 FROM contents c WHERE c.hash = e.condition
                AND iif(json_valid(c.body), json_extract(c.body, '$.continued_from'), NULL)
                    IS NOT NULL) AS continued,
            coalesce(l.people, 1) AND e.time_known AND EXISTS (SELECT 1
                FROM seat_assignments a
                JOIN exposure_keys same ON same.key = k.key
                JOIN exposures x ON x.person = a.person AND x.instance_hash = same.instance_hash
                WHERE a.episode = e.id AND x.episode IS NOT e.id
                    AND x.at < coalesce((SELECT max(t.at) FROM entries t
                        WHERE t.episode = e.id AND t.seat = a.seat AND t.kind = 'response'),
                    e.created_at)
                    AND NOT EXISTS (SELECT 1 FROM episodes o
                        WHERE o.id = x.episode AND o.time_known = 0)) AS repetition
        FROM episodes e
        LEFT JOIN exposure_keys k ON k.instance_hash = e.instance_hash
        LEFT JOIN episode_line_ups l ON l.episode = e.id
    )
)
"""


def apply(db: Database) -> None:
    """Create the tables, with every episode queued, and replace the view."""
    run(db, TABLES)
    run(db, TRIGGERS)
    db.execute("DROP VIEW sample")
    db.execute(SAMPLE)

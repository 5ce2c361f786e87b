"""Step 19: figures and searches that stay quick among a million episodes.

Most figures do not tell experiments apart, so groups that differ by nothing else are counted
together. The search index has the first letters of words, as the last word of a search may be
incomplete. All results are computed and all episodes are indexed again.
"""

from __future__ import annotations

from clemtui.store.library import Database
from clemtui.store.migrations.scripts import run

SERIES = """
DELETE FROM episode_results;
DELETE FROM result_counts;
DELETE FROM result_items;
DROP TABLE result_groups;

CREATE TABLE result_series (
    id INTEGER PRIMARY KEY,
    pool INTEGER NOT NULL REFERENCES result_pools(id),
    game_version TEXT NOT NULL,
    interface TEXT NOT NULL,
    condition TEXT NOT NULL,
    instance_origin TEXT NOT NULL,
    instance_source TEXT NOT NULL,
    rules_hash TEXT NOT NULL,
    seats TEXT NOT NULL,
    answered TEXT NOT NULL,
    UNIQUE (pool, game_version, interface, condition, instance_origin, instance_source, rules_hash,
        seats, answered)
) STRICT;

CREATE TABLE result_groups (
    id INTEGER PRIMARY KEY,
    series INTEGER NOT NULL REFERENCES result_series(id),
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

CREATE TABLE series_counts (
    series INTEGER NOT NULL REFERENCES result_series(id),
    reasons INTEGER NOT NULL,
    unscored INTEGER NOT NULL,
    episodes INTEGER NOT NULL,
    aborted INTEGER NOT NULL,
    lose INTEGER NOT NULL,
    success INTEGER NOT NULL,
    PRIMARY KEY (series, reasons, unscored)
) STRICT, WITHOUT ROWID;

CREATE TABLE series_items (
    series INTEGER NOT NULL REFERENCES result_series(id),
    reasons INTEGER NOT NULL,
    episodes INTEGER NOT NULL,
    decided INTEGER NOT NULL,
    aborted INTEGER NOT NULL,
    success INTEGER NOT NULL,
    lose INTEGER NOT NULL,
    scored INTEGER NOT NULL,
    main REAL NOT NULL,
    joint REAL NOT NULL,
    jointly INTEGER NOT NULL,
    items INTEGER NOT NULL,
    PRIMARY KEY (series, reasons, episodes, decided, aborted, success, lose, scored, main, joint,
        jointly)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER result_counts_added AFTER INSERT ON result_counts
BEGIN
    INSERT INTO series_counts
    SELECT series, NEW.reasons, NEW.unscored, NEW.episodes, NEW.aborted, NEW.lose, NEW.success
    FROM result_groups WHERE id = NEW.result_group
    ON CONFLICT DO UPDATE SET episodes = episodes + excluded.episodes,
        aborted = aborted + excluded.aborted, lose = lose + excluded.lose,
        success = success + excluded.success;
END;

CREATE TRIGGER result_counts_changed AFTER UPDATE ON result_counts
BEGIN
    UPDATE series_counts SET episodes = episodes + NEW.episodes - OLD.episodes,
        aborted = aborted + NEW.aborted - OLD.aborted, lose = lose + NEW.lose - OLD.lose,
        success = success + NEW.success - OLD.success
    WHERE series = (SELECT series FROM result_groups WHERE id = NEW.result_group)
        AND reasons = NEW.reasons AND unscored = NEW.unscored;
END;

CREATE TRIGGER result_counts_removed AFTER DELETE ON result_counts
BEGIN
    UPDATE series_counts SET episodes = episodes - OLD.episodes,
        aborted = aborted - OLD.aborted, lose = lose - OLD.lose, success = success - OLD.success
    WHERE series = (SELECT series FROM result_groups WHERE id = OLD.result_group)
        AND reasons = OLD.reasons AND unscored = OLD.unscored;
END;

CREATE TRIGGER result_items_added AFTER INSERT ON result_items WHEN NEW.item = 0
BEGIN
    INSERT INTO series_items
    SELECT series, NEW.reasons, NEW.episodes, NEW.decided, NEW.aborted, NEW.success, NEW.lose,
        NEW.scored, NEW.main, NEW.joint, NEW.jointly, NEW.items
    FROM result_groups WHERE id = NEW.result_group
    ON CONFLICT DO UPDATE SET items = items + excluded.items;
END;

CREATE TRIGGER result_items_changed AFTER UPDATE OF items ON result_items WHEN NEW.item = 0
BEGIN
    UPDATE series_items SET items = items + NEW.items - OLD.items
    WHERE series = (SELECT series FROM result_groups WHERE id = NEW.result_group)
        AND (reasons, episodes, decided, aborted, success, lose, scored, main, joint, jointly)
            = (NEW.reasons, NEW.episodes, NEW.decided, NEW.aborted, NEW.success, NEW.lose,
            NEW.scored, NEW.main, NEW.joint, NEW.jointly);
END;

CREATE TRIGGER result_items_removed AFTER DELETE ON result_items WHEN OLD.item = 0
BEGIN
    UPDATE series_items SET items = items - OLD.items
    WHERE series = (SELECT series FROM result_groups WHERE id = OLD.result_group)
        AND (reasons, episodes, decided, aborted, success, lose, scored, main, joint, jointly)
            = (OLD.reasons, OLD.episodes, OLD.decided, OLD.aborted, OLD.success, OLD.lose,
            OLD.scored, OLD.main, OLD.joint, OLD.jointly);
END;

INSERT INTO results_pending
SELECT id FROM episodes WHERE id NOT IN (SELECT episode FROM results_pending);
"""

SEARCH = """
DROP TABLE search_words;
CREATE VIRTUAL TABLE search_words USING fts5(
    words, content='', columnsize=0, tokenize='ascii', prefix='1'
);
DELETE FROM search_documents;
DELETE FROM search_pending;
INSERT INTO search_pending SELECT id FROM episodes
    WHERE id NOT IN (SELECT episode FROM erased_episodes);
"""


def apply(db: Database) -> None:
    """Create the tables, with every episode queued, and the index, with every episode pending."""
    for script in (SERIES, SEARCH):
        run(db, script)

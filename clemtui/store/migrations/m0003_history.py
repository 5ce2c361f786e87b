"""Step 3: the search index, and indexes for lists, filters and comparisons.

The search index starts empty with every episode pending; the next program that opens the database
for writing fills it (`clemtui.store.search`).
"""

from __future__ import annotations

from clemtui.store.library import Database
from clemtui.store.migrations.scripts import run

SEARCH = """
CREATE VIRTUAL TABLE search_words USING fts5(
    words, content='', columnsize=0, tokenize='ascii'
);

CREATE TABLE search_documents (
    id INTEGER PRIMARY KEY,
    episode TEXT NOT NULL UNIQUE REFERENCES episodes(id),
    requests INTEGER NOT NULL,
    entries INTEGER NOT NULL,
    whole INTEGER NOT NULL CHECK (whole IN (0, 1)),
    folding TEXT NOT NULL
) STRICT;

CREATE TABLE search_pending (
    episode TEXT PRIMARY KEY REFERENCES episodes(id)
) STRICT;

INSERT INTO search_pending SELECT id FROM episodes
    WHERE id NOT IN (SELECT episode FROM erased_episodes);

CREATE TRIGGER requests_pending AFTER INSERT ON requests
WHEN NOT EXISTS (SELECT 1 FROM search_pending WHERE episode = NEW.episode)
BEGIN INSERT INTO search_pending VALUES (NEW.episode); END;

CREATE TRIGGER entries_pending AFTER INSERT ON entries
WHEN NOT EXISTS (SELECT 1 FROM search_pending WHERE episode = NEW.episode)
BEGIN INSERT INTO search_pending VALUES (NEW.episode); END;

CREATE TRIGGER episode_ends_pending AFTER INSERT ON episode_ends
WHEN NOT EXISTS (SELECT 1 FROM search_pending WHERE episode = NEW.episode)
BEGIN INSERT INTO search_pending VALUES (NEW.episode); END;
"""

INDEXES = """
CREATE INDEX episodes_created ON episodes(created_at);
CREATE INDEX episodes_instance ON episodes(instance_hash);
CREATE INDEX episodes_interface ON episodes(interface, practice);
CREATE INDEX seat_assignments_model ON seat_assignments(player, parameters, episode)
    WHERE kind = 'model';
CREATE INDEX scores_outcome ON scores(episode, scorer, aborted, lose);
"""


def apply(db: Database) -> None:
    """Create the search index and the other indexes."""
    for script in (SEARCH, INDEXES):
        run(db, script)

"""Step 7: what servers sent in response to attempts, and what was unusual about it."""

from __future__ import annotations

from clemtui.store.library import Database
from clemtui.store.migrations.scripts import run

TABLE = """
CREATE TABLE attempt_bodies (
    attempt TEXT PRIMARY KEY REFERENCES attempts_started(id),
    status INTEGER NOT NULL,
    content_type TEXT NOT NULL,
    complete INTEGER NOT NULL CHECK (complete IN (0, 1)),
    body BLOB,
    at TEXT NOT NULL,
    clock_ms REAL NOT NULL
) STRICT;

ALTER TABLE attempts_ended ADD COLUMN notes TEXT;
"""

GUARDS = """
CREATE TRIGGER attempt_bodies_update BEFORE UPDATE ON attempt_bodies
WHEN NOT EXISTS (SELECT 1 FROM erased_episodes
        JOIN erasures ON erasures.id = erased_episodes.erasure
        WHERE erased_episodes.episode = (SELECT episode FROM attempts_started
            WHERE id = OLD.attempt) AND erasures.closed_at IS NULL)
BEGIN SELECT RAISE(ABORT, 'attempt_bodies is evidence and append-only'); END;

CREATE TRIGGER attempt_bodies_delete BEFORE DELETE ON attempt_bodies
WHEN NOT EXISTS (SELECT 1 FROM erased_episodes
        JOIN erasures ON erasures.id = erased_episodes.erasure
        WHERE erased_episodes.episode = (SELECT episode FROM attempts_started
            WHERE id = OLD.attempt) AND erasures.closed_at IS NULL)
BEGIN SELECT RAISE(ABORT, 'attempt_bodies is evidence and append-only'); END;

CREATE TRIGGER attempt_bodies_once BEFORE INSERT ON attempt_bodies
WHEN EXISTS (SELECT 1 FROM attempt_bodies WHERE attempt = NEW.attempt)
BEGIN SELECT RAISE(ABORT, 'attempt_bodies has this record already'); END;

CREATE TRIGGER attempt_bodies_erased BEFORE INSERT ON attempt_bodies
WHEN EXISTS (SELECT 1 FROM erased_episodes
    WHERE episode = (SELECT episode FROM attempts_started WHERE id = NEW.attempt))
BEGIN SELECT RAISE(ABORT, 'the episode was erased'); END;
"""


def apply(db: Database) -> None:
    """Create the table with its triggers, and add the column."""
    for script in (TABLE, GUARDS):
        run(db, script)

# ruff: noqa: E501 - frozen text
"""Step 9: erasures have a scope, and may include scores.

Both tables of erasures are rebuilt, because an erasure need not name a person any more. The triggers
of other tables mention them, so the tables are renamed as SQLite did before version 3.25, which does
not check what other objects refer to.
"""

from __future__ import annotations

from clemtui.store.library import Database
from clemtui.store.migrations.scripts import run

TABLES = """
CREATE TABLE scoped_erasures (
    id TEXT PRIMARY KEY,
    person TEXT NOT NULL,
    opened_at TEXT NOT NULL,
    closed_at TEXT,
    scope TEXT NOT NULL CHECK (scope IN ('person', 'sitting', 'episodes')),
    what TEXT NOT NULL CHECK (what IN ('text', 'text and scores')),
    session TEXT NOT NULL,
    CHECK ((scope = 'person') = (person <> '')),
    CHECK ((scope = 'sitting') = (session <> ''))
) STRICT;
INSERT INTO scoped_erasures
    SELECT id, person, opened_at, closed_at, 'person', 'text', '' FROM erasures;

CREATE TABLE scoped_episodes (
    episode TEXT NOT NULL REFERENCES episodes(id),
    erasure TEXT NOT NULL REFERENCES scoped_erasures(id),
    PRIMARY KEY (episode, erasure)
) STRICT;
INSERT INTO scoped_episodes SELECT episode, erasure FROM erased_episodes;

DROP TABLE erased_episodes;
DROP TABLE erasures;
ALTER TABLE scoped_erasures RENAME TO erasures;
ALTER TABLE scoped_episodes RENAME TO erased_episodes;
CREATE INDEX erasures_person ON erasures(person);
CREATE INDEX erasures_session ON erasures(session) WHERE session <> '';
"""

REPLACED = """
DROP TRIGGER IF EXISTS sessions_update;
DROP TRIGGER IF EXISTS sessions_delete;
DROP TRIGGER IF EXISTS sessions_forgotten;
DROP TRIGGER IF EXISTS sitting_events_update;
DROP TRIGGER IF EXISTS sitting_events_delete;
DROP TRIGGER IF EXISTS exposures_forgotten;
DROP TRIGGER IF EXISTS seat_assignments_forgotten;
DROP TRIGGER IF EXISTS tags_erased;
"""

GUARDS = """
CREATE TRIGGER sessions_update BEFORE UPDATE ON sessions WHEN NOT (EXISTS (SELECT 1 FROM erasures
        WHERE erasures.person = OLD.person AND erasures.closed_at IS NULL) OR EXISTS (SELECT 1 FROM erasures
        WHERE erasures.session = OLD.id AND erasures.closed_at IS NULL))
BEGIN SELECT RAISE(ABORT, 'sessions is evidence and append-only'); END;

CREATE TRIGGER sessions_delete BEFORE DELETE ON sessions WHEN NOT (EXISTS (SELECT 1 FROM erasures
        WHERE erasures.person = OLD.person AND erasures.closed_at IS NULL) OR EXISTS (SELECT 1 FROM erasures
        WHERE erasures.session = OLD.id AND erasures.closed_at IS NULL))
BEGIN SELECT RAISE(ABORT, 'sessions is evidence and append-only'); END;

CREATE TRIGGER sessions_forgotten BEFORE INSERT ON sessions
WHEN EXISTS (SELECT 1 FROM erasures WHERE person = NEW.person)
    AND NOT EXISTS (SELECT 1 FROM erasures WHERE person = NEW.person AND closed_at IS NULL)
BEGIN SELECT RAISE(ABORT, 'the person was forgotten'); END;

CREATE TRIGGER sitting_events_update BEFORE UPDATE ON sitting_events WHEN NOT (EXISTS (SELECT 1 FROM erasures
        WHERE erasures.person = (SELECT person FROM sessions WHERE id = OLD.session) AND erasures.closed_at IS NULL) OR EXISTS (SELECT 1 FROM erasures
        WHERE erasures.session = OLD.session AND erasures.closed_at IS NULL))
BEGIN SELECT RAISE(ABORT, 'sitting_events is evidence and append-only'); END;

CREATE TRIGGER sitting_events_delete BEFORE DELETE ON sitting_events WHEN NOT (EXISTS (SELECT 1 FROM erasures
        WHERE erasures.person = (SELECT person FROM sessions WHERE id = OLD.session) AND erasures.closed_at IS NULL) OR EXISTS (SELECT 1 FROM erasures
        WHERE erasures.session = OLD.session AND erasures.closed_at IS NULL))
BEGIN SELECT RAISE(ABORT, 'sitting_events is evidence and append-only'); END;

CREATE TRIGGER exposures_forgotten BEFORE INSERT ON exposures
WHEN EXISTS (SELECT 1 FROM erasures WHERE person = NEW.person)
    AND NOT EXISTS (SELECT 1 FROM erasures WHERE person = NEW.person AND closed_at IS NULL)
BEGIN SELECT RAISE(ABORT, 'the person was forgotten'); END;

CREATE TRIGGER seat_assignments_forgotten BEFORE INSERT ON seat_assignments
WHEN EXISTS (SELECT 1 FROM erasures WHERE person = NEW.person)
    AND NOT EXISTS (SELECT 1 FROM erasures WHERE person = NEW.person AND closed_at IS NULL)
BEGIN SELECT RAISE(ABORT, 'the person was forgotten'); END;

CREATE TRIGGER scores_erased BEFORE INSERT ON scores
WHEN EXISTS (SELECT 1 FROM erased_episodes JOIN erasures ON erasures.id = erased_episodes.erasure
    WHERE erased_episodes.episode = NEW.episode AND erasures.what = 'text and scores')
BEGIN SELECT RAISE(ABORT, 'the scores of the episode were erased'); END;

CREATE TRIGGER erasures_update BEFORE UPDATE ON erasures
WHEN OLD.closed_at IS NOT NULL OR NEW.closed_at IS NULL OR NEW.id <> OLD.id
    OR NEW.person <> OLD.person OR NEW.opened_at <> OLD.opened_at
    OR NEW.scope <> OLD.scope OR NEW.what <> OLD.what OR NEW.session <> OLD.session
BEGIN SELECT RAISE(ABORT, 'an erasure can only be closed'); END;

CREATE TRIGGER erasures_delete BEFORE DELETE ON erasures
BEGIN SELECT RAISE(ABORT, 'erasures is evidence and append-only'); END;

CREATE TRIGGER erasures_person BEFORE INSERT ON erasures
WHEN NEW.person <> '' AND NOT EXISTS (SELECT 1 FROM people WHERE id = NEW.person)
BEGIN SELECT RAISE(ABORT, 'an erasure names an unknown person'); END;

CREATE TRIGGER erasures_once BEFORE INSERT ON erasures
WHEN EXISTS (SELECT 1 FROM erasures WHERE id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'erasures has this record already'); END;

CREATE TRIGGER erased_episodes_item AFTER INSERT ON erased_episodes
WHEN EXISTS (SELECT 1 FROM work_items
    WHERE result = NEW.episode AND kind = 'episode' AND state = 'begun')
BEGIN
    DELETE FROM claims WHERE (run, item) IN
        (SELECT run, key FROM work_items WHERE result = NEW.episode AND kind = 'episode');
    UPDATE work_items SET state = 'open', result = NULL
    WHERE result = NEW.episode AND kind = 'episode' AND state = 'begun';
END;

CREATE TRIGGER erased_episodes_update BEFORE UPDATE ON erased_episodes WHEN NOT 0
BEGIN SELECT RAISE(ABORT, 'erased_episodes is evidence and append-only'); END;

CREATE TRIGGER erased_episodes_delete BEFORE DELETE ON erased_episodes WHEN NOT 0
BEGIN SELECT RAISE(ABORT, 'erased_episodes is evidence and append-only'); END;

CREATE TRIGGER erased_episodes_once BEFORE INSERT ON erased_episodes
WHEN EXISTS (SELECT 1 FROM erased_episodes WHERE episode = NEW.episode AND erasure = NEW.erasure)
BEGIN SELECT RAISE(ABORT, 'erased_episodes has this record already'); END;
"""


def apply(db: Database) -> None:
    """Rebuild the tables and replace the triggers."""
    before = db.execute("PRAGMA legacy_alter_table").fetchone()[0]
    db.execute("PRAGMA legacy_alter_table = ON")
    try:
        run(db, TABLES)
    finally:
        db.execute(f"PRAGMA legacy_alter_table = {before}")
    for script in (REPLACED, GUARDS):
        run(db, script)

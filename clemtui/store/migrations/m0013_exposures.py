"""Step 13: an exposure may name an episode that is not in this database.

What a person had met before an episode belongs to the evidence of that episode. An exported tree
carries it, and the earlier episode may not be in that tree: it was practice, or not asked for. The
exposure keeps its name, so that it is the same record everywhere and belongs to that episode if it
is added later.
"""

from __future__ import annotations

from clemtui.store.library import Database
from clemtui.store.migrations.scripts import run

_BUILT_ON = """SELECT sql FROM sqlite_master
    WHERE tbl_name = 'exposures' AND type IN ('index', 'trigger') AND sql IS NOT NULL"""

TABLE = """
CREATE TABLE exposures_before AS SELECT * FROM exposures;
DROP TABLE exposures;
CREATE TABLE exposures (
    id TEXT PRIMARY KEY,
    person TEXT NOT NULL REFERENCES people(id),
    task_key TEXT NOT NULL,
    instance_hash TEXT NOT NULL,
    kind TEXT NOT NULL,
    episode TEXT,
    at TEXT NOT NULL
) STRICT;
INSERT INTO exposures SELECT id, person, task_key, instance_hash, kind, episode, at
    FROM exposures_before;
DROP TABLE exposures_before;
"""


def apply(db: Database) -> None:
    """Replace the table; SQLite cannot drop a constraint. Its indexes and triggers stay."""
    built = [sql for (sql,) in db.execute(_BUILT_ON).fetchall()]
    run(db, TABLE)
    for sql in built:
        db.execute(sql)

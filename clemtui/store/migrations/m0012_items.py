"""Step 12: how many items have the same result, so that figures need not read every episode.

What is counted are the results of items (`clemtui.store.results`), so all results are computed
again.
"""

from __future__ import annotations

from clemtui.store.library import Database
from clemtui.store.migrations.scripts import run

SCRIPT = """
CREATE TABLE result_items (
    item INTEGER NOT NULL,
    result_group INTEGER NOT NULL REFERENCES result_groups(id),
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
    PRIMARY KEY (item, result_group, reasons, episodes, decided, aborted, success, lose, scored,
        main, joint, jointly)
) STRICT, WITHOUT ROWID;

DELETE FROM episode_results;
DELETE FROM result_counts;
INSERT INTO results_pending
SELECT id FROM episodes WHERE id NOT IN (SELECT episode FROM results_pending);
"""


def apply(db: Database) -> None:
    """Create the table, with every episode queued."""
    run(db, SCRIPT)

"""Step 14: an impossible score counts as not scored in the view ``human_baseline``, too.

Another program may write anything. Reports do not believe it (`clemtui.store.results`).
"""

from __future__ import annotations

from clemtui.store.library import Database

HUMAN_BASELINE = """
CREATE VIEW human_baseline AS
SELECT * FROM human_episodes
WHERE left_out IS NULL AND scorer IS NOT NULL AND abs(coalesce(main_score, 0)) <= 1e12
    AND coalesce(aborted IN (0, 1), 1) AND coalesce(success IN (0, 1), 1)
    AND coalesce(lose IN (0, 1), 1)
"""


def apply(db: Database) -> None:
    """Replace the view."""
    db.execute("DROP VIEW IF EXISTS human_baseline")
    db.execute(HUMAN_BASELINE)

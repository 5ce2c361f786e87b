"""Step 17: the file in which clembench looked up a model does not tell models apart."""

from __future__ import annotations

from clemtui.store.library import Database

_WITH_FILE = """
DELETE FROM episode_line_ups WHERE line_up IN (
    SELECT id FROM line_ups WHERE players LIKE '%"model_spec.lookup_source"%')
"""


def apply(db: Database) -> None:
    """Remove the line-ups that contain it, which are then recorded again."""
    db.execute(_WITH_FILE)

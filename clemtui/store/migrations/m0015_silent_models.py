"""Step 15: of each episode that ended before one of its models had answered, the session is known.

What a provider calls its model may change between sessions. Such an episode is counted with the
others of its session (`clemtui.records.line_ups.completed_answers`).
"""

from __future__ import annotations

from clemtui.store.library import Database

_SILENT = """
DELETE FROM episode_line_ups WHERE episode IN (
    SELECT a.episode FROM seat_assignments a JOIN episode_ends x ON x.episode = a.episode
    WHERE a.kind = 'model' AND NOT EXISTS (SELECT 1 FROM entries n
        WHERE n.episode = a.episode AND n.seat = a.seat AND n.kind = 'response'))
"""


def apply(db: Database) -> None:
    """Remove their line-ups, which are then recorded again."""
    db.execute(_SILENT)

"""Step 18: a slash at the end of a server's address does not tell models apart, and an answer
without the name of a model is one of an unknown model.
"""

from __future__ import annotations

from clemtui.store.library import Database

_TO_RECORD_AGAIN = """
DELETE FROM episode_line_ups WHERE line_up IN (
        SELECT id FROM line_ups WHERE players LIKE '%"api_base":"%/"%')
    OR episode IN (SELECT s.episode FROM attempts_started s
        JOIN attempts_ended d ON d.attempt = s.id
        WHERE d.outcome = 'done' AND coalesce(d.model, '') = '')
"""


def apply(db: Database) -> None:
    """Remove the line-ups that say otherwise, which are then recorded again."""
    db.execute(_TO_RECORD_AGAIN)

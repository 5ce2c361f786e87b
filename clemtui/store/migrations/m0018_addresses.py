"""Step 18: a slash at the end of a server's address does not tell models apart."""

from __future__ import annotations

from clemtui.store.library import Database

_WITH_SLASH = """
DELETE FROM episode_line_ups WHERE line_up IN (
    SELECT id FROM line_ups WHERE players LIKE '%"api_base":"%/"%')
"""


def apply(db: Database) -> None:
    """Remove the line-ups with such an address, which are then recorded again."""
    db.execute(_WITH_SLASH)

"""Recently used models, to choose again.

Models of imported episodes are excluded: how to reach them from here is unknown.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from clemtui.records.findings import RecentModel
from clemtui.store.clock import moment
from clemtui.store.codec import loads

if TYPE_CHECKING:
    from clemtui.store.library import Database

# Ids sort by time, so the greatest is the newest.
_RECENT = """SELECT u.player, c.body, e.created_at, u.episodes FROM (
        SELECT player, parameters, max(episode) AS latest, count(DISTINCT episode) AS episodes
        FROM seat_assignments WHERE kind = 'model' AND episode NOT IN (
            SELECT i.id FROM sessions s JOIN episodes i ON i.session = s.id
            WHERE s.front = 'import')
        GROUP BY player, parameters
        ORDER BY latest DESC LIMIT ?) u
    JOIN contents c ON c.hash = u.parameters JOIN episodes e ON e.id = u.latest
    ORDER BY u.latest DESC"""


def recent_models(db: Database, limit: int) -> tuple[RecentModel, ...]:
    """Return the models of the newest episodes, newest first, one for each set of parameters."""
    return tuple(
        RecentModel(player, loads(body), moment(at), episodes)
        for player, body, at, episodes in db.execute(_RECENT, (limit,))
    )

"""Which episodes of other programs were imported, including those erased since."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from clemtui.store.library import Database

# The identity is in the environment of each imported episode, which erasures keep, so that erased
# episodes are not imported again. (For `$readable` see `clemtui.store.codec`.)
_IDENTITIES = """SELECT coalesce(json_extract(body, '$.import.identity'),
        json_extract(body, '$."$readable".import.identity')) AS identity
    FROM contents WHERE kind = 'environment' AND json_valid(body) AND identity IS NOT NULL"""


def identities(db: Database) -> frozenset[str]:
    """Return the identities of all imported episodes."""
    return frozenset(row[0] for row in db.execute(_IDENTITIES))


def exists(db: Database, episode: str) -> bool:
    """Return whether an episode is recorded here."""
    row = db.execute("SELECT 1 FROM episodes WHERE id = ?", (episode,)).fetchone()
    return row is not None

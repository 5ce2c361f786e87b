"""Which episodes of other programs were imported, also those whose words were erased since."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from clemtui.store.library import Database

# The identity stands in the environment of each imported episode, which erasing leaves: what was
# forgotten must not come back with the next import. (`$readable`: see `clemtui.store.codec`.)
_IDENTITIES = """SELECT coalesce(json_extract(body, '$.import.identity'),
        json_extract(body, '$."$readable".import.identity')) AS identity
    FROM contents WHERE kind = 'environment' AND json_valid(body) AND identity IS NOT NULL"""


def identities(db: Database) -> frozenset[str]:
    """The identities of all imported episodes."""
    return frozenset(row[0] for row in db.execute(_IDENTITIES))


def exists(db: Database, episode: str) -> bool:
    """Whether an episode is recorded here."""
    row = db.execute("SELECT 1 FROM episodes WHERE id = ?", (episode,)).fetchone()
    return row is not None

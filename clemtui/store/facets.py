"""What there is to filter by: every value that occurs, with the number of episodes that have it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clemtui.store.filters import OWN_SCORER
from clemtui.store.findings import Facet, Facets

if TYPE_CHECKING:
    from sqlite_utils import Database

_PEOPLE = """SELECT p.pseudonym, count(DISTINCT a.episode) FROM seat_assignments a
    JOIN people p ON p.id = a.person
    WHERE a.person IS NOT NULL AND p.id NOT IN (SELECT person FROM erasures) GROUP BY p.id"""
_PLAYERS = """SELECT iif(a.kind = 'model', a.player, a.kind), count(DISTINCT a.episode)
    FROM seat_assignments a WHERE a.kind <> 'service' GROUP BY 1"""
_STATES = """SELECT coalesce(n.state, 'running'), count(*) FROM episodes e
    LEFT JOIN episode_ends n ON n.episode = e.id GROUP BY 1"""
_OUTCOMES = f"""SELECT CASE WHEN s.aborted = 1 THEN 'aborted' WHEN s.lose = 1 THEN 'lose'
    ELSE 'success' END, count(*) FROM episodes e
    JOIN scores s ON s.episode = e.id AND s.scorer = {OWN_SCORER} GROUP BY 1"""
_TAGS = "SELECT key, count(DISTINCT episode) FROM tags GROUP BY key"


def facets(db: Database) -> Facets:
    """All facets, each with the most frequent value first."""

    def column(name: str) -> tuple[Facet, ...]:
        return _facet(db, f"SELECT {name}, count(*) FROM episodes GROUP BY {name}")

    return Facets(
        games=column("game"),
        experiments=column("experiment"),
        languages=column("language"),
        interfaces=column("interface"),
        people=_facet(db, _PEOPLE),
        players=_facet(db, _PLAYERS),
        states=_facet(db, _STATES),
        outcomes=_facet(db, _OUTCOMES),
        tags=_facet(db, _TAGS),
    )


def _facet(db: Database, query: str) -> tuple[Facet, ...]:
    return tuple(Facet(str(row[0]), row[1]) for row in db.execute(f"{query} ORDER BY 2 DESC, 1"))

"""Values to filter by, each with the number of its episodes."""

from __future__ import annotations

from clemtui.records.findings import Facet, Facets
from clemtui.store.library import Database
from clemtui.store.read.filters import OWN_SCORER

_PEOPLE = """SELECT p.pseudonym, count(DISTINCT a.episode) FROM seat_assignments a
    JOIN people p ON p.id = a.person
    WHERE a.person IS NOT NULL AND p.id NOT IN (SELECT person FROM erasures) GROUP BY p.id"""
# Each part is counted in the order of an index.
_PLAYERS = """SELECT player, count(DISTINCT episode) FROM seat_assignments
    WHERE kind = 'model' GROUP BY player
    UNION ALL SELECT kind, count(DISTINCT episode) FROM seat_assignments
    WHERE kind <> 'model' AND kind <> 'service' GROUP BY kind"""
# Every end belongs to exactly one episode.
_STATES = """SELECT state, count(*) FROM episode_ends GROUP BY state
    UNION ALL SELECT * FROM (SELECT 'running',
        (SELECT count(*) FROM episodes) - (SELECT count(*) FROM episode_ends) AS episodes)
    WHERE episodes > 0"""
_OUTCOMES = f"""WITH counted AS MATERIALIZED (
    SELECT count(*) AS scored, sum(s.aborted IS 1) AS aborted,
        sum(s.aborted IS NOT 1 AND s.lose IS 1) AS lose
    FROM episodes e INDEXED BY episodes_tally
    JOIN scores s INDEXED BY scores_tally ON s.episode = e.id AND s.scorer = {OWN_SCORER})
    SELECT value, episodes FROM (
        SELECT 'aborted' AS value, aborted AS episodes FROM counted
        UNION ALL SELECT 'lose', lose FROM counted
        UNION ALL SELECT 'success', scored - aborted - lose FROM counted)
    WHERE episodes > 0"""
_TAGS = "SELECT key, count(DISTINCT episode) FROM current_tags GROUP BY key"


def facets(db: Database) -> Facets:
    """Return all facets, each with the most frequent value first."""

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

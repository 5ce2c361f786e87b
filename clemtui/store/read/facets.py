"""Values to filter by, each with the number of its episodes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

from clemtui.records.findings import Facet, Facets
from clemtui.store.library import Database
from clemtui.store.read.players import Called, called
from clemtui.store.read.sample import bits, people_by_text

# Everything but tags is the same for all episodes of a group, and all but experiments and tags for
# those of a series. The database adds up, as there may be fifty thousand groups.
_BY_STATE = """
    SELECT reasons & :states, sum(episodes), sum(aborted), sum(lose), sum(success)
    FROM series_counts WHERE episodes > 0 GROUP BY 1"""
_EXPERIMENTS = """
    SELECT g.experiment, sum(c.episodes)
    FROM result_counts c CROSS JOIN result_groups g ON g.id = c.result_group
    WHERE c.episodes > 0 GROUP BY g.experiment"""
_POOLS = """
    SELECT p.game, p.language, p.interface, p.people, p.line_up, sum(c.episodes)
    FROM result_pools p CROSS JOIN result_series g ON g.pool = p.id
    CROSS JOIN series_counts c ON c.series = g.id AND c.episodes > 0 GROUP BY p.id"""
_FORGOTTEN = "SELECT pseudonym FROM people WHERE id IN (SELECT person FROM erasures)"
_TAGS = "SELECT key, count(DISTINCT episode) FROM current_tags GROUP BY key"
_STATES = {
    bits("not finished"): "running", bits("abandoned"): "abandoned", bits("void"): "void"
}  # fmt: skip


def facets(db: Database) -> Facets:
    """Return all facets, each with the most frequent value first."""
    states, outcomes = Counter[str](), Counter[str]()
    for state, episodes, *of_outcomes in db.execute(_BY_STATE, {"states": sum(_STATES)}):
        states[_STATES.get(state, "finished")] += episodes
        for outcome, number in zip(("aborted", "lose", "success"), of_outcomes, strict=True):
            outcomes[outcome] += number
    games, languages, interfaces, people, line_ups = _counters(db, _POOLS)
    del interfaces[""]  # of episodes without people
    (experiments,) = _counters(db, _EXPERIMENTS)
    who = called(db)
    names = people_by_text(db)
    forgotten = {row[0] for row in db.execute(_FORGOTTEN)}
    return Facets(
        games=_facet(games),
        experiments=_facet(experiments),
        languages=_facet(languages),
        interfaces=_facet(interfaces),
        people=_facet(_split(people, lambda text: set(names(text)) - forgotten)),
        players=_facet(_split(line_ups, lambda number: _players(who[int(number)]))),
        states=_facet(states),
        outcomes=_facet(outcomes),
        tags=_facet(Counter(dict(db.execute(_TAGS).fetchall()))),
    )


def _counters(db: Database, query: str) -> tuple[Counter[str], ...]:
    """Return the number of episodes by value, for each column of a query but the last, which is the
    number."""
    rows = db.execute(query)
    found = tuple(Counter[str]() for _ in rows.description[:-1])
    for *values, episodes in rows:
        for counter, value in zip(found, values, strict=True):
            counter[value] += episodes
    return found


def _split(counts: Counter[str], parts: Callable[[str], Iterable[str]]) -> Counter[str]:
    """Count the parts of values."""
    found: Counter[str] = Counter()
    for value, episodes in counts.items():
        for part in parts(value):
            found[part] += episodes
    return found


def _players(who: Called) -> frozenset[str]:
    return who.names | who.kinds - {"model"}  # a model has a name


def _facet(counts: Counter[str]) -> tuple[Facet, ...]:
    found = ((value, episodes) for value, episodes in counts.items() if episodes)
    return tuple(Facet(*each) for each in sorted(found, key=lambda each: (-each[1], each[0])))

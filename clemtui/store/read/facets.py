"""Values to filter by, each with the number of its episodes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

from clemtui.records.findings import Facet, Facets
from clemtui.store.library import Database
from clemtui.store.read.sample import bits, people_by_text, seats_of

# Everything but tags is the same for all episodes of a group.
_GROUPS = """
    SELECT g.id, p.game, g.experiment, p.language, g.interface, p.people, g.seats
    FROM result_groups g JOIN result_pools p ON p.id = g.pool"""
_COUNTS = """
    SELECT result_group, reasons & :states, episodes, aborted, lose, success
    FROM result_counts WHERE episodes > 0"""
_FORGOTTEN = "SELECT pseudonym FROM people WHERE id IN (SELECT person FROM erasures)"
_TAGS = "SELECT key, count(DISTINCT episode) FROM current_tags GROUP BY key"
_STATES = {
    bits("not finished"): "running", bits("abandoned"): "abandoned", bits("void"): "void"
}  # fmt: skip


def facets(db: Database) -> Facets:
    """Return all facets, each with the most frequent value first."""
    states, outcomes = Counter[str](), Counter[str]()
    groups: Counter[int] = Counter()
    for group, state, episodes, *of_outcomes in db.execute(_COUNTS, {"states": sum(_STATES)}):
        groups[group] += episodes
        states[_STATES.get(state, "finished")] += episodes
        for outcome, number in zip(("aborted", "lose", "success"), of_outcomes, strict=True):
            outcomes[outcome] += number
    columns = tuple(Counter[str]() for _ in range(6))
    for group, *values in db.execute(_GROUPS):
        for column, value in zip(columns, values, strict=True):
            column[value] += groups[group]
    games, experiments, languages, interfaces, people, seats = columns
    names = people_by_text(db)
    forgotten = {row[0] for row in db.execute(_FORGOTTEN)}
    return Facets(
        games=_facet(games),
        experiments=_facet(experiments),
        languages=_facet(languages),
        interfaces=_facet(interfaces),
        people=_facet(_split(people, lambda text: set(names(text)) - forgotten)),
        players=_facet(_split(seats, _players)),
        states=_facet(states),
        outcomes=_facet(outcomes),
        tags=_facet(Counter(dict(db.execute(_TAGS).fetchall()))),
    )


def _split(counts: Counter[str], parts: Callable[[str], Iterable[str]]) -> Counter[str]:
    """Count the parts of values."""
    found: Counter[str] = Counter()
    for value, episodes in counts.items():
        for part in parts(value):
            found[part] += episodes
    return found


def _players(seats: str) -> set[str]:
    return {seat.name if seat.kind == "model" else seat.kind for seat in seats_of(seats)}


def _facet(counts: Counter[str]) -> tuple[Facet, ...]:
    found = ((value, episodes) for value, episodes in counts.items() if episodes)
    return tuple(Facet(*each) for each in sorted(found, key=lambda each: (-each[1], each[0])))

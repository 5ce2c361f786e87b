"""SQL of the triggers that guard a table. The migration that creates the table contains a copy.

Triggers apply whichever program writes: evidence is append-only except for erasures, and nothing
can be added to erased or ended episodes or for a deleted person.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from clemtui.store.schema.model import Refusal, Scope, Table

_OPEN: dict[Scope, str] = {
    "episode": """EXISTS (SELECT 1 FROM erased_episodes
        JOIN erasures ON erasures.id = erased_episodes.erasure
        WHERE erased_episodes.episode = {owner} AND erasures.closed_at IS NULL)""",
    "person": """EXISTS (SELECT 1 FROM erasures
        WHERE erasures.person = {owner} AND erasures.closed_at IS NULL)""",
    "sitting": """EXISTS (SELECT 1 FROM erasures
        WHERE erasures.session = {owner} AND erasures.closed_at IS NULL)""",
}
_UNCHANGED = """
CREATE TRIGGER {table}_{verb} BEFORE {event} ON {table} WHEN NOT {exception}
BEGIN SELECT RAISE(ABORT, '{table} is evidence and append-only'); END;
"""
# INSERT OR REPLACE would delete the old row without firing a trigger on connections where
# recursive_triggers is off, which is SQLite's default.
_ONCE = """
CREATE TRIGGER {table}_once BEFORE INSERT ON {table}
WHEN EXISTS (SELECT 1 FROM {table} WHERE {same})
BEGIN SELECT RAISE(ABORT, '{table} has this record already'); END;
"""
_REFUSED: dict[Refusal, str] = {
    "erased episode": """
CREATE TRIGGER {table}_erased BEFORE INSERT ON {table}
WHEN EXISTS (SELECT 1 FROM erased_episodes WHERE episode = {episode})
BEGIN SELECT RAISE(ABORT, 'the episode was erased'); END;
""",
    "erased scores": """
CREATE TRIGGER {table}_erased BEFORE INSERT ON {table}
WHEN EXISTS (SELECT 1 FROM erased_episodes JOIN erasures ON erasures.id = erased_episodes.erasure
    WHERE erased_episodes.episode = {episode} AND erasures.what = 'text and scores')
BEGIN SELECT RAISE(ABORT, 'the scores of the episode were erased'); END;
""",
    "forgotten person": """
CREATE TRIGGER {table}_forgotten BEFORE INSERT ON {table}
WHEN EXISTS (SELECT 1 FROM erasures WHERE person = {person})
    AND NOT EXISTS (SELECT 1 FROM erasures WHERE person = {person} AND closed_at IS NULL)
BEGIN SELECT RAISE(ABORT, 'the person was forgotten'); END;
""",
    "ended episode": """
CREATE TRIGGER {table}_over BEFORE INSERT ON {table}
WHEN EXISTS (SELECT 1 FROM episode_ends WHERE episode = {episode})
BEGIN SELECT RAISE(ABORT, 'the episode is over'); END;
""",
}
_SEARCHED = """
CREATE TRIGGER {table}_pending AFTER INSERT ON {table}
WHEN NOT EXISTS (SELECT 1 FROM search_pending WHERE episode = {episode})
BEGIN INSERT INTO search_pending VALUES ({episode}); END;
"""
_COUNTED = """
CREATE TRIGGER {table}_counted_{event} AFTER {verb} ON {table}
WHEN NOT EXISTS (SELECT 1 FROM results_pending WHERE episode = {episode})
BEGIN INSERT INTO results_pending VALUES ({episode}); END;
"""


def guards(table: Table) -> str:
    """Return the CREATE TRIGGER statements of a table: its own and the derived ones."""
    own = set(re.findall(r"CREATE TRIGGER (\w+)", table.guards))
    derived = [each for each in _derived(table) if each.split()[2] not in own]
    return "".join([table.guards, *derived])


def _derived(table: Table) -> Iterator[str]:
    if table.kind == "evidence":
        yield from _unchanged(table)
        yield _ONCE.format(table=table.name, same=_same(table))
    owners = {name: owner.of("NEW") for name, owner in table.owners.items()}
    templates = [_REFUSED[refusal] for refusal in table.refuses]
    if table.searched:
        templates.append(_SEARCHED)
    for template in templates:
        yield template.format(table=table.name, **owners)
    if table.counted:
        yield from _counted(table)


def _counted(table: Table) -> Iterator[str]:
    for verb in ("INSERT", "UPDATE", "DELETE"):
        episode = table.owners["episode"].of("OLD" if verb == "DELETE" else "NEW")
        yield _COUNTED.format(table=table.name, event=verb.lower(), verb=verb, episode=episode)


def _unchanged(table: Table) -> Iterator[str]:
    open_ = [_OPEN[kind].format(owner=table.owners[kind].of("OLD")) for kind in table.erased_with]
    set_once = [_only_set(table, column) for column in table.set_once]
    for event, allowed in (("UPDATE", [*open_, *set_once]), ("DELETE", open_)):
        exception = allowed[0] if len(allowed) == 1 else f"({' OR '.join(allowed)})"
        yield _UNCHANGED.format(
            table=table.name,
            verb=event.lower(),
            event=event,
            exception=exception if allowed else "0",
        )


def _only_set(table: Table, column: str) -> str:
    """Return an SQL condition for an update that sets a column and changes nothing else."""
    same = [f"NEW.{each} IS OLD.{each}" for each in table.names if each != column]
    return f"(OLD.{column} IS NULL AND NEW.{column} IS NOT NULL AND {' AND '.join(same)})"


def _same(table: Table) -> str:
    """Return an SQL condition for existing rows that are the same record as the new one."""
    keys = (table.key, *table.unique)
    common = [column for column in table.key if all(column in key for key in keys)]
    rest = [[column for column in key if column not in common] for key in keys]
    clauses = [_equal(common)] if common else []
    if any(rest):
        either = " OR ".join(_equal(columns) for columns in rest)
        clauses.append(f"({either})" if common else either)
    return " AND ".join(clauses)


def _equal(columns: list[str]) -> str:
    return " AND ".join(f"{column} = NEW.{column}" for column in columns)

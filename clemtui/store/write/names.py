"""Names of people in records that do not refer to the person: those of authors of decisions.

Names are compared as those of people are (`clemtui.records.names`). If a person is deleted, the
name that they keep replaces theirs, so that their decisions remain those of one person.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from clemtui.records.names import FORGOTTEN, spellings
from clemtui.store.library import Database
from clemtui.store.lifting import lifted
from clemtui.store.schema import TABLES
from clemtui.store.schema.model import Table


def naming_columns() -> Iterator[tuple[Table, str]]:
    """Yield each column that may name a person, with its table."""
    for table in TABLES.values():
        for column in table.columns:
            if column.names_person:
                yield table, column.name


def placeholders(where: str = "main") -> str:
    """Return a subquery for the names that deleted people may have in a database."""
    return f"(SELECT '{FORGOTTEN}' || id FROM {where}.erasures WHERE person <> '')"


def names_in_records(db: Database, where: str = "main") -> frozenset[str]:
    """Return all names in the columns that may name a person."""
    return frozenset(
        name
        for table, column in naming_columns()
        for (name,) in db.execute(f"SELECT DISTINCT {column} FROM {where}.{table.name}")
    )


def names_of(db: Database, person: str) -> frozenset[str]:
    """Return the names in records that stand for a person, and for no one else."""
    people = dict(db.execute("SELECT id, pseudonym FROM people"))
    own = (people[person],)
    earlier = db.execute("SELECT id FROM erasures WHERE person = ?", (person,)).fetchall()
    found = {each for each in names_in_records(db) if spellings(each, people.values()) == own}
    return frozenset(found | {people[person]} | {f"{FORGOTTEN}{id}" for (id,) in earlier})


def rename(db: Database, renamed: Mapping[str, str], where: str = "main") -> None:
    """Replace names in all columns that may name a person, inside the open transaction."""
    changed = {old: new for old, new in renamed.items() if old != new}
    if changed.keys().isdisjoint(names_in_records(db, where)):
        return
    cases = " ".join("WHEN ? THEN ?" for _ in changed)
    marks = ", ".join("?" for _ in changed)
    values = [*(each for pair in changed.items() for each in pair), *changed]
    for table, column in naming_columns():
        with lifted(db, {f"{table.name}_update"}, {where}):
            db.execute(
                f"""UPDATE {where}.{table.name} SET {column} = CASE {column} {cases} END
                WHERE {column} IN ({marks})""",
                values,
            )

"""The rows of a merge: which ones are new, which contradict each other, how they are copied.

Everything is read from ``incoming`` (the attached copy of the other database) and written to
``main``. Keys are UUIDs or hashes of contents, so rows with the same key are the same record.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path

from clemtui.records.errors import RefusedWrite
from clemtui.records.names import spellings
from clemtui.store.library import Database
from clemtui.store.schema import TABLES
from clemtui.store.schema.model import Added, Newest, ReplacedWithEpisode, Table
from clemtui.store.write.erasure import WITH_SCORES
from clemtui.store.write.names import names_in_records, rename
from clemtui.store.write.people import free_name

_ERASED = """(SELECT episode FROM main.erased_episodes
    UNION SELECT episode FROM incoming.erased_episodes)"""
_GONE = {
    "episode": _ERASED,
    "person": "(SELECT person FROM main.erasures UNION SELECT person FROM incoming.erasures)",
    "sitting": "(SELECT session FROM main.erasures UNION SELECT session FROM incoming.erasures)",
}


def play_tables() -> Iterator[tuple[Table, str]]:
    """Yield the tables that playing on adds to, with the column that numbers their rows."""
    for table in TABLES.values():
        if isinstance(table.merge, Added) and table.merge.played:
            yield table, table.merge.played


def _equal(key: tuple[str, ...]) -> str:
    return " AND ".join(f"m.{each} = i.{each}" for each in key)


def check(db: Database, other: Path) -> frozenset[str]:
    """Check that the rows of both databases are compatible.

    Returns:
        the episodes that exist in both and are further along in the other.

    Raises:
        RefusedWrite: naming the first record that contradicts one here.
    """
    ahead = _episodes_ahead(db)
    for table in TABLES.values():
        if isinstance(table.merge, Added) or table.name == "people":
            _compare(db, table, other)
    return ahead


def _episodes_ahead(db: Database) -> frozenset[str]:
    """Return the unerased shared episodes in which ``incoming`` has play that is missing here."""
    found: set[str] = set()
    for table, column in play_tables():
        rows = db.execute(
            f"""SELECT DISTINCT i.episode FROM incoming.{table.name} i
            WHERE EXISTS (SELECT 1 FROM main.episodes e WHERE e.id = i.episode)
            AND i.episode NOT IN {_ERASED}
            AND NOT EXISTS (SELECT 1 FROM main.{table.name} m
                WHERE m.episode = i.episode AND m.{column} = i.{column})"""
        )
        found |= {row[0] for row in rows}
    return frozenset(found)


def _compare(db: Database, table: Table, other: Path) -> None:
    """Refuse a record that differs between the databases, except for what erasures change."""
    compared = [c.name for c in table.columns if not c.may_differ and c.name not in table.key]
    differs = " OR ".join(f"m.{each} IS NOT i.{each}" for each in compared) or "0"
    clauses = [f"({differs})"]
    if any(column.erased_value is not None and not column.may_differ for column in table.columns):
        clauses += _unchanged_by_erasure(table)
    row = db.execute(
        f"""SELECT {", ".join(f"i.{each}" for each in table.key)}
        FROM incoming.{table.name} i JOIN main.{table.name} m ON {_equal(table.key)}
        WHERE {" AND ".join(clauses)} LIMIT 1"""
    ).fetchone()
    if row is not None:
        key = ", ".join(str(each) for each in row)
        raise RefusedWrite(
            f"{other}: record {key} of {table.name!r} differs from the one recorded here: one "
            "of the files is damaged or was changed by another program; nothing was merged"
        )


def _unchanged_by_erasure(table: Table) -> list[str]:
    """Return the SQL conditions under which no erasure of either database has changed a row."""
    return [
        f"({each} IS NULL OR {each} NOT IN {_GONE[scope]})"
        for scope, owner in table.owners.items()
        if scope in table.erased_with
        for each in (owner.of("i", "incoming."), owner.of("m", "main."))
    ]


def copy_rows(db: Database, ahead: frozenset[str], complete: Collection[str]) -> int:
    """Copy the rows of all tables whose merging follows the schema; return their number.

    People must have been copied before, because records refer to them.

    Args:
        db: the database, with the other attached.
        ahead: the episodes that are further along there.
        complete: erased episodes to which nothing is added, because they went on otherwise here.
    """
    db.execute("CREATE TEMP TABLE complete (episode TEXT PRIMARY KEY)")
    db.conn.executemany("INSERT INTO complete VALUES (?)", [(each,) for each in complete])
    count = 0
    for table in TABLES.values():
        match table.merge:
            case Added():
                count += _set_once(db, table) + _add(db, table)
            case Newest(by):
                count += _keep_newest(db, table, by)
            case ReplacedWithEpisode():
                count += _take_with_episode(db, table, ahead)
    db.execute("DROP TABLE complete")
    return count


def _add(db: Database, table: Table) -> int:
    clause = f"NOT EXISTS (SELECT 1 FROM main.{table.name} m WHERE {_equal(table.key)})"
    return _insert(db, table, clause)


def _set_once(db: Database, table: Table) -> int:
    """Set what is set there and not here, in rows that both have."""
    return sum(
        db.execute(
            f"""UPDATE main.{table.name} AS m SET {each} = i.{each}
            FROM incoming.{table.name} i
            WHERE {_equal(table.key)} AND m.{each} IS NULL AND i.{each} IS NOT NULL"""
        ).rowcount
        for each in table.set_once
    )


def _keep_newest(db: Database, table: Table, by: str) -> int:
    """Take rows that are newer; of two that say the same, the older one, so that one is known."""
    same = " AND ".join(f"m.{each} IS i.{each}" for each in table.names if each != by)
    there = f"{_equal(table.key)} AND iif({same}, m.{by} <= i.{by}, m.{by} >= i.{by})"
    clause = f"NOT EXISTS (SELECT 1 FROM main.{table.name} m WHERE {there})"
    return _insert(db, table, clause, verb="INSERT OR REPLACE")


def _take_with_episode(db: Database, table: Table, ahead: frozenset[str]) -> int:
    for episode in ahead:
        db.execute(f"DELETE FROM main.{table.name} WHERE episode = ?", (episode,))
    clause = f"i.episode NOT IN (SELECT episode FROM main.{table.name})"
    return _insert(db, table, clause)


def _insert(db: Database, table: Table, clause: str, verb: str = "INSERT") -> int:
    if "erased episode" in table.refuses and table.episode is not None:
        episode = table.episode.of("i", "incoming.")
        clause += f""" AND {episode} NOT IN (SELECT episode FROM main.erased_episodes
            UNION SELECT episode FROM complete)"""
    if "erased scores" in table.refuses:
        clause += f""" AND i.episode NOT IN (SELECT x.episode FROM main.erased_episodes x
            JOIN main.erasures e ON e.id = x.erasure WHERE e.what = '{WITH_SCORES}')"""
    names = ", ".join(table.names)
    return db.execute(
        f"""{verb} INTO main.{table.name} ({names}) SELECT {names}
        FROM incoming.{table.name} i WHERE {clause} ORDER BY i.rowid"""
    ).rowcount


def copy_people(db: Database) -> tuple[tuple[str, ...], tuple[tuple[str, str], ...]]:
    """Insert the people who are missing here.

    The same id is the same person, who keeps the name they have here. Different ids are different
    people: if a new person's name is taken here, the end of their id is appended to it, which gives
    the same name in every merge.

    Returns:
        the names that new people have here, and pairs of (name there, name here) for those renamed.
    """
    taken = {row[0] for row in db.execute("SELECT pseudonym FROM main.people")}
    names = TABLES["people"].names
    new, renamed = [], []
    rows = db.execute(
        f"""SELECT {", ".join(names)} FROM incoming.people i
        WHERE NOT EXISTS (SELECT 1 FROM main.people m WHERE m.id = i.id) ORDER BY rowid"""
    ).fetchall()
    for values in rows:
        row = dict(zip(names, values, strict=True))
        name = free_name(row["pseudonym"], row["id"], taken)
        taken.add(name)
        new.append(name)
        if name != row["pseudonym"]:
            renamed.append((row["pseudonym"], name))
        row["pseudonym"] = name
        marks = ", ".join(f":{each}" for each in names)
        db.execute(f"INSERT INTO main.people ({', '.join(names)}) VALUES ({marks})", row)
    _use_names_here(db)
    return tuple(new), tuple(renamed)


def _use_names_here(db: Database) -> None:
    """Let records of the other database name people as they are named here.

    People who were deleted there are named as they are there until their erasure is applied.
    """
    here = dict(
        db.execute(
            """SELECT i.pseudonym, iif(i.id IN (SELECT person FROM incoming.erasures),
                i.pseudonym, m.pseudonym)
            FROM incoming.people i JOIN main.people m ON m.id = i.id"""
        )
    )
    renamed = {}
    for name in names_in_records(db, "incoming"):
        same = spellings(name, here)
        if len(same) == 1 and here[same[0]] != same[0]:
            renamed[name] = here[same[0]]
    rename(db, renamed, "incoming")


def copy_exposure_keys(db: Database) -> None:
    """Copy exposure keys that games have computed there and not here.

    Different versions of a game may have computed different ones. Which is the later is not known,
    so the choice is only the same in every database.
    """
    db.execute(
        """INSERT INTO main.exposure_keys (instance_hash, key, rules_hash)
        SELECT instance_hash, key, rules_hash FROM incoming.exposure_keys WHERE rules_hash <> ''
        ON CONFLICT (instance_hash) DO UPDATE SET key = excluded.key,
            rules_hash = excluded.rules_hash
        WHERE exposure_keys.rules_hash IS NULL
        OR (exposure_keys.rules_hash, exposure_keys.key) < (excluded.rules_hash, excluded.key)"""
    )


def copy_drafts(db: Database) -> int:
    """Copy drafts of open requests that are missing here or were saved later there.

    Drafts of requests that the merge has answered are deleted. Returns how many were copied or
    deleted.
    """
    names, outdated = ", ".join(TABLES["drafts"].names), TABLES["drafts"].outdated
    came = db.execute(
        f"""INSERT OR REPLACE INTO main.drafts ({names}) SELECT {names} FROM incoming.drafts i
        WHERE i.episode NOT IN (SELECT episode FROM main.erased_episodes)
        AND NOT {outdated.format(row="i")}
        AND NOT EXISTS (SELECT 1 FROM main.drafts m WHERE m.episode = i.episode
            AND m.request = i.request AND m.updated_at >= i.updated_at)"""
    ).rowcount
    went = db.execute(f"DELETE FROM main.drafts WHERE {outdated.format(row='drafts')}").rowcount
    return came + went

"""Changes: rows to write in one transaction. They are plain data, so a file can store them.

The recorder makes changes and `apply` writes them. Changes that could not be written go to the
emergency file, from which `recover` applies them later.
"""

from __future__ import annotations

import base64
import math
import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from typing import Any, Literal

from clemtui.records.errors import DamagedRecord, ErasedEpisode, LeaseLost, RefusedWrite
from clemtui.store.clock import is_time
from clemtui.store.codec import loads
from clemtui.store.ids import tag_id
from clemtui.store.library import Database
from clemtui.store.schema import TABLES
from clemtui.store.schema.model import Column, Table

Value = str | int | float | bytes | None
Row = tuple[str, Mapping[str, Value]]
"""A table and its column values."""


@dataclass(frozen=True, slots=True)
class Change:
    """Rows that are written together or not at all.

    Attributes:
        what: a name for the change in messages, e.g. ``entry``.
        rows: the rows to write, in order.
        deletes: rows of mutable or derived tables to delete before writing, each given by some of
            its columns.
        fence: the episode whose lease is required, or None.
    """

    what: str
    rows: tuple[Row, ...]
    deletes: tuple[Row, ...] = ()
    fence: str | None = None

    @property
    def single(self) -> bool:
        """Whether writing it fails, if at all, before anything but a heartbeat has changed."""
        return len(self.rows) == 1


def apply(db: Database, change: Change, owner: str, now: str) -> None:
    """Write a change inside the open transaction.

    The only row of a `Change.single` one is written first, so that nothing has to be undone if it
    is refused; other changes need a transaction of their own, or a savepoint.

    Raises:
        LeaseLost: if the change has a fence and this program no longer has the lease.
        ErasedEpisode: if the lease is gone because the episode was erased.
        RefusedWrite: if a row violates a constraint or trigger.
    """
    if change.fence is not None:
        held = db.execute(
            "UPDATE leases SET heartbeat = ? WHERE episode = ? AND owner = ?",
            (now, change.fence, owner),
        )
        if held.rowcount != 1:
            if is_erased(db, change.fence):
                raise ErasedEpisode(f"episode {change.fence} was erased; nothing can be added")
            raise LeaseLost(
                f"episode {change.fence} was taken over by another program; nothing more "
                "will be recorded here"
            )
    if not change.single:
        _delete(db, change)
    for (table, columns), rows in groupby(change.rows, _shape):
        _write(db, change, table, columns, [row for _, row in rows])
    if change.single:
        _delete(db, change)


def _shape(row: Row) -> tuple[str, tuple[str, ...]]:
    """Return a row's table and columns."""
    return row[0], tuple(row[1])


def is_erased(db: Database, episode: str) -> bool:
    """Return whether an episode was erased."""
    return bool(
        db.execute("SELECT 1 FROM erased_episodes WHERE episode = ?", (episode,)).fetchone()
    )


def recover(db: Database, change: Change) -> tuple[int, int]:
    """Write the rows of a change from an emergency file that are not in the database yet.

    Of two different rows that may replace each other, the one stays that a merge would keep.

    Returns:
        the numbers of rows written and of rows that, or newer ones, were already there.

    Raises:
        RefusedWrite: if a different row has the same key, or a row does not fit the database.
    """
    _check_schema(change)
    new = _has_new_evidence(db, change)
    if new:
        _delete(db, change)
    written = there = 0
    for table, row in change.rows:
        match _standing(db, table, row, with_evidence=new):
            case "wanted":
                _write(db, change, table, tuple(row), [row])
                written += 1
            case "needless":
                there += 1
            case "contradicts":
                raise RefusedWrite(
                    f"{change.what}: {table} already has a different record with this key"
                )
    return written, there


def is_missing(db: Database, change: Change) -> bool:
    """Return whether a row of a change from an emergency file is not in the database.

    What cannot be written, or contradicts a record, is not.
    """
    try:
        _check_schema(change)
    except RefusedWrite:
        return True
    new = _has_new_evidence(db, change)
    return any(
        _standing(db, table, row, with_evidence=new) != "needless" for table, row in change.rows
    )


def to_json(change: Change) -> dict[str, Any]:
    """Return a change as JSON-like data, which `from_json` reads."""
    return {
        "what": change.what,
        "rows": [[table, {k: _plain(v) for k, v in row.items()}] for table, row in change.rows],
        "deletes": [[table, dict(where)] for table, where in change.deletes],
    }


def from_json(data: Mapping[str, Any], *, sealed: bool) -> Change:
    """Read a change from JSON-like data. It has no fence: the lease was checked when it was made.

    The data may be anything. Names of tables and columns are not checked, but a row of a known
    table has its key, SQLite can store every value, and readers can read it.

    ``sealed``: a checksum shows that the program wrote the data. Only then are NaN, which SQLite
    stores as NULL, and infinity allowed: a game's own score may be one.

    Raises:
        KeyError, TypeError, ValueError: if the data is not a change.
    """
    if not isinstance(data["what"], str):
        raise TypeError("the name of the change is not a text")
    return Change(
        what=data["what"],
        rows=tuple(_of_this_version(*_row(each, sealed)) for each in _list(data["rows"])),
        deletes=tuple(_row(each, sealed) for each in _list(data["deletes"])),
    )


def _list(data: Any) -> list[Any]:
    if not isinstance(data, list):
        raise TypeError("not a list")
    return data


def _row(data: Any, sealed: bool) -> tuple[str, dict[str, Value]]:
    table, columns = _list(data)
    if not isinstance(table, str) or not isinstance(columns, dict) or not columns:
        raise TypeError("not a table with values of its columns")
    return table, {column: _value(value, sealed) for column, value in columns.items()}


def _of_this_version(table: str, row: dict[str, Value]) -> Row:
    """Return a row as this version writes it: an older tag becomes a decision.

    Raises:
        KeyError: if it is of a known table but lacks a part of the key.
        ValueError: if a column of that contains something else than readers expect.
    """
    if table == "tags" and "id" not in row:
        id = tag_id(str(row["episode"]), str(row["key"]), str(row["value"]))
        row |= {"id": id, "decision": "added", "author": "", "reason": ""}
    for column in TABLES[table].key if table in TABLES else ():
        if row[column] is None:
            raise KeyError(column)
    for each in TABLES[table].columns if table in TABLES else ():
        if not _fits(each, row.get(each.name)):
            raise ValueError(f"{table}.{each.name} cannot be {row[each.name]!r}")
    return table, row


def _fits(column: Column, value: Value) -> bool:
    """Whether readers can read a value of a column; whether it may be NULL, SQLite checks."""
    if value is None:
        return True
    match column.type:
        case "TEXT" if column.is_time:
            return is_time(value)
        case "TEXT":
            return isinstance(value, str) and (not column.json or _is_json(value))
        case "INTEGER":
            return isinstance(value, int)
        case "REAL":
            return isinstance(value, int | float)
        case "BLOB":
            return isinstance(value, bytes)
    return True


def _is_json(text: str) -> bool:
    try:
        loads(text)
    except DamagedRecord:
        return False
    return True


def _delete(db: Database, change: Change) -> None:
    for table, where in change.deletes:
        clause = " AND ".join(f"{column} = :{column}" for column in where)
        db.execute(f"DELETE FROM {table} WHERE {clause}", dict(where))


def _write(
    db: Database,
    change: Change,
    table: str,
    columns: tuple[str, ...],
    rows: Sequence[Mapping[str, Value]],
) -> None:
    try:
        for statement in _statements(table, columns):
            db.conn.executemany(statement, rows)
    except sqlite3.IntegrityError as error:
        why = str(error)
        if why.startswith("FOREIGN KEY"):
            why = "it refers to a record that does not exist here"
        raise RefusedWrite(f"{change.what} was refused: {why}") from error
    except UnicodeEncodeError as error:
        raise RefusedWrite(f"{change.what} has characters that cannot be stored") from error


def _check_schema(change: Change) -> None:
    """Refuse a change from an emergency file that the schema does not allow."""
    for table, row in (*change.rows, *change.deletes):
        _check_names(table, row)
    if any(TABLES[table].kind == "evidence" for table, _ in change.deletes):
        raise RefusedWrite(f"{change.what} would delete evidence")


def _check_names(table: str, row: Mapping[str, Value]) -> None:
    """Refuse names that are not in the schema: names from an emergency file become SQL."""
    known = TABLES.get(table)
    if known is None or known.internal or not set(row) <= set(known.names):
        raise RefusedWrite(f"unknown table or columns: {table}")


def _existing(db: Database, table: str, row: Mapping[str, Value]) -> dict[str, Value] | None:
    """Return the same columns of the row with this key, or None if there is no such row."""
    keys = TABLES[table].key
    clause = " AND ".join(f"{key} = ?" for key in keys)
    columns = ", ".join(row)
    found = db.execute(
        f"SELECT {columns} FROM {table} WHERE {clause}", [row[key] for key in keys]
    ).fetchone()
    return None if found is None else dict(zip(row, found, strict=True))


def _has_new_evidence(db: Database, change: Change) -> bool:
    return any(
        TABLES[table].kind == "evidence" and _existing(db, table, row) is None
        for table, row in change.rows
    )


def _standing(
    db: Database, table: str, row: Mapping[str, Value], *, with_evidence: bool
) -> Literal["wanted", "needless", "contradicts"]:
    """Return whether a row of an emergency file is missing in the database.

    ``with_evidence``: its change has evidence that is missing. What was computed from that is newer
    than what is there.
    """
    about = TABLES[table]
    if about.outdated and _is_outdated(db, about.outdated, row):
        return "needless"
    there = _existing(db, table, row)
    if there is None:
        return "wanted"
    if _sets(about, row, there):
        return "wanted" if _is_same_record(about, row, there) else "contradicts"
    if there == row or about.on_existing == "ignored":
        return "needless"
    if about.newest is not None:
        return "wanted" if _is_newer(row, there, about.newest) else "needless"
    if about.kind == "derived":
        return "wanted" if with_evidence else "needless"
    return "contradicts"


def _sets(about: Table, row: Mapping[str, Value], there: Mapping[str, Value]) -> bool:
    """Whether a row sets a column that is set once and is not set here."""
    return any(row.get(each) is not None and there[each] is None for each in about.set_once)


def _is_same_record(about: Table, row: Mapping[str, Value], there: Mapping[str, Value]) -> bool:
    """Whether two rows agree in all columns in which databases must agree."""
    fixed = [column.name for column in about.columns if not column.may_differ]
    return all(row.get(each) == there.get(each) for each in fixed)


def _is_newer(row: Mapping[str, Value], there: Mapping[str, Value], by: str) -> bool:
    """Whether a row replaces another one; of two that say the same, the earlier stays."""
    ours, theirs = str(row.get(by, "")), str(there.get(by, ""))
    return ours < theirs if {**row, by: None} == {**there, by: None} else ours > theirs


def _is_outdated(db: Database, condition: str, row: Mapping[str, Value]) -> bool:
    columns = ", ".join(f":{column} AS {column}" for column in row)
    query = f"SELECT 1 FROM (SELECT {columns}) AS new WHERE {condition.format(row='new')}"
    return db.execute(query, dict(row)).fetchone() is not None


@cache
def _statements(table: str, columns: tuple[str, ...]) -> tuple[str, ...]:
    """Return the statements that write a row: one that inserts it, and those that set columns."""
    same = " AND ".join(f"{key} = :{key}" for key in TABLES[table].key)
    setting = [
        f"UPDATE {table} SET {each} = :{each} WHERE {same} AND {each} IS NULL "
        f"AND :{each} IS NOT NULL"
        for each in TABLES[table].set_once
        if each in columns
    ]
    return (_insert(table, columns), *setting)


def _insert(table: str, columns: tuple[str, ...]) -> str:
    names, values = ", ".join(columns), ", ".join(f":{column}" for column in columns)
    on_existing = TABLES[table].on_existing
    if on_existing == "ignored":
        same = " AND ".join(f"{key} = :{key}" for key in TABLES[table].key)
        return (
            f"INSERT INTO {table} ({names}) SELECT {values} "
            f"WHERE NOT EXISTS (SELECT 1 FROM {table} WHERE {same})"
        )
    verb = "INSERT OR REPLACE" if on_existing == "replaces" else "INSERT"
    return f"{verb} INTO {table} ({names}) VALUES ({values})"


def _plain(value: Value) -> Any:
    if isinstance(value, bytes):
        return {"base64": base64.b64encode(value).decode("ascii")}
    return value


def _value(value: object, sealed: bool) -> Value:
    """Return a value as SQLite stores it.

    Raises:
        KeyError, TypeError, ValueError: if it cannot store it.
    """
    if isinstance(value, dict):
        return base64.b64decode(value["base64"])
    if isinstance(value, str):
        value.encode("utf-8")  # no half of a surrogate pair
    elif isinstance(value, int):
        if not -(2**63) <= value < 2**63:
            raise ValueError("the number is too large")
    elif isinstance(value, float):
        if not sealed and not math.isfinite(value):
            raise ValueError("not a finite number")
        return None if math.isnan(value) else value
    elif value is not None:
        raise TypeError(f"not a column value: {value!r}")
    return value

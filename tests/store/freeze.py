"""Freeze a database of the current version, before a migration makes the next one.

    python -m tests.store.freeze

writes `tests/store/old/000N.sql`, from which `test_migrations.py` restores a database of version N.
A frozen database is never changed or written again.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from clemtui.engine import Control, Response, Scores
from clemtui.records.studies import Difference, NewAnswer
from clemtui.store.migrations import known
from clemtui.store.write.writer import Writer
from tests.store.builders import (
    INSTANCE,
    MODEL,
    SetClock,
    enrolled,
    human,
    outcome,
    request,
    session,
    start,
)

OLD = Path(__file__).parent / "old"


def record_example(path: Path) -> None:
    """Record an unfinished and a finished episode of Ada and a model, a forgotten person, and a
    closed study in which Ada has played nothing yet."""
    writer = Writer(path, clock=SetClock())
    writer.delete_person(writer.person("Ben").id)
    ada = writer.person("Ada").id
    sitting = session(writer, ada)
    unfinished = writer.start_episode(start(sitting, human(ada), MODEL))
    writer.request(unfinished, request(1, "hello"))
    writer.attempt_ended(writer.attempt_started(unfinished, 1, 1, {"temperature": 0}), outcome())
    writer.entry(unfinished, Response.of(1, "CLUE: hot \ud800"))
    writer.request(unfinished, request(2, "hello", "CLUE: hot", "again", new_from=2))
    writer.draft(unfinished, 2, "CLU")
    another = replace(INSTANCE, game_id=8)
    finished = writer.start_episode(
        start(sitting, human(ada), MODEL, instance=another, tags={"wave": "1"})
    )
    writer.request(finished, request(1, "hello"))
    writer.entry(finished, Response.of(1, "x"))
    writer.entry(finished, Control("gave up", "Player 1"))
    writer.end_episode(finished, "finished", scores=Scores(0, 1, 0, {"Main Score": 100}))
    one = enrolled(writer, "pilot", ada)
    writer.answer(NewAnswer(one.id, "consent", "record", True, sitting, position=1))
    writer.deviation(Difference("pilot", "clock", "clock", 0, 1))
    writer.screening("pilot", "declined")
    writer.close_study("pilot")
    writer.close()


def statements_of(db: sqlite3.Connection) -> Iterator[str]:
    """Yield the statements that create a database with its rows.

    `Connection.iterdump` cannot: it reads the rows of virtual tables, which the search index has
    only in its shadow tables.
    """
    kinds: dict[str, str] = dict(
        db.execute("SELECT name, type FROM pragma_table_list WHERE schema = 'main'")
    )
    yield "BEGIN TRANSACTION;"
    created = db.execute(
        """SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'
        ORDER BY type <> 'table', rowid"""
    )
    for name, sql in created.fetchall():
        kind = kinds.get(name, "")
        yield f"DELETE FROM {name};" if kind == "shadow" else f"{sql};"
        if kind in ("table", "shadow"):
            columns = [
                row[0] for row in db.execute("SELECT name FROM pragma_table_info(?)", (name,))
            ]
            values = " || ',' || ".join(f'quote("{column}")' for column in columns)
            for (row,) in db.execute(f"SELECT {values} FROM {name}"):
                yield f"INSERT INTO {name} VALUES({row});"
    yield "COMMIT;"


def frozen() -> str:
    """Return the SQL script of a database of the current version."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "records.db")
        record_example(path)
        with closing(sqlite3.connect(path)) as db:
            statements = "\n".join(statements_of(db))
    return (
        f"-- A database as step {list(known())[-1]} made it, with one unfinished and one finished\n"
        "-- episode. Frozen: a change of what that step makes is a mistake; add a step instead.\n"
        f"{statements}\n"
    )


def main() -> None:
    """Write the script of the current version.

    Raises:
        FileExistsError: if that version is frozen already.
    """
    path = OLD / f"{len(known()):04}.sql"
    with path.open("x", encoding="utf-8") as file:
        file.write(frozen())
    print(path.relative_to(Path.cwd()))


if __name__ == "__main__":
    main()

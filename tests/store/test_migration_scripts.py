"""Migration scripts run statement by statement, in the transaction of the whole step."""

from __future__ import annotations

import sqlite3

import pytest
from sqlite_utils import Database

from clemtui.store.migrations.scripts import run

SCRIPT = """
-- a note; with a semicolon
CREATE TABLE words (
    word TEXT DEFAULT 'one;
two'
);
CREATE TABLE counted (words INTEGER);

CREATE TRIGGER count_words AFTER INSERT ON words
BEGIN
    DELETE FROM counted;
    INSERT INTO counted SELECT count(*) FROM words;
END;
INSERT INTO words DEFAULT VALUES;
"""


@pytest.fixture
def db() -> Database:
    return Database(memory=True)


def test_a_statement_ends_where_sqlite_says_so(db: Database) -> None:
    """A semicolon in a comment, in a multi-line string or inside a trigger does not end it."""
    run(db, SCRIPT)
    assert db.execute("SELECT word FROM words").fetchall() == [("one;\ntwo",)]
    assert db.execute("SELECT words FROM counted").fetchall() == [(1,)]


def test_what_stands_in_the_schema_begins_with_the_statement(db: Database) -> None:
    run(db, "\n\nCREATE TABLE a (b TEXT);\n\nCREATE INDEX c ON a(b);\n")
    found = [row[0] for row in db.execute("SELECT sql FROM sqlite_master")]
    assert found == ["CREATE TABLE a (b TEXT)", "CREATE INDEX c ON a(b)"]


def test_a_step_that_goes_wrong_leaves_nothing(db: Database) -> None:
    with pytest.raises(sqlite3.OperationalError, match="nowhere"), db.atomic():
        run(db, f"{SCRIPT}\nDELETE FROM nowhere;")
    assert db.table_names() == []


def test_a_statement_without_an_end_is_a_mistake(db: Database) -> None:
    with pytest.raises(ValueError, match="CREATE TABLE b"):
        run(db, "CREATE TABLE a (b TEXT);\nCREATE TABLE b (c TEXT)")

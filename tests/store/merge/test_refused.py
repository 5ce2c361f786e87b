"""A merge that is impossible is refused in one line, and nothing is changed."""

from __future__ import annotations

import signal
import sqlite3
from contextlib import closing
from pathlib import Path
from threading import Event, Thread

import pytest

from clemtui.records.errors import RefusedWrite, StoreError
from clemtui.store.merge.merge import merge
from clemtui.store.merge.source import stoppable
from clemtui.store.read.reader import Reader
from tests.store.merge.helpers import copy_database, dump, played


def test_a_newer_database_is_refused(here: Path, there: Path) -> None:
    played(there, "Ben")
    with closing(sqlite3.connect(there)) as db, db:
        db.execute(
            "INSERT INTO _sqlite_migrations (migration_set, name, applied_at) VALUES (?, ?, ?)",
            ("clemtui", "9999_future", "2040-01-01"),
        )
    with pytest.raises(StoreError, match="created by a newer clemtui") as error:
        merge(here, there)
    assert str(error.value).startswith(f"{there}: ")


def test_a_database_is_not_merged_into_itself(here: Path, tmp_path: Path) -> None:
    played(here, "Ada")
    link = tmp_path / "link.db"
    link.symlink_to(here)
    for same in (here, link):
        with pytest.raises(StoreError, match="this is the same database"):
            merge(here, same)


def alter(path: Path, sql: str) -> None:
    """Change a database as a program without its guards would."""
    with closing(sqlite3.connect(path)) as db, db:
        guards = db.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for (name,) in guards:
            db.execute(f"DROP TRIGGER {name}")
        db.execute(sql)


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE episodes SET created_at = 'garbage'",
        "UPDATE episodes SET created_at = '2026-01-01'",
        "UPDATE sessions SET started_at = ''",
        """INSERT OR REPLACE INTO leases
        SELECT id, 'o', 'h', 1, 'app', 'x', '2026-01-01T00:00:00.000000Z' FROM episodes""",
    ],
)
def test_a_time_that_is_none_is_refused(here: Path, there: Path, change: str) -> None:
    played(here, "Ada")
    played(there, "Ben", over=False)
    before = dump(here)
    alter(there, change)
    with pytest.raises(StoreError, match="invalid time"):
        merge(here, there)
    assert dump(here) == before


UNREADABLE = {
    "no JSON": "UPDATE entries SET parts = '{' WHERE parts IS NOT NULL",
    "no parts": "UPDATE entries SET parts = '[1]' WHERE parts IS NOT NULL",
    "half a part": """UPDATE entries SET parts = '[{"image": 1}]' WHERE parts IS NOT NULL""",
    "deep": f"UPDATE entries SET parts = '{'[' * 5_000}{']' * 5_000}' WHERE parts IS NOT NULL",
    "no text": "UPDATE entries SET text = CAST(x'EDA080' AS TEXT)",
    "no name": "UPDATE seat_assignments SET role = CAST(x'FF' AS TEXT)",
    "no messages": "UPDATE requests SET messages = '[]'",
}


@pytest.mark.parametrize("change", UNREADABLE.values(), ids=UNREADABLE)
def test_an_episode_that_cannot_be_read_is_refused_by_name(
    here: Path, there: Path, change: str
) -> None:
    """Else no export of everything could be made here any more."""
    played(here, "Ada")
    played(there, "Ben")
    with Reader(there) as reader:
        (id,) = reader.episode_ids()
    before = dump(here)
    alter(there, change)
    with pytest.raises(StoreError, match=f"{there}: episode {id}.*; nothing was merged"):
        merge(here, there)
    assert dump(here) == before
    with Reader(there) as reader, pytest.raises(StoreError, match=f"episode {id}"):
        reader.load(id)


def test_content_that_is_nested_too_deeply_is_refused(here: Path, there: Path) -> None:
    played(here, "Ada")
    played(there, "Ben")
    deep = "[" * 100_000 + "]" * 100_000
    alter(there, f"INSERT INTO contents VALUES ('{'0' * 64}', 'instance', '{deep}')")
    with pytest.raises(StoreError, match="does not match its hash"):
        merge(here, there)


def test_what_is_no_file_is_refused_with_advice_that_fits(here: Path, there: Path) -> None:
    played(here, "Ada")
    there.mkdir()
    with pytest.raises(StoreError, match=f"{there}: not a regular file; name another database"):
        merge(here, there)
    with pytest.raises(StoreError, match=f"{there}: not a regular file; choose another file with"):
        merge(there, here)


def test_a_foreign_database_is_refused(here: Path, there: Path) -> None:
    said = []
    for content in (b"", b"no database at all" * 99):
        there.write_bytes(content)
        with pytest.raises(StoreError) as error:
            merge(here, there)
        said.append(str(error.value))
    there.unlink()
    with closing(sqlite3.connect(there)) as db:
        db.execute("CREATE TABLE recipes (name TEXT)")
    with pytest.raises(StoreError) as error:
        merge(here, there)
    said.append(str(error.value))
    there.unlink()
    with pytest.raises(StoreError) as error:
        merge(here, there)
    said.append(str(error.value))
    for line, reason in zip(
        said, ("no records", "not an SQLite", "another program", "no such file"), strict=True
    ):
        assert line.startswith(f"{there}: ")
        assert reason in line
        assert "\n" not in line


@pytest.mark.damages
def test_a_damaged_file_is_refused(here: Path, there: Path) -> None:
    played(there, "Ben")
    content = bytearray(there.read_bytes())
    middle = len(content) // 2
    content[middle : middle + 4096] = b"\xff" * 4096
    there.write_bytes(content)
    with pytest.raises(StoreError, match="damaged"):
        merge(here, there)


@pytest.mark.damages
@pytest.mark.parametrize(
    ("table", "column", "value"),
    [
        ("entries", "at", "2026-01-01T00:00:00.000000Z"),
        ("requests", "messages", "[]"),
        ("contents", "body", '{"forged":true}'),
        ("attempts_ended", "reasoning", "forged"),
        ("episodes", "practice", 1),
        ("seat_assignments", "player", "forged"),
        ("episode_ends", "state", "void"),
        ("consents", "decision", "refused"),
        ("sessions", "platform", "forged"),
    ],
)
def test_a_record_that_contradicts_one_of_here_is_refused_by_name(
    here: Path, there: Path, table: str, column: str, value: object
) -> None:
    played(here, "Ada")
    copy_database(here, there.name)
    played(there, "Ben")  # something that a merge would copy
    with closing(sqlite3.connect(there)) as db, db:
        db.execute(f"DROP TRIGGER {table}_update")
        db.execute(f"UPDATE {table} SET {column} = ? WHERE rowid = 1", (value,))
    before = dump(here)
    with pytest.raises(
        RefusedWrite, match=f"'{table}' differs from the one recorded here"
    ) as error:
        merge(here, there)
    assert str(error.value).startswith(f"{there}: ")
    assert dump(here) == before


def test_a_new_content_that_is_not_what_its_hash_says_is_refused(here: Path, there: Path) -> None:
    played(there, "Ben")
    with closing(sqlite3.connect(there)) as db, db:
        db.execute("DROP TRIGGER contents_update")
        db.execute("UPDATE contents SET body = '[\"forged\"]' WHERE kind = 'word list'")
    with pytest.raises(StoreError, match="does not match its hash"):
        merge(here, there)


@pytest.mark.damages
def test_a_record_with_a_broken_reference_is_refused(here: Path, there: Path) -> None:
    played(here, "Ada")
    played(there, "Ben")
    with closing(sqlite3.connect(there)) as db, db:  # foreign keys are off, SQLite's default
        db.execute(
            "INSERT INTO tags VALUES ('1', 'no such episode', 'a', 'b', 'added', '', '', "
            "'2026-01-01T00:00:00.000000Z')"
        )
    before = dump(here)
    with pytest.raises(StoreError, match=r"rows of tags refer to .* episodes.*nothing was merged"):
        merge(here, there)
    assert dump(here) == before


ENDLESS = "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c)"


@pytest.mark.damages
@pytest.mark.parametrize(
    ("what", "changes"),
    [
        ("drafts is not a table", [
            "DROP TABLE drafts",
            f"""CREATE VIEW drafts AS {ENDLESS}
            SELECT 'x' episode, n request, '' body, '' updated_at, '' timing FROM c""",
        ]),
        ("drafts is missing", ["DROP TABLE drafts"]),
        ("sample is .* defined differently", [
            "DROP VIEW sample", "CREATE VIEW sample AS SELECT * FROM sample",
        ]),
        ("evil is in no database of clemtui", ["CREATE TABLE evil (x)"]),
        ("request 1 cannot be read", ["UPDATE requests SET new_from = -7 WHERE number = 1"]),
        ("request 1 cannot be read", ["UPDATE requests SET new_from = 70 WHERE number = 1"]),
        ("the name '' cannot be stored", ["UPDATE people SET pseudonym = ''"]),
        ("the name .* cannot be stored", ["UPDATE people SET pseudonym = 'a' || char(0)"]),
        ("nobody can have the name", ["UPDATE people SET pseudonym = 'a' || char(27) || '[31m'"]),
        ("nobody can have the name", ["UPDATE people SET pseudonym = hex(zeroblob(501))"]),
        ("the trigger evil is in no database of clemtui", [
            "CREATE TRIGGER evil AFTER INSERT ON people BEGIN DELETE FROM episodes; END",
        ]),
        ("the scores of episode .* contradict", ["UPDATE scores SET main_score = 99"]),
        ("entry 1 of episode .* two texts", [
            "UPDATE entries SET text = 'other' WHERE kind = 'response' AND seq = 1",
        ]),
    ],
)  # fmt: skip
def test_what_no_version_writes_is_refused(
    here: Path, there: Path, what: str, changes: list[str]
) -> None:
    """It would be code that is run here, or damage that only `doctor` finds afterwards."""
    played(here, "Ada")
    played(there, "Ben")
    before = dump(here)
    for change in changes:
        alter(there, change)
    with pytest.raises(StoreError, match=f"there.db: .*{what}.*nothing was merged"):
        merge(here, there)
    assert dump(here) == before


def test_ctrl_c_stops_a_statement_that_never_ends(request: pytest.FixtureRequest) -> None:
    """It holds the lock of the database here, too."""
    running, pressed = Event(), Event()

    def interrupt(*_: object) -> None:
        pressed.set()
        raise KeyboardInterrupt

    # A worker of pytest-xdist ignores Ctrl+C.
    before = signal.signal(signal.SIGINT, interrupt)
    request.addfinalizer(lambda: signal.signal(signal.SIGINT, before))

    def press() -> None:
        running.wait()
        signal.raise_signal(signal.SIGINT)

    presses = Thread(target=press)
    presses.start()
    with closing(stoppable(sqlite3.connect)(Path(":memory:"))) as db:
        db.create_function("begins", 0, running.set)
        with pytest.raises(sqlite3.OperationalError):
            db.execute(ENDLESS.replace("1", "begins()", 1) + " SELECT max(n) FROM c")
    presses.join()
    assert pressed.is_set(), "else the time limit of the tests has stopped it"


def test_where_the_disk_is_full_nothing_is_changed(here: Path, there: Path) -> None:
    played(here, "Ada")
    played(there, "Ben", text="CLUE: " + "hot " * 50_000)
    before = dump(here)

    def small(path: Path) -> sqlite3.Connection:
        db = sqlite3.connect(path)
        db.execute(f"PRAGMA max_page_count = {here.stat().st_size // 4096 + 4}")
        return db

    with pytest.raises(StoreError, match=f"{here}: the disk is full"):
        merge(here, there, connect=small)
    assert dump(here) == before

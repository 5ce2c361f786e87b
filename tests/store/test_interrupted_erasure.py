"""Erased text leaves the files of the database, also if that was interrupted or prevented."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from clemtui.archive.erasing import is_text_left
from clemtui.engine import Response
from clemtui.episode.doctor.finding import Finding
from clemtui.episode.doctor.records import check_records
from clemtui.store.read.reader import Reader
from clemtui.store.write.writer import Writer
from tests.store.builders import MODEL, human, request, session, start
from tests.support.calling import call

WORD = "rhinoceros"

_KILLED = """
import os, signal, sys
from pathlib import Path
from clemtui.store import traces
from clemtui.store.write.writer import Writer
traces.remove = lambda db: os.kill(os.getpid(), signal.SIGKILL)
Writer(Path(sys.argv[1])).delete_person(sys.argv[2])
"""


@pytest.fixture
def ada(home: Path) -> str:
    """The id of Ada, who has said a word, in the default database."""
    writer = Writer(home / "data" / "clemtui.db")
    id = writer.person("Ada").id
    episode = writer.start_episode(start(session(writer, id), human(id), MODEL))
    writer.request(episode, request(1, "hello"))
    writer.entry(episode, Response.of(1, WORD * 50))
    writer.close()
    return id


@pytest.fixture
def path(home: Path) -> Path:
    return home / "data" / "clemtui.db"


def containing(path: Path) -> list[str]:
    """Return the names of the files that contain the word."""
    files = path.parent.glob(f"{path.name}*")
    return sorted(file.name for file in files if WORD.encode() in file.read_bytes())


def kill_during_erasure(path: Path, person: str) -> None:
    """Kill a program that deletes a person, after the commit and before anything else."""
    done = subprocess.run([sys.executable, "-c", _KILLED, str(path), person], check=False)
    assert done.returncode == -signal.SIGKILL


@contextmanager
def read_by_another(path: Path) -> Iterator[None]:
    """Hold a read transaction, as another program does that only reads."""
    address = f"{path.as_uri()}?mode=ro"
    with closing(sqlite3.connect(address, uri=True, isolation_level=None)) as db:
        db.execute("BEGIN")
        db.execute("SELECT count(*) FROM entries").fetchone()
        yield


def said_of_erased_text(path: Path) -> list[Finding]:
    return [each for each in check_records(path) if each.name == "erased text"]


killing = pytest.mark.skipif(os.name == "nt", reason="there is no SIGKILL")


@killing
def test_reading_removes_what_a_killed_program_has_left(path: Path, ada: str) -> None:
    kill_during_erasure(path, ada)
    assert containing(path) == ["clemtui.db"]
    assert is_text_left(path)
    with Reader(path) as reader:
        assert reader.people() == ()
    assert containing(path) == []
    assert not is_text_left(path)


@killing
def test_writing_removes_it_too_and_nothing_else_is_needed(path: Path, ada: str) -> None:
    kill_during_erasure(path, ada)
    writer = Writer(path)
    assert containing(path) == []
    writer.close()
    assert not is_text_left(path)


@killing
def test_the_doctor_removes_it_and_says_so_once(path: Path, ada: str) -> None:
    kill_during_erasure(path, ada)
    (said,) = said_of_erased_text(path)
    assert (said.level, said.value) == ("good", f"some was still in {path}; it is removed now")
    assert containing(path) == []
    assert said_of_erased_text(path) == []


@killing
def test_deleting_the_person_again_removes_it(path: Path, ada: str) -> None:
    kill_during_erasure(path, ada)
    called = call("people", "forget", "Ada", "--yes")
    assert called.code == 2
    assert "unknown person" in called.err
    assert "Another program" not in called.err
    assert containing(path) == []


def test_every_file_with_erased_text_is_named_while_another_program_reads(
    path: Path, ada: str
) -> None:
    with read_by_another(path):
        called = call("people", "forget", "Ada", "--yes")
        assert called.code == 0
        said = (
            f"Another program is using the database, and erased text is still in {path} and "
            f"{path}-wal. Close that program, then run: clemtui doctor"
        )
        assert said in called.err
        assert "clemtui.db" in containing(path)
        assert said in call("people", "forget", "Ada", "--yes").err
        (finding,) = said_of_erased_text(path)
        assert finding.level == "warning"
        assert f"in {path} and {path}-wal: close every other program" in finding.value
    assert "clemtui.db" in containing(path), "closing alone does not remove it"
    (finding,) = said_of_erased_text(path)
    assert finding.level == "good"
    assert containing(path) == []


def test_an_erasure_that_nothing_prevents_leaves_nothing_to_do(path: Path, ada: str) -> None:
    writer = Writer(path)
    assert not writer.delete_person(ada).pages_in_use
    assert not is_text_left(path)
    assert containing(path) == []
    writer.close()


def test_text_that_is_erased_while_other_text_is_removed_is_removed_as_well(
    path: Path, ada: str
) -> None:
    """Of two programs, the slower one does not say that everything is removed."""
    first, second = Writer(path), Writer(path)
    ben = second.person("Ben").id
    first.delete_person(ada)
    with read_by_another(path):
        assert second.delete_person(ben).pages_in_use
        first._db.execute("PRAGMA user_version = 1")  # for Ada
        assert is_text_left(path)
    first.close()
    second.close()


def test_a_database_that_cannot_be_written_can_be_read_meanwhile(path: Path, ada: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as writing:
        writing.execute("PRAGMA user_version = 7")
        writing.execute("BEGIN IMMEDIATE")
        with Reader(path) as reader:
            assert len(reader.people()) == 1
        assert is_text_left(path)
        writing.execute("ROLLBACK")

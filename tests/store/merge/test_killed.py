"""A killed merge leaves the database unchanged, and a retry completes it."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing
from pathlib import Path

import pytest

from clemtui.store.merge.merge import merge
from clemtui.store.scratch import private_folder, remove_leftovers
from clemtui.store.write.writer import Writer
from tests.store.merge.helpers import dump, played
from tests.support.paths import ROOT

MERGE = """
import sqlite3, sys
from pathlib import Path
from clemtui.store.merge.merge import merge

def watched(path):
    db = sqlite3.connect(path)
    def said(statement):
        if statement.lstrip().startswith(sys.argv[3]):
            print("there", flush=True)
            sys.stdin.readline()
    db.set_trace_callback(said)
    return db

merge(Path(sys.argv[1]), Path(sys.argv[2]), connect=watched)
"""


@pytest.fixture
def scratch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder for temporary files of this program and its children."""
    folder = tmp_path / "scratch"
    folder.mkdir()
    monkeypatch.setenv("TMPDIR", str(folder))
    monkeypatch.setattr(tempfile, "tempdir", None)
    return folder


@pytest.mark.parametrize(
    "point", ["ATTACH", "INSERT INTO main.entries", "INSERT OR REPLACE INTO main.scores", "COMMIT"]
)
def test_nothing_of_a_killed_merge_is_there(tmp_path: Path, scratch: Path, point: str) -> None:
    here, there = tmp_path / "here.db", tmp_path / "there.db"
    played(here, "Ada")
    for name in ("Ada", "Ben", "Cleo"):
        played(there, name)
    before = dump(here)
    command = [sys.executable, "-c", MERGE, str(here), str(there), point]
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as victim:
        assert victim.stdout is not None
        assert victim.stdout.readline() == "there\n"
        victim.kill()
    assert victim.returncode < 0
    assert [each for each in scratch.iterdir() if each.is_dir()]  # its copy is left
    with closing(sqlite3.connect(here)) as db:
        assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    assert dump(here) == before
    assert merge(here, there).episodes_new == 3
    assert merge(here, there).rows == 0
    assert list(scratch.iterdir()) == []


def test_erasing_a_person_removes_the_copies_of_killed_merges(
    tmp_path: Path, scratch: Path
) -> None:
    here, there = tmp_path / "here.db", tmp_path / "there.db"
    played(here, "Ada", text="CLUE: very private")
    played(there, "Ben")
    command = [sys.executable, "-c", MERGE, str(there), str(here), "ATTACH"]
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as victim:
        assert victim.stdout is not None
        assert victim.stdout.readline() == "there\n"
        writer = Writer(here)
        (ada,) = writer._db.execute("SELECT id FROM people").fetchone()
        writer.delete_person(ada)
        assert copies(scratch)  # in use
        victim.kill()
    assert copies(scratch)
    writer.delete_person(writer.person("Cleo").id)
    writer.close()
    assert not copies(scratch)


def copies(scratch: Path) -> list[Path]:
    return [file for file in scratch.rglob("*.db*") if b"very private" in file.read_bytes()]


def test_only_leftovers_of_this_program_are_removed(
    scratch: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "kept").mkdir()
    linked = scratch / "clemtui-copy-link"
    linked.symlink_to(tmp_path / "kept")
    new, old = scratch / "clemtui-copy-new", scratch / "clemtui-copy-old"
    for folder in (new, old, scratch / "other"):
        folder.mkdir()
    os.utime(old, (0, 0))
    os.utime(scratch / "other", (0, 0))
    with private_folder() as one:
        with private_folder() as two:
            assert {each.name for each in scratch.iterdir()} == {
                linked.name, new.name, "other", one.name, two.name,
            }  # fmt: skip
    assert (tmp_path / "kept").is_dir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "missing"))
    remove_leftovers()

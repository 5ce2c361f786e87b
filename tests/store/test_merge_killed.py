"""A killed merge leaves the database unchanged, and a retry completes it."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from clemtui.store.merge.merge import merge
from tests.store.merge_helpers import dump, played
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


@pytest.mark.parametrize(
    "point", ["ATTACH", "INSERT INTO main.entries", "INSERT OR REPLACE INTO main.scores", "COMMIT"]
)
def test_nothing_of_a_killed_merge_is_there(tmp_path: Path, point: str) -> None:
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
    with closing(sqlite3.connect(here)) as db:
        assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    assert dump(here) == before
    assert merge(here, there).episodes_new == 3
    assert merge(here, there).rows == 0

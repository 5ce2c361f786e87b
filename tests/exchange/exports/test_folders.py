"""What a killed export has left is removed by the next one; what a running one writes is not."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from clemtui.exchange.exports.folders import new_folder, remove_leftovers

pytestmark = pytest.mark.skipif(os.name == "nt", reason="folders cannot be locked there")

_EXPORT = """
import sys
from pathlib import Path
from clemtui.exchange.exports.folders import new_folder
with new_folder(Path(sys.argv[1])) as folder:
    (folder / "transcript.json").write_text("what someone said")
    print("written", flush=True)
    sys.stdin.read()
"""


@contextmanager
def exporting(target: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Another program that exports to a folder until it is killed, or its input ends."""
    command = [sys.executable, "-c", _EXPORT, str(target)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as running:
        assert running.stdout is not None
        assert running.stdout.readline() == b"written\n"
        yield running


def left(place: Path) -> list[str]:
    """Return the names of the transcripts in temporary folders."""
    return [str(each.relative_to(place)) for each in place.glob("**/.export*/*")]


def kill_export(target: Path) -> None:
    with exporting(target) as running:
        running.kill()
    assert running.returncode == -signal.SIGKILL


@pytest.mark.parametrize("there", [False, True])
def test_what_a_killed_export_has_left_is_removed(tmp_path: Path, there: bool) -> None:
    target = tmp_path / "out"
    if there:
        target.mkdir()
    kill_export(target)
    assert len(left(tmp_path)) == 1
    remove_leftovers(target)
    assert left(tmp_path) == []
    assert list(tmp_path.glob("**/.export*")) == []


def test_an_export_to_another_folder_beside_it_removes_it_too(tmp_path: Path) -> None:
    kill_export(tmp_path / "one")
    remove_leftovers(tmp_path / "two")
    assert left(tmp_path) == []


@pytest.mark.parametrize("there", [False, True])
def test_what_a_running_export_writes_is_left_alone(tmp_path: Path, there: bool) -> None:
    target = tmp_path / "out"
    if there:
        target.mkdir()
    with exporting(target) as running:
        remove_leftovers(target)
        assert len(left(tmp_path)) == 1
        running.communicate(b"")
    assert running.returncode == 0
    assert (target / "transcript.json").read_text() == "what someone said"


def test_other_hidden_folders_files_and_links_are_left_alone(tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "notes").write_text("mine")
    (tmp_path / ".export-mine").mkdir()
    (tmp_path / ".export-0123456").mkdir()
    (tmp_path / ".export-01234567").symlink_to(mine)
    (tmp_path / ".export-89abcdef").write_text("a file")
    before = sorted(tmp_path.rglob("*"))
    remove_leftovers(tmp_path / "out")
    assert sorted(tmp_path.rglob("*")) == before


def test_a_folder_that_cannot_be_locked_has_a_name_that_no_one_removes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import fcntl

    def refuse(*_: object) -> None:
        raise OSError

    monkeypatch.setattr(fcntl, "flock", refuse)
    target = tmp_path / "out"
    with new_folder(target) as folder:
        (folder / "table.csv").write_text("1")
        monkeypatch.undo()
        remove_leftovers(target)
        assert (folder / "table.csv").exists()
    assert (target / "table.csv").read_text() == "1"
    assert list(tmp_path.glob(".export*")) == []


def test_places_that_do_not_exist_have_nothing_left(tmp_path: Path) -> None:
    remove_leftovers(tmp_path / "none" / "out")

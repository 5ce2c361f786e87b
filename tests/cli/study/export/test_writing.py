"""Writing an exported study: completely or not at all, the same each time, and as Parquet."""

from __future__ import annotations

import json
import os
import sys
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from clemtui.store.read.reader import Reader
from tests.cli.study.conftest import Recorded
from tests.cli.study.exported import TABLES, columns, contents, dump, export, table
from tests.support.calling import call
from tests.support.psych_ds import broken_rules

# Writing


def test_the_same_records_give_the_same_bytes(recorded: Recorded, tmp_path: Path) -> None:
    one, other = (export(tmp_path / name, "--transcripts") for name in ("one", "other"))
    assert contents(one) == contents(other)


def test_the_records_are_only_read(recorded: Recorded, tmp_path: Path) -> None:
    before, rows = recorded.database.read_bytes(), dump(recorded.database)
    export(tmp_path / "out", "--transcripts")
    assert recorded.database.read_bytes() == before
    assert dump(recorded.database) == rows


def test_the_command_says_what_it_wrote(recorded: Recorded, tmp_path: Path) -> None:
    target = tmp_path / "out"
    called = call("study", "export", "memory", "--to", str(target), "--transcripts")
    assert called.out.splitlines()[0] == f"written to {target}"
    assert "  participants: 5 rows" in called.out.splitlines()
    assert "without what was said in 3 episodes" in called.out
    other = ("--to", str(tmp_path / "other"), "--json")
    found = json.loads(call("study", "export", "memory", *other).out)
    assert found["rows"]["participants"] == 5
    assert (found["transcripts"], found["withheld"]) == (None, 3)


def test_a_folder_in_use_is_refused_and_left_alone(recorded: Recorded, tmp_path: Path) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "mine").write_text("mine")
    called = call("study", "export", "memory", "--to", str(tmp_path / "full"))
    assert called.code == 2
    assert called.error == f"{tmp_path / 'full'} is not empty; choose a new one"
    assert contents(tmp_path / "full") == {"mine": b"mine"}
    assert call("study", "export", "memory", "--to", str(tmp_path / "full" / "mine")).code == 2


def test_an_empty_folder_is_filled(recorded: Recorded, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    assert broken_rules(export(tmp_path / "out")) == ()
    assert [each.name for each in tmp_path.glob("**/.export-*")] == []


@pytest.mark.parametrize(
    ("there", "first", "options"), [(False, 0, ()), (True, 30, ("--transcripts",))]
)
def test_a_disk_that_is_full_at_any_moment_leaves_nothing(
    recorded: Recorded,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    there: bool,
    first: int,
    options: tuple[str, ...],
) -> None:
    target = tmp_path / "parent" / "out"
    (target if there else target.parent).mkdir(parents=True)
    rows = dump(recorded.database)
    sync = os.fsync
    for room in range(first, 100):
        left = iter(range(room))

        def full(descriptor: int, left: Any = left) -> None:
            if next(left, None) is None:
                raise OSError(28, "No space left on device")
            sync(descriptor)

        with monkeypatch.context() as patch:
            patch.setattr(os, "fsync", full)
            called = call("study", "export", "memory", "--to", str(target), *options)
        if called.code == 0:
            break
        assert called.code == 1
        assert called.error == f"cannot write {target}: No space left on device"
        assert target.exists() == there
        assert list(target.parent.rglob("*")) == ([target] if there else [])
    assert room == len(contents(target)) > first, "each file was the one that did not fit"
    assert broken_rules(target) == ()
    assert dump(recorded.database) == rows


def test_a_folder_that_cannot_be_moved_into_place_is_taken_back(
    recorded: Recorded, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "out"
    target.mkdir()
    rename = Path.rename

    def fails(self: Path, to: Path) -> Path:
        if to == target / "data":
            raise OSError(5, "Input/output error")
        return rename(self, to)

    monkeypatch.setattr(Path, "rename", fails)
    called = call("study", "export", "memory", "--to", str(target))
    assert called.error == f"cannot write {target}: Input/output error"
    assert list(target.iterdir()) == []


def test_a_study_that_was_not_frozen_is_refused(home: Path, tmp_path: Path) -> None:
    called = call("study", "export", "nope", "--to", str(tmp_path / "out"))
    assert called.code == 2
    assert not (tmp_path / "out").exists()


def test_records_that_keep_changing_are_not_exported(
    recorded: Recorded, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    versions = iter(range(1, 100))
    monkeypatch.setattr(Reader, "version", lambda reader: (next(versions),))
    called = call("study", "export", "memory", "--to", str(tmp_path / "out"))
    assert called.code == 1
    assert "the records change while they are read" in called.error
    assert not (tmp_path / "out").exists()


def test_records_that_change_once_are_read_again(
    recorded: Recorded, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    versions = iter([(1,), (2,), (2,), (2,)])
    monkeypatch.setattr(Reader, "version", lambda reader: next(versions))
    assert broken_rules(export(tmp_path / "out")) == ()
    assert next(versions, None) is None


def test_folders_that_were_created_for_nothing_are_removed(
    recorded: Recorded, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    called = call("study", "export", "memory", "--to", str(tmp_path / "x" / "new" / "out"))
    assert called.error.endswith("No space left on device")
    assert not (tmp_path / "x").exists()


# Parquet


def test_parquet_has_the_same_cells_with_types(recorded: Recorded, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="the extra 'parquet' is not installed")
    target = export(tmp_path / "out", "--parquet")
    assert contents(export(tmp_path / "again", "--parquet")) == contents(target)
    assert broken_rules(target) == ()
    for name in TABLES:
        read = parquet.read_table(target / "data" / "parquet" / f"{name}.parquet")
        rows = table(target, name)
        assert read.column_names == list(columns(target, name))
        assert read.num_rows == len(rows)
        for column in read.column_names:
            typed = read.column(column).to_pylist()
            assert [as_csv(each) for each in typed] == [row[column] for row in rows], column
    typed = parquet.read_table(target / "data" / "parquet" / "episodes.parquet").schema
    assert [str(typed.field(each).type) for each in ("counts", "main_score", "started_at")] == [
        "bool", "double", "timestamp[us, tz=UTC]"
    ]  # fmt: skip


def as_csv(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, datetime):
        return value.strftime("%Y-%m-%dT%H:%M:%S.%fZ")
    return str(value)


def test_without_its_package_parquet_is_refused_before_anything_is_written(
    recorded: Recorded, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    target = tmp_path / "out"
    called = call("study", "export", "memory", "--to", str(target), "--parquet")
    assert called.code == 1
    assert called.error.startswith("Parquet requires pyarrow: install the extra parquet, or run: ")
    assert not target.exists()


@pytest.mark.skipif(os.name == "nt", reason="folders cannot be locked there")
@pytest.mark.parametrize("inside", [False, True])
def test_an_export_removes_what_a_killed_one_has_left(
    recorded: Recorded, tmp_path: Path, inside: bool
) -> None:
    target = tmp_path / "out"
    stale = (target if inside else tmp_path) / ".export-0a1b2c3d" / "data" / "transcripts"
    stale.mkdir(parents=True)
    (stale / "1.json").write_text("what someone said")
    export(target)
    assert list(tmp_path.glob("**/.export*")) == []

"""The emergency file: changes that could not be written to the database, one per line."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from clemtui.files import read_text
from clemtui.records.errors import StoreError
from clemtui.records.rows import Recovery
from clemtui.store import changes
from clemtui.store.changes import Change
from clemtui.store.database import open_for_writing, write_transaction

RECOVERED = ".recovered"


def default_emergency_file(database: Path) -> Path:
    """Return the default path of a database's emergency file."""
    return database.with_name(f"{database.stem}.emergency.jsonl")


def append_change(change: Change, at: str, *wanted: Path) -> Path:
    """Append a change to the first writable one of the given files or the temporary folder.

    Returns:
        the file that now contains the change, synced to disk.

    Raises:
        OSError: if no file is writable.
    """
    line = json.dumps({"at": at, **changes.to_json(change)}, ensure_ascii=True) + "\n"
    fallback = Path(tempfile.gettempdir()) / wanted[-1].name
    last: OSError | None = None
    for path in (*wanted, fallback):
        try:
            _append(path, line.encode("ascii"))
        except OSError as error:
            last = error
        else:
            return path
    raise last or OSError("no emergency file")


def _append(path: Path, line: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    try:
        before = os.fstat(file).st_size
        written = os.write(file, line)
        if written < len(line):
            os.ftruncate(file, before)
            raise OSError(f"{path}: could be written only in part")
        os.fsync(file)
    finally:
        os.close(file)


def file_with(ids: Iterable[str], *files: Path) -> Path | None:
    """Return the first of some emergency files that mentions one of these ids."""
    wanted = [f'"{id}"' for id in ids]
    fallback = Path(tempfile.gettempdir()) / files[-1].name
    for path in (*files, fallback):
        try:
            text = read_text(path, "ascii")
        except (OSError, UnicodeDecodeError):  # none, or one that `doctor` reports as unreadable
            continue
        if any(id in text for id in wanted):
            return path
    return None


def purge(file: Path, ids: Iterable[str]) -> None:
    """Remove lines that mention one of these ids from an emergency file and its recovered copy.

    Raises:
        StoreError: if an existing file cannot be read or written.
    """
    unwanted = [f'"{id}"' for id in ids]
    for path in (file, file.with_name(file.name + RECOVERED)):
        try:
            if not path.is_file():
                continue
            lines = path.read_text(encoding="ascii").splitlines(keepends=True)
            kept = [line for line in lines if not any(id in line for id in unwanted)]
            if len(kept) < len(lines):
                path.write_text("".join(kept), encoding="ascii")
        except (OSError, UnicodeDecodeError) as error:
            raise StoreError(
                f"{path}: this file still contains text that should be erased; delete it ({error})"
            ) from error


def recover_emergency(path: Path, database: Path) -> Recovery:
    """Restore the records of an emergency file into the database.

    Restoring twice changes nothing. When every line is in the database, the file is renamed to end
    in ``.recovered``.

    Raises:
        StoreError: if the file or the database cannot be read.
    """
    try:
        lines = read_text(path, "ascii").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise StoreError(f"{path}: this emergency file cannot be read: {error}") from error
    db = open_for_writing(database)
    written = there = 0
    refused: list[str] = []
    try:
        for number, line in enumerate(lines, 1):
            try:
                change = changes.from_json(_object(line))
                with write_transaction(db):
                    new, old = changes.recover(db, change)
            except StoreError as error:
                refused.append(f"line {number}: {error}")
            except (KeyError, TypeError, ValueError, RecursionError):
                refused.append(f"line {number}: not a record")
            else:
                written, there = written + new, there + old
    finally:
        db.close()
    if not refused:
        path.replace(path.with_name(path.name + RECOVERED))
    return Recovery(written, there, tuple(refused))


def _object(line: str) -> dict[str, Any]:
    data = json.loads(line)
    if not isinstance(data, dict):
        raise TypeError("not an object")
    return data

"""Temporary folders with copies of what people wrote.

A program that is killed leaves its folder behind, with text that may be erased from the records
later. Each folder therefore has a lock file that its program keeps locked. A folder whose lock is
free is a leftover; the next program that makes such a folder, or erases a person, removes it.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

PREFIX = "clemtui-copy-"

_LOCK = "in-use"
_MAKING = 3600  # seconds; a folder still without a lock after that was left by a killed program


@contextmanager
def private_folder() -> Iterator[Path]:
    """Make a temporary folder that only this user can read, and delete it at the end.

    Also removes the folders that killed programs have left.

    Raises:
        OSError: if there is no place for it.
    """
    remove_leftovers()
    with tempfile.TemporaryDirectory(prefix=PREFIX) as name:
        folder = Path(name)
        new = folder / f"{_LOCK}.new"
        with new.open("w") as lock:
            if sys.platform == "win32":  # an open file cannot be deleted there
                lock.close()
                lock = (folder / _LOCK).open("w")
            else:
                import fcntl

                fcntl.flock(lock, fcntl.LOCK_EX)
                new.rename(folder / _LOCK)  # only now can others see that there is a lock
            try:
                yield folder
            finally:
                lock.close()


def remove_leftovers() -> None:
    """Remove this user's folders of programs that are gone. Never fails."""
    with suppress(OSError):
        for folder in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
            with suppress(OSError):
                if _is_ours(folder) and _is_left(folder):
                    shutil.rmtree(folder, ignore_errors=True)


def _is_ours(folder: Path) -> bool:
    found = folder.lstat()
    mine = sys.platform == "win32" or found.st_uid == os.geteuid()
    return mine and folder.is_dir() and not folder.is_symlink()


def _is_left(folder: Path) -> bool:
    lock = folder / _LOCK
    if not lock.exists():
        return time.time() - folder.stat().st_mtime > _MAKING
    if sys.platform == "win32":
        lock.unlink()
        return True
    import fcntl

    with lock.open("r+") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
    return True

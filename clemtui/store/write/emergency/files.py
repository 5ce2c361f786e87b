"""Access to an emergency file: locked, synced to disk, and never through another's link."""

from __future__ import annotations

import errno
import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

_FLAGS = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


def read_lines(path: Path) -> list[str]:
    """Return the lines of an emergency file.

    Raises:
        OSError, UnicodeDecodeError: if it cannot be read.
    """
    file = _open(path, os.O_RDONLY)
    try:
        return content(file).decode("ascii").splitlines()
    finally:
        os.close(file)


def append(path: Path, line: bytes) -> None:
    """Append a line to an emergency file, which is created if needed, or raise OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with locked(path, os.O_RDWR | os.O_APPEND, create=True) as file:
        before = os.fstat(file).st_size
        # A crash of the machine may have left part of a line.
        torn = before > 0 and content(file, before - 1) != b"\n"
        try:
            write_whole(file, b"\n" * torn + line, path)
        except OSError:
            os.ftruncate(file, before)
            if not before:
                with suppress(OSError):
                    path.unlink()  # an empty one would look as if something had been saved
            raise


def write_whole(file: int, data: bytes, path: Path) -> None:
    """Write data to an open file and sync it to disk, or raise OSError."""
    if data and os.write(file, data) < len(data):
        raise OSError(f"{path}: could be written only in part")
    os.fsync(file)


def content(file: int, start: int = 0) -> bytes:
    """Return what an open file contains from a position on."""
    os.lseek(file, start, os.SEEK_SET)
    return b"".join(iter(lambda: os.read(file, 2**20), b""))


@contextmanager
def locked(path: Path, flags: int, *, create: bool = False) -> Iterator[int]:
    """Open a file that no other program appends to or renames meanwhile."""
    while True:
        file = _create(path, flags) if create else _open(path, flags)
        try:
            _lock(file)
            if _is_at(file, path):
                yield file
                return
        finally:
            os.close(file)


def _lock(file: int) -> None:
    if sys.platform != "win32":
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX)


def _is_at(file: int, path: Path) -> bool:
    """Whether a file still has its name, and was not renamed before it was locked."""
    try:
        return os.path.samestat(os.fstat(file), path.lstat())
    except FileNotFoundError:
        return False


def _create(path: Path, flags: int) -> int:
    try:
        file = os.open(path, flags | os.O_CREAT | os.O_EXCL | _FLAGS, 0o600)
    except FileExistsError:
        return _open(path, flags)
    _sync_folder(path.parent)
    return file


def _open(path: Path, flags: int) -> int:
    """Open an existing emergency file.

    Raises:
        OSError: if it is not a file that this account made, and could so contain anything.
    """
    file = os.open(path, flags | _FLAGS)
    found = os.fstat(file)
    if not stat.S_ISREG(found.st_mode):
        problem = "not a regular file"
    elif sys.platform != "win32" and found.st_uid != os.geteuid():
        problem = "belongs to another account, which has to restore it"
    else:
        return file
    os.close(file)
    raise OSError(problem)


def _sync_folder(folder: Path) -> None:
    """Make sure that the name of a new file survives a crash of the machine."""
    if sys.platform == "win32":  # a folder cannot be opened there
        return
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def reason(error: OSError | UnicodeDecodeError) -> str:
    """Return why a file cannot be used."""
    if isinstance(error, UnicodeDecodeError):
        return "it contains other characters than the program writes"
    if error.errno == errno.ELOOP:
        return "a link, which the program does not follow"
    return error.strerror or str(error)

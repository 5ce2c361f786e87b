"""New folders that are complete or not there at all."""

from __future__ import annotations

import contextlib
import os
import re
import secrets
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_FOLDER = re.compile(r"\.export-[0-9a-f]{8}")


@contextmanager
def temporary_folder(target: Path) -> Iterator[Path]:
    """Create an empty folder on the disk of ``target``, and delete what is left of it at the end,
    with the folders that were created for it if they are empty.

    A program that is killed leaves its folder behind, with what people wrote; see
    `remove_leftovers`.

    Raises:
        OSError: if it cannot be created.
    """
    there = target.is_dir()
    created = [] if there else [each for each in target.parents if not each.exists()]
    if not there:
        target.parent.mkdir(parents=True, exist_ok=True)
    # Inside the folder if it exists, as it may be on another disk.
    place = target if there else target.parent
    with _locked_folder(place) as beside:
        try:
            yield beside
        finally:
            shutil.rmtree(beside, ignore_errors=True)
            with contextlib.suppress(OSError):  # it is not empty: this is where the target is
                for each in created:
                    each.rmdir()


def remove_leftovers(target: Path) -> None:
    """Remove the temporary folders that killed programs of this user have left for a target, in it
    and beside it. Never fails.

    Running programs keep theirs locked. Where folders cannot be locked, as on Windows, none is
    removed.
    """
    for place in (target, target.parent):
        with contextlib.suppress(OSError):
            for each in [each for each in place.iterdir() if _FOLDER.fullmatch(each.name)]:
                with contextlib.suppress(OSError):
                    _remove_if_left(each)


@contextmanager
def _locked_folder(place: Path) -> Iterator[Path]:
    """Create a folder that this program keeps locked.

    It gets the name by which others look for leftovers only when it is locked.

    Raises:
        OSError: if it cannot be created.
    """
    name = secrets.token_hex(4)
    folder = place / f".exporting-{name}"
    folder.mkdir()
    with contextlib.ExitStack() as held:
        lock = _locked(folder)
        if lock is not None:
            held.callback(os.close, lock)
            try:
                folder = folder.rename(place / f".export-{name}")
            except OSError:
                folder.rmdir()
                raise
        yield folder


def _remove_if_left(folder: Path) -> None:
    if sys.platform == "win32" or folder.lstat().st_uid != os.geteuid():
        return
    if folder.is_symlink() or not folder.is_dir():
        return
    lock = _locked(folder)
    if lock is not None:
        shutil.rmtree(folder, ignore_errors=True)
        os.close(lock)


def _locked(folder: Path) -> int | None:
    """Lock a folder; return the descriptor that holds the lock until it is closed.

    Returns None if another program has locked it, or if it cannot be locked at all.
    """
    if sys.platform == "win32":
        return None
    import fcntl

    try:
        opened = os.open(folder, os.O_RDONLY)
    except OSError:
        return None
    try:
        fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(opened)
        return None
    return opened


@contextmanager
def new_folder(target: Path) -> Iterator[Path]:
    """Create a folder that is moved to ``target`` if the block succeeds, and discarded otherwise.

    ``target`` must not exist, or be empty; see `clemtui.exchange.exports.tree.check_target`.

    Raises:
        OSError: if it cannot be written.
    """
    with temporary_folder(target) as beside:
        yield beside
        if not target.is_dir():
            beside.rename(target)
            return
        names = sorted(each.name for each in beside.iterdir())
        try:
            for name in names:
                (beside / name).rename(target / name)
        except OSError:
            for name in names:
                if (target / name).exists() and not (beside / name).exists():
                    (target / name).rename(beside / name)
            raise


def write_new(file: Path, content: str | bytes) -> None:
    """Write a new file, whose folder is created if needed, and wait until it is stored.

    Raises:
        OSError: if it cannot be written.
    """
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("xb") as opened:
        opened.write(content.encode("utf-8") if isinstance(content, str) else content)
        opened.flush()
        os.fsync(opened.fileno())

"""New folders that are complete or not there at all."""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def temporary_folder(target: Path) -> Iterator[Path]:
    """Create an empty folder on the disk of ``target``, and delete what is left of it at the end,
    with the folders that were created for it if they are empty.

    Raises:
        OSError: if it cannot be created.
    """
    there = target.is_dir()
    created = [] if there else [each for each in target.parents if not each.exists()]
    if not there:
        target.parent.mkdir(parents=True, exist_ok=True)
    # Inside the folder if it exists, as it may be on another disk.
    beside = (target if there else target.parent) / f".export-{secrets.token_hex(4)}"
    try:
        beside.mkdir()
        yield beside
    finally:
        shutil.rmtree(beside, ignore_errors=True)
        with contextlib.suppress(OSError):  # it is not empty: this is where the target is
            for each in created:
                each.rmdir()


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

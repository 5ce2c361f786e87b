"""Merging another database into the current one."""

from __future__ import annotations

from pathlib import Path

from clemtui.records.rows import Merged
from clemtui.store.merge.merge import merge


def merge_databases(database: Path, other: Path, *, dry_run: bool = False) -> Merged:
    """Merge another database into this one, completely or not at all.

    Args:
        database: written to; created if missing.
        other: only read.
        dry_run: determine what would be done without writing anything.

    Raises:
        StoreError: in one line, if the two are incompatible or a file cannot be used.
    """
    return merge(database, other, dry_run=dry_run)

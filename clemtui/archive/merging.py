"""Merging another database into the one that is used."""

from __future__ import annotations

from pathlib import Path

from clemtui.records.rows import Merged
from clemtui.store.merge.merge import merge


def merge_databases(database: Path, other: Path, *, dry_run: bool = False) -> Merged:
    """Bring everything of another database into this one, all or nothing.

    Args:
        database: is written to; made if it is missing.
        other: is only read.
        dry_run: find out what would be done; nothing is written.

    Raises:
        StoreError: in one line, if the two do not fit together or a file cannot be used.
    """
    return merge(database, other, dry_run=dry_run)

"""Studies in a merge: databases of one study have the same manifest, or they are not merged."""

from __future__ import annotations

from pathlib import Path

from clemtui.records.errors import FrozenDifferently
from clemtui.store.library import Database


def check_freezes(db: Database, other: Path) -> None:
    """Check that no study was frozen with different manifests in the two databases.

    Raises:
        FrozenDifferently: naming the first such study.
    """
    row = db.execute(
        """SELECT i.id FROM incoming.studies i JOIN main.studies m ON m.id = i.id
        WHERE i.manifest <> m.manifest ORDER BY i.id LIMIT 1"""
    ).fetchone()
    if row is not None:
        raise FrozenDifferently(
            f"{other}: study {row[0]!r} was frozen differently there than here, and a merge of two "
            "freezes would mix two studies; nothing was merged"
        )

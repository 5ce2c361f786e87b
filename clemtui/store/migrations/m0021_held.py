"""Step 21: for how long the answer of a paced partner was held back."""

from __future__ import annotations

from clemtui.store.library import Database


def apply(db: Database) -> None:
    """Add the column."""
    db.execute("ALTER TABLE entries ADD COLUMN held_ms REAL")

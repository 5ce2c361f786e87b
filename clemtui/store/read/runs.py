"""Runs and their work items."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from clemtui.records.errors import NotFound
from clemtui.records.rows import StoredRun
from clemtui.store.clock import moment
from clemtui.store.codec import loads

if TYPE_CHECKING:
    from clemtui.store.library import Database


def models(db: Database, run: str) -> dict[str, Mapping[str, Any]]:
    """Return the parameters of all models in a run's items, by the name each was given."""
    found: dict[str, Mapping[str, Any]] = {}
    for (body,) in db.execute(
        """SELECT c.body FROM work_items w JOIN contents c ON c.hash = w.content
        WHERE w.run = ? AND w.kind = 'episode' ORDER BY w.position""",
        (run,),
    ):
        for player in loads(body)["players"].values():
            if player["kind"] == "model":
                found.setdefault(player["player"], player["parameters"])
    return found


def run(db: Database, id: str) -> StoredRun:
    """Return a run by its id.

    Raises:
        NotFound: if it does not exist.
    """
    row = db.execute(
        """SELECT r.id, c.body, r.created_at FROM runs r JOIN contents c ON c.hash = r.manifest
        WHERE r.id = ?""",
        (id,),
    ).fetchone()
    if row is None:
        raise NotFound(f"there is no run {id!r}")
    return StoredRun(row[0], loads(row[1]), moment(row[2]))

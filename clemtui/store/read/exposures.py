"""What people have met: the tasks that they know, and how they came to know them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from clemtui.records.rows import Exposure
from clemtui.store.clock import moment
from clemtui.store.library import Database

_EXPOSURE = """x.person, x.task_key, coalesce(k.key, x.task_key), x.instance_hash, x.kind,
    x.episode, x.at, x.id"""
_MET = f"""SELECT DISTINCT {_EXPOSURE}
    FROM episodes e JOIN exposure_keys own ON own.instance_hash = e.instance_hash
    JOIN exposure_keys k ON k.key = own.key
    JOIN seat_assignments a ON a.episode = e.id
    JOIN exposures x ON x.person = a.person AND x.instance_hash = k.instance_hash
    WHERE e.id = :episode AND (x.episode IS :episode OR NOT EXISTS (SELECT 1 FROM episodes o
        WHERE o.id = x.episode AND o.time_known = 0))
    ORDER BY x.id"""


def of_person(db: Database, person: str, task_key: str | None = None) -> tuple[Exposure, ...]:
    """Return the tasks that a person knows, or how they know one of them, oldest first."""
    clause = "" if task_key is None else " AND task_key = :task_key"
    rows = db.execute(
        f"""SELECT {_EXPOSURE}
        FROM exposures x LEFT JOIN exposure_keys k ON k.instance_hash = x.instance_hash
        WHERE x.person = :person{clause} ORDER BY x.id""",
        {"person": person, "task_key": task_key},
    )
    return tuple(_exposure(row) for row in rows)


def met(db: Database, episode: str) -> tuple[Exposure, ...]:
    """Return how the people of an episode know its exposure key, oldest first."""
    return tuple(_exposure(row) for row in db.execute(_MET, {"episode": episode}))


def _exposure(row: Sequence[Any]) -> Exposure:
    person, task, key, instance, kind, episode, at, id = row
    return Exposure(person, task, key, instance, kind, episode, moment(at), id)

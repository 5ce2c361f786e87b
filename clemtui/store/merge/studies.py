"""Studies in a merge: databases of one study have the same manifest, or they are not merged.

What occurs twice afterwards is kept and reported.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from clemtui.records.errors import FrozenDifferently
from clemtui.records.studies import Doubled
from clemtui.store.library import Database
from clemtui.store.read.studies import double_assignments


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


def check_amendments(db: Database, other: Path) -> None:
    """Check that no study was amended in two ways: which of them would be valid?

    One database may have amendments that the other one lacks.

    Raises:
        FrozenDifferently: naming the first such study.
    """
    row = db.execute(
        """SELECT i.study FROM incoming.deviations i JOIN main.deviations m
            ON m.study = i.study AND m.amendment = i.amendment
        WHERE i.amendment > 0 AND i.manifest <> m.manifest ORDER BY i.study LIMIT 1"""
    ).fetchone()
    if row is not None:
        raise FrozenDifferently(
            f"{other}: study {row[0]!r} was amended differently there than here; freeze the same "
            "protocol with --amend in both databases in the same order. Nothing was merged"
        )


def doubled(db: Database) -> Iterator[Doubled]:
    """Yield what occurs twice here, once merged, in the studies that the other database has."""
    for (study,) in db.execute("SELECT id FROM incoming.studies ORDER BY id").fetchall():
        yield from _doubled(db, study)


def _doubled(db: Database, study: str) -> Iterator[Doubled]:
    numbers: dict[str, int] = {}
    of_person: dict[str, list[int]] = defaultdict(list)
    for id, person, number in db.execute(
        "SELECT id, person, number FROM main.enrolments WHERE study = ? ORDER BY number, id",
        (study,),
    ):
        numbers[id] = number
        of_person[person].append(number)
    found = double_assignments(db, study)
    for shared in found.numbers:
        yield Doubled(study, "number", (shared.number,))
    for ids in found.people.values():
        yield Doubled(study, "person", tuple(sorted(numbers[id] for id in ids)))
    keys: dict[str, list[str]] = defaultdict(list)
    for repeated in found.keys:
        keys[repeated.person].append(repeated.exposure_key)
    for person, repeated_keys in sorted(keys.items(), key=lambda each: of_person[each[0]]):
        yield Doubled(study, "tasks", tuple(of_person[person]), tuple(repeated_keys))

"""An amendment is recorded with all that it changes, or not at all."""

from __future__ import annotations

import pytest

from clemtui.records.errors import NotFound, RefusedWrite, StoreError
from clemtui.records.studies import Difference
from clemtui.store.read.reader import Reader
from clemtui.store.write.emergency import emergency_places
from clemtui.store.write.writer import Writer
from tests.store.builders import INSTANCE, TEXTS, restore, rows
from tests.store.studies.pilot import WORD, Pilot, fill

AMENDED = {"protocol": {"id": "pilot", "participants": 15, "title": "new", "seed": 2}}
CHANGES = (
    Difference("pilot", "protocol", "protocol.participants", None, 15, "more came", "Eve"),
    Difference("pilot", "protocol", "protocol.title", None, "new", "more came", "Eve"),
    Difference("pilot", "protocol", "protocol.seed", None, 2, "more came", "Eve"),
)


def recorded(pilot: Pilot) -> list[tuple[str, int]]:
    """Return the subjects of the deviations, and the amendments that they are part of."""
    with Reader(pilot.path) as reader:
        return [(each.subject, each.amendment) for each in reader.deviations("pilot")]


def contents(pilot: Pilot) -> int:
    (number,) = rows(pilot.writer, "SELECT count(*) FROM contents")[0]
    return int(number)


ALL = [(each.subject, 1) for each in CHANGES]


def test_an_amendment_is_recorded_once(pilot: Pilot) -> None:
    assert pilot.writer.amend_study(CHANGES, AMENDED) == CHANGES
    assert pilot.writer.amend_study(CHANGES, AMENDED) == ()
    assert recorded(pilot) == ALL


def test_no_differences_are_no_amendment(pilot: Pilot) -> None:
    before = contents(pilot)
    assert pilot.writer.amend_study([], AMENDED) == ()
    assert (recorded(pilot), contents(pilot)) == ([], before)


@pytest.mark.parametrize("fails_at", range(len(CHANGES)))
def test_an_amendment_that_fails_at_any_of_its_deviations_leaves_nothing(
    pilot: Pilot, fails_at: int
) -> None:
    before = contents(pilot)
    pilot.writer._db.execute(
        "CREATE TEMP TRIGGER dies BEFORE INSERT ON main.deviations "
        f"WHEN NEW.subject = '{CHANGES[fails_at].subject}' "
        "BEGIN SELECT RAISE(ABORT, 'dead'); END"
    )
    with pytest.raises(RefusedWrite, match="amendment was refused"):
        pilot.writer.amend_study(CHANGES, AMENDED, [INSTANCE], [TEXTS])
    assert (recorded(pilot), contents(pilot)) == ([], before)
    pilot.writer._db.execute("DROP TRIGGER dies")
    assert pilot.writer.amend_study(CHANGES, AMENDED, [INSTANCE], [TEXTS]) == CHANGES
    assert recorded(pilot) == ALL


@pytest.mark.parametrize("repeated_before", [False, True])
def test_an_amendment_that_a_full_disk_refuses_is_kept_whole(
    pilot: Pilot, repeated_before: bool
) -> None:
    """It can be restored, also if it was repeated first."""
    file = emergency_places(pilot.path)[0]
    amended = {"protocol": {**AMENDED["protocol"], "notes": WORD * 9_000}}
    fill(pilot.writer)
    with pytest.raises(StoreError, match="amendment saved in"):
        pilot.writer.amend_study(CHANGES, amended)
    assert recorded(pilot) == []
    pilot.writer.close()
    if repeated_before:
        writer = Writer(pilot.path)
        assert writer.amend_study(CHANGES, amended) == CHANGES
        writer.close()
    assert restore(file, pilot.path).refused == ()
    assert recorded(pilot) == ALL


def test_what_is_missing_of_an_amendment_is_added_to_it(pilot: Pilot) -> None:
    pilot.writer.amend_study(CHANGES[:1], AMENDED)
    assert pilot.writer.amend_study(CHANGES, AMENDED) == CHANGES[1:]
    assert recorded(pilot) == ALL


def test_two_programs_that_amend_at_once_make_two_amendments(pilot: Pilot) -> None:
    """The second one takes its number again if the first was faster."""
    other = Writer(pilot.path, clock=pilot.clock)
    own = pilot.writer._write
    faster = [lambda: other.amend_study(CHANGES[:1], {"protocol": {"id": "pilot", "seed": 9}})]

    def write(*given: object) -> bool:
        if faster:
            faster.pop()()
        return own(*given)  # type: ignore[arg-type]

    pilot.writer._write = write  # type: ignore[method-assign, assignment]
    assert pilot.writer.amend_study(CHANGES[1:], AMENDED) == CHANGES[1:]
    assert recorded(pilot) == [
        (CHANGES[0].subject, 1), (CHANGES[1].subject, 2), (CHANGES[2].subject, 2),
    ]  # fmt: skip


def test_a_study_that_is_not_here_cannot_be_amended(pilot: Pilot) -> None:
    with pytest.raises(NotFound, match="unknown study 'other'"):
        pilot.writer.amend_study([Difference("other", "protocol", "seed", 1, 2)], AMENDED)

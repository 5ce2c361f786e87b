"""What participants say is erased with them; nothing else of a study is ever lost."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from clemtui.engine import Response
from clemtui.records.errors import (
    AlreadyEnrolled,
    ClaimHeld,
    NumberTaken,
    RefusedWrite,
    StoreError,
    Unrestored,
)
from clemtui.records.rows import ErasureTarget, NewConsent
from clemtui.records.studies import (
    Difference,
    NewAnswer,
)
from clemtui.records.work import ItemRef
from clemtui.store.changes import Change, recover
from clemtui.store.codec import content_hash
from clemtui.store.read.reader import Reader
from clemtui.store.write.emergency import emergency_places
from clemtui.store.write.writer import Writer
from tests.store.builders import (
    INSTANCE,
    TEXTS,
    assigned,
    enrolled,
    inspected,
    request,
    restore,
    rows,
    session,
)
from tests.store.studies.pilot import WORD, Pilot, fill

# Erasure


def test_of_a_deleted_person_the_answers_go_and_the_flow_of_participants_stays(
    pilot: Pilot,
) -> None:
    ben = pilot.writer.person("Ben").id
    other = enrolled(pilot.writer, "pilot", ben, 2)
    bens = NewAnswer(other.id, "questionnaire", "age", 30, session(pilot.writer, ben))
    pilot.writer.answer(bens)
    finished, running = pilot.begin(), pilot.begin(2)
    pilot.end(finished)
    pilot.answer(WORD)
    pilot.writer.deviation(Difference("pilot", "clock", "clock", 0, 1, "late", "Ada"))
    kept = ("enrolments", "assignments", "study_episodes", "studies")
    before = {table: rows(pilot.writer, f"SELECT * FROM {table}") for table in kept}
    pilot.writer.delete_person(pilot.ada)
    assert {table: rows(pilot.writer, f"SELECT * FROM {table}") for table in kept} == before
    assert sorted(pilot.values(), key=str) == [30, None]
    assert [pilot.assignment(each).state for each in (1, 2)] == ["done", "open"]
    assert [each.erased for each in pilot.assignment(2).episodes] == [True]
    assert pilot.assignment(2).episodes[0].id == running
    with Reader(pilot.path) as reader:
        (deviation,) = reader.deviations("pilot")
    assert (deviation.author.startswith("forgotten"), deviation.reason) == (True, "late")
    pilot.writer.close()
    content = b"".join(file.read_bytes() for file in pilot.path.parent.glob("records.db*"))
    assert WORD.encode() not in content


def test_nothing_more_is_recorded_of_a_deleted_person(pilot: Pilot) -> None:
    ben = pilot.writer.person("Ben").id
    pilot.writer.delete_person(pilot.ada)
    pilot.writer.delete_person(ben)
    with pytest.raises(RefusedWrite, match="the person was forgotten"):
        pilot.answer(1)
    with pytest.raises(RefusedWrite, match="the person was forgotten"):
        enrolled(pilot.writer, "pilot", ben, 2)


def test_of_an_erased_sitting_the_answers_go(pilot: Pilot) -> None:
    pilot.answer(WORD)
    first, pilot.sitting = pilot.sitting, session(pilot.writer, pilot.ada)
    pilot.answer("kept", item="more")
    pilot.writer.erase(ErasureTarget(session=first))
    assert pilot.values() == [None, "kept"]
    pilot.answer("later", item="most")
    assert pilot.values() == [None, "kept", "later"]


def test_an_erased_unfinished_episode_leaves_its_assignment_open(pilot: Pilot) -> None:
    first = pilot.begin()
    pilot.writer.request(first, request(1, "hello"))
    pilot.writer.entry(first, Response.of(1, WORD))
    pilot.writer.erase(ErasureTarget(episodes=(first,)))
    assert pilot.assignment().state == "open"
    second = pilot.begin()
    assert [each.id for each in pilot.assignment().episodes] == [first, second]


# Failures


def test_a_full_disk_in_the_middle_of_a_questionnaire_loses_nothing(pilot: Pilot) -> None:
    file = emergency_places(pilot.path)[0]
    pilot.answer("first")
    fill(pilot.writer)
    long = [WORD * 2_000 + str(number) for number in range(3)]
    for number, each in enumerate(long):
        with pytest.raises(StoreError, match=f"the disk is full.*answer saved in {file}"):
            pilot.answer(each, item=f"question {number}")
    pilot.writer.close()
    assert pilot.values() == ["first"]
    recovery = restore(file, pilot.path)
    assert (recovery.written, recovery.existing, recovery.refused) == (3, 0, ())
    assert pilot.values() == ["first", *long]
    assert restore(file.with_name(f"{file.name}.recovered"), pilot.path).existing == 3


def test_an_enrolment_that_cannot_be_written_is_restored_whole(pilot: Pilot) -> None:
    file = emergency_places(pilot.path)[0]
    ben = pilot.writer.person("Ben").id
    fill(pilot.writer)
    plan = [assigned(each, content={"text": WORD * 2_000}) for each in range(3)]
    said = [NewAnswer("", "consent", "record", True, pilot.sitting)]
    agreed = [NewConsent("record", "given", WORD)]
    with pytest.raises(StoreError, match=f"enrolment saved in {file}"):
        pilot.writer.enrol(
            "pilot", ben, 2, plan, collector=1, seed=1, answers=said, consents=agreed
        )
    assert rows(pilot.writer, "SELECT count(*) FROM enrolments") == [(1,)]
    assert rows(pilot.writer, "SELECT count(*) FROM consents") == [(0,)]
    pilot.writer.close()
    assert restore(file, pilot.path).refused == ()
    with Reader(pilot.path) as reader:
        assert [each.person for each in reader.enrolments("pilot")] == [pilot.ada, ben]
        states = [(each.ref.position, each.state) for each in reader.assignments("pilot")[2:]]
        (consent,) = reader.consents(ben)
    assert states == [(each, "open") for each in (1, 2, 3)]
    assert consent.document_hash == content_hash({"text": WORD})
    assert pilot.values() == [True]


def test_no_one_is_enrolled_while_records_of_the_study_wait_to_be_restored(pilot: Pilot) -> None:
    file = emergency_places(pilot.path)[0]
    ben, cem = pilot.writer.person("Ben").id, pilot.writer.person("Cem").id
    fill(pilot.writer)
    with pytest.raises(StoreError, match="enrolment saved in"):
        pilot.writer.enrol(
            "pilot", ben, 2, [assigned(content={"text": WORD * 9_000})], collector=1, seed=1
        )
    pilot.writer.close()
    writer = Writer(pilot.path)
    with pytest.raises(Unrestored, match=r"records of study 'pilot'.*doctor --recover"):
        enrolled(writer, "pilot", cem, 2)
    assert enrolled(writer, "other", cem, 1).number == 1
    writer.close()
    assert restore(file, pilot.path).refused == ()
    writer = Writer(pilot.path)
    with pytest.raises(AlreadyEnrolled):
        enrolled(writer, "pilot", ben, 3)
    with pytest.raises(NumberTaken):
        enrolled(writer, "pilot", cem, 2)
    assert enrolled(writer, "pilot", cem, 3).number == 3
    writer.close()


def test_answers_of_a_participant_wait_to_be_restored_too(pilot: Pilot) -> None:
    fill(pilot.writer)
    with pytest.raises(StoreError, match="answer saved in"):
        pilot.answer(WORD * 2_000)
    pilot.writer.close()
    with pytest.raises(Unrestored, match="records of study 'pilot'"):
        Writer(pilot.path).check_study_restored("pilot")


def test_whoever_is_enrolled_again_without_a_restoration_is_reported(pilot: Pilot) -> None:
    file = emergency_places(pilot.path)[0]
    ben = pilot.writer.person("Ben").id
    fill(pilot.writer)
    with pytest.raises(StoreError, match="enrolment saved in"):
        pilot.writer.enrol(
            "pilot", ben, 2, [assigned(content={"text": WORD * 9_000})], collector=1, seed=1
        )
    pilot.writer.close()
    away = file.replace(pilot.path.with_name("moved away"))
    again = enrolled(Writer(pilot.path), "pilot", ben, 2)
    assert restore(away, pilot.path).refused == ()
    with Reader(pilot.path) as reader:
        found = reader.double_assignments("pilot")
        assert reader.enrolment_of("pilot", ben) != again
    ((number, ids),) = [(each.number, each.enrolments) for each in found.numbers]
    assert number == 2
    assert found.people == {ben: ids}
    assert again.id in ids


def test_an_emergency_file_neither_keeps_the_answers_of_a_deleted_person_nor_restores_them(
    pilot: Pilot,
) -> None:
    file = emergency_places(pilot.path)[0]
    fill(pilot.writer)
    with pytest.raises(StoreError):
        pilot.answer(WORD * 2_000)
    pilot.writer.close()
    copy = file.read_text(encoding="ascii")
    assert WORD in copy
    Writer(pilot.path).delete_person(pilot.ada)
    assert file.read_text(encoding="ascii") == ""
    file.write_text(copy, encoding="ascii")
    refused = restore(file, pilot.path).refused
    assert refused == ("line 1: answer was refused: the person was forgotten",)


def test_a_deviation_and_a_freeze_that_cannot_be_written_are_kept(pilot: Pilot) -> None:
    file = emergency_places(pilot.path)[0]
    fill(pilot.writer)
    with pytest.raises(StoreError, match="study saved in"):
        pilot.writer.freeze_study("main", {"protocol": WORD * 9_000}, [INSTANCE], [TEXTS])
    with pytest.raises(StoreError, match="study and deviation saved in"):
        pilot.writer.deviation(Difference("pilot", "clock", "clock", 0, WORD * 9_000))
    pilot.writer.close()
    assert restore(file, pilot.path).refused == ()
    with Reader(pilot.path) as reader:
        assert [each.id for each in reader.studies()] == ["main", "pilot"]
        assert len(reader.deviations("pilot")) == 1
        assert reader.instance_of(content_hash(INSTANCE.to_json())) == INSTANCE


def unwritten_closing(pilot: Pilot) -> Path:
    """Close the study, which the database refuses; return the emergency file."""
    file = emergency_places(pilot.path)[0]
    pilot.writer._db.execute("PRAGMA query_only = ON")
    pilot.clock.forward(60)
    with pytest.raises(StoreError, match=f"closing of the study saved in {file}"):
        pilot.writer.close_study("pilot")
    pilot.writer._db.execute("PRAGMA query_only = OFF")
    return file


def test_a_closing_that_cannot_be_written_is_restored(pilot: Pilot) -> None:
    file = unwritten_closing(pilot)
    at = pilot.clock.now()
    with pytest.raises(Unrestored):
        enrolled(pilot.writer, "pilot", pilot.writer.person("Ben").id, 2)
    pilot.writer.close()
    assert inspected(file, pilot.path).records == 1
    recovery = restore(file, pilot.path)
    assert (recovery.written, recovery.existing, recovery.refused) == (1, 0, ())
    with Reader(pilot.path) as reader:
        assert reader.study("pilot").closed_at == at
    copy = file.with_name(f"{file.name}.recovered")
    assert inspected(copy, pilot.path).records == 0
    assert restore(copy, pilot.path).existing == 1


def test_a_study_that_was_closed_before_a_restoration_stays_closed_since_then(pilot: Pilot) -> None:
    file = unwritten_closing(pilot)
    pilot.clock.forward(60)
    assert pilot.writer.close_study("pilot")
    at = pilot.clock.now()
    pilot.writer.close()
    recovery = restore(file, pilot.path)
    assert (recovery.written, recovery.existing, recovery.refused) == (0, 1, ())
    with Reader(pilot.path) as reader:
        assert reader.study("pilot").closed_at == at


def test_a_closing_does_not_close_a_study_that_was_frozen_otherwise(pilot: Pilot) -> None:
    (manifest,) = rows(pilot.writer, "SELECT manifest FROM studies")[0]
    (other,) = rows(pilot.writer, "SELECT hash FROM contents WHERE hash <> ? LIMIT 1", (manifest,))
    row = {"id": "pilot", "manifest": other[0], "frozen_at": "2026", "closed_at": "2026"}
    with pytest.raises(RefusedWrite, match="studies already has a different record"):
        recover(pilot.writer._db, Change("closing of the study", (("studies", row),)))
    with Reader(pilot.path) as reader:
        assert reader.study("pilot").closed_at is None


@pytest.mark.parametrize(
    "table",
    ["consents", "work_items", "enrolments", "assignments", "answers", "study_episodes"],
)
def test_what_is_written_together_is_there_together_or_not_at_all(pilot: Pilot, table: str) -> None:
    """As if the program died before a row of the table is written."""
    ben = pilot.writer.person("Ben").id
    tables = (
        "contents", "consents", "work_items", "enrolments", "assignments", "answers",
        "study_episodes", "episodes", "claims",
    )  # fmt: skip
    before = {each: rows(pilot.writer, f"SELECT * FROM {each}") for each in tables}
    dies = "BEGIN SELECT RAISE(ABORT, 'dead'); END"
    pilot.writer._db.execute(f"CREATE TEMP TRIGGER dies BEFORE INSERT ON main.{table} {dies}")
    said = [NewAnswer("", "consent", "record", True, pilot.sitting)]
    enrol = partial(
        pilot.writer.enrol, "pilot", ben, 2, [assigned(2)], collector=1, seed=1,
        answers=said, consents=[NewConsent("record", "given", WORD)],
    )  # fmt: skip
    with pytest.raises(RefusedWrite):
        (pilot.begin if table == "study_episodes" else enrol)()
    assert {each: rows(pilot.writer, f"SELECT * FROM {each}") for each in tables} == before
    pilot.writer._db.execute("DROP TRIGGER dies")
    pilot.begin()
    enrol()


def test_an_item_of_a_study_is_claimed_like_any_other(pilot: Pilot) -> None:
    other = Writer(pilot.path, clock=pilot.clock)
    item: ItemRef = pilot.assignment().item
    assert other.claim(item).state == "open"
    with pytest.raises(ClaimHeld, match="being worked on"):
        pilot.begin()
    other.release_claim(item)
    pilot.begin()

"""A study is frozen once; who takes part, what each plays and what they say is never lost."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import get_args

import pytest

from clemtui.engine import Response, Scores
from clemtui.records.errors import (
    AlreadyEnrolled,
    ClaimHeld,
    FrozenDifferently,
    NotFound,
    NumberTaken,
    RefusedWrite,
    StoreError,
)
from clemtui.records.findings import DoubleAssignments, RepeatedKey
from clemtui.records.rows import ErasureTarget, ExposureKind
from clemtui.records.studies import (
    AnswerPart,
    AssignedEpisode,
    Assignment,
    Difference,
    NewAnswer,
    StudyRef,
    study_run,
)
from clemtui.records.work import EndState, ItemRef
from clemtui.store.read.reader import Reader
from clemtui.store.write.emergency import emergency_places
from clemtui.store.write.recorder import Recorder
from clemtui.store.write.writer import Writer
from tests.store.builders import (
    INSTANCE,
    MODEL,
    SetClock,
    assigned,
    enrolled,
    human,
    request,
    restore,
    rows,
    session,
    start,
)

MANIFEST = {"protocol": {"id": "pilot"}, "instances": {"b": 1, "a": 2}}
DONE = Scores(0, 1, 0, {"Main Score": 50})
WORD = "rhinoceros"


class Pilot:
    """A study of one participant, Ada, with two assignments."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.clock = SetClock()
        self.writer = Writer(path, clock=self.clock)
        self.ada = self.writer.person("Ada").id
        self.sitting = session(self.writer, self.ada)
        self.enrolment = enrolled(self.writer, "pilot", self.ada, items=2)

    def begin(self, position: int = 1) -> str:
        ref = StudyRef(self.enrolment.id, position)
        begun = start(self.sitting, human(self.ada), MODEL, study=ref)
        return self.writer.start_episode(begun)

    def end(self, episode: str, state: EndState = "finished") -> None:
        scores = DONE if state == "finished" else None
        self.writer.end_episode(episode, state, scores=scores)

    def answer(self, value: object, item: str = "age", part: AnswerPart = "questionnaire") -> str:
        return self.writer.answer(NewAnswer(self.enrolment.id, part, item, value, self.sitting))

    def assignment(self, position: int = 1) -> Assignment:
        with Reader(self.path) as reader:
            return reader.assignments_of(self.enrolment.id)[position - 1]

    def values(self) -> list[object]:
        with Reader(self.path) as reader:
            return [each.value for each in reader.answers("pilot")]


@pytest.fixture
def pilot(tmp_path: Path) -> Pilot:
    return Pilot(tmp_path / "records.db")


def fill(writer: Writer) -> None:
    """Make the disk full from now on."""
    pages = writer._db.execute("PRAGMA page_count").fetchone()[0]
    writer._db.execute(f"PRAGMA max_page_count = {pages}")


# Freezing


def test_a_study_is_frozen_once_with_its_run(tmp_path: Path) -> None:
    writer = Writer(tmp_path / "records.db")
    assert writer.freeze_study("pilot", MANIFEST)
    turned = {"instances": {"a": 2, "b": 1}, "protocol": {"id": "pilot"}}
    assert not writer.freeze_study("pilot", turned), "the order of keys does not matter"
    with Reader(writer.path) as reader:
        (study,) = reader.studies()
        frozen = reader.study("pilot")
        run = reader.run(study_run("pilot"))
    assert (frozen.id, frozen.manifest) == ("pilot", MANIFEST)
    assert (frozen.manifest_hash, frozen.frozen_at) == (study.manifest_hash, study.frozen_at)
    assert run.manifest == MANIFEST
    assert rows(writer, "SELECT kind FROM contents") == [("study",)]


def test_a_study_is_not_frozen_again_with_another_manifest(tmp_path: Path) -> None:
    writer = Writer(tmp_path / "records.db")
    writer.freeze_study("pilot", MANIFEST)
    writer.open_run(study_run("main"), {"plan": None}, [])
    for id in ("pilot", "main"):
        with pytest.raises(FrozenDifferently, match=f"study '{id}' was already frozen"):
            writer.freeze_study(id, {"protocol": {"id": id, "participants": 12}})
    with Reader(writer.path) as reader:
        assert reader.study("pilot").manifest == MANIFEST
        with pytest.raises(NotFound, match="unknown study 'main'"):
            reader.study("main")
    assert rows(writer, "SELECT count(*) FROM contents WHERE kind = 'study'") == [(1,)]


def test_the_run_of_a_study_can_be_opened_like_any_other(pilot: Pilot) -> None:
    before = rows(pilot.writer, "SELECT * FROM runs")
    pilot.writer.open_run(study_run("pilot"), {"protocol": {"id": "pilot"}}, [])
    assert rows(pilot.writer, "SELECT * FROM runs") == before
    with Reader(pilot.path) as reader:
        items = reader.work_items(study_run("pilot"))
    assert [(each.position, each.state) for each in items] == [(1, "open"), (2, "open")]


# Deviations


def test_a_difference_is_recorded_once_until_its_value_changes(pilot: Pilot) -> None:
    record = pilot.writer.deviation
    found = Difference("pilot", "rules", "taboo", {"a": 1, "b": 2}, {"c": 3, "d": 4})
    assert record(found)
    assert not record(replace(found, found={"d": 4, "c": 3}, reason="the same"))
    assert record(replace(found, subject="wordle"))
    assert record(replace(found, kind="program"))
    assert record(replace(found, found=None))
    with Reader(pilot.path) as reader:
        first, *_, gone = reader.deviations("pilot")
    assert (first.kind, first.subject, first.frozen) == ("rules", "taboo", {"a": 1, "b": 2})
    assert (first.reason, first.author, first.manifest_hash) == ("", "", None)
    assert gone.found is None


def test_an_amendment_keeps_the_amended_manifest_and_who_decided_why(pilot: Pilot) -> None:
    amended = {"protocol": {"id": "pilot", "participants": 15}}
    found = Difference("pilot", "protocol", "participants", 12, 15, "more came", "Eve")
    assert pilot.writer.deviation(found, amended)
    with Reader(pilot.path) as reader:
        (known,) = reader.deviations("pilot")
        assert known.manifest_hash is not None
        assert reader.study_manifest(known.manifest_hash) == amended
        assert reader.study("pilot").manifest != amended
        with pytest.raises(NotFound):
            reader.study_manifest("0")
    assert (known.reason, known.author) == ("more came", "Eve")


# Enrolments


def test_an_enrolment_comes_with_its_assignments_and_their_items(pilot: Pilot) -> None:
    with Reader(pilot.path) as reader:
        assert reader.enrolments("pilot") == (pilot.enrolment,)
        assert reader.enrolment_of("pilot", pilot.ada) == pilot.enrolment
        assert reader.enrolment_of("main", pilot.ada) is None
        one, two = reader.assignments("pilot")
        assert (one, two) == reader.assignments_of(pilot.enrolment.id)
        items = [each.ref for each in reader.work_items(study_run("pilot"))]
    assert [one.ref, two.ref] == [StudyRef(pilot.enrolment.id, each) for each in (1, 2)]
    assert [one.item, two.item] == items
    assert (one.game, one.seat, one.language, one.block) == ("taboo", "Player 1", "en", 1)
    assert (one.exposure_key, one.instance_hash) == (INSTANCE.task_key, INSTANCE.hash)
    assert (one.state, one.episodes, one.practice, one.attention) == ("open", (), False, False)


def test_no_two_participants_share_an_item(pilot: Pilot) -> None:
    enrolled(pilot.writer, "pilot", pilot.writer.person("Ben").id, 2, items=2)
    with Reader(pilot.path) as reader:
        items = [each.item for each in reader.assignments("pilot")]
        assert items == [each.ref for each in reader.work_items(study_run("pilot"))]
    assert len(set(items)) == 4


def test_a_person_is_enrolled_once_in_a_study(pilot: Pilot) -> None:
    before = rows(pilot.writer, "SELECT count(*) FROM work_items")
    with pytest.raises(AlreadyEnrolled, match="already takes part in study 'pilot'"):
        enrolled(pilot.writer, "pilot", pilot.ada, 2)
    assert rows(pilot.writer, "SELECT count(*) FROM work_items") == before
    enrolled(pilot.writer, "main", pilot.ada)


def test_a_number_that_another_program_has_given_is_taken(pilot: Pilot) -> None:
    other = Writer(pilot.path)
    ben, eve = (other.person(name).id for name in ("Ben", "Eve"))
    enrolled(other, "pilot", ben, 2)
    with pytest.raises(NumberTaken, match="participant number 2 of study 'pilot'"):
        enrolled(pilot.writer, "pilot", eve, 2, items=3)
    assert enrolled(pilot.writer, "pilot", eve, 3).number == 3
    with Reader(pilot.path) as reader:
        assert [each.number for each in reader.enrolments("pilot")] == [1, 2, 3]
        assert not reader.double_assignments("pilot")


def test_whoever_does_not_exist_is_not_enrolled(pilot: Pilot) -> None:
    with pytest.raises(RefusedWrite, match="does not exist"):
        enrolled(pilot.writer, "pilot", "nobody", 2)
    with pytest.raises(NotFound, match="unknown study 'main'"):
        pilot.writer.enrol("main", pilot.ada, 1, [assigned()], collector=1, seed=1)
    with pytest.raises(NotFound, match="unknown study 'main'"):
        pilot.writer.deviation(Difference("main", "clock", "clock", 0, 1))
    assert rows(pilot.writer, "SELECT count(*) FROM enrolments") == [(1,)]


async def test_of_enrolments_at_once_each_succeeds_or_fails_on_its_own(tmp_path: Path) -> None:
    recorder = await Recorder.open(tmp_path / "records.db")
    ada, ben = [(await recorder.do(Writer.person, name)).id for name in ("Ada", "Ben")]

    def together(writer: Writer) -> list[str]:
        outcomes = []
        with writer.group():
            for person in (ada, ben, ada):
                try:
                    enrolled(writer, "pilot", person, 1)
                except StoreError as error:
                    outcomes.append(type(error).__name__)
        return outcomes

    assert await recorder.do(together) == ["NumberTaken", "AlreadyEnrolled"]
    await recorder.close()
    with Reader(tmp_path / "records.db") as reader:
        assert [each.person for each in reader.enrolments("pilot")] == [ada]
        assert [each.state for each in reader.assignments("pilot")] == ["open"]


# Episodes


def test_an_episode_begins_its_assignment_and_its_end_completes_it(pilot: Pilot) -> None:
    episode = pilot.begin()
    assert pilot.assignment().state == "begun"
    assert pilot.assignment().episodes == (AssignedEpisode(episode, None, None, erased=False),)
    pilot.end(episode)
    (played,) = pilot.assignment().episodes
    assert (pilot.assignment().state, played.end) == ("done", "finished")
    assert played.ended_at == pilot.clock.now()
    assert pilot.assignment(2).state == "open"
    assert rows(pilot.writer, "SELECT * FROM tags") == [], "membership is no tag"


@pytest.mark.parametrize("closed", [True, False])
def test_an_assignment_is_begun_once_and_its_episode_is_resumed(pilot: Pilot, closed: bool) -> None:
    """By another program, too, after this one has left it or was closed."""
    episode = pilot.begin()
    if closed:
        pilot.writer.close()
    else:
        pilot.writer.release(episode)
    again = Writer(pilot.path)
    sitting = session(again, pilot.ada)
    ref = StudyRef(pilot.enrolment.id, 1)
    with pytest.raises(ClaimHeld, match="by another clemtui"):
        again.start_episode(start(sitting, human(pilot.ada), MODEL, study=ref))
    assert rows(again, "SELECT count(*) FROM study_episodes") == [(1,)]
    again.resume_episode(episode, sitting)
    again.end_episode(episode, "finished", scores=DONE)
    assert [each.id for each in pilot.assignment().episodes] == [episode]
    assert pilot.assignment().state == "done"


@pytest.mark.parametrize("state", ["void", "abandoned"])
def test_an_assignment_whose_episode_did_not_finish_can_be_played_again(
    pilot: Pilot, state: EndState
) -> None:
    first = pilot.begin()
    pilot.end(first, state)
    assert pilot.assignment().state == "open"
    second = pilot.begin()
    pilot.end(second)
    played = [(each.id, each.end) for each in pilot.assignment().episodes]
    assert played == [(first, state), (second, "finished")]
    with pytest.raises(ClaimHeld):
        pilot.begin()


def test_an_assignment_that_does_not_exist_is_not_played(pilot: Pilot) -> None:
    with pytest.raises(NotFound, match="has no assignment 3"):
        pilot.begin(3)
    assert rows(pilot.writer, "SELECT count(*) FROM episodes") == [(0,)]


def test_the_results_of_a_study_are_those_of_its_episodes(pilot: Pilot) -> None:
    other = pilot.writer.start_episode(start(pilot.sitting, human(pilot.ada), MODEL))
    pilot.end(other)
    void = pilot.begin()
    pilot.end(void, "void")
    pilot.clock.forward(60)
    finished, running = pilot.begin(), pilot.begin(2)
    pilot.writer.add_scores(finished, "another", Scores(1, 0, 0, {"Main Score": None}))
    pilot.end(finished)
    pilot.writer.close()
    with closing(sqlite3.connect(pilot.path)) as stranger:
        found = stranger.execute(
            """SELECT study, enrolment, number, position, episode, state, aborted, success, lose,
                main_score, reasons, left_out FROM study_results ORDER BY episode"""
        ).fetchall()
        same = stranger.execute(
            """SELECT DISTINCT block, practice, attention, game, seat, language, instance_hash
            FROM study_results"""
        ).fetchall()
        (times,) = stranger.execute(
            "SELECT started_at, ended_at FROM study_results WHERE episode = ?", (finished,)
        )
    of = ("pilot", pilot.enrolment.id, 1)
    assert found == [
        (*of, 1, void, "void", None, None, None, None, 64, "void"),
        (*of, 1, finished, "finished", 0, 1, 0, 50, 0, None),
        (*of, 2, running, "running", None, None, None, None, 16, "not finished"),
    ]
    assert same == [(1, 0, 0, "taboo", "Player 1", "en", INSTANCE.hash)]
    assert times == ("2026-03-01T12:01:00.000000Z",) * 2


@pytest.mark.damages
def test_a_score_that_cannot_be_right_counts_as_none_in_the_results(pilot: Pilot) -> None:
    episode = pilot.begin()
    pilot.end(episode)
    pilot.writer._db.execute("UPDATE scores SET main_score = 1e13")
    pilot.writer._db.commit()
    assert rows(pilot.writer, "SELECT episode, main_score FROM study_results") == [(episode, None)]


# Answers


def test_an_answer_is_read_as_it_was_given(pilot: Pilot) -> None:
    shown = pilot.clock.now()
    pilot.clock.forward(2.5)
    given = NewAnswer(
        pilot.enrolment.id, "comprehension", "goal", {"chosen": ["\0", "b"]}, pilot.sitting,
        attempt=2, position=1, shown_at=shown,
    )  # fmt: skip
    id = pilot.writer.answer(given)
    pilot.answer(None)
    with Reader(pilot.path) as reader:
        first, second = reader.answers("pilot")
        assert (first, second) == reader.answers_of(pilot.enrolment.id)
        assert reader.answers("main") == reader.answers_of("nobody") == ()
    assert (first.id, first.part, first.item, first.value) == (
        id, "comprehension", "goal", {"chosen": ["\0", "b"]},
    )  # fmt: skip
    assert (first.attempt, first.position, first.session) == (2, 1, pilot.sitting)
    assert (first.shown_at, first.at) == (shown, shown + timedelta(seconds=2.5))
    assert first.clock_ms == 7500
    assert (second.attempt, second.position, second.shown_at, second.value) == (1,) + (None,) * 3


@pytest.mark.parametrize(
    "wrong", [{"enrolment": "x"}, {"position": 9}, {"session": "x"}, {"attempt": 0}, {"part": "x"}]
)
def test_an_answer_belongs_to_what_exists(pilot: Pilot, wrong: dict[str, object]) -> None:
    given = NewAnswer(pilot.enrolment.id, "consent", "record", True, pilot.sitting)
    with pytest.raises(RefusedWrite, match="answer was refused"):
        pilot.writer.answer(replace(given, **wrong))  # type: ignore[arg-type]
    assert pilot.values() == []


# What occurs twice


def test_what_a_participant_is_assigned_or_has_met_otherwise_is_reported(pilot: Pilot) -> None:
    def repeated() -> tuple[RepeatedKey, ...]:
        with Reader(pilot.path) as reader:
            return reader.double_assignments("pilot").keys

    for state in ("void", "finished"):  # however often an assignment is played
        episode = pilot.begin()
        pilot.writer.exposure(pilot.ada, INSTANCE.task_key, INSTANCE.hash, "played", episode)
        pilot.end(episode, state)
    assert repeated() == ()
    pilot.writer.exposure(pilot.ada, INSTANCE.task_key, INSTANCE.hash, "watched")
    pilot.writer.exposure(pilot.ada, "taboo:milk", "h", "watched")
    (found,) = repeated()
    assert found.assignments == (StudyRef(pilot.enrolment.id, 1),)
    ((kind, key),) = [(each.kind, each.exposure_key) for each in found.exposures]
    assert (kind, key) == ("watched", INSTANCE.task_key)
    other = enrolled(pilot.writer, "main", pilot.ada)
    (found,) = repeated()
    assert found.assignments == tuple(StudyRef(id, 1) for id in (pilot.enrolment.id, other.id))
    with Reader(pilot.path) as reader:
        assert reader.double_assignments("main").keys == (found,)
        assert reader.double_assignments("unknown") == DoubleAssignments()


def test_a_person_is_exposed_to_a_key_however_they_met_it(pilot: Pilot) -> None:
    for number, kind in enumerate(get_args(ExposureKind)):
        pilot.writer.exposure(pilot.ada, f"taboo:{number}", f"h{number}", kind)
    pilot.writer.exposure_keys([("h0", "the same", "rules"), ("h1", "the same", "rules")])
    with Reader(pilot.path) as reader:
        assert reader.exposed(pilot.ada) == {"the same", "taboo:2", "taboo:3", "taboo:4"}
        assert reader.exposed("nobody") == frozenset()


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
    pilot.answer("kept")
    pilot.writer.erase(ErasureTarget(session=first))
    assert pilot.values() == [None, "kept"]
    pilot.answer("later")
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
    for each in long:
        with pytest.raises(StoreError, match=f"the disk is full.*answer saved in {file}"):
            pilot.answer(each)
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
    with pytest.raises(StoreError, match=f"enrolment saved in {file}"):
        pilot.writer.enrol("pilot", ben, 2, plan, collector=1, seed=1)
    assert rows(pilot.writer, "SELECT count(*) FROM enrolments") == [(1,)]
    pilot.writer.close()
    assert restore(file, pilot.path).refused == ()
    with Reader(pilot.path) as reader:
        assert [each.person for each in reader.enrolments("pilot")] == [pilot.ada, ben]
        states = [(each.ref.position, each.state) for each in reader.assignments("pilot")[2:]]
    assert states == [(each, "open") for each in (1, 2, 3)]


def test_whoever_is_enrolled_again_before_a_restoration_is_reported(pilot: Pilot) -> None:
    file = emergency_places(pilot.path)[0]
    ben = pilot.writer.person("Ben").id
    fill(pilot.writer)
    with pytest.raises(StoreError, match="enrolment saved in"):
        pilot.writer.enrol(
            "pilot", ben, 2, [assigned(content={"text": WORD * 9_000})], collector=1, seed=1
        )
    pilot.writer.close()
    again = enrolled(Writer(pilot.path), "pilot", ben, 2)
    assert restore(file, pilot.path).refused == ()
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
        pilot.writer.freeze_study("main", {"protocol": WORD * 9_000})
    with pytest.raises(StoreError, match="study and deviation saved in"):
        pilot.writer.deviation(Difference("pilot", "clock", "clock", 0, WORD * 9_000))
    pilot.writer.close()
    assert restore(file, pilot.path).refused == ()
    with Reader(pilot.path) as reader:
        assert [each.id for each in reader.studies()] == ["main", "pilot"]
        assert len(reader.deviations("pilot")) == 1


@pytest.mark.parametrize("table", ["work_items", "enrolments", "assignments", "study_episodes"])
def test_what_is_written_together_is_there_together_or_not_at_all(pilot: Pilot, table: str) -> None:
    """As if the program died before a row of the table is written."""
    ben = pilot.writer.person("Ben").id
    tables = ("work_items", "enrolments", "assignments", "study_episodes", "episodes", "claims")
    before = {each: rows(pilot.writer, f"SELECT * FROM {each}") for each in tables}
    dies = "BEGIN SELECT RAISE(ABORT, 'dead'); END"
    pilot.writer._db.execute(f"CREATE TEMP TRIGGER dies BEFORE INSERT ON main.{table} {dies}")
    enrol = partial(enrolled, pilot.writer, "pilot", ben, 2, items=2)
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

"""Who takes part in a study, what each plays and what they say is recorded as it was."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import get_args

import pytest

from clemtui.engine import Scores
from clemtui.records.errors import (
    AlreadyEnrolled,
    ClaimHeld,
    ClockBehind,
    NotFound,
    NumberTaken,
    RefusedWrite,
    StoreError,
)
from clemtui.records.findings import DoubleAssignments, RepeatedKey
from clemtui.records.rows import Consent, ExposureKind, NewConsent
from clemtui.records.studies import (
    AssignedEpisode,
    Difference,
    NewAnswer,
    StudyRef,
    study_run,
)
from clemtui.records.work import EndState
from clemtui.store.codec import content_hash
from clemtui.store.read.reader import Reader
from clemtui.store.write.recorder import Recorder
from clemtui.store.write.studies import CLOCK_TOLERANCE
from clemtui.store.write.writer import Writer
from tests.store.builders import (
    INSTANCE,
    MODEL,
    assigned,
    enrolled,
    human,
    rows,
    session,
    start,
)
from tests.store.studies.pilot import DONE, PUBLISH, Pilot

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
    assert (one.state, one.episodes, one.practice) == ("open", (), False)


def test_an_enrolment_comes_with_what_was_answered_and_agreed_to(pilot: Pilot) -> None:
    ben = pilot.writer.person("Ben").id
    sitting = session(pilot.writer, ben)
    said = [
        NewAnswer("nobody", "eligibility", "age", 30, sitting),
        NewAnswer("", "comprehension", "goal", "b", sitting, attempt=2, position=1),
    ]
    agreed = [NewConsent("record", "given", "We record what you write."), PUBLISH]
    one = pilot.writer.enrol(
        "pilot", ben, 2, [assigned()], collector=1, seed=1, answers=said, consents=agreed
    )
    with Reader(pilot.path) as reader:
        answers, consents = reader.answers_of(one.id), reader.consents(ben)
    assert [(each.item, each.value, each.attempt, each.position) for each in answers] == [
        ("age", 30, 1, None), ("goal", "b", 2, 1),
    ]  # fmt: skip
    document = content_hash({"text": "We record what you write."})
    assert consents == (
        Consent(ben, "record", "given", document, one.at),
        Consent(ben, "publish", "refused", None, one.at),
    )
    assert rows(pilot.writer, "SELECT body FROM contents WHERE kind = 'consent'") == [
        ('{"text":"We record what you write."}',)
    ]


def test_whoever_cannot_be_enrolled_has_agreed_to_nothing(pilot: Pilot) -> None:
    ben = pilot.writer.person("Ben").id
    enrol = partial(pilot.writer.enrol, "pilot", collector=1, seed=1, consents=[PUBLISH])
    with pytest.raises(NumberTaken):
        enrol(ben, 1, [assigned()])
    with pytest.raises(AlreadyEnrolled):
        enrol(pilot.ada, 2, [assigned()])
    with pytest.raises(RefusedWrite, match="does not exist"):
        enrol(ben, 2, [assigned()], answers=[NewAnswer("", "eligibility", "age", 30, "nowhere")])
    assert rows(pilot.writer, "SELECT count(*) FROM consents") == [(0,)]
    assert rows(pilot.writer, "SELECT count(*) FROM enrolments") == [(1,)]


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
    other = Writer(pilot.path, clock=pilot.clock)
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


def test_no_one_is_enrolled_with_a_clock_that_was_set_back(pilot: Pilot) -> None:
    ben, cem = pilot.writer.person("Ben").id, pilot.writer.person("Cem").id
    pilot.clock.forward(-CLOCK_TOLERANCE.total_seconds())
    assert enrolled(pilot.writer, "pilot", ben, 2).number == 2, "clocks of two collectors differ"
    assert pilot.clock.now() < pilot.enrolment.at
    pilot.clock.forward(-1)
    with pytest.raises(ClockBehind, match="last record of study 'pilot' is of 2026-03-01 12:00"):
        enrolled(pilot.writer, "pilot", cem, 3)
    assert pilot.writer.accept_clock("pilot", "set by hand", "Ada")
    assert enrolled(pilot.writer, "pilot", cem, 3).at == pilot.clock.now()
    with Reader(pilot.path) as reader:
        (deviation,) = reader.deviations("pilot")
    assert (deviation.kind, deviation.reason, deviation.author) == ("clock", "set by hand", "Ada")
    assert deviation.frozen > deviation.found
    pilot.clock.forward(-3600)
    with pytest.raises(ClockBehind):
        pilot.writer.check_study_clock("pilot")


def test_answers_and_the_freezing_tell_that_a_clock_was_set_back(pilot: Pilot) -> None:
    pilot.clock.forward(86_400)
    pilot.answer("late")
    pilot.clock.forward(-86_400)
    with pytest.raises(ClockBehind):
        pilot.writer.check_study_clock("pilot")
    pilot.writer.freeze_study("other", {"protocol": 1})
    pilot.clock.forward(-86_400)
    with pytest.raises(ClockBehind):
        pilot.writer.check_study_clock("other")


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
            """SELECT DISTINCT block, practice, game, seat, language, instance_hash
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
    assert same == [(1, 0, "taboo", "Player 1", "en", INSTANCE.hash)]
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
    assert pilot.writer.answer(given)
    pilot.answer(None)
    with Reader(pilot.path) as reader:
        first, second = reader.answers("pilot")
        assert (first, second) == reader.answers_of(pilot.enrolment.id)
        assert reader.answers("main") == reader.answers_of("nobody") == ()
    assert (first.part, first.item, first.value) == (
        "comprehension", "goal", {"chosen": ["\0", "b"]},
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


def test_the_first_answer_to_a_question_counts(pilot: Pilot) -> None:
    assert pilot.answer("18 to 24")
    assert not pilot.answer("25 to 34"), "with the same code in another program"
    assert pilot.answer("25 to 34", item="another")
    assert pilot.values() == ["18 to 24", "25 to 34"]


def test_nothing_is_answered_after_a_withdrawal(pilot: Pilot) -> None:
    """As by someone who withdraws in one program while a question is open in another."""
    assert pilot.answer(30)
    assert pilot.answer("everything", "kept", "withdrawal")
    assert not pilot.answer("nothing", "kept", "withdrawal")
    assert not pilot.answer("none", "remarks")
    assert pilot.values() == [30, "everything"]

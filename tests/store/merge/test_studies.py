"""Merging the databases of a study's collectors: no one is lost, and no two freezes are mixed."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from clemtui.engine import Response, Scores
from clemtui.records.errors import FrozenDifferently, StudyClosed
from clemtui.records.findings import SharedNumber
from clemtui.records.rows import ErasureTarget
from clemtui.records.studies import (
    Assignment,
    Difference,
    Doubled,
    Enrolment,
    NewAnswer,
    ScreeningOutcome,
    StudyRef,
)
from clemtui.records.work import EndState
from clemtui.store.codec import content_hash
from clemtui.store.merge.merge import merge
from clemtui.store.read.reader import Reader
from clemtui.store.write.writer import Writer
from tests.store.builders import INSTANCE, MODEL, TEXTS, enrolled, human, request, session, start
from tests.store.merge.helpers import copy_database, dump, evidence, views

DONE = Scores(0, 1, 0, {"Main Score": 50})


def collect(path: Path, name: str, number: int, *, items: int = 2) -> Enrolment:
    """Enrol a new person and record an answer."""
    writer = Writer(path)
    person = writer.person(name).id
    one = enrolled(writer, "pilot", person, number, items)
    writer.answer(NewAnswer(one.id, "consent", "record", name, session(writer, person)))
    writer.close()
    return one


def play(path: Path, one: Enrolment, position: int = 1, state: EndState | None = "finished") -> str:
    """Play an assignment, or only begin it; return the episode."""
    writer = Writer(path)
    ref = StudyRef(one.id, position)
    sitting = session(writer, one.person)
    episode = writer.start_episode(start(sitting, human(one.person), MODEL, study=ref))
    writer.request(episode, request(1, "hello"))
    if state is not None:
        scores = DONE if state == "finished" else None
        writer.end_episode(episode, state, scores=scores)
    writer.close()
    return episode


def play_on(path: Path, episode: str, text: str) -> None:
    writer = Writer(path)
    writer.resume_episode(episode, session(writer))
    writer.entry(episode, Response.of(1, text))
    writer.end_episode(episode, "finished", scores=DONE)
    writer.close()


def assignment(path: Path, one: Enrolment, position: int = 1) -> Assignment:
    with Reader(path) as reader:
        return reader.assignments_of(one.id)[position - 1]


def close(path: Path) -> None:
    writer = Writer(path)
    assert writer.close_study("pilot")
    writer.close()


def closed_at(path: Path) -> datetime | None:
    with Reader(path) as reader:
        return reader.study("pilot").closed_at


def excluded(path: Path) -> list[Any]:
    with closing(sqlite3.connect(path)) as db:
        rows = db.execute("SELECT episode FROM tags WHERE key = 'excluded'").fetchall()
    return [row[0] for row in rows]


def merge_both_ways(here: Path, there: Path) -> None:
    """Merge each database into the other, and check that they agree for good."""
    merge(here, there)
    merge(there, here)
    assert evidence(here) == evidence(there)
    assert views(here) == views(there)
    merge(here, there)  # which learns of the tombstones of people of whom it had nothing
    assert merge(here, there).rows == merge(there, here).rows == 0


@pytest.fixture
def both(here: Path, there: Path) -> tuple[Path, Path]:
    """Two databases in which the study was frozen alike, without anything in common."""
    for path in (here, there):
        writer = Writer(path)
        writer.freeze_study("pilot", {"protocol": {"id": "pilot"}})
        writer.close()
    return here, there


def test_collectors_with_ranges_of_their_own_get_all_participants(both: tuple[Path, Path]) -> None:
    here, there = both
    ann, ben = collect(here, "Ann", 1), collect(there, "Ann", 101)
    one, two = play(here, ann), play(there, ben, 2)
    merge_both_ways(here, there)
    with Reader(here) as reader:
        assert [each.number for each in reader.enrolments("pilot")] == [1, 101]
        names = {each.id: each.pseudonym for each in reader.people()}
        assert names[ben.person] == f"Ann ({ben.person[-4:]})"
        assert reader.enrolment_of("pilot", ben.person) == ben
        assert [each.value for each in reader.answers("pilot")] == ["Ann", "Ann"]
        states = [
            (each.state, [p.id for p in each.episodes]) for each in reader.assignments("pilot")
        ]
        assert not reader.double_assignments("pilot")
    assert states == [("done", [one]), ("open", []), ("open", []), ("done", [two])]
    assert excluded(here) == []


def test_two_freezes_of_a_study_are_not_merged(here: Path, there: Path) -> None:
    collect(here, "Ann", 1)
    writer = Writer(there)
    writer.freeze_study("pilot", {"protocol": {"id": "pilot", "participants": 12}})
    enrolled(writer, "main", writer.person("Ben").id)
    writer.close()
    before = dump(here), dump(there)
    for one, two in ((here, there), (there, here)):
        with pytest.raises(FrozenDifferently, match="study 'pilot' was frozen differently") as said:
            merge(one, two)
        assert str(said.value).startswith(f"{two}: ")
        assert "a merge of two freezes" in str(said.value)
        assert "\n" not in str(said.value)
        assert (dump(here), dump(there)) == before


def test_when_it_was_frozen_may_differ(both: tuple[Path, Path]) -> None:
    here, there = both
    times = [dump(path)["studies"] for path in both]
    merge_both_ways(here, there)
    assert [dump(path)["studies"] for path in both] == times
    assert len(times[0] | times[1]) == 2


def test_a_number_that_was_given_in_both_is_reported(both: tuple[Path, Path]) -> None:
    here, there = both
    ann, ben = collect(here, "Ann", 7), collect(there, "Ben", 7)
    merge_both_ways(here, there)
    with Reader(here) as reader:
        found = reader.double_assignments("pilot")
    assert found.numbers == (SharedNumber(7, tuple(sorted([ann.id, ben.id]))),)
    assert (found.people, found.keys) == ({}, ())
    items = {each.item for one in (ann, ben) for each in [assignment(here, one)]}
    assert len(items) == 2, "each keeps assignments of their own"


def test_a_person_who_was_enrolled_in_both_is_reported(both: tuple[Path, Path]) -> None:
    here, there = both
    writer = Writer(here)
    ann = writer.person("Ann").id
    writer.close()
    merge(there, here)
    one, two = collect(here, "Ann", 1), collect(there, "Ann", 101)
    assert one.person == two.person == ann
    merge_both_ways(here, there)
    with Reader(there) as reader:
        found = reader.double_assignments("pilot")
        assert reader.enrolment_of("pilot", ann) == one
    assert found.people == {ann: (one.id, two.id)}
    refs = {tuple(StudyRef(each.id, position) for each in (one, two)) for position in (1, 2)}
    assert {each.assignments for each in found.keys} == refs


def test_what_a_study_was_frozen_with_comes_with_it(here: Path, there: Path) -> None:
    writer = Writer(there)
    writer.freeze_study("pilot", {"protocol": {"id": "pilot"}}, [INSTANCE], [TEXTS])
    writer.close()
    merge_both_ways(here, there)
    with Reader(here) as reader:
        assert reader.instance_of(content_hash(INSTANCE.to_json())) == INSTANCE
        assert reader.texts_of(content_hash(TEXTS.to_json())) == TEXTS


@pytest.mark.parametrize("closed_here", [True, False])
def test_a_study_that_was_closed_in_one_is_closed_in_both(
    both: tuple[Path, Path], closed_here: bool
) -> None:
    """Whoever was enrolled in the other meanwhile takes part."""
    here, there = both
    path, other = (here, there) if closed_here else (there, here)
    close(path)
    ben = collect(other, "Ben", 7)
    at = closed_at(path)
    merge_both_ways(here, there)
    assert (closed_at(here), closed_at(there)) == (at, at)
    for each in both:
        with Reader(each) as reader:
            assert reader.enrolments("pilot") == (ben,)
        writer = Writer(each)
        with pytest.raises(StudyClosed):
            enrolled(writer, "pilot", writer.person("Eve").id, 8)
        writer.close()


def test_when_it_was_closed_may_differ(both: tuple[Path, Path]) -> None:
    here, there = both
    times = []
    for path in both:
        close(path)
        times.append(closed_at(path))
    merge_both_ways(here, there)
    assert [closed_at(path) for path in both] == times
    assert times[0] != times[1]


def test_whoever_was_screened_in_either_is_counted_once(both: tuple[Path, Path]) -> None:
    here, there = both
    outcomes: tuple[ScreeningOutcome, ...] = ("declined", "not eligible")
    for path, outcome in zip(both, outcomes, strict=True):
        writer = Writer(path)
        writer.screening("pilot", outcome)
        writer.close()
    merge_both_ways(here, there)
    for path in both:
        with Reader(path) as reader:
            assert reader.screenings("pilot") == {"declined": 1, "not eligible": 1}


def test_a_merge_says_what_came_and_what_occurs_twice_now(both: tuple[Path, Path]) -> None:
    here, there = both
    writer = Writer(here)
    ann = writer.person("Ann").id
    writer.close()
    merge(there, here)
    collect(here, "Ann", 7)
    collect(there, "Ann", 101)
    collect(there, "Ben", 7)
    would = merge(here, there, dry_run=True)
    merged = merge(here, there)
    assert merged == would
    assert (merged.studies_new, merged.studies_known) == (0, 1)
    assert (merged.participants_new, merged.participants_known) == (2, 0)
    assert merged.doubled == (
        Doubled("pilot", "number", (7,)),
        Doubled("pilot", "person", (7, 101)),
        Doubled("pilot", "tasks", (7, 101), ("taboo:2", "taboo:tea")),
    )
    again = merge(here, there)
    assert (again.rows, again.participants_new, again.participants_known) == (0, 0, 2)
    assert again.doubled == merged.doubled
    with Reader(here) as reader:
        assert ann in reader.double_assignments("pilot").people


def test_nothing_occurs_twice_if_the_collectors_kept_to_their_ranges(
    both: tuple[Path, Path],
) -> None:
    here, there = both
    collect(here, "Ann", 1)
    collect(there, "Ben", 101)
    assert merge(here, there).doubled == ()


def deviate(path: Path, found: int, amended: Mapping[str, Any] | None = None) -> None:
    """Record a difference, and an amendment if there is one."""
    writer = Writer(path)
    difference = Difference("pilot", "clock", "clock", 0, found)
    if amended is None:
        writer.deviation(difference)
    else:
        writer.amend_study([difference], amended)
    writer.close()


def amendments(path: Path) -> list[Mapping[str, Any]]:
    """Return the amended manifests, in their order."""
    with Reader(path) as reader:
        found = {
            each.amendment: each.manifest_hash
            for each in reader.deviations("pilot")
            if each.manifest_hash
        }
        return [reader.study_manifest(found[at]) for at in sorted(found)]


def test_deviations_of_both_are_kept(both: tuple[Path, Path]) -> None:
    here, there = both
    for path, found in ((here, 1), (there, 2)):
        deviate(path, found)
    merge_both_ways(here, there)
    with Reader(here) as reader:
        assert sorted(each.found for each in reader.deviations("pilot")) == [1, 2]


def test_the_same_amendment_of_both_is_one(both: tuple[Path, Path]) -> None:
    here, there = both
    for path in both:
        deviate(path, 1, {"amended": 1})
    merge_both_ways(here, there)
    with Reader(here) as reader:
        assert len(reader.deviations("pilot")) == 1


def test_one_of_them_may_be_ahead_in_amendments(both: tuple[Path, Path]) -> None:
    here, there = both
    for found in (1, 2, 1):
        deviate(there, found, {"amended": found})
    deviate(here, 9)
    deviate(here, 1, {"amended": 1})
    merge_both_ways(here, there)
    for path in both:
        assert amendments(path) == [{"amended": 1}, {"amended": 2}, {"amended": 1}]


def test_two_ways_of_amending_are_refused(both: tuple[Path, Path]) -> None:
    here, there = both
    deviate(here, 1, {"amended": 1})
    deviate(there, 2, {"amended": 2})
    before = amendments(here)
    with pytest.raises(FrozenDifferently, match="study 'pilot' was amended differently there"):
        merge(here, there)
    assert amendments(here) == before


@pytest.mark.parametrize("finished_here", [True, False])
def test_an_assignment_that_was_played_in_both_counts_once(
    here: Path, there: Path, finished_here: bool
) -> None:
    one = collect(here, "Ann", 1)
    copy_database(here, there.name)
    first = play(here if finished_here else there, one)
    second = play(there if finished_here else here, one, state=None)
    merge_both_ways(here, there)
    assert (assignment(here, one).state, excluded(here)) == ("done", [])
    path = there if finished_here else here
    play_on(path, second, "CLUE: hot")
    assert excluded(path) == [second], "another episode counts for the assignment"
    merge_both_ways(here, there)
    for each in (here, there):
        played = assignment(each, one).episodes
        assert [episode.id for episode in played] == [first, second]
        assert excluded(each) == [second]


@pytest.mark.parametrize("closed_here", [True, False])
def test_what_was_closed_as_void_is_open_in_both_and_can_be_played_again(
    here: Path, there: Path, closed_here: bool
) -> None:
    one = collect(here, "Ann", 1)
    void = play(here, one, state=None)
    copy_database(here, there.name)
    path = here if closed_here else there
    writer = Writer(path)
    writer.resume_episode(void, session(writer))
    writer.end_episode(void, "void")
    writer.close()
    again = play(path, one)
    merge_both_ways(here, there)
    for each in (here, there):
        found = assignment(each, one)
        assert found.state == "done"
        played = [(episode.id, episode.end) for episode in found.episodes]
        assert played == [(void, "void"), (again, "finished")]
        assert excluded(each) == []


def test_both_continuations_of_an_episode_belong_to_its_assignment(here: Path, there: Path) -> None:
    one = collect(here, "Ann", 1)
    episode = play(here, one, state=None)
    copy_database(here, there.name)
    for path, text in ((here, "CLUE: hot"), (there, "CLUE: warm")):
        play_on(path, episode, text)
    before = copy_database(here, "before.db")
    ((_, new),) = merge(here, there).episodes_split
    merge(there, before)
    merge_both_ways(here, there)
    for path in (here, there):
        assert {each.id for each in assignment(path, one).episodes} == {episode, new}
        assert len(excluded(path)) == 1
        with Reader(path) as reader:
            assert not reader.double_assignments("pilot")


@pytest.mark.parametrize("scope", ["person", "sitting"])
@pytest.mark.parametrize("erased_here", [True, False])
def test_what_is_erased_in_one_is_erased_in_both_and_whoever_took_part_stays(
    here: Path, there: Path, scope: str, erased_here: bool
) -> None:
    ann = collect(here, "Ann", 1)
    copy_database(here, there.name)
    path, other = (here, there) if erased_here else (there, here)
    with Reader(other) as reader:
        (sitting,) = [each.session for each in reader.answers("pilot")]
    writer = Writer(other)
    writer.answer(NewAnswer(ann.id, "debrief", "comment", "rhinoceros", sitting, position=1))
    writer.close()
    writer = Writer(path)
    of_person, of_sitting = ErasureTarget(person=ann.person), ErasureTarget(session=sitting)
    writer.erase(of_person if scope == "person" else of_sitting)
    writer.close()
    merge_both_ways(here, there)
    for each in (here, there):
        with Reader(each) as reader:
            assert reader.enrolments("pilot") == (ann,)
            assert [answer.value for answer in reader.answers("pilot")] == [None, None]
        assert b"rhinoceros" not in each.read_bytes()


def test_whoever_was_deleted_here_and_took_part_there_is_counted(
    both: tuple[Path, Path],
) -> None:
    here, there = both
    writer = Writer(here)
    ann = writer.person("Ann").id
    writer.close()
    merge(there, here)
    one = collect(there, "Ann", 1)
    episode = play(there, one)
    writer = Writer(here)
    writer.delete_person(ann)
    writer.close()
    merge_both_ways(here, there)
    for path in (here, there):
        with Reader(path) as reader:
            assert [each.id for each in reader.enrolments("pilot")] == [one.id]
            assert [each.value for each in reader.answers("pilot")] == [None]
        played = assignment(path, one).episodes
        assert [(each.id, each.erased) for each in played] == [(episode, True)]

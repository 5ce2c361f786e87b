"""A study is frozen once, with everything that is played, and what differs later is recorded."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from clemtui.engine.instances import Original
from clemtui.records.errors import (
    FrozenDifferently,
    NotFound,
    RefusedWrite,
    StudyClosed,
)
from clemtui.records.studies import (
    Difference,
    study_run,
)
from clemtui.store.codec import content_hash
from clemtui.store.read.reader import Reader
from clemtui.store.write.writer import Writer
from tests.store.builders import (
    INSTANCE,
    MODEL,
    TEXTS,
    enrolled,
    rows,
    session,
    start,
)
from tests.store.studies.pilot import MANIFEST, Pilot

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


def test_a_frozen_study_has_everything_that_its_participants_play(tmp_path: Path) -> None:
    """Each content once, whichever of these others refer to as well."""
    original = Original('{"name": "high"}', {"target": "tea"})
    official = [replace(INSTANCE, game_id=each, original=original) for each in range(3)]
    instances, texts = [INSTANCE, *official, INSTANCE], [TEXTS, TEXTS]
    writer = Writer(tmp_path / "records.db")
    assert writer.freeze_study("pilot", MANIFEST, instances, texts)
    assert writer.freeze_study("main", {"protocol": {"id": "main"}}, instances, texts)
    kinds = rows(writer, "SELECT kind, count(*) FROM contents GROUP BY kind ORDER BY kind")
    assert kinds == [
        ("experiment", 1), ("instance", 4), ("study", 2), ("texts", 1), ("word list", 1),
    ]  # fmt: skip
    with Reader(writer.path) as reader:
        for instance in instances:
            found = reader.instance_of(content_hash(instance.to_json()))
            assert (found, found.hash) == (instance, instance.hash)
            assert (found.lists, found.original) == (instance.lists, instance.original)
        assert reader.texts_of(content_hash(TEXTS.to_json())) == TEXTS


def test_a_content_of_a_study_is_found_by_the_hash_of_its_own_kind(tmp_path: Path) -> None:
    writer = Writer(tmp_path / "records.db")
    writer.freeze_study("pilot", MANIFEST, [INSTANCE], [TEXTS])
    of_instance, of_texts = (content_hash(each.to_json()) for each in (INSTANCE, TEXTS))
    with Reader(writer.path) as reader:
        for digest in (INSTANCE.hash, of_texts, reader.study("pilot").manifest_hash):
            with pytest.raises(NotFound, match=f"unknown instance {digest}"):
                reader.instance_of(digest)
        for digest in (TEXTS.hash, of_instance):
            with pytest.raises(NotFound, match=f"unknown texts {digest}"):
                reader.texts_of(digest)


def test_contents_that_are_there_are_not_written_again(tmp_path: Path) -> None:
    writer = Writer(tmp_path / "records.db")
    writer.start_episode(start(session(writer), MODEL))
    before = rows(writer, "SELECT rowid, hash FROM contents ORDER BY rowid")
    writer.freeze_study("pilot", MANIFEST, [INSTANCE], [TEXTS])
    after = rows(writer, "SELECT rowid, hash FROM contents ORDER BY rowid")
    assert after[: len(before)] == before
    assert len(after) == len(before) + 1, "only the manifest was missing"


# Closing


def test_a_closed_study_enrols_no_one_and_everyone_in_it_goes_on(pilot: Pilot) -> None:
    ben = pilot.writer.person("Ben").id
    with Reader(pilot.path) as reader:
        assert (reader.study("pilot").closed_at, reader.studies()[0].closed_at) == (None, None)
    assert pilot.writer.close_study("pilot")
    closed = pilot.clock.now()
    pilot.clock.forward(60)
    assert not pilot.writer.close_study("pilot"), "it was closed already"
    with Reader(pilot.path) as reader:
        assert (reader.study("pilot").closed_at, reader.studies()[0].closed_at) == (closed,) * 2
    with pytest.raises(StudyClosed, match="study 'pilot' was closed; no one can be enrolled"):
        enrolled(pilot.writer, "pilot", ben, 2)
    assert rows(pilot.writer, "SELECT count(*) FROM enrolments") == [(1,)]
    episode = pilot.begin()
    pilot.answer(30)
    pilot.end(episode)
    assert pilot.assignment().state == "done"
    enrolled(pilot.writer, "main", ben)


def test_a_study_that_does_not_exist_is_not_closed(pilot: Pilot) -> None:
    with pytest.raises(NotFound, match="unknown study 'main'"):
        pilot.writer.close_study("main")


# Screenings


def test_whoever_is_asked_and_not_enrolled_is_counted(pilot: Pilot) -> None:
    for outcome in ("declined", "not eligible", "declined"):
        pilot.writer.screening("pilot", outcome)
    enrolled(pilot.writer, "main", pilot.ada)
    with Reader(pilot.path) as reader:
        assert reader.screenings("pilot") == {"declined": 2, "not eligible": 1}
        assert reader.screenings("main") == {"declined": 0, "not eligible": 0}
    with pytest.raises(NotFound, match="unknown study 'other'"):
        pilot.writer.screening("other", "declined")
    with pytest.raises(RefusedWrite, match="screening was refused"):
        pilot.writer.screening("pilot", "late")  # type: ignore[arg-type]


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
    assert pilot.writer.amend_study([found], amended) == (found,)
    with Reader(pilot.path) as reader:
        (known,) = reader.deviations("pilot")
        assert known.manifest_hash is not None
        assert reader.study_manifest(known.manifest_hash) == amended
        assert reader.study("pilot").manifest != amended
        with pytest.raises(NotFound):
            reader.study_manifest("0")
    assert (known.reason, known.author) == ("more came", "Eve")

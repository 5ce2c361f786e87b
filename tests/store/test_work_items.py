"""A run has items; each is claimed by one program, done once, and identified by its key."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from clemtui.engine import Scores
from clemtui.records.errors import ClaimHeld, NotFound
from clemtui.records.work import ItemRef, WorkItem
from clemtui.store.claims import EXPIRY, NewWorkItem
from clemtui.store.read.reader import Reader
from clemtui.store.write.writer import Writer
from tests.store.builders import MODEL, SetClock, human, rows, session, start

RUN = "20260301-0a1b2c"
ONE, TWO = (NewWorkItem("episode", {"instance": name, "game": "taboo"}) for name in ("one", "two"))
MANIFEST = {"plan": {"games": ["taboo"]}, "models": {}}


def open_run(path: Path, clock: SetClock | None = None) -> Writer:
    """Return a writer on a database with a run of two items."""
    writer = Writer(path, clock=clock)
    writer.open_run(RUN, MANIFEST, [ONE, TWO])
    return writer


def ref(item: NewWorkItem) -> ItemRef:
    return ItemRef(RUN, item.key)


def start_item(writer: Writer, item: NewWorkItem) -> str:
    """Start the episode of an item and return its id."""
    return writer.start_episode(start(session(writer), MODEL, item=ref(item), tags={"run": RUN}))


def stored(writer: Writer, item: NewWorkItem) -> WorkItem:
    with Reader(writer.path) as reader:
        (found,) = [each for each in reader.work_items(RUN) if each.ref == ref(item)]
    return found


def test_the_key_is_of_the_content_in_any_order_and_of_the_slot() -> None:
    turned = NewWorkItem("episode", {"game": "taboo", "instance": "one"})
    assert turned.key == ONE.key
    assert len({ONE.key, TWO.key, NewWorkItem("episode", ONE.content, slot=2).key}) == 3


def test_a_run_that_is_opened_again_gets_the_items_that_are_missing(tmp_path: Path) -> None:
    writer = open_run(tmp_path / "records.db")
    before = rows(writer, "SELECT * FROM runs")
    episode = start_item(writer, ONE)
    third = NewWorkItem("episode", {"game": "taboo", "instance": "three"})
    writer.open_run(RUN, MANIFEST, [ONE, TWO, third])
    assert rows(writer, "SELECT * FROM runs") == before
    with Reader(writer.path) as reader:
        assert reader.run(RUN).manifest == MANIFEST
        found = [(each.ref.key, each.state, each.result) for each in reader.work_items(RUN)]
    assert found == [
        (ONE.key, "begun", episode),
        (TWO.key, "open", None),
        (third.key, "open", None),
    ]


def test_a_new_run_of_the_same_plan_has_items_of_its_own(tmp_path: Path) -> None:
    writer = open_run(tmp_path / "records.db")
    start_item(writer, ONE)
    writer.open_run("another", MANIFEST, [ONE])
    assert writer.claim(ItemRef("another", ONE.key)).state == "open"
    with Reader(writer.path) as reader, pytest.raises(NotFound):
        reader.run("a third")


def test_one_program_works_on_an_item_and_others_are_told_who(tmp_path: Path) -> None:
    first = open_run(tmp_path / "records.db")
    second = Writer(tmp_path / "records.db")
    first.claim(ref(ONE))
    for work in (lambda: second.claim(ref(ONE)), lambda: start_item(second, ONE)):
        with pytest.raises(ClaimHeld, match="being worked on by another clemtui"):
            work()
    assert rows(second, "SELECT count(*) FROM episodes") == [(0,)]
    assert second.claim(ref(TWO)).state == "open"
    first.release_claim(ref(ONE))
    assert second.claim(ref(ONE)).state == "open"
    second.close()
    assert first.claim(ref(TWO)).state == "open"


def test_an_item_is_begun_once(tmp_path: Path) -> None:
    """This holds even after the program that began it is gone: its episode must be resumed."""
    first = open_run(tmp_path / "records.db")
    episode = start_item(first, ONE)
    first.close()
    second = Writer(tmp_path / "records.db")
    with pytest.raises(ClaimHeld, match="was already started by another clemtui"):
        start_item(second, ONE)
    claimed = second.claim(ref(ONE))
    assert (claimed.state, claimed.result) == ("begun", episode)


def test_the_end_of_the_episode_is_the_end_of_the_item(tmp_path: Path) -> None:
    writer = open_run(tmp_path / "records.db")
    finished, abandoned = start_item(writer, ONE), start_item(writer, TWO)
    writer.end_episode(finished, "finished", scores=Scores(0, 1, 0, {"Main Score": 50}))
    writer.end_episode(abandoned, "abandoned")
    assert (stored(writer, ONE).state, stored(writer, ONE).result) == ("done", finished)
    assert (stored(writer, TWO).state, stored(writer, TWO).result) == ("open", None)
    assert rows(writer, "SELECT * FROM claims") == []
    assert writer.claim(ref(ONE)).state == "done"
    assert rows(writer, "SELECT * FROM claims") == []
    assert start_item(writer, TWO) != abandoned


def test_forgetting_a_person_frees_the_items_of_their_episodes(tmp_path: Path) -> None:
    writer = open_run(tmp_path / "records.db")
    ada = writer.person("Ada").id
    writer.start_episode(start(session(writer, ada), human(ada), MODEL, item=ref(ONE)))
    writer.claim(ref(TWO))
    writer.delete_person(ada)
    assert rows(writer, "SELECT item FROM claims") == [(TWO.key,)]
    assert (stored(writer, ONE).state, stored(writer, ONE).result) == ("open", None)
    assert start_item(writer, ONE)


def test_a_finished_item_stays_done_when_its_episode_is_erased(tmp_path: Path) -> None:
    writer = open_run(tmp_path / "records.db")
    ada = writer.person("Ada").id
    episode = writer.start_episode(start(session(writer, ada), human(ada), MODEL, item=ref(ONE)))
    writer.end_episode(episode, "finished", scores=Scores(0, 1, 0, {"Main Score": 50}))
    writer.delete_person(ada)
    assert (stored(writer, ONE).state, stored(writer, ONE).result) == ("done", episode)


def test_a_claim_without_a_heartbeat_expires_and_one_with_it_does_not(tmp_path: Path) -> None:
    clock = SetClock()
    first = open_run(tmp_path / "records.db", clock)
    first.claim(ref(ONE))
    second = Writer(tmp_path / "records.db", clock=clock)
    limit = EXPIRY["episode"].total_seconds()
    clock.forward(limit - 1)
    assert first.heartbeat() == ()
    clock.forward(limit)
    with pytest.raises(ClaimHeld):
        second.claim(ref(ONE))
    clock.forward(0.001)
    assert second.claim(ref(ONE)).state == "open"


def test_a_heartbeat_of_a_clock_that_was_wrong_does_not_block_an_item(tmp_path: Path) -> None:
    clock, wrong = SetClock(), SetClock()
    first = open_run(tmp_path / "records.db", wrong)
    limit = EXPIRY["episode"].total_seconds()
    second = Writer(tmp_path / "records.db", clock=clock)
    wrong.forward(limit)
    first.claim(ref(ONE))
    with pytest.raises(ClaimHeld):
        second.claim(ref(ONE))
    wrong.forward(0.001)
    first.claim(ref(ONE))
    assert second.claim(ref(ONE)).state == "open"


def test_of_an_item_only_state_and_result_change_and_a_done_one_stays_done(tmp_path: Path) -> None:
    writer = open_run(tmp_path / "records.db")
    writer.end_episode(start_item(writer, ONE), "finished")
    writer.close()
    stranger = sqlite3.connect(tmp_path / "records.db")
    for sql in (
        "UPDATE work_items SET content = content",
        "UPDATE work_items SET state = 'open', result = NULL WHERE state = 'done'",
        "UPDATE work_items SET result = 'z' WHERE state = 'done'",
        "UPDATE work_items SET result = 'x' WHERE state = 'open'",
        "UPDATE work_items SET state = 'done' WHERE state = 'open'",
        "DELETE FROM work_items",
        "INSERT INTO claims SELECT run, key, 'o', 'h', 1, '', '' FROM work_items",
    ):
        with pytest.raises(sqlite3.IntegrityError):
            stranger.execute(sql)

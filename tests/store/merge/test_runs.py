"""Merging two databases of one run: items are matched by key, and none counts twice."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from clemtui.engine import Scores
from clemtui.records.errors import ClaimHeld
from clemtui.records.rows import EpisodeFilter
from clemtui.store.claims import NewWorkItem
from clemtui.store.merge.merge import merge
from clemtui.store.read.reader import Reader
from clemtui.store.write.writer import Writer
from tests.store.builders import MODEL, SetClock, human, session, start
from tests.store.merge.helpers import copy_database, dump, evidence
from tests.store.test_work_items import MANIFEST, ONE, RUN, TWO, open_run, ref, start_item

DONE = Scores(0, 1, 0, {"Main Score": 50})


def items(path: Path) -> dict[str, tuple[str, str | None]]:
    """Return the state and result of every item by key."""
    with Reader(path) as reader:
        return {each.ref.key: (each.state, each.result) for each in reader.work_items(RUN)}


def play(path: Path, item: NewWorkItem, *, end: bool = True) -> str:
    """Play an item in a database, or only begin it; return the episode."""
    writer = Writer(path)
    episode = start_item(writer, item)
    if end:
        writer.end_episode(episode, "finished", scores=DONE)
    writer.close()
    return episode


def excluded(path: Path) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(path)) as db:
        return db.execute("SELECT episode, value FROM tags WHERE key = 'excluded'").fetchall()


@pytest.fixture
def both(here: Path, there: Path) -> tuple[Path, Path]:
    """Two databases that share a run of two items, none of which has been begun."""
    open_run(here).close()
    copy_database(here, there.name)
    return here, there


def test_each_item_keeps_its_most_advanced_state(both: tuple[Path, Path]) -> None:
    here, there = both
    one, two = play(here, ONE), play(there, TWO)
    third = NewWorkItem("episode", {"game": "taboo", "instance": "three"})
    writer = Writer(there)
    writer.open_run(RUN, MANIFEST, [third])
    writer.close()
    for target, source in ((here, there), (there, here)):
        merge(target, source)
        assert items(target) == {
            ONE.key: ("done", one),
            TWO.key: ("done", two),
            third.key: ("open", None),
        }
        assert merge(target, source).rows == 0
    assert evidence(here) == evidence(there)
    assert excluded(here) == []


def test_runs_and_items_are_counted(both: tuple[Path, Path]) -> None:
    here, there = both
    play(there, ONE)
    writer = Writer(there)
    third = NewWorkItem("episode", {"game": "taboo", "instance": "three"})
    writer.open_run(RUN, MANIFEST, [third])
    writer.open_run("another", MANIFEST, [ONE])
    writer.close()
    merged = merge(here, there)
    assert (merged.runs_new, merged.runs_known) == (1, 1)
    assert (merged.items_new, merged.items_continued, merged.items_known) == (2, 1, 1)
    again = merge(here, there)
    assert (again.runs_new, again.runs_known) == (0, 2)
    assert (again.items_new, again.items_continued, again.items_known) == (0, 0, 4)


def test_consents_are_counted(here: Path, there: Path) -> None:
    writer = Writer(there)
    writer.consent(writer.person("Ann").id, "record", "given", {"text": "I agree."})
    writer.close()
    first, again = merge(here, there), merge(here, there)
    assert (first.consents_new, first.consents_known) == (1, 0)
    assert (again.consents_new, again.consents_known) == (0, 1)


@pytest.mark.parametrize("first_here", [True, False])
def test_of_two_results_the_one_that_was_begun_first_counts(
    both: tuple[Path, Path], first_here: bool
) -> None:
    here, there = both
    first = play(here if first_here else there, ONE)
    second = play(there if first_here else here, ONE)
    for target, source in ((here, there), (there, here)):
        merge(target, source)
        assert items(target)[ONE.key] == ("done", first)
        assert excluded(target) == [(second, f"another episode counts for this item of run {RUN}")]
        assert merge(target, source).rows == 0
    assert evidence(here) == evidence(there)
    with Reader(here) as reader:
        assert len(reader.episodes(EpisodeFilter())) == 2


def test_what_is_finished_counts_before_what_is_begun(both: tuple[Path, Path]) -> None:
    here, there = both
    play(here, ONE, end=False)
    finished = play(there, ONE)
    for target, source in ((here, there), (there, here)):
        merge(target, source)
        assert items(target)[ONE.key] == ("done", finished)
    assert evidence(here) == evidence(there)


def test_what_was_begun_elsewhere_does_not_count_if_it_ends_after_all(
    both: tuple[Path, Path],
) -> None:
    """An item counts once, although the episode that lost against another can still be played."""
    here, there = both
    late = play(here, ONE, end=False)
    finished = play(there, ONE)
    merge(there, here)
    writer = Writer(there)
    writer.resume_episode(late, session(writer))
    writer.end_episode(late, "finished", scores=DONE)
    writer.close()
    assert items(there)[ONE.key] == ("done", finished)
    assert excluded(there) == [(late, f"another episode counts for this item of run {RUN}")]
    merge(here, there)
    assert excluded(here) == excluded(there)


def test_an_episode_that_was_abandoned_there_leaves_its_item_open(both: tuple[Path, Path]) -> None:
    here, there = both
    episode = play(here, ONE, end=False)
    merge(there, here)
    writer = Writer(there)
    writer.resume_episode(episode, session(writer))
    writer.end_episode(episode, "abandoned")
    writer.close()
    old = copy_database(here, "old.db")
    merge(here, there)
    assert items(here)[ONE.key] == ("open", None)
    assert merge(here, old).rows == 0
    assert items(here)[ONE.key] == ("open", None)


def test_what_is_worked_on_there_is_seen_as_such_until_its_heartbeat_is_old(
    both: tuple[Path, Path],
) -> None:
    here, there = both
    clock = SetClock()
    theirs = Writer(there, clock=clock)
    theirs.claim(ref(ONE))
    merge(here, there, clock=clock)
    ours = Writer(here, clock=clock)
    with pytest.raises(ClaimHeld):
        ours.claim(ref(ONE))
    clock.forward(31)
    assert ours.claim(ref(ONE)).state == "open"


def test_an_item_that_is_worked_on_here_is_left_to_a_later_merge(both: tuple[Path, Path]) -> None:
    here, there = both
    theirs = play(there, ONE)
    writer = Writer(here)
    ours = start_item(writer, ONE)
    merge(here, there)
    assert items(here)[ONE.key] == ("begun", ours)
    writer.end_episode(ours, "finished", scores=DONE)
    writer.close()
    merge(here, there)
    assert items(here)[ONE.key] == ("done", min(ours, theirs))
    assert [episode for episode, _ in excluded(here)] == [max(ours, theirs)]


def test_a_run_that_only_one_has_comes_whole(here: Path, there: Path) -> None:
    open_run(there).close()
    play(there, ONE)
    merge(here, there)
    for table in ("runs", "work_items"):
        assert dump(here)[table] == dump(there)[table] != set()


@pytest.mark.parametrize("erased_here", [True, False])
def test_an_item_whose_episode_is_erased_in_one_is_open_in_both(
    both: tuple[Path, Path], erased_here: bool
) -> None:
    here, there = both
    writer = Writer(here)
    ada = writer.person("Ada").id
    writer.start_episode(start(session(writer, ada), human(ada), MODEL, item=ref(ONE)))
    writer.close()
    merge(there, here)
    writer = Writer(here if erased_here else there)
    writer.delete_person(ada)
    writer.close()
    for _ in range(2):
        merge(here, there)
        merge(there, here)
        assert items(here)[ONE.key] == items(there)[ONE.key] == ("open", None)
    assert merge(here, there).rows == merge(there, here).rows == 0

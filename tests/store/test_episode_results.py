"""Results of episodes are derived and always current, whoever changes the records.

That they agree with the view `sample` is checked after every test of the store; see `conftest.py`.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import get_args

import pytest

from clemtui.engine import Response
from clemtui.records.results import TallyScope
from clemtui.records.rows import EpisodeFilter, State
from clemtui.store.read.reader import Reader
from tests.store.builders import INSTANCE, MODEL, human, request
from tests.store.records import LOST, WON, Records, scores
from tests.store.results_agreement import disagreements

TABOO = TallyScope("taboo", "1.0", ("r" * 64,))
TAGGED = """INSERT INTO tags VALUES ('any', ?, 'excluded', 'everywhere', 'added', 'Ann', 'noise',
    '2026-01-01T00:00:00.000000Z')"""


@pytest.fixture
def records(tmp_path: Path) -> Records:
    return Records(tmp_path / "records.db")


def exclude_with_another_program(path: Path, episode: str) -> None:
    with closing(sqlite3.connect(path)) as db, db:
        db.execute(TAGGED, (episode,))


def test_what_another_program_changes_counts_at_once(records: Records) -> None:
    id = records.play(human(records.ann), MODEL)
    records.play(human(records.ann), MODEL, main=LOST)
    with Reader(records.path) as reader:
        before = reader.results(EpisodeFilter())
        exclude_with_another_program(records.path, id)
        after = reader.results(EpisodeFilter())
        tallies, facets = reader.tallies(TABOO), reader.facets()
    assert (before.left_out, after.left_out) == ({}, {"excluded": 1})
    assert tallies.left_out == after.left_out
    assert [each.value for each in facets.tags] == ["excluded"]


def test_an_episode_that_goes_on_after_its_task_was_met_elsewhere_is_a_repetition(
    records: Records,
) -> None:
    """Left, its word seen in another episode, resumed: no one knows what was known before."""

    def started() -> str:
        id = records.begin(human(records.ann), MODEL)
        records.writer.exposure(records.ann, INSTANCE.task, INSTANCE.hash, "played", id)
        records.writer.request(id, request(1, "hello"))
        return id

    def answered(id: str) -> None:
        records.clock.forward(60)
        records.writer.entry(id, Response.of(1, "CLUE: hot"))
        records.clock.forward(60)
        records.writer.end_episode(id, "finished", scores=scores(LOST))

    undisturbed = started()
    answered(undisturbed)
    with Reader(records.path) as reader:
        assert reader.load(undisturbed).summary.left_out == ()
    left, other = started(), started()
    answered(other)
    answered(left)
    with Reader(records.path) as reader:
        why = {id: reader.load(id).summary.left_out for id in (undisturbed, left, other)}
        assert reader.results(EpisodeFilter()).left_out == {"repetition": 2}
    assert why == {undisturbed: (), left: ("repetition",), other: ("repetition",)}


def test_meeting_a_task_between_the_last_answer_and_the_end_changes_nothing(
    records: Records,
) -> None:
    id = records.begin(human(records.ann), MODEL)
    records.writer.request(id, request(1, "hello"))
    records.writer.entry(id, Response.of(1, "CLUE: hot"))
    records.clock.forward(60)
    records.writer.exposure(records.ann, INSTANCE.task, INSTANCE.hash, "reviewed", None)
    records.writer.end_episode(id, "finished", scores=scores(LOST))
    with Reader(records.path) as reader:
        assert reader.load(id).summary.left_out == ()


def test_a_file_that_nobody_can_write_is_not_counted_wrong(
    records: Records, monkeypatch: pytest.MonkeyPatch
) -> None:
    id = records.play(human(records.ann), MODEL)
    exclude_with_another_program(records.path, id)
    monkeypatch.setattr("clemtui.store.read.connection.can_be_written", lambda _: False)
    with Reader(records.path) as reader:
        assert reader.load(id).summary.left_out == ("excluded",)
        assert reader.results(EpisodeFilter()).left_out == {"excluded": 1}
    monkeypatch.undo()
    Records(records.path)  # opened again, it is counted


def test_the_check_of_results_finds_a_wrong_row(records: Records) -> None:
    records.play(human(records.ann), MODEL)
    with closing(sqlite3.connect(records.path)) as db, db:
        db.execute("UPDATE episode_results SET reasons = 4")
    assert len(disagreements(records.path)) == 3
    with closing(sqlite3.connect(records.path)) as db, db:
        db.execute("UPDATE episode_results SET reasons = 0")


MODELS = (replace(MODEL, seat="Player 1", role="WordDescriber"), MODEL)
EVER = datetime(2000, 1, 1, tzinfo=UTC)


@pytest.mark.parametrize("at_once", [1, 2, 1000])
def test_replicates_are_counted_as_one_item_whatever_changes(
    records: Records, monkeypatch: pytest.MonkeyPatch, at_once: int
) -> None:
    monkeypatch.setattr("clemtui.store.results.AT_ONCE", at_once)
    ids = [records.play(*MODELS, main=main) for main in (WON, LOST, None, 100 / 3)]
    other_rules = records.play(*MODELS, main=50.0, rules_hash="s" * 64)
    records.play(*MODELS, main=LOST, instance=replace(INSTANCE, data={"target": "coffee"}))

    def items() -> list[tuple[int, bool]]:
        """The episodes of each item, and whether it is a part of one."""
        with Reader(records.path) as reader:
            found = reader.results(EpisodeFilter())
        assert not disagreements(records.path)
        return sorted(
            (each.episodes, bool(each.replicate))
            for (_, each), number in found.items.items()
            for _ in range(number)
        )

    def decide(decision: str, *episodes: str) -> None:
        with closing(sqlite3.connect(records.path)) as db, db:
            for id in episodes:
                row = TAGGED.replace("'any'", "?").replace("'added'", "?")
                number = db.execute("SELECT count(*) FROM tags").fetchone()[0]
                db.execute(row.replace("2026-01", f"2026-{number + 1:02}"), (number, id, decision))

    assert items() == [(1, False), (1, True), (4, True)]
    decide("added", other_rules)
    assert items() == [(1, False), (4, False)]
    decide("added", *ids[:2])
    assert items() == [(1, False), (2, False)]
    decide("revoked", *ids[:2], other_rules)
    assert items() == [(1, False), (1, True), (4, True)]
    with closing(sqlite3.connect(records.path)) as db, db:  # as an upgrade does
        db.execute("INSERT INTO results_pending SELECT id FROM episodes")
    assert items() == [(1, False), (1, True), (4, True)]


WHOLE_GROUPS = (
    EpisodeFilter(),
    EpisodeFilter(game="taboo", language="en", experiment="low", interface="assisted"),
    EpisodeFilter(player="human"),
    EpisodeFilter(person="Ann"),
    *(EpisodeFilter(counts=counts) for counts in (True, False)),
    *(EpisodeFilter(state=state) for state in get_args(State)),
)
"""Filters on what all episodes of a group, or those with the same reasons, have in common."""


def test_whole_groups_have_the_results_of_their_episodes(records: Records) -> None:
    """A filter on single episodes reads each; without one, what is counted already is read."""
    for main in (WON, LOST, None, 50.0, 50.0):
        records.play(human(records.ann), MODEL, main=main)
        records.play(*MODELS, main=main, rules_hash="r" * 64 if main else "s" * 64)
    records.play(*MODELS, state="void")
    records.play(*MODELS, scored=False)
    records.begin(*MODELS)
    for where in WHOLE_GROUPS:
        for repeats in (False, True):
            with Reader(records.path) as reader:
                counted = reader.results(where, repeats=repeats, people=True)
                single = reader.results(replace(where, since=EVER), repeats=repeats, people=True)
            assert counted == single, where


def test_a_database_whose_results_were_derived_before_items_were_counted_is_upgraded(
    records: Records,
) -> None:
    for main in (WON, LOST, LOST):
        records.play(*MODELS, main=main)
    with closing(sqlite3.connect(records.path)) as db, db:
        db.execute("DROP TABLE result_items")
        db.execute("DELETE FROM _sqlite_migrations WHERE name = '0012_items'")
    with Reader(records.path) as reader:
        (item,) = (each for _, each in reader.results(EpisodeFilter()).items)
    assert (item.episodes, item.lose) == (3, 2)

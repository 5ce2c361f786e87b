"""Results for reports: episodes that count are counted by equal values, others by reason."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from clemtui.records.line_ups import LineUp, SeatPlayer
from clemtui.records.results import ItemResult, Result, Results
from clemtui.records.rows import EpisodeFilter, SeatAssignment
from clemtui.store.database import open_for_writing
from clemtui.store.read.reader import Reader
from tests.store.builders import CONDITION, INSTANCE, MODEL, human
from tests.store.freeze import OLD
from tests.store.records import Records, scores
from tests.store.test_migrations import restored

SCRIPT = SeatAssignment("Player 2", "WordGuesser", "scripted", "scripted", seed=1)


class ResultRecords(Records):
    """Records with a query for their results."""

    def results(
        self, where: EpisodeFilter | None = None, scorers: tuple[str, ...] | None = None,
        *, people: bool = False, repeats: bool = False,
    ) -> Results:  # fmt: skip
        with Reader(self.path) as reader:
            where = where or EpisodeFilter()
            return reader.results(where, scorers, people=people, repeats=repeats)


@pytest.fixture
def records(tmp_path: Path) -> ResultRecords:
    return ResultRecords(tmp_path / "records.db")


def test_like_episodes_are_counted(records: ResultRecords) -> None:
    for main in (100.0, 100.0, None):
        records.play(human(records.ann), SCRIPT, main=main)
    found = records.results()
    (result,) = {each for each, _ in found.items}
    assert result == Result(
        game="taboo", experiment="high_en", language="en", interface="assisted",
        condition=result.condition, origin="bundled", source="instances.json",
        scorer="taboo:1.0", rules_hash="r" * 64, line_up=result.line_up,
        seats=(
            SeatPlayer("Player 1", "WordDescriber", "human", "human"),
            SeatPlayer("Player 2", "WordGuesser", "scripted", "scripted"),
        ),
        answered="{}", people=(),
    )  # fmt: skip
    won, aborted = ItemResult.of_episode(0, 1, 0, 100.0), ItemResult.of_episode(1, 0, 0, None)
    assert found.items == {(result, won): 2, (result, aborted): 1}
    assert found.contents == {result.condition: CONDITION}
    assert found.line_ups == {result.line_up: LineUp.of((human(""), SCRIPT))}
    assert (found.left_out, found.scorers) == ({}, ())


def test_people_are_named_on_request(records: ResultRecords) -> None:
    ben = records.writer.person("Ben").id
    records.play(human(records.ann), SCRIPT)
    records.play(human(ben), human(records.ann, "Player 2", "WordGuesser"))
    assert {each.people for each, _ in records.results().items} == {()}
    named = records.results(people=True)
    assert {each.people for each, _ in named.items} == {("Ann",), ("Ben", "Ann")}


def test_services_are_part_of_the_rules(records: ResultRecords) -> None:
    records.play(MODEL, SeatAssignment("Shell", "Shell", "service", "shell"))
    ((found, _),) = records.results().items
    assert [holder.seat for holder in found.seats] == ["Player 2"]


def test_replicates_of_an_instance_by_the_same_players_are_one_item(
    records: ResultRecords,
) -> None:
    for main in (100.0, 50.0, None):
        records.play(MODEL, main=main)
    records.play(replace(MODEL, parameters={"temperature": 1}))
    records.play(MODEL, instance=replace(INSTANCE, data={"target": "sea"}))
    found = records.results()
    assert sorted(item.episodes for _, item in found.items) == [1, 1, 3]
    (often,) = (item for _, item in found.items if item.episodes == 3)
    assert often._replace(played=None) == ItemResult(3, 3, 1, 1, 0, None, 2, 75.0, 50.0, 3)
    assert often.played == pytest.approx(2 / 3)
    assert found.episodes == 5


def test_void_episodes_are_counted_with_what_they_have_in_common(records: ResultRecords) -> None:
    records.play(MODEL)
    records.play(MODEL, state="void", scored=False)
    found = records.results()
    ((result, _),) = found.items
    assert found.void == {result: 1}


def test_a_repetition_is_left_out_unless_asked_for(records: ResultRecords) -> None:
    for _ in range(3):
        id = records.play(human(records.ann), SCRIPT)
        records.writer.exposure(records.ann, "taboo:tea", INSTANCE.hash, "played", id)
    found = records.results()
    assert (found.episodes, found.left_out) == (1, {"repetition": 2})
    everything = records.results(repeats=True)
    assert (everything.episodes, everything.left_out) == (3, {})


def test_what_is_left_out_and_why(records: ResultRecords) -> None:
    ben = records.writer.person("Ben").id
    counted = records.play(MODEL)
    records.play(human(ben), SCRIPT)  # deleted below
    records.play(MODEL, practice=True)
    records.play(MODEL, practice=True, state="void")  # counted once, by the first reason
    records.play(MODEL, tags={"excluded": "was interrupted"})
    records.play(MODEL, condition={"continued_from": counted})
    records.begin(MODEL)
    records.play(MODEL, state="abandoned", scored=False)
    records.play(MODEL, state="void")
    records.play(MODEL, scored=False)
    imported = records.play(MODEL, scored=False)
    records.writer.add_scores(imported, "taboo:clemcore-3.7.2", scores(100.0), rules_hash=None)
    records.writer.delete_person(ben)
    found = records.results()
    assert found.episodes == 1
    assert found.left_out == {
        "erased": 1, "practice": 2, "excluded": 1, "continued": 1, "not finished": 1,
        "abandoned": 1, "void": 1, "not scored": 1, "other scorer": 1,
    }  # fmt: skip
    assert found.scorers == ("taboo:1.0", "taboo:clemcore-3.7.2")


def test_practice_and_excluded_episodes_count_where_they_are_what_is_asked_for(
    records: ResultRecords,
) -> None:
    records.play(MODEL, practice=True)
    records.play(MODEL, tags={"excluded": "was interrupted"})
    practice = records.results(EpisodeFilter(practice=True))
    assert (practice.episodes, practice.left_out) == (1, {})
    excluded = records.results(EpisodeFilter(tag=("excluded", None)))
    assert (excluded.episodes, excluded.left_out) == (1, {})


def test_a_filter_leaves_out_without_counting(records: ResultRecords) -> None:
    records.play(MODEL, game="wordle", practice=True)
    records.play(MODEL)
    found = records.results(EpisodeFilter(game="taboo"))
    assert (found.episodes, found.left_out) == (1, {})


def test_each_version_is_scored_by_its_own_rules(records: ResultRecords) -> None:
    records.play(MODEL, game_version="0.9", main=0.0)
    new = records.play(MODEL)
    records.writer.add_scores(new, "taboo:2.0", scores(0.0))
    found = {(each.scorer, item.main) for each, item in records.results().items}
    assert found == {("taboo:0.9", 0.0), ("taboo:1.0", 100.0)}


def test_of_the_scorers_asked_for_the_one_that_scored_last_counts(records: ResultRecords) -> None:
    id = records.play(MODEL)
    for scorer, main in (("taboo:clemcore-3.7.2", 50.0), ("taboo:clembench-1.6", 0.0)):
        records.clock.forward(60)
        records.writer.add_scores(id, scorer, scores(main))
    records.play(MODEL)
    found = records.results(scorers=("taboo:clembench-1.6", "taboo:clemcore-3.7.2"))
    ((last, item),) = found.items
    assert (last.scorer, item.main) == ("taboo:clembench-1.6", 0.0)
    assert found.left_out == {"other scorer": 1}
    with Reader(records.path) as reader:
        assert reader.scorers() == ("taboo:1.0", "taboo:clembench-1.6", "taboo:clemcore-3.7.2")


@pytest.mark.damages
@pytest.mark.parametrize("main", [1e308, -1e308, float("inf"), float("-inf"), 1e13])
@pytest.mark.parametrize("scorers", [None, ("taboo:1.0",)])
def test_a_score_that_cannot_be_right_counts_as_not_scored(
    main: float, scorers: tuple[str, ...] | None, records: ResultRecords
) -> None:
    good, bad = (records.play(human(records.ann), SCRIPT) for _ in range(2))
    written_elsewhere(records.path, bad, "main_score = ?", main)
    found = records.results(scorers=scorers, repeats=True)
    assert found.episodes == 1
    assert sum(found.left_out.values()) == 1
    with Reader(records.path) as reader:
        assert [each.id for each in reader.episodes() if each.scores is not None] == [good]
        (said,) = reader.problems(deep=True)
    assert said == f"the scores of episode {bad} cannot be right and count as not scored"


@pytest.mark.damages
def test_all_scores_that_cannot_be_right_are_counted(records: ResultRecords) -> None:
    bad = [records.play(human(records.ann), SCRIPT) for _ in range(3)]
    for episode in bad[1:]:
        written_elsewhere(records.path, episode, "main_score = ?", 1e13)
    with Reader(records.path) as reader:
        (said,) = reader.problems(deep=True)
    assert said == (
        f"the scores of 2 episodes, the first of them {bad[1]}, cannot be right and count as not "
        "scored"
    )


@pytest.mark.damages
def test_what_an_older_version_believed_is_computed_again(tmp_path: Path) -> None:
    """The upgrade queues every episode, so no impossible score stays in the results."""
    old = restored(OLD / "0010.sql", tmp_path / "old.db")
    with closing(sqlite3.connect(old)) as db:
        (episode,) = db.execute("SELECT episode FROM scores").fetchone()
    written_elsewhere(old, episode, "main_score = ?", 1e13)
    with closing(sqlite3.connect(old)) as db:
        db.execute("UPDATE episode_results SET main_score = 1e13 WHERE episode = ?", (episode,))
        db.execute("DELETE FROM results_pending")
        db.commit()
    open_for_writing(old).close()
    with closing(sqlite3.connect(old)) as db:
        found = db.execute(
            "SELECT unscored, main_score FROM episode_results WHERE episode = ?", (episode,)
        ).fetchall()
    assert found == [(1, None)]


@pytest.mark.damages
@pytest.mark.parametrize("flag", ["aborted", "success", "lose"])
def test_a_flag_that_is_none_counts_as_not_scored(flag: str, records: ResultRecords) -> None:
    bad = records.play(human(records.ann), SCRIPT)
    written_elsewhere(records.path, bad, f"{flag} = ?", 7)
    found = records.results()
    assert (found.episodes, found.left_out) == (0, {"not scored": 1})
    with Reader(records.path) as reader:
        assert reader.episodes()[0].scores is None


def test_a_number_that_cannot_be_right_is_none(records: ResultRecords) -> None:
    episode = records.play(human(records.ann), SCRIPT)
    odd = '{"Main Score": 100.0, "Speed": 1e308, "Other": Infinity, "Third": -1e400, "Fine": 3}'
    written_elsewhere(records.path, episode, "episode_scores = ?", odd)
    with Reader(records.path) as reader:
        (found,) = reader.episodes()
    assert found.scores is not None
    assert found.scores.episode == {
        "Main Score": 100.0, "Speed": None, "Other": None, "Third": None, "Fine": 3,
    }  # fmt: skip


def written_elsewhere(path: Path, episode: str, change: str, value: object) -> None:
    """Change scores as a program does that knows no rules."""
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA ignore_check_constraints = ON")
        for (name,) in db.execute(
            "SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'scores'"
            " AND name NOT LIKE '%counted%'"
        ).fetchall():
            db.execute(f"DROP TRIGGER {name}")
        db.execute(f"UPDATE scores SET {change} WHERE episode = ?", (value, episode))
        db.commit()

"""Results for reports: episodes that count are counted by equal values, others by reason."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from clemtui.records.results import Result, Results, SeatPlayer
from clemtui.records.rows import EpisodeFilter, SeatAssignment
from clemtui.store.read.reader import Reader
from tests.store.builders import MODEL, human
from tests.store.records import Records, scores

SCRIPT = SeatAssignment("Player 2", "WordGuesser", "scripted", "scripted", seed=1)


class ResultRecords(Records):
    """Records with a query for their results."""

    def results(
        self, where: EpisodeFilter | None = None, scorers: tuple[str, ...] | None = None,
        *, settings: bool = False,
    ) -> Results:  # fmt: skip
        with Reader(self.path) as reader:
            return reader.results(where or EpisodeFilter(), scorers, settings=settings)


@pytest.fixture
def records(tmp_path: Path) -> ResultRecords:
    return ResultRecords(tmp_path / "records.db")


def test_like_episodes_are_counted(records: ResultRecords) -> None:
    for main in (100.0, 100.0, None):
        records.play(human(records.ann), SCRIPT, main=main)
    found = records.results()
    won = Result(
        game="taboo", experiment="high_en", language="en", interface="assisted",
        condition=next(iter(found.episodes)).condition, origin="bundled", source="instances.json",
        scorer="taboo:1.0", rules_hash="r" * 64, aborted=0, success=1, lose=0, main_score=100.0,
        seats=(
            SeatPlayer("Player 1", "WordDescriber", "human", "Ann", ""),
            SeatPlayer("Player 2", "WordGuesser", "scripted", "scripted", ""),
        ),
    )  # fmt: skip
    aborted = won._replace(aborted=1, success=0, main_score=None)
    assert found.episodes == {won: 2, aborted: 1}
    assert found.contents == {won.condition: {"aids": ["look-up"]}}
    assert (found.left_out, found.scorers) == ({}, ())


def test_services_are_part_of_the_rules(records: ResultRecords) -> None:
    records.play(MODEL, SeatAssignment("Shell", "Shell", "service", "shell"))
    (found,) = records.results().episodes
    assert [holder.seat for holder in found.seats] == ["Player 2"]


def test_settings_are_told_apart_where_a_model_has_several_or_on_request(
    records: ResultRecords,
) -> None:
    records.play(MODEL)
    (cold,) = records.results().episodes
    assert cold.seats[0].settings == ""
    asked = records.results(settings=True)
    (cold,) = asked.episodes
    assert asked.contents[cold.seats[0].settings] == {"temperature": 0}
    records.play(replace(MODEL, parameters={"temperature": 1}))
    both = records.results()
    settings = [both.contents[found.seats[0].settings] for found in both.episodes]
    assert sorted(each["temperature"] for each in settings) == [0, 1]


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
    assert sum(found.episodes.values()) == 1
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
    assert (sum(practice.episodes.values()), practice.left_out) == (1, {})
    excluded = records.results(EpisodeFilter(tag=("excluded", None)))
    assert (sum(excluded.episodes.values()), excluded.left_out) == (1, {})


def test_a_filter_leaves_out_without_counting(records: ResultRecords) -> None:
    records.play(MODEL, game="wordle", practice=True)
    records.play(MODEL)
    found = records.results(EpisodeFilter(game="taboo"))
    assert (sum(found.episodes.values()), found.left_out) == (1, {})


def test_each_version_is_scored_by_its_own_rules(records: ResultRecords) -> None:
    records.play(MODEL, game_version="0.9", main=0.0)
    new = records.play(MODEL)
    records.writer.add_scores(new, "taboo:2.0", scores(0.0))
    found = {(each.scorer, each.main_score) for each in records.results().episodes}
    assert found == {("taboo:0.9", 0.0), ("taboo:1.0", 100.0)}


def test_of_the_scorers_asked_for_the_one_that_scored_last_counts(records: ResultRecords) -> None:
    id = records.play(MODEL)
    for scorer, main in (("taboo:clemcore-3.7.2", 50.0), ("taboo:clembench-1.6", 0.0)):
        records.clock.forward(60)
        records.writer.add_scores(id, scorer, scores(main))
    records.play(MODEL)
    found = records.results(scorers=("taboo:clembench-1.6", "taboo:clemcore-3.7.2"))
    (last,) = found.episodes
    assert (last.scorer, last.main_score) == ("taboo:clembench-1.6", 0.0)
    assert found.left_out == {"other scorer": 1}
    with Reader(records.path) as reader:
        assert reader.scorers() == ("taboo:1.0", "taboo:clembench-1.6", "taboo:clemcore-3.7.2")

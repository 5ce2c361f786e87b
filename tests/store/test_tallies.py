"""Tallies: comparable episodes are counted by line-up, excluded ones by reason."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from clemtui.engine import Scores, Texts
from clemtui.records.line_ups import LineUp, SeatPlayer
from clemtui.records.results import Tallies, Tally, TallyScope
from clemtui.records.rows import EpisodeFilter, SeatAssignment
from clemtui.store.read.reader import Reader
from clemtui.store.write.writer import Writer
from tests.store.builders import INSTANCE, MODEL, TEXTS, SetClock, human, session, start

SCRIPT = SeatAssignment("Player 2", "WordGuesser", "scripted", "scripted", seed=1)
TABOO = TallyScope("taboo", "1.0", ("r" * 64,))
HUMAN_SEAT = SeatPlayer("Player 1", "WordDescriber", "human", "human")
SCRIPT_SEAT = SeatPlayer("Player 2", "WordGuesser", "scripted", "scripted")
MODEL_SEAT = SeatPlayer("Player 2", "WordGuesser", "model", "openai/x")


@dataclass
class Table:
    """A database in which one line of a test records an episode."""

    path: Path

    def __post_init__(self) -> None:
        self.clock = SetClock()
        self.writer = Writer(self.path, clock=self.clock)
        self.ada = self.writer.person("Ada").id
        self.ben = self.writer.person("Ben").id
        self.sitting = session(self.writer, self.ada)

    def play(
        self, *seats: SeatAssignment, main: float | None = 100.0, state: Any = "finished",
        scored: bool = True, **changed: Any,
    ) -> str:  # fmt: skip
        """Record an episode with this main score; None: aborted."""
        self.clock.forward(60)
        id = self.writer.start_episode(start(self.sitting, *seats, **changed))
        scores = Scores(int(main is None), int(main == 100), int(main == 0), {"Main Score": main})  # type: ignore[arg-type]
        self.writer.end_episode(id, state, scores=scores if scored else None)
        return id

    def tallies(self, scope: TallyScope = TABOO) -> Tallies:
        with Reader(self.path) as reader:
            return reader.tallies(scope)


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path / "records.db")


def test_sums_over_the_episodes_of_each_line_up(table: Table) -> None:
    for main in (100.0, 50.0, 0.0, None):
        table.play(human(table.ada), SCRIPT, main=main)
    table.play(human(table.ben), SCRIPT, main=50.0)
    table.play(human(table.ben), MODEL)
    found = table.tallies().rows
    assert all(row.conditions and row.instances for row in found)
    assert tuple(
        replace(row, conditions=frozenset(), instances=frozenset()) for row in found
    ) == (
        Tally(
            seats=(HUMAN_SEAT, SCRIPT_SEAT), line_up=LineUp.of((human(""), SCRIPT)),
            answered="{}", interface="assisted", language="en", people=2, episodes=5,
            aborted=1, success=1, lose=1, items=5, played_sum=4, solved_sum=1, scored=4,
            main_sum=200, joint_scored=5, joint_sum=200,
        ),
        Tally(
            seats=(HUMAN_SEAT, MODEL_SEAT), line_up=LineUp.of((human(""), MODEL)), answered="{}",
            interface="assisted", language="en", people=1, episodes=1, aborted=0, success=1, lose=0,
            items=1, played_sum=1, solved_sum=1, scored=1, main_sum=100, joint_scored=1,
            joint_sum=100,
        ),
    )  # fmt: skip


def test_nobody_has_played(table: Table) -> None:
    assert table.tallies() == Tallies((), {})


def test_the_same_players_in_other_seats_are_another_line_up(table: Table) -> None:
    guesser = human(table.ada, "Player 2", "WordGuesser")
    describer = replace(MODEL, seat="Player 1", role="WordDescriber")
    table.play(human(table.ada), MODEL)
    table.play(describer, guesser)
    kinds = {tuple((seat.role, seat.kind) for seat in row.seats) for row in table.tallies().rows}
    assert kinds == {
        (("WordDescriber", "human"), ("WordGuesser", "model")),
        (("WordDescriber", "model"), ("WordGuesser", "human")),
    }


def test_services_are_part_of_the_rules(table: Table) -> None:
    table.play(human(table.ada), SeatAssignment("Shell", "Shell", "service", "shell"))
    (row,) = table.tallies().rows
    assert row.seats == (HUMAN_SEAT,)


def test_people_can_be_told_apart(table: Table) -> None:
    for person in (table.ada, table.ada, table.ben):
        table.play(human(person), SCRIPT)
    rows = table.tallies(replace(TABOO, each_person=True)).rows
    assert [(row.seats[0].name, row.people, row.episodes) for row in rows] == [
        ("Ada", 1, 2),
        ("Ben", 1, 1),
    ]


def test_interfaces_are_kept_apart_for_people_and_are_nothing_to_models(table: Table) -> None:
    alone = replace(MODEL, seat="Player 1", role="WordDescriber")
    for interface in ("assisted", "verbatim"):
        table.play(human(table.ada), SCRIPT, interface=interface)
        table.play(alone, SCRIPT, interface=interface)
    found = {(row.seats[0].kind, row.interface, row.episodes) for row in table.tallies().rows}
    assert found == {("model", "", 2), ("human", "assisted", 1), ("human", "verbatim", 1)}


def test_what_is_left_out_and_why(table: Table) -> None:
    ada, ben = human(table.ada), human(table.ben)
    counted = table.play(ben, SCRIPT)
    table.play(ada, SCRIPT)  # deleted below
    table.play(ben, SCRIPT, practice=True)
    table.play(ben, SCRIPT, practice=True, game_version="0.9")  # counted once, by the first reason
    table.play(ben, SCRIPT, tags={"excluded": "was interrupted"})
    table.play(ben, SCRIPT, condition={"continued_from": counted})
    table.play(ben, SCRIPT, game_version="0.9")
    table.play(ben, SCRIPT, state="abandoned")
    table.writer.start_episode(start(table.sitting, ben, SCRIPT))
    unscored = table.play(ben, SCRIPT, scored=False)
    table.writer.add_scores(unscored, "taboo:0.9", Scores(0, 1, 0, {"Main Score": 1}))
    table.writer.delete_person(table.ada)
    tallies = table.tallies()
    assert [row.episodes for row in tallies.rows] == [1]
    assert tallies.left_out == {
        "erased": 1, "practice": 2, "excluded": 1, "continued": 1, "other version": 1,
        "abandoned": 1, "not finished": 1, "other scorer": 1,
    }  # fmt: skip


def test_an_episode_that_was_not_continued_says_so_by_nothing(table: Table) -> None:
    table.play(MODEL, condition={"continued_from": None})
    assert table.tallies().left_out == {}


def test_scores_of_other_scorers_are_never_mixed_in(table: Table) -> None:
    id = table.play(MODEL, main=100.0)
    table.writer.add_scores(id, "taboo:2.0", Scores(0, 0, 1, {"Main Score": 0}))
    (row,) = table.tallies().rows
    assert (row.episodes, row.main_sum) == (1, 100)
    assert table.tallies(replace(TABOO, version="2.0")).left_out == {"other version": 1}


def test_scores_by_other_rules_of_the_same_version_are_those_of_another_version(
    table: Table,
) -> None:
    """Rules that no one has pinned may be anyone's."""
    table.play(MODEL)
    table.play(MODEL, rules_hash="s" * 64)
    tallies = table.tallies()
    assert [row.episodes for row in tallies.rows] == [1]
    assert tallies.left_out == {"other version": 1}
    both = replace(TABOO, rules_hashes=("r" * 64, "s" * 64))
    assert [row.episodes for row in table.tallies(both).rows] == [2]


def test_replicates_are_averaged_before_they_are_summed(table: Table) -> None:
    other = replace(INSTANCE, game_id=9, data={"target": "sea"})
    for main in (100.0, 50.0, None):
        table.play(MODEL, main=main)
    table.play(MODEL, instance=other, main=0.0)
    (row,) = table.tallies().rows
    assert (row.episodes, row.items, row.aborted) == (4, 2, 1)
    assert (row.scored, row.main_sum, row.joint_sum) == (2, 75, 50)
    assert (row.played_sum, row.solved_sum) == pytest.approx((2 / 3 + 1, 1 / 3))


def test_an_instance_is_one_item_in_however_many_experiments(table: Table) -> None:
    elsewhere = replace(INSTANCE, experiment="low_en")
    assert elsewhere.hash == INSTANCE.hash
    only_there = replace(elsewhere, game_id=9, data={"target": "sea"})
    for instance, main in ((INSTANCE, 100.0), (INSTANCE, 0.0), (elsewhere, 80.0)):
        table.play(MODEL, instance=instance, main=main)
    table.play(MODEL, instance=only_there, main=40.0)
    scopes: tuple[tuple[str | None, int, int, float], ...] = (
        (None, 4, 2, 60.0 + 40.0),
        (INSTANCE.experiment, 2, 1, 50.0),
        ("low_en", 2, 2, 80.0 + 40.0),
    )
    for experiment, episodes, items, main in scopes:
        (row,) = table.tallies(replace(TABOO, experiment=experiment)).rows
        assert (row.episodes, row.items, row.main_sum) == (episodes, items, main), experiment


def test_repetitions_are_left_out_unless_asked_for(table: Table) -> None:
    for _ in range(2):
        id = table.play(human(table.ada), SCRIPT)
        table.writer.exposure(table.ada, INSTANCE.task_key, INSTANCE.hash, "played", id)
    assert table.tallies().left_out == {"repetition": 1}
    assert [row.episodes for row in table.tallies().rows] == [1]
    repeated = table.tallies(replace(TABOO, repeats=True))
    assert ([row.episodes for row in repeated.rows], repeated.left_out) == ([2], {})


def test_a_game_without_a_main_score_has_no_sums(table: Table) -> None:
    table.play(MODEL, scored=False)
    id = table.writer.start_episode(start(table.sitting, MODEL))
    table.writer.end_episode(id, "finished", scores=Scores(0, 1, 0, {}))
    (row,) = table.tallies().rows
    assert (row.scored, row.main_sum, row.joint_scored, row.joint_sum) == (0, 0, 0, 0)


def test_scopes(table: Table) -> None:
    german = Texts("de", TEXTS.prompts)
    other = replace(INSTANCE, experiment="low_en", game_id=9, data={"target": "sea"})
    guesser = human(table.ada, "Player 2", "WordGuesser")
    table.play(human(table.ada), SCRIPT)
    table.play(human(table.ben), SCRIPT, texts=german)
    table.play(human(table.ben), guesser, instance=other)
    table.play(MODEL, game="wordle", instance=replace(INSTANCE, game="wordle"))
    scopes: tuple[tuple[dict[str, Any], int], ...] = (
        ({}, 3),
        ({"language": "de"}, 1),
        ({"experiment": "low_en"}, 1),
        ({"instance_hash": INSTANCE.hash}, 2),
        ({"instance_hash": other.hash, "language": "de"}, 0),
        ({"person": "Ada"}, 2),
        ({"person": table.ben}, 2),
        ({"person": "Ada", "seat": "Player 2"}, 1),
        ({"person": "nobody"}, 0),
    )
    for changed, episodes in scopes:
        rows = table.tallies(replace(TABOO, **changed)).rows
        assert sum(row.episodes for row in rows) == episodes, changed


def test_the_episodes_of_a_person_are_those_that_are_counted(table: Table) -> None:
    guesser = human(table.ada, "Player 2", "WordGuesser")
    first = table.play(human(table.ada), SCRIPT, main=0.0)
    table.play(human(table.ada), SCRIPT, practice=True)
    table.play(human(table.ben), SCRIPT)
    both = table.play(human(table.ada), guesser, main=None)
    other_seat = table.play(human(table.ben), guesser, main=50.0, interface="verbatim")
    with Reader(table.path) as reader:
        played = reader.played(replace(TABOO, person="Ada"))
        guessed = reader.played(replace(TABOO, person="Ada", seat="Player 2"))
        with pytest.raises(ValueError, match="the scope must name a person"):
            reader.played(TABOO)
    assert [(p.episode, p.seat, p.outcome, p.main_score) for p in played] == [
        (first, "Player 1", "lose", 0),
        (both, "Player 1", "aborted", None),
        (other_seat, "Player 2", "success", 50),
    ]
    assert [(p.episode, p.seat) for p in guessed] == [(both, "Player 2"), (other_seat, "Player 2")]
    assert played[0].seats == (HUMAN_SEAT, SCRIPT_SEAT)
    assert (played[2].role, played[2].interface, played[2].language) == (
        "WordGuesser", "verbatim", "en",
    )  # fmt: skip
    assert played[0].at < played[1].at < played[2].at


def test_a_player_has_one_name_in_all_figures(table: Table) -> None:
    """Two names of one model are one player, also where only one of the names occurs."""
    alpha, beta = (replace(MODEL, player=name, parameters={"model": "openai/m"}) for name in "ab")
    table.play(human(table.ada), alpha)
    table.play(human(table.ben), beta)
    with Reader(table.path) as reader:
        (of_ada,) = reader.played(replace(TABOO, person="Ada"))
        of_report = {of.seats for of, _ in reader.results(EpisodeFilter(person="Ben")).items}
        (tallied,) = reader.tallies(replace(TABOO, person="Ada")).rows
    seats = (HUMAN_SEAT, MODEL_SEAT._replace(name="openai/m"))
    assert (of_ada.seats, of_report, tallied.seats) == (seats, {seats}, seats)

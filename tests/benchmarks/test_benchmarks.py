"""Small versions of the benchmarks: they run, and nothing is far off its budget."""

from __future__ import annotations

import sys

import pytest

from tests.benchmarks.commits import commits
from tests.benchmarks.figures import Figure
from tests.benchmarks.heartbeats import heartbeats
from tests.benchmarks.history import history
from tests.benchmarks.keys import key_to_screen
from tests.benchmarks.memory import memory
from tests.benchmarks.model_turn import model_turn
from tests.benchmarks.rules import recorded_run, replayed_episodes
from tests.benchmarks.startup import first_paint


def test_a_figure_fails_only_at_three_times_its_budget() -> None:
    assert Figure("ratio", 4.4, "ratio", 1.5).within_tolerance
    assert not Figure("ratio", 4.6, "ratio", 1.5).within_tolerance
    assert Figure("rate", 1700, "a second", 5000, more_is_better=True).within_tolerance
    assert not Figure("rate", 1600, "a second", 5000, more_is_better=True).within_tolerance


def test_first_paint() -> None:
    figure = first_paint(2)
    assert figure.within_tolerance, str(figure)


@pytest.mark.skipif(sys.platform != "linux", reason="reads the memory of a process from /proc")
def test_memory() -> None:
    for figure in memory():
        assert figure.within_tolerance, str(figure)


def test_key_to_screen() -> None:
    figure = key_to_screen(40)
    assert figure.within_tolerance, str(figure)


def test_model_turn() -> None:
    figure = model_turn(3)
    assert figure.within_tolerance, str(figure)


def test_rules_alone() -> None:
    for figure in replayed_episodes(300):
        assert figure.within_tolerance, str(figure)


def test_recorded_runs() -> None:
    for figure in recorded_run(3):
        assert figure.within_tolerance, str(figure)


def test_commits() -> None:
    figure = commits(3, 2)
    assert figure.within_tolerance, str(figure)


def test_heartbeats() -> None:
    for figure in heartbeats(40):
        assert figure.within_tolerance, str(figure)


def test_lists_filters_and_search() -> None:
    for figure in history(3000):
        assert figure.within_tolerance, str(figure)

"""Participants and tasks hang together: no task is always played by the same people.

Only then can people who never met a common task be compared through others, and residuals be told
from what participants and tasks are like.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations

import numpy as np
import pytest
from scipy.sparse.csgraph import connected_components

from clemtui.catalogue import open_catalogue
from clemtui.study.assignment.planning import Design, Planned, numbers_of, plan_for
from clemtui.study.checking import check_study, planned_design
from clemtui.study.protocol.folder import open_study
from tests.study.assignment.test_planning import counting, design, game, plans
from tests.support.paths import ROOT

SEEDS = range(6)


def pieces(played: Iterable[tuple[int, str]]) -> int:
    """Return how many groups of people and tasks there are without anything in common."""
    pairs = list(played)
    nodes = {
        name: at for at, name in enumerate(dict.fromkeys(each for pair in pairs for each in pair))
    }
    graph = np.zeros((len(nodes), len(nodes)))
    for who, task in pairs:
        graph[nodes[who], nodes[task]] = 1
    return int(connected_components(graph, directed=False)[0])


def by_cell(
    found: Sequence[Sequence[Planned]],
) -> dict[tuple[str, str, str], list[tuple[int, str]]]:
    """Return who plays which task, by game, seat and language."""
    cells: dict[tuple[str, str, str], list[tuple[int, str]]] = {}
    for who, plan in enumerate(found):
        for each in counting(plan):
            cells.setdefault((each.game, each.seat, each.language), []).append((who, each.task))
    return cells


def uneven(of: Design, found: Sequence[Sequence[Planned]]) -> int:
    """Return the largest difference of how often two tasks of a cell were assigned."""
    tasks = {each.game: [task.name for task in each.tasks] for each in of.games}
    worst = 0
    for (name, _, _), pairs in by_cell(found).items():
        counts = Counter(task for _, task in pairs)
        numbers = [counts[task] for task in tasks[name]]
        worst = max(worst, max(numbers) - min(numbers))
    return worst


def baseline() -> tuple[Design, int]:
    """Return the design of the worked example, and how many participants it plans."""
    study = open_study(ROOT / "sessions" / "studies" / "english-baseline")
    checked = check_study(open_catalogue(), study, None)
    protocol = study.protocol
    return planned_design(protocol, checked.games), protocol.participants.number


def test_the_worked_example_hangs_together() -> None:
    """Where everyone plays two tasks or more in a cell, it is one group; a whole game is one, or
    nearly, also where everyone plays one task in each seat."""
    of, people = baseline()
    found = plans(of, range(1, people + 1), ["en"])
    several = {cell for cell, pairs in by_cell(found).items() if len(pairs) > people}
    assert len(several) == 7
    assert max(pieces(by_cell(found)[cell]) for cell in several) == 1
    for each in of.games:
        whole = {
            pair for cell, pairs in by_cell(found).items() if cell[0] == each.game for pair in pairs
        }
        assert pieces(whole) <= 2, each.game
    assert uneven(of, found) <= 2


@pytest.mark.parametrize("seed", SEEDS)
def test_people_who_play_two_tasks_each_do_not_fall_into_pairs_of_tasks(seed: int) -> None:
    """25 people and 20 tasks, two in each seat: not the ten pairs of a fixed order."""
    of = design(game("taboo", ("A", "B"), episodes=4, count=20), seed=seed)
    found = plans(of, range(1, 26))
    for pairs in by_cell(found).values():
        assert pieces(pairs) <= 3
        together = Counter(
            pair
            for who in range(25)
            for pair in combinations(sorted(task for one, task in pairs if one == who), 2)
        )
        assert len(together) >= 20, "of 25 people"
    assert uneven(of, found) <= 1


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(
    ("seats", "languages", "episodes", "count", "people"),
    [
        ("A", ["en"], 2, 20, 25),
        ("A", ["en"], 3, 12, 25),
        ("AB", ["en"], 4, 18, 25),
        ("AB", ["en"], 2, 12, 25),
        ("AB", ["en", "de"], 6, 12, 24),
        ("AB", ["en", "de"], 4, 24, 24),
        ("AB", ["en", "de"], 4, 12, 40),
        ("AB", ["en", "de", "tk"], 6, 12, 30),
    ],
)
def test_every_task_is_assigned_as_often_as_any_other_in_its_cell(
    seats: str, languages: list[str], episodes: int, count: int, people: int, seed: int
) -> None:
    of = design(game("taboo", list(seats), languages, episodes=episodes, count=count), seed=seed)
    found = plans(of, range(1, people + 1))
    assert uneven(of, found) <= 1


@pytest.mark.parametrize("seed", SEEDS)
def test_collectors_who_see_nothing_of_each_other_use_every_task_equally(seed: int) -> None:
    of = design(game("taboo", ("A", "B"), episodes=4, count=20), seed=seed)
    found = [plan for own in (1, 2) for plan in plans(of, numbers_of(own, 2, 30))]
    counts = Counter(each.task for plan in found for each in counting(plan))
    assert set(counts.values()) == {30 * 4 // 20}
    assert uneven(of, found) <= 2


@pytest.mark.parametrize("episodes", [3, 5, 7])
def test_a_participant_has_no_task_twice_where_a_round_ends_in_the_middle(episodes: int) -> None:
    of = design(game("taboo", episodes=episodes, count=8))
    for number in range(1, 60):
        found = counting(plan_for(of, number, ["en"], (), ()).episodes)
        assert len({each.task for each in found}) == episodes


def test_participants_who_know_nothing_of_each_other_go_through_all_tasks_in_turn() -> None:
    """As those of several collectors do: in every round each task once, and in other pairs."""
    of = design(game("taboo", episodes=2, count=8))
    numbers = range(1, 41)
    alone = [
        {each.task for each in counting(plan_for(of, number, ["en"], (), ()).episodes)}
        for number in numbers
    ]
    rounds = [alone[at : at + 4] for at in range(0, 40, 4)]
    assert all(len(set().union(*each)) == 8 for each in rounds)
    assert len({frozenset(map(frozenset, each)) for each in rounds}) >= 8

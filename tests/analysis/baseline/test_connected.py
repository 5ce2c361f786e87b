"""Groups of participants and instances: against drawings by hand and the rank of the matrices."""

from __future__ import annotations

import numpy as np
import pytest

from clemtui.analysis.baseline.connected import additive_rank, groups
from clemtui.analysis.baseline.data import Indices


def blocks(sizes: list[tuple[int, int]]) -> tuple[Indices, Indices]:
    """Return the cells of groups, each of so many people who all play the same so many instances,
    which no other group plays."""
    who: list[int] = []
    what: list[int] = []
    people = instances = 0
    for size, width in sizes:
        for person in range(people, people + size):
            who += [person] * width
            what += range(instances, instances + width)
        people, instances = people + size, instances + width
    return np.array(who, dtype=np.int64), np.array(what, dtype=np.int64)


def rank_of_constants(who: Indices, what: Indices) -> int:
    """Return the rank of the indicators of all participants and instances."""
    columns = np.hstack([np.eye(who.max() + 1)[who], np.eye(what.max() + 1)[what]])
    return int(np.linalg.matrix_rank(columns))


def test_people_with_a_common_instance_are_in_one_group_and_so_are_theirs() -> None:
    # 0 and 1 share instance 0, 1 and 2 instance 1; 3 has one of their own
    who, what = np.array([0, 1, 1, 2, 3]), np.array([0, 0, 1, 1, 2])
    assert groups(who, what) == 2
    assert groups(*blocks([(2, 2)] * 10)) == 10
    assert groups(*blocks([(5, 7)])) == 1


@pytest.mark.parametrize("sizes", [[(4, 3)], [(2, 2)] * 9, [(3, 2), (1, 4), (2, 1), (1, 1)]])
def test_the_rank_is_that_of_the_matrix(sizes: list[tuple[int, int]]) -> None:
    who, what = blocks(sizes)
    assert additive_rank(who, what) == rank_of_constants(who, what)


@pytest.mark.parametrize("seed", range(5))
def test_the_rank_of_a_random_design_is_that_of_the_matrix(seed: int) -> None:
    draw = np.random.default_rng(seed)
    names = draw.integers(0, 30, (2, 25 + 5 * seed))
    who, what = (np.unique(each, return_inverse=True)[1].astype(np.int64) for each in names)
    assert additive_rank(who, what) == rank_of_constants(who, what)

"""Episodes by participant and instance."""

from __future__ import annotations

import math

import numpy as np
import pytest

from clemtui.analysis.baseline.data import (
    from_table,
    observations,
    on_instances,
    table,
    values_by_instance,
)

ROWS = [("ann", "i1", 100.0), ("ann", "i2", 0.0), ("ben", "i1", 50.0)]


def test_numbers_of_participants_instances_and_episodes() -> None:
    found = observations(ROWS)
    assert (found.participants, found.instances) == (("ann", "ben"), ("i1", "i2"))
    assert (len(found), found.episodes, found.is_crossed) == (3, 3, False)
    assert observations([*ROWS, ("ben", "i2", 20.0)]).is_crossed


def test_the_order_of_rows_has_no_influence() -> None:
    one, other = observations(ROWS), observations(reversed(ROWS))
    assert one.participants == other.participants
    assert np.array_equal(one.value, other.value)
    assert np.array_equal(one.instance, other.instance)


def test_replicates_are_averaged_first_and_counted() -> None:
    found = observations([*ROWS, ("ann", "i1", 0.0)])
    assert found.value.tolist() == [50.0, 0.0, 50.0]
    assert (len(found), found.episodes) == (3, 4)


@pytest.mark.parametrize("value", [math.nan, math.inf])
def test_unknown_values_are_an_error(value: float) -> None:
    with pytest.raises(ValueError, match="the value of ann on i1"):
        observations([("ann", "i1", value)])


def test_no_observations_are_an_error() -> None:
    with pytest.raises(ValueError, match="no observations"):
        observations([])


def test_observations_on_some_instances() -> None:
    found = on_instances(observations(ROWS), {"i2", "i9"})
    assert found is not None
    assert (found.participants, found.instances, found.value.tolist()) == (("ann",), ("i2",), [0.0])
    assert on_instances(observations(ROWS), {"i9"}) is None


def test_values_by_instance_are_means_over_participants() -> None:
    assert values_by_instance(observations(ROWS)) == {"i1": 75.0, "i2": 0.0}


def test_tables() -> None:
    values = np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
    assert np.array_equal(table(from_table(values)), values)
    values[0, 1] = math.nan
    found = from_table(values)
    assert (len(found), found.is_crossed) == (5, False)
    with pytest.raises(ValueError, match="not completely crossed"):
        table(found)

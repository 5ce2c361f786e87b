"""Tests of Williams designs: balance of positions and of what came immediately before."""

from __future__ import annotations

from collections import Counter

import pytest

from clemtui.study.assignment.williams import carry_over, williams_rows

SIZES = range(1, 13)


@pytest.mark.parametrize("size", SIZES)
def test_every_row_has_every_treatment_once(size: int) -> None:
    rows = williams_rows(range(size))
    assert all(sorted(row) == list(range(size)) for row in rows)
    assert len(rows) == (size if size % 2 == 0 or size == 1 else 2 * size)


@pytest.mark.parametrize("size", SIZES)
def test_every_treatment_stands_in_every_position_equally_often(size: int) -> None:
    columns = zip(*williams_rows(range(size)), strict=True)
    assert all(len(set(Counter(column).values())) == 1 for column in columns)


@pytest.mark.parametrize("size", SIZES[1:])
def test_every_treatment_follows_every_other_equally_often(size: int) -> None:
    counts = carry_over(williams_rows(range(size)))
    pairs = {(a, b) for a in range(size) for b in range(size) if a != b}
    assert counts.keys() == pairs
    assert len(set(counts.values())) == 1


def test_the_design_of_four_is_the_published_one() -> None:
    rows = williams_rows("ABCD")
    assert ["".join(row) for row in rows] == ["ADBC", "BACD", "CBDA", "DCAB"]

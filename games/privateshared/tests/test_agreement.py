"""Cohen's kappa, checked against values calculated by hand and against its own symmetries."""

from __future__ import annotations

from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from .conftest import module

PAIRS = st.lists(st.tuples(st.sampled_from([0, 1]), st.sampled_from([0, 1])), min_size=1)


@pytest.mark.parametrize(
    ("gold", "said", "expected"),
    [
        # 20 in both, 5 and 10 in only one, 15 in neither: (0.7 - 0.5) / (1 - 0.5)
        ([1] * 25 + [0] * 25, [1] * 20 + [0] * 5 + [1] * 10 + [0] * 15, 0.4),
        ([0, 1, 0, 1], [0, 1, 0, 1], 1.0),
        ([0, 1, 0, 1], [1, 0, 1, 0], -1.0),
        ([0, 1, 0, 1], [0, 0, 0, 0], 0.0),
        ([0, 0, 0, 1], [0, 0, 1, 1], 0.5),
    ],
)
def test_kappa(agreement: ModuleType, gold: list[int], said: list[int], expected: float) -> None:
    assert agreement.kappa(gold, said) == pytest.approx(expected)


def test_kappa_is_not_defined_where_both_have_one_and_the_same_label(
    agreement: ModuleType,
) -> None:
    assert agreement.kappa([1, 1, 1], [1, 1, 1]) is None
    assert agreement.kappa([1, 1, 1], [0, 0, 0]) == 0


@given(PAIRS)
def test_kappa_does_not_care_which_series_is_which_nor_how_the_labels_are_called(
    pairs: list[tuple[int, int]],
) -> None:
    kappa = module("agreement").kappa
    gold, said = [a for a, _ in pairs], [b for _, b in pairs]
    value = kappa(gold, said)
    assert value is None or -1 <= value <= 1
    assert kappa(said, gold) == pytest.approx(value)
    assert kappa([1 - a for a in gold], [1 - b for b in said]) == pytest.approx(value)

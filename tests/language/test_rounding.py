"""Rounding numbers for people: halves are rounded up, whatever floats make of them."""

from __future__ import annotations

from decimal import Decimal

import pytest

from clemtui.engine.scores import percentage
from clemtui.language import Interface, half_up


@pytest.mark.parametrize(
    ("value", "digits", "rounded"),
    [
        (62.5, 0, "63"),
        (37.5, 0, "38"),
        (0.5, 0, "1"),
        (-0.5, 0, "-1"),
        (62.49, 0, "62"),
        (0.125, 2, "0.13"),
        (Decimal("2.345"), 2, "2.35"),
        (1.005, 2, "1.01"),  # the float is less
        (percentage(23, 40), 0, "58"),  # 57.49999999999999
        (-0.04, 1, "0.0"),  # without a sign
        (7, 0, "7"),
        (float("nan"), 0, "NaN"),
        (float("-inf"), 1, "-Infinity"),
    ],
)
def test_halves_are_rounded_up(value: float | Decimal, digits: int, rounded: str) -> None:
    assert str(half_up(value, digits)) == rounded


def test_large_numbers_are_rounded_too() -> None:
    assert half_up(1e300) == Decimal("1e300")
    assert half_up(999_999_999_999_999.5) == 10**15


def test_numbers_and_shares_on_screen_are_rounded_so() -> None:
    english = Interface("en")
    assert [english.percent(eighths / 8) for eighths in (3, 5)] == ["38%", "63%"]
    assert english.percent(0.0625, digits=1) == "6.3%"
    assert [english.number(value, digits=0) for value in (37.5, 62.5)] == ["38", "63"]
    assert english.number(0.0625) == "0.063"

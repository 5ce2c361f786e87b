"""Remarks beside the tables on the effect of the prompt language."""

from __future__ import annotations

from dataclasses import replace

import pytest

from clemtui.analysis.effect.model import (
    Comparison,
    Effects,
    Estimate,
    NotCompared,
    NotComparedReason,
    Setting,
)
from clemtui.language import Interface
from clemtui.reports.effect.remarks import setting_remarks


@pytest.mark.parametrize(
    ("reason", "unbanded"),
    [("unbanded", "its words"), ("baseline unbanded", "the words of English (en)")],
)
def test_language_without_known_frequencies_is_named(
    reason: NotComparedReason, unbanded: str
) -> None:
    not_compared = (NotCompared("de", reason),)
    setting = Setting({"game": "taboo"}, ("a",), None, True, (), (), not_compared, {}, ())
    effects = Effects("en", "joint", "holm", 99, 1, (), (setting,), 0, 4, {}, ())
    (remark,) = setting_remarks(setting, effects, Interface("en"))
    assert remark.startswith(f"German (de) is not compared: {unbanded} have no known frequency")


GERMAN = Comparison(
    language="de", group="", paired=True, n=9, baseline_n=9, unpaired_tasks=0,
    difference=Estimate(-20.0, -30.0, -10.0, 9, "bootstrap"), test="wilcoxon", p=0.01,
    adjusted=0.02,
    effect=-0.5, effect_size="rank-biserial", control=False, within_wording_band=False,
    smallest_p=0.001,
)  # fmt: skip
ITALIAN = replace(GERMAN, language="it", within_wording_band=True)


def remarks(*comparisons: Comparison) -> tuple[str, ...]:
    band: dict[str, tuple[float, float]] = {"": (-5.0, 5.0)}
    setting = Setting({"game": "taboo"}, ("a",), None, True, (), comparisons, (), band, ())
    effects = Effects("en", "joint", "holm", 99, 1, (), (setting,), 2, 18, {}, ())
    return tuple(setting_remarks(setting, effects, Interface("en")))


def test_a_band_without_differences_inside_says_so() -> None:
    band, _ = remarks(GERMAN)
    assert band.endswith("All differences lie outside it.")
    band, _ = remarks(GERMAN, ITALIAN)
    assert band.endswith("could explain the difference: Italian (it).")


def test_several_tests_name_their_languages() -> None:
    _, one = remarks(GERMAN, ITALIAN)
    assert one.startswith("Test: Wilcoxon")
    other = replace(ITALIAN, test="fisher", effect_size="cohen's h")
    _, *each = remarks(GERMAN, other)
    assert [line.split(" test: ")[0] for line in each] == ["German (de):", "Italian (it):"]
    assert ["Fisher" in line for line in each] == [False, True]

"""Remarks beside the tables on the effect of the prompt language."""

from __future__ import annotations

import pytest

from clemtui.analysis.effect.model import Effects, NotCompared, NotComparedReason, Setting
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

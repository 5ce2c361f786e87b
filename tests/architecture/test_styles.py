"""A rule of the styles applies to one screen or widget: ids are shared by all screens."""

from __future__ import annotations

import re

from tests.support.paths import ROOT

STYLES = ROOT / "clemtui" / "ui" / "styles"


def unscoped(sheet: str) -> list[str]:
    """Return the selectors of a style sheet that begin with an id."""
    rules = re.sub(r"/\*.*?\*/", "", sheet, flags=re.DOTALL)
    selectors = [each for rule in re.findall(r"([^{};]+)\{", rules) for each in rule.split(",")]
    return [each.strip() for each in selectors if each.strip().startswith("#")]


def test_no_rule_begins_with_an_id() -> None:
    found = {
        path.name: names
        for path in sorted(STYLES.glob("*.tcss"))
        if (names := unscoped(path.read_text(encoding="utf-8")))
    }
    assert found == {}, "begin each rule with the class of its screen or widget: HomeScreen #games"


def test_a_rule_that_begins_with_an_id_is_found() -> None:
    sheet = "/* #a { } */ HomeScreen #games { height: 1; } .error, #rows > Input { color: red; }"
    assert unscoped(sheet) == ["#rows > Input"]

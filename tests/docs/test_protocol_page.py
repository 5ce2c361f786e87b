"""docs/protocol.md is what the models say."""

from __future__ import annotations

import re

from tools.pages.protocol import PAGE, page


def test_the_page_is_current() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run: python -m tools.pages"


def test_every_entry_is_explained() -> None:
    assert not re.findall(r"^\|.*\|\s*\|$", page(), re.MULTILINE)

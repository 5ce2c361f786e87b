"""One complete episode per language, as it was when someone reviewed and approved it."""

from __future__ import annotations

import json

import pytest

from tests.support.golden import golden_path, replayed


@pytest.mark.parametrize("language", ["de", "en"])
def test_the_golden_transcript(language: str) -> None:
    """To regenerate it: ``python -m tests.support.golden privateshared``."""
    golden = json.loads(golden_path("privateshared", language).read_text("utf-8"))
    assert json.loads(json.dumps(replayed(golden))) == golden

"""What holds for all tests of the app."""

from __future__ import annotations

import pytest

from clemtui.ui import calm


@pytest.fixture(autouse=True)
def keys_count_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """No test waits until a screen takes keys for choices; those that are about it set a clock."""
    monkeypatch.setattr(calm, "PAUSE_SECONDS", 0)

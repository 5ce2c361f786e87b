"""What holds for all tests of the app."""

from __future__ import annotations

import pytest

from clemtui.players import discovery
from clemtui.ui import calm


@pytest.fixture(autouse=True)
def keys_count_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """No test waits until a screen takes keys for choices; those that are about it set a clock."""
    monkeypatch.setattr(calm, "PAUSE_SECONDS", 0)


@pytest.fixture(autouse=True)
def nobody_else_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the servers of models that a test names, not those that may run on this computer."""
    monkeypatch.setattr(discovery, "WELL_KNOWN", ())
    monkeypatch.delenv("OLLAMA_HOST", raising=False)


@pytest.fixture(autouse=True)
def the_clipboard_of_this_machine_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Over a network only the terminal is asked to copy, and tests have none."""
    monkeypatch.setenv("SSH_CONNECTION", "192.0.2.1 50000 192.0.2.2 22")

"""Fixtures that intercept the app when the command line opens it."""

from __future__ import annotations

import pytest

from clemtui.ui.shell.options import AppOptions


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[AppOptions]:
    """The options the app was opened with; the standard streams count as a terminal."""
    opened: list[AppOptions] = []

    def run_app(options: AppOptions) -> int:
        opened.append(options)
        return 0

    for module in ("program", "play", "history"):
        monkeypatch.setattr(f"clemtui.cli.{module}.at_terminal", lambda: True)
    monkeypatch.setattr("clemtui.ui.app.run_app", run_app)
    return opened

"""What holds for all tests of the app."""

from __future__ import annotations

from collections.abc import Hashable, Iterator

import pytest
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.css.types import CSSLocation

from clemtui.players import discovery
from clemtui.ui.widgets import key_guard


@pytest.fixture(scope="session", autouse=True)
def styles_are_parsed_once() -> Iterator[None]:
    """Every app would parse the same styles again: a sixth of the time of a test."""
    parse, known = Stylesheet._parse_rules, dict[Hashable, list[RuleSet]]()

    def parse_once(
        self: Stylesheet,
        css: str,
        read_from: CSSLocation,
        is_default_rules: bool = False,
        tie_breaker: int = 0,
        scope: str = "",
    ) -> list[RuleSet]:
        given = (css, read_from, is_default_rules, tie_breaker, scope)
        key = (*given, *self._variables.items())
        if key not in known:
            known[key] = parse(self, *given)
        return known[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Stylesheet, "_parse_rules", parse_once)
        yield


@pytest.fixture(autouse=True)
def keys_count_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """No test waits until a screen takes keys for choices; those that are about it set a clock."""
    monkeypatch.setattr(key_guard, "PAUSE_SECONDS", 0)


@pytest.fixture(autouse=True)
def nobody_else_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the servers of models that a test names, not those that may run on this computer."""
    monkeypatch.setattr(discovery, "WELL_KNOWN", ())
    monkeypatch.delenv("OLLAMA_HOST", raising=False)


@pytest.fixture(autouse=True)
def the_clipboard_of_this_machine_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Over a network only the terminal is asked to copy, and tests have none."""
    monkeypatch.setenv("SSH_CONNECTION", "192.0.2.1 50000 192.0.2.2 22")

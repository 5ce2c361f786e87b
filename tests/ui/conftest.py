"""What holds for all tests of the app."""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import Hashable, Iterable, Iterator
from typing import Any

import pytest
from textual import _wait
from textual._compositor import Compositor
from textual._context import visible_screen_stack
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.css.types import CSSLocation
from textual.screen import Screen

from clemtui.players import discovery
from clemtui.ui.terminal.key_order import OrderedKeys
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


@pytest.fixture(scope="session", autouse=True)
def keys_are_pressed_by_someone_who_looks() -> Iterator[None]:
    """Each key follows when the one before has had its effect and the screen is painted."""
    press = OrderedKeys._press_keys

    async def press_in_turn(self: OrderedKeys, keys: Iterable[str]) -> None:
        for key in keys:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(10):
                    await self.keys_handled()
            await press(self, [key])

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(OrderedKeys, "_press_keys", press_in_turn)
        yield


@pytest.fixture(scope="session", autouse=True)
def only_what_is_looked_at_is_painted() -> Iterator[None]:
    """No terminal shows these apps, and painting every change is a third of the time of a test.

    A screen is painted in full when a test waits for it or looks at it (`table.paint`, `seen`).
    Under ``CLEMTUI_PAINT=1`` every change is painted, as it is for a person: a nightly part.
    """
    if os.environ.get("CLEMTUI_PAINT"):
        yield
        return
    render = Compositor.render_update

    def render_when_whole(
        self: Compositor,
        full: bool = False,
        screen_stack: list[Screen[Any]] | None = None,
        simplify: bool = False,
    ) -> Any:
        if full:
            return render(self, full, screen_stack, simplify)
        visible_screen_stack.set(screen_stack or [])  # what lies below is seen by all who look
        return None

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Compositor, "render_update", render_when_whole)
        yield


@pytest.fixture(scope="session", autouse=True)
def idleness_is_seen_at_once() -> Iterator[None]:
    """Textual's pilot looks every 20 ms whether the app is idle, several times for each key."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(_wait, "SLEEP_GRANULARITY", 1 / 200)
        patch.setattr(_wait, "SLEEP_IDLE", 1 / 200 / 20)
        yield


@pytest.fixture(autouse=True)
def keys_count_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """No test waits until a screen takes keys for choices; those that are about it set a clock."""
    monkeypatch.setattr(key_guard, "PAUSE_SECONDS", 0)
    monkeypatch.setattr(key_guard, "TYPING_SECONDS", 0)


@pytest.fixture(autouse=True)
def nobody_else_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the servers of models that a test names, not those that may run on this computer."""
    monkeypatch.setattr(discovery, "WELL_KNOWN", ())
    monkeypatch.delenv("OLLAMA_HOST", raising=False)


@pytest.fixture(autouse=True)
def the_clipboard_of_this_machine_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Over a network only the terminal is asked to copy, and tests have none."""
    monkeypatch.setenv("SSH_CONNECTION", "192.0.2.1 50000 192.0.2.2 22")

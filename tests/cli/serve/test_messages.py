"""What a tab's page may send to its process."""

from __future__ import annotations

import asyncio
import json
from typing import Any, cast

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.cli.serve.client import (
    needs_the_extra,
)


class RecordedTab:
    """Keeps what the process of a tab is told."""

    def __init__(self) -> None:
        self.told: list[tuple[Any, ...]] = []

    async def send_bytes(self, data: bytes) -> None:
        self.told.append(("keys", data))

    async def set_terminal_size(self, width: int, height: int) -> None:
        self.told.append((width, height))

    async def blur(self) -> None:
        self.told.append(("blur",))

    async def focus(self) -> None:
        self.told.append(("focus",))


class RecordedSocket:
    """Keeps what the page of a tab is told."""

    def __init__(self) -> None:
        self.sent: list[Any] = []

    async def send_json(self, data: Any) -> None:
        self.sent.append(data)


async def obeyed(text: str) -> tuple[list[tuple[Any, ...]], list[Any]]:
    """What a tab's process and page are told after a message."""
    from clemtui.cli.serving import Allowance, _obey

    tab, socket = RecordedTab(), RecordedSocket()
    await _obey(text, cast(Any, socket), cast(Any, tab), Allowance())
    return tab.told, socket.sent


@needs_the_extra
@pytest.mark.parametrize(
    ("message", "told"),
    [
        (["stdin", "aé"], [("keys", "aé".encode())]),
        (["stdin", "\ud800"], [("keys", b"?")]),
        (["resize", {"width": 100, "height": 30}], [(100, 30)]),
        (["resize", {"width": 10**9, "height": -5}], [(1000, 1)]),
        (["resize", {"width": "wide", "height": None}], [(80, 80)]),
        (["blur"], [("blur",)]),
        (["focus"], [("focus",)]),
    ],
)
async def test_a_tab_is_told_what_its_page_sends(message: Any, told: list[Any]) -> None:
    assert await obeyed(json.dumps(message)) == (told, [])


@needs_the_extra
async def test_a_ping_is_answered() -> None:
    assert await obeyed('["ping", 12.5]') == ([], [["pong", 12.5]])


@needs_the_extra
@given(
    st.text(max_size=20)
    | st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=5),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(max_size=5), inner),
    ).map(json.dumps)
)
@example("[" * 100_000)
@example('["resize", {"width": NaN, "height": Infinity}]')
@example('["stdin", 5]')
def test_no_message_of_a_page_is_an_error(text: str) -> None:
    told, _ = asyncio.run(obeyed(text))
    assert all(1 <= cells <= 1000 for each in told for cells in each if isinstance(cells, int))


@needs_the_extra
def test_a_page_cannot_send_more_than_a_person_can_do() -> None:
    """Otherwise the memory of its process grows, and it goes on after the page is closed."""
    from clemtui.cli.serving import EVENTS_AT_ONCE, EVENTS_PER_SECOND, Allowance, events_in

    now = 0.0
    allowance = Allowance(lambda: now)
    assert sum(allowance.covers(events_in("x")) for _ in range(99_999)) == EVENTS_AT_ONCE
    now += 1
    assert sum(allowance.covers(events_in("x")) for _ in range(99_999)) == EVENTS_PER_SECOND
    now += 60
    assert sum(allowance.covers(1) for _ in range(99_999)) == EVENTS_AT_ONCE
    mouse, arrow = "\x1b[<35;10;20M", "\x1bOA"
    assert events_in(mouse + arrow + "ab") == 4
    assert events_in(f"\x1b[200~{'x' * 50_000}\x1b[201~") < EVENTS_AT_ONCE / 2
    assert events_in("x" * 50_000) == EVENTS_AT_ONCE + 1, "no more are counted"

"""Tests see an empty home folder and only the loopback network."""

from __future__ import annotations

import asyncio
import os
import socket
from pathlib import Path

import pytest

from tests.support.fixtures import NetworkForbidden

#: Reserved for documentation, so no host answers there.
ELSEWHERE = "192.0.2.1"


def test_sockets_stay_on_this_machine() -> None:
    with socket.socket() as caller, pytest.raises(NetworkForbidden, match=ELSEWHERE):
        caller.connect((ELSEWHERE, 80))
    with socket.socket() as caller, pytest.raises(NetworkForbidden, match=ELSEWHERE):
        caller.connect_ex((ELSEWHERE, 80))


async def test_asynchronous_connections_stay_on_this_machine() -> None:
    with pytest.raises(NetworkForbidden, match=ELSEWHERE):
        await asyncio.open_connection(ELSEWHERE, 80)


def test_no_foreign_name_is_resolved() -> None:
    with pytest.raises(NetworkForbidden, match=r"models\.example"):
        socket.create_connection(("models.example", 443))


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
def test_this_machine_can_be_reached(host: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = (host, server.getsockname()[1])
        with socket.create_connection(address) as caller, server.accept()[0] as callee:
            caller.sendall(b"hello")
            assert callee.recv(5) == b"hello"


def test_home_is_empty_and_temporary(home: Path, tmp_path: Path) -> None:
    assert home.is_relative_to(tmp_path)
    assert os.environ["CLEMTUI_HOME"] == str(home)
    assert Path.home().is_relative_to(tmp_path)
    assert list(Path.home().iterdir()) == []


def test_no_api_key_is_visible() -> None:
    assert [name for name in os.environ if name.endswith("_API_KEY")] == []

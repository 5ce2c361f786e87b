"""Fixtures for all tests: an empty home, no network, and one profile for hypothesis."""

from __future__ import annotations

import gc
import ipaddress
import os
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import hypothesis
import pytest

from tests.support.paths import ROOT

hypothesis.settings.register_profile("dev", deadline=None)
hypothesis.settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
hypothesis.settings.register_profile("soak", deadline=None, max_examples=2000, print_blob=True)
hypothesis.settings.load_profile(
    os.environ.get("CLEMTUI_HYPOTHESIS") or ("ci" if os.environ.get("CI") else "dev")
)

#: Variables that would expose this machine's data, models or settings to a test.
_OURS = "CLEMTUI_"
_KEYS = ("_API_KEY", "_API_BASE", "_BASE_URL")
_KEPT = frozenset({"CLEMTUI_CLEMBENCH_GAMES", "CLEMTUI_CLEMCORE", "CLEMTUI_SHARED"})


def pytest_collection_finish() -> None:
    """Exclude imported objects from garbage collection, and collect less often.

    A test of a screen creates hundreds of thousands of objects; this saves a tenth of its time.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


@pytest.fixture(scope="session")
def shared() -> Path:
    """Return the folder of real benchmark data, or skip.

    It is not part of the repository: `CLEMTUI_SHARED` names it; by default it is next to the
    checkout.
    """
    named = os.environ.get("CLEMTUI_SHARED")
    folder = Path(named) if named else ROOT.parent / "shared"
    if not (folder / "clembench").is_dir():
        if named:
            pytest.fail(f"CLEMTUI_SHARED={named} holds no folder clembench/")
        pytest.skip("no folder of benchmark data: set CLEMTUI_SHARED")
    return folder.resolve()


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give every test an empty home, so that it neither reads nor writes the user's files.

    Returns the folder for clemtui's data, configuration and caches.
    """
    for name in list(os.environ):
        if (name.startswith(_OURS) and name not in _KEPT) or name.endswith(_KEYS):
            monkeypatch.delenv(name)
    person = tmp_path / "home"
    person.mkdir()
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(person))
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(name, str(person / name.lower()))
    for name in ("APPDATA", "LOCALAPPDATA"):
        monkeypatch.setenv(name, str(person / name.lower()))
    ours = person / "clemtui"
    monkeypatch.setenv("CLEMTUI_HOME", str(ours))
    return ours


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """The path for the records; the file does not exist yet."""
    return tmp_path / "records.db"


class NetworkForbidden(AssertionError):
    """A test tried to reach something other than this machine."""


def _refuse_unless_local(address: Any) -> None:
    host = address[0] if isinstance(address, tuple) else None
    if host is None or host in ("", "localhost"):  # a path (Unix socket) or this machine
        return
    try:
        local = ipaddress.ip_address(str(host)).is_loopback
    except ValueError:
        local = False
    if not local:
        raise NetworkForbidden(f"tests use the loopback network only, not {host!r}")


@pytest.fixture(scope="session", autouse=True)
def no_network() -> Iterator[None]:
    """Let sockets reach only the loopback network, and block all other name lookups."""
    connect, connect_ex = socket.socket.connect, socket.socket.connect_ex
    look_up = socket.getaddrinfo

    def guarded_connect(self: socket.socket, address: Any) -> None:
        _refuse_unless_local(address)
        connect(self, address)

    def guarded_connect_ex(self: socket.socket, address: Any) -> int:
        _refuse_unless_local(address)
        return connect_ex(self, address)

    def guarded_look_up(host: Any, *arguments: Any, **options: Any) -> Any:
        _refuse_unless_local((host.decode() if isinstance(host, bytes) else host,))
        return look_up(host, *arguments, **options)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(socket.socket, "connect", guarded_connect)
        patch.setattr(socket.socket, "connect_ex", guarded_connect_ex)
        patch.setattr(socket, "getaddrinfo", guarded_look_up)
        yield

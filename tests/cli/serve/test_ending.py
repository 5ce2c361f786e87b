"""A real server, tabs as processes, and nothing left behind."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import pytest

from clemtui.archive.episodes import list_episodes, list_unfinished
from clemtui.records.rows import EpisodeFilter
from tests.cli.serve.client import (
    SECONDS,
    STUBBORN,
    client_of,
    needs_linux,
    needs_the_extra,
    wait_for_room,
)
from tests.support.calling import call, program


def children(process: int) -> set[int]:
    """Return the running processes that a process has started."""
    found = set()
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            state, parent = (folder / "stat").read_text().rpartition(")")[2].split()[:2]
        except OSError:
            continue
        if int(parent) == process and state != "Z":
            found.add(int(folder.name))
    return found


def running(process: int) -> bool:
    """Return whether a process is still running."""
    try:
        stat = Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return False
    return stat.rpartition(")")[2].split()[0] != "Z"


async def until(condition: Callable[[], bool]) -> None:
    """Wait for something that happens in another process."""
    end = time.monotonic() + SECONDS
    while not condition():
        assert time.monotonic() < end
        await asyncio.sleep(0.02)


@needs_the_extra
@needs_linux
async def test_stubborn_tab_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    from clemtui.cli import serving

    monkeypatch.setattr(serving, "SECONDS_TO_SAVE", 0.1)
    before = children(os.getpid())
    async with client_of(sys.executable, "-c", STUBBORN) as client:
        tab = await client.ws_connect("/ws")
        await until(lambda: bool(children(os.getpid()) - before))
        await tab.close()
        await until(lambda: children(os.getpid()) == before)


SAVING = """
import pathlib, signal, sys, time
file = pathlib.Path(sys.argv[1])
def save(*_):
    file.write_text("saving")
    time.sleep(0.5)
    file.write_text("saved")
    sys.exit()
signal.signal(signal.SIGTERM, save)
print("__GANGLION__", flush=True)
file.write_text("started")
time.sleep(99)
"""


@needs_the_extra
@needs_linux
async def test_a_server_that_ends_waits_for_closed_tabs_to_save(tmp_path: Path) -> None:
    """Also for one that was closed a moment before."""
    game = tmp_path / "game"
    before = children(os.getpid())
    async with client_of(sys.executable, "-c", SAVING, str(game)) as client:
        tab = await client.ws_connect("/ws")
        await until(lambda: game.exists() and game.read_text() == "started")
        await tab.close()
        await until(lambda: game.read_text() == "saving")
    assert game.read_text() == "saved"
    assert children(os.getpid()) == before


def kill_all(folder: Path) -> None:
    """Kill the processes that the files of this folder are named after."""
    for file in folder.iterdir():
        os.kill(int(file.name), signal.SIGKILL)


LEAVING = """
import pathlib, subprocess, sys
left = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(99)"])
pathlib.Path(sys.argv[1], str(left.pid)).touch()
"""


@needs_the_extra
@needs_linux
async def test_a_tab_is_free_again_though_a_program_it_started_goes_on(tmp_path: Path) -> None:
    """That program has inherited the pipes through which the tab's process spoke."""
    folder = tmp_path / "left"
    folder.mkdir()
    try:
        async with client_of(sys.executable, "-c", LEAVING, str(folder)) as client:
            tabs = [await client.ws_connect("/ws") for _ in range(2)]
            await until(lambda: len(list(folder.iterdir())) == 2)
            await tabs[0].close()
            await wait_for_room(client)
    finally:
        kill_all(folder)


ENDING = """
import sys
print("__GANGLION__", flush=True)
sys.stderr.write("over\\x1b[31m")
sys.exit(sys.stdin.buffer.read(1) == b"")
"""


@needs_the_extra
async def test_the_page_of_a_tab_that_has_ended_is_closed(caplog: pytest.LogCaptureFixture) -> None:
    """The page says so then, and another tab can be opened."""
    async with client_of(sys.executable, "-c", ENDING) as client:
        tabs = [await client.ws_connect("/ws") for _ in range(2)]
        for tab in tabs:
            await tab.send_json(["stdin", "any key"])
            async with asyncio.timeout(SECONDS):
                assert (await tab.receive()).type.name in ("CLOSE", "CLOSED")
        await wait_for_room(client)
    assert [record.getMessage() for record in caplog.records] == ["A tab ended: over\x1b[31m"] * 2


@needs_the_extra
async def test_a_page_that_is_closed_at_once_leaves_nothing_in_the_log(
    caplog: pytest.LogCaptureFixture,
) -> None:
    from clemtui.cli.serving import worth_logging

    async with client_of(sys.executable, "-c", "import time; time.sleep(99)") as client:
        tab = await client.ws_connect("/ws")
        await tab.close()
        await wait_for_room(client)
    assert not [record for record in caplog.records if worth_logging(record)]


class Tab:
    """The browser's end of a tab."""

    def __init__(self, socket: Any) -> None:
        self._socket = socket
        self._seen = b""

    async def sees(self, *words: str) -> None:
        """Wait until these words have been drawn since the last call, in any order."""
        async with asyncio.timeout(SECONDS):
            while not all(word.encode() in self._seen for word in words):
                self._seen += await self._socket.receive_bytes()
        self._seen = b""

    async def presses(self, keys: str, until_: Callable[[], bool]) -> None:
        """Press keys until a condition is true, since the app may drop keys that come too early."""
        end = time.monotonic() + SECONDS
        while not until_():
            assert time.monotonic() < end
            await self._socket.send_json(["stdin", keys])
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(1):
                    await until(until_)

    async def close(self) -> None:
        """Close the tab."""
        await self._socket.close()


@contextmanager
def server() -> Iterator[tuple[subprocess.Popen[bytes], str]]:
    """Run the server, and yield its process and the address of its sockets."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    process = program("serve", "--port", str(port), "--allow", "people")
    try:
        assert process.stdout is not None
        assert process.stdout.readline().startswith(b"clemtui is running;")
        link = process.stdout.readline().decode().removesuffix("\n")
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+/\?token=[\w-]+", link), link
        yield process, link
    finally:
        process.kill()
        process.communicate()


@asynccontextmanager
async def opened(address: str) -> AsyncIterator[Tab]:
    """Open a new tab, which asks who plays."""
    from aiohttp import ClientSession, CookieJar

    async with ClientSession(cookie_jar=CookieJar(unsafe=True)) as session:  # an address, no name
        assert (await session.get(address)).status == 200
        page = address.partition("?")[0]
        async with session.ws_connect(f"{page}ws?width=80&height=24") as socket_:
            tab = Tab(socket_)
            await tab.sees("Who plays?", "Ann", "Bo")
            yield tab


def _interrupted(process: subprocess.Popen[bytes]) -> None:
    process.send_signal(signal.SIGINT)
    assert process.wait(SECONDS) == 0


def _killed(process: subprocess.Popen[bytes]) -> None:
    process.kill()


@needs_the_extra
@needs_linux
@pytest.mark.parametrize("end", [_interrupted, _killed])
async def test_tab_asks_who_plays_and_ends_with_browser_or_server(
    end: Callable[[subprocess.Popen[bytes]], None], home: Path
) -> None:
    for name in ("Ann", "Bo"):
        call("people", "add", name)
    call("people", "use", "Bo")
    settings = (home / "config" / "clemtui.toml").read_text(encoding="utf-8")
    database = home / "data" / "clemtui.db"
    with server() as (process, address):
        async with opened(address) as tab:
            (one,) = children(process.pid)
            async with opened(address) as other:
                (two,) = children(process.pid) - {one}
                await other.close()
                await until(lambda: not running(two))
            assert running(one), "a tab is nobody else's business"
            # Ann, then the first game with its default choices
            await tab.presses("\r", lambda: bool(list_episodes(database, EpisodeFilter())))
            await asyncio.to_thread(end, process)
            await until(lambda: not running(one))
    (left,) = list_unfinished(database)
    assert left.summary.people == ("Ann",), "the settings name Bo, and nobody takes that over"
    assert left.lease is None, "it can be gone on with at once"
    assert not (home / "data" / "crashes").exists(), "a server that is killed is no crash of a tab"
    assert (home / "config" / "clemtui.toml").read_text(encoding="utf-8") == settings

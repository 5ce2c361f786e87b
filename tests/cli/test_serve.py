"""``clemtui serve``: a real server, tabs as processes, and nothing left behind."""

from __future__ import annotations

import asyncio
import contextlib
import importlib.util
import io
import json
import logging
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, cast

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from clemtui.archive.episodes import list_episodes, list_unfinished
from clemtui.records.rows import EpisodeFilter
from tests.support.calling import call, program

SERVED = importlib.util.find_spec("textual_serve") is not None
needs_the_extra = pytest.mark.skipif(not SERVED, reason="needs the extra 'serve'")
needs_linux = pytest.mark.skipif(sys.platform != "linux", reason="finds processes in /proc")
TOKEN = "a-token-of-20-letters"
KEPT = f"clemtui_8000={TOKEN}"
SECONDS = 30.0
"""How many seconds anything may take before a test gives up."""


# Without the extra, and what is printed


def test_missing_extra_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "textual_serve", None)
    monkeypatch.delitem(sys.modules, "clemtui.cli.serving", raising=False)
    missing = call("serve")
    assert missing.code == 1
    assert "textual-serve" in missing.error
    assert "pip install" in missing.error


@needs_the_extra
def test_public_address_warns_about_missing_login(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from clemtui.cli.serving import TabServer

    monkeypatch.setattr(TabServer, "serve", lambda self: None)
    for host in ("127.0.0.1", "localhost", "::1"):
        assert call("serve", "--host", host).err == ""
    assert "The connection is not encrypted" in call("serve", "--host", "0.0.0.0").err


@needs_the_extra
def test_taken_port_is_one_line() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        refused = call("serve", "--port", str(port))
    assert refused.code == 1
    assert f"cannot listen at http://127.0.0.1:{port}" in refused.error
    assert "--port" in refused.error


# Who may connect


@asynccontextmanager
async def client_of(*words: str, cookie: str = KEPT) -> AsyncIterator[Any]:
    """Connect a client to a server in this process that starts ``words`` for each tab."""
    from aiohttp import web
    from aiohttp.test_utils import TestClient, TestServer

    from clemtui.cli.serving import TabServer

    class LikeRunApp(TestServer):
        """A handler goes on when its client is gone: so does `web.run_app`, unlike TestServer."""

        async def _make_runner(self, **options: Any) -> web.AppRunner:
            return web.AppRunner(self.app, **{**options, "handler_cancellation": False})

    tabs = TabServer(words, host="127.0.0.1", port=8000, token=TOKEN, tabs=2, announce="ready")
    kept = {"Cookie": cookie} if cookie else {}
    async with TestClient(LikeRunApp(await tabs._make_app()), headers=kept) as client:
        yield client


@needs_the_extra
@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"Host": "localhost:9"}, 200),
        ({"Host": "[::1]:9", "Origin": "http://[::1]:9"}, 200),
        ({"Host": "127.0.0.1:9", "Origin": "http://localhost:9"}, 403),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Host": "evil.example"}, 403),  # a name that someone has pointed here
    ],
)
async def test_only_own_pages_may_connect(headers: dict[str, str], status: int) -> None:
    async with client_of("false") as client:
        for path in ("/", "/static/js/textual.js"):
            assert (await client.get(path, headers=headers)).status == status
        if status == 403:  # a foreign page must not start a program
            assert (await client.get("/ws", headers=headers)).status == 403


@needs_the_extra
async def test_page_loads_only_from_the_requested_address() -> None:
    async with client_of("false") as client:
        answer = await client.get("/", headers={"Host": "localhost:9"})
        assert "ws://localhost:9/ws" in await answer.text()
        policy = answer.headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'self' 'unsafe-inline' data:;")
    assert "http" not in policy


@needs_the_extra
@pytest.mark.parametrize("cookie", ["", "clemtui_8000=another", f"clemtui_8001={TOKEN}"])
async def test_nothing_is_served_without_the_token(cookie: str) -> None:
    async with client_of("false", cookie=cookie) as client:
        for path in ("/", "/?token=another", "/?token=", "/ws", "/static/js/textual.js"):
            answer = await client.get(path)
            assert answer.status == 403
            assert "including its token" in await answer.text()


@needs_the_extra
async def test_the_link_leaves_its_token_in_a_cookie_and_not_in_the_address() -> None:
    async with client_of("false", cookie="") as client:
        answer = await client.get(f"/?token={TOKEN}&fontsize=20", allow_redirects=False)
        assert (answer.status, answer.headers["Location"]) == (302, "/?fontsize=20")
        cookie = answer.headers["Set-Cookie"]
    assert cookie.startswith(KEPT)
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie


async def spoken(requests: Sequence[bytes]) -> list[tuple[int, str, str]]:
    """Send raw requests to the real application; return status, location and log of each."""
    from aiohttp import web

    from clemtui.cli.serving import TabServer, without_details

    log = io.StringIO()
    handler = logging.StreamHandler(log)
    handler.addFilter(without_details)
    tabs = TabServer(["false"], host="127.0.0.1", port=8000, token=TOKEN, tabs=2, announce="ready")
    runner = web.AppRunner(await tabs._make_app(), access_log=None)
    await runner.setup()
    found = []
    logging.getLogger().addHandler(handler)
    try:
        with socket.create_server(("127.0.0.1", 0)) as listening:
            await web.SockSite(runner, listening).start()
            for request in requests:
                log.seek(log.truncate(0))
                reader, writer = await asyncio.open_connection(*listening.getsockname())
                writer.write(request)
                answer = b""
                with contextlib.suppress(ConnectionError, TimeoutError):  # of an unfinished one
                    answer = await asyncio.wait_for(reader.read(65_536), 1.0)
                writer.close()
                status = re.match(rb"HTTP/1\.\d (\d+)", answer)
                location = re.search(rb"\r\nLocation: (.*)\r\n", answer)
                found.append(
                    (
                        int(status[1]) if status else 0,
                        location[1].decode() if location else "",
                        log.getvalue(),
                    )
                )
            await runner.cleanup()
    finally:
        logging.getLogger().removeHandler(handler)
    return found


def request_of(
    target: bytes, *headers: bytes, method: bytes = b"GET", host: bytes = b"localhost"
) -> bytes:
    lines = (b"Host: " + host, b"Connection: close", b"Cookie: " + KEPT.encode(), *headers)
    return b"\r\n".join((method + b" " + target + b" HTTP/1.1", *lines, b"", b""))


ODD_TARGETS = [
    "/?token=é".encode(), b"/?token=\xe9", b"/?token=%E9", b"/?token=%ED%A0%80", b"/%zz?%=%%",
    b"/?x=" + b"a" * 9000, b"/" + b"a" * 200_000, b"*", b"127.0.0.1:80", b"http://[/",
    b"http://a:b@c:d/", b"http://127.0.0.1:99999/", b"http://evil.example/", b"//evil/x",
    b"/static/../../../etc/passwd", b"/static/..%2f..%2fetc/passwd", b"/static/%00",
    b"/static/" + b"a" * 5000, b"/static/\xff", b"/download/..%2f", b"/ws", b"/;x?token;",
]  # fmt: skip
ODD_HEADERS = [
    b"Origin: http://[", b"Origin: http://[1.2]", b"Origin: \xff", b"Origin: null",
    b"X: " + b"a" * 20_000, b"Host: 127.0.0.1", b"Content-Length: -1", b"Transfer-Encoding: x",
    b"Cookie: \xff\xfe=;;;=\x01", b"Expect: x", *[b"X: " + b"a" * 8000 + b"\r\nY: b" * 2000],
]  # fmt: skip
ODD_HOSTS = [b"", b"[", b"[::1", b"::1", b"a:b:c", b"\xff", b"127.0.0.1:x", b"127.0.0.1@evil",
             b"127.0.0.1/x", b"127.0.0.1:999999", b"[::1]x:1", b"a;b",
             "localhost:²".encode()]  # fmt: skip
ODD_METHODS = [b"POST", b"OPTIONS", b"PUT", b"DELETE", b"TRACE", b"BREW", b"G\xc9T", b""]


@needs_the_extra
async def test_a_request_that_is_not_ours_is_refused_in_one_line_at_most() -> None:
    requests = [
        *(request_of(target) for target in ODD_TARGETS),
        *(request_of(b"/", header) for header in ODD_HEADERS),
        *(request_of(b"/", host=host) for host in ODD_HOSTS),
        *(request_of(b"/", method=method) for method in ODD_METHODS),
        *(request_of(target, method=b"HEAD") for target in (b"/ws", b"*", b"/static/x")),
        b"\0\1\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
    ]
    for request, (status, _, log) in zip(requests, await spoken(requests), strict=True):
        assert 400 <= status < 500, request[:80]
        assert log.count("\n") <= 1, (request[:80], log)


@needs_the_extra
async def test_a_link_never_leads_to_another_host() -> None:
    paths = (b"/", b"//evil/", b"///evil/x", b"/\\evil/", b"/ws", b"http://evil.example/x")
    for status, location, _ in await spoken(
        [request_of(path + b"?a=1&token=" + TOKEN.encode()) for path in paths]
    ):
        assert (status, location) in {(302, "/?a=1"), (400, ""), (403, "")}


anything = st.binary(max_size=30) | st.sampled_from([b"/", b"/ws", b"?token=", b"%", b"\r\n", b":"])
mixed = st.lists(anything | st.sampled_from([*ODD_TARGETS, *ODD_HOSTS]), max_size=4).map(b"".join)
any_request = st.one_of(
    mixed.map(request_of),
    mixed.map(lambda header: request_of(b"/", header)),
    st.builds(lambda host: request_of(b"/", host=host), mixed),
    st.builds(lambda method: request_of(b"/", method=method), mixed),
    mixed,
)


@needs_the_extra
@settings(max_examples=30, deadline=None)
@given(st.lists(any_request, min_size=1, max_size=8))
def test_no_request_is_an_internal_error(requests: list[bytes]) -> None:
    for request, (status, _, log) in zip(requests, asyncio.run(spoken(requests)), strict=True):
        assert status < 500, request[:200]
        assert "Traceback" not in log
        assert log.count("\n") <= 1, (request[:200], log)


@needs_the_extra
async def test_a_socket_that_is_none_is_one_line(caplog: pytest.LogCaptureFixture) -> None:
    async with client_of("false") as client:
        assert (await client.get("/ws")).status == 400
    assert caplog.text == ""


@needs_the_extra
async def test_no_more_tabs_are_opened_at_once_than_allowed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Starting a tab takes a while, in which others are asked for."""
    monkeypatch.setattr("clemtui.cli.serving.SECONDS_TO_SAVE", 0.1)
    async with client_of(sys.executable, "-c", STUBBORN) as client:
        asked = [client.ws_connect("/ws") for _ in range(6)]
        found = await asyncio.gather(*asked, return_exceptions=True)
        tabs = [each for each in found if not isinstance(each, BaseException)]
        assert len(tabs) == 2
        for tab in tabs:
            await tab.close()


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
async def test_no_more_tabs_are_opened_than_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("clemtui.cli.serving.SECONDS_TO_SAVE", 0.1)
    async with client_of(sys.executable, "-c", STUBBORN) as client:
        tabs = [await client.ws_connect("/ws") for _ in range(2)]
        refused = await client.get("/")
        assert refused.status == 503
        assert "As many tabs are open" in await refused.text()
        await tabs[0].close()
        end = time.monotonic() + SECONDS
        while (await client.get("/")).status == 503:
            assert time.monotonic() < end
        await tabs[1].close()


@needs_the_extra
@pytest.mark.parametrize("chosen", ["short", "sixteen letters, but blanks", "a" * 15])
def test_a_token_that_can_be_guessed_is_refused(
    chosen: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CLEMTUI_SERVE_TOKEN", chosen)
    called = call("serve")
    assert called.code == 2
    assert "at least 16 letters" in called.error


# Tabs end


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


STUBBORN = """
import signal, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
print(flush=True)
time.sleep(99)
"""


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
            end = time.monotonic() + SECONDS
            while (await client.get("/")).status == 503:
                assert time.monotonic() < end
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
        end = time.monotonic() + SECONDS
        while (await client.get("/")).status == 503:
            assert time.monotonic() < end
    assert [record.getMessage() for record in caplog.records] == ["A tab ended: over\x1b[31m"] * 2


@needs_the_extra
async def test_a_page_that_is_closed_at_once_leaves_nothing_in_the_log(
    caplog: pytest.LogCaptureFixture,
) -> None:
    from clemtui.cli.serving import without_details

    async with client_of(sys.executable, "-c", "import time; time.sleep(99)") as client:
        tab = await client.ws_connect("/ws")
        await tab.close()
        end = time.monotonic() + SECONDS
        while (await client.get("/")).status == 503:
            assert time.monotonic() < end
    assert not [record for record in caplog.records if without_details(record)]


def test_an_address_that_is_empty_is_refused() -> None:
    refused = call("serve", "--host", " ")
    assert refused.code == 2
    assert "the address is empty" in refused.error


@needs_the_extra
def test_a_database_that_cannot_be_used_is_refused_at_once(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("no database")
    refused = call("serve", "--db", str(tmp_path / "notes.txt"))
    assert refused.code == 1
    assert "notes.txt" in refused.error


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
        said = process.stdout.readline().decode()
        found = re.match(r"clemtui is running at (http://127\.0\.0\.1:\d+/\?token=\S+);", said)
        assert found, said
        yield process, found[1]
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
    assert events_in("x" * 50_000) > EVENTS_AT_ONCE


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

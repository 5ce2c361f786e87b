"""Who may connect to a served tab, and how often."""

from __future__ import annotations

import asyncio
import contextlib
import io
import logging
import re
import socket
import sys
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.cli.serve.client import (
    KEPT,
    SECONDS,
    STUBBORN,
    TOKEN,
    client_of,
    needs_the_extra,
    wait_for_room,
)


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
        page = await answer.text()
        policy = answer.headers["Content-Security-Policy"]
    loaded = re.findall(r'(?:src|href)="([^"]*)"', page)
    assert "/static/js/textual.js" in loaded
    assert all(each.startswith("/static/") for each in loaded)
    assert "127.0.0.1" not in page, "a proxy with HTTPS may stand before this server"
    assert policy.startswith("default-src 'self' 'unsafe-inline' data:;")
    assert "ws://localhost:9 wss://localhost:9;" in policy
    assert "http" not in policy


@needs_the_extra
async def test_a_proxy_may_pass_on_what_was_sent_to_its_own_name() -> None:
    at_proxy = {"Host": "lab.example.org", "Origin": "https://lab.example.org"}
    async with client_of("false", cookie="", url="https://lab.example.org") as client:
        given = await client.get(f"/?token={TOKEN}", headers=at_proxy, allow_redirects=False)
        assert given.status == 302
        assert "Secure" in given.headers["Set-Cookie"]
        kept = {**at_proxy, "Cookie": KEPT}
        assert (await client.get("/", headers=kept)).status == 200
        other = {**kept, "Host": "other.example.org"}
        assert (await client.get("/", headers=other)).status == 403


@needs_the_extra
async def test_the_page_takes_what_is_typed_before_any_click() -> None:
    async with client_of("false") as client:
        page = await (await client.get("/")).text()
    assert page.rstrip().endswith("</html>")
    first, _, _ = page.partition("textual.js")
    assert "window.WebSocket = class" in first, "before anything connects"
    _, _, rest = page.rpartition("<script>")
    assert "</body>" in rest, "it runs once the page is there"
    assert ".focus()" in rest


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
    assert "SameSite=Lax" in cookie, "the link may stand on a page of another site"
    assert "Secure" not in cookie


async def spoken(requests: Sequence[bytes]) -> list[tuple[int, str, str]]:
    """Send raw requests to the real application; return status, location and log of each."""
    from aiohttp import web

    from clemtui.cli.serving import TabServer, worth_logging

    log = io.StringIO()
    handler = logging.StreamHandler(log)
    handler.addFilter(worth_logging)
    tabs = TabServer(
        ["false"], host="127.0.0.1", port=8000, token=TOKEN, tabs=2, announce=lambda: None
    )
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
        assert log == "", (request[:80], log)


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
        assert log == "", (request[:200], log)


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
    monkeypatch.setattr("clemtui.cli.serving.SECONDS_FOR_ROOM", 0.1)
    async with client_of(sys.executable, "-c", STUBBORN) as client:
        asked = [client.ws_connect("/ws") for _ in range(6)]
        found = await asyncio.gather(*asked, return_exceptions=True)
        tabs = [each for each in found if not isinstance(each, BaseException)]
        assert len(tabs) == 2
        for tab in tabs:
            await tab.close()


@needs_the_extra
async def test_no_more_tabs_are_opened_than_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    from aiohttp import WSServerHandshakeError

    monkeypatch.setattr("clemtui.cli.serving.SECONDS_TO_SAVE", 0.1)
    monkeypatch.setattr("clemtui.cli.serving.SECONDS_FOR_ROOM", 0.1)
    async with client_of(sys.executable, "-c", STUBBORN) as client:
        tabs = [await client.ws_connect("/ws") for _ in range(2)]
        with pytest.raises(WSServerHandshakeError, match="503"):
            await client.ws_connect("/ws")
        assert (await client.get("/")).status == 200, "the page itself says why, in its own words"
        assert "As many tabs are open" in await (await client.get("/full")).text()
        await tabs[0].close()
        await wait_for_room(client)
        await tabs[1].close()


@needs_the_extra
async def test_a_page_can_be_reloaded_though_all_tabs_are_in_use(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A browser keeps the old page, and its tab, until it has the new one."""
    monkeypatch.setattr("clemtui.cli.serving.SECONDS_TO_SAVE", 0.1)
    async with client_of(sys.executable, "-c", STUBBORN) as client:
        tabs = [await client.ws_connect("/ws") for _ in range(2)]
        assert (await client.get("/")).status == 200
        again = asyncio.create_task(client.ws_connect("/ws"))
        await tabs[0].close()
        reloaded = await asyncio.wait_for(again, SECONDS)
        for tab in (reloaded, tabs[1]):
            await tab.close()


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Return a list that grows with every tab that is started."""
    from clemtui.cli.serving import TabServer

    tabs: list[object] = []
    make = TabServer._tab

    def counted(server: TabServer, websocket: Any) -> Any:
        tabs.append(websocket)
        return make(server, websocket)

    monkeypatch.setattr(TabServer, "_tab", counted)
    monkeypatch.setattr("clemtui.cli.serving.SECONDS_TO_SAVE", 0.1)
    return tabs


@needs_the_extra
async def test_a_page_that_waits_starts_no_tab_while_the_server_is_stopped(
    started: list[object],
) -> None:
    """Closing the other tabs makes room, but not for a new one."""
    from aiohttp import WSServerHandshakeError

    async with client_of(sys.executable, "-c", STUBBORN) as client:
        tabs = [await client.ws_connect("/ws") for _ in range(2)]
        waiting = asyncio.create_task(client.ws_connect("/ws"))
        await asyncio.sleep(0.2)
        stopping = asyncio.create_task(client.app.shutdown())
        for tab in tabs:
            await tab.close()
        await asyncio.wait_for(stopping, SECONDS)
        with pytest.raises(WSServerHandshakeError, match="503"):
            await asyncio.wait_for(waiting, SECONDS)
        assert len(started) == 2


@needs_the_extra
async def test_a_page_that_left_while_it_waited_takes_no_tab(started: list[object]) -> None:
    async with client_of(sys.executable, "-c", STUBBORN) as client:
        tabs = [await client.ws_connect("/ws") for _ in range(2)]
        left = asyncio.create_task(client.ws_connect("/ws"))
        await asyncio.sleep(0.2)
        left.cancel()
        await asyncio.wait([left])
        await tabs[0].close()
        await wait_for_room(client)
        again = await client.ws_connect("/ws")
        assert len(started) == 3
        for tab in (again, tabs[1]):
            await tab.close()

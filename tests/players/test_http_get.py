"""A small GET: every framing of HTTP/1.1, limited size, and only documented errors."""

from __future__ import annotations

import asyncio
import contextlib

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from clemtui.players.http_get import NotHTTP, Reply, TooLong, get
from tests.support.examples import examples
from tests.support.fake_servers import RawServer

OK = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"


async def ask(*said: bytes, limit: int = 1_000) -> Reply:
    """Call `get` on a server that sends this."""
    with RawServer(*said) as server:
        return await get(server.address + "/v1/models", limit=limit)


@pytest.mark.parametrize(
    "said",
    [
        OK + b"Content-Length: 2\r\n\r\n{}",
        OK + b"content-LENGTH:2\r\n\r\n{} and what follows is not of it",
        OK + b"\r\n{}",
        OK + b"Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n1;name=x\r\n}\r\n0\r\n\r\n",
        b"HTTP/1.0 200\r\n\r\n{}",
    ],
    ids=["length", "length in other letters", "until the end", "chunks", "HTTP/1.0"],
)
async def test_an_answer_is_read_however_its_length_is_said(said: bytes) -> None:
    assert await ask(said) == Reply(200, b"{}")


async def test_any_status_is_an_answer() -> None:
    assert (await ask(b"HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n")).status == 503


@pytest.mark.parametrize(
    "said",
    [
        OK + b"Content-Length: 1001\r\n\r\n",
        OK + b"Content-Length: " + b"9" * 5_000 + b"\r\n\r\n",
        OK + b"\r\n" + b"x" * 1_001,
        OK + b"Transfer-Encoding: chunked\r\n\r\nffffffff\r\n",
        OK + b"Transfer-Encoding: chunked\r\n\r\n" + b"1F4\r\n" + b"x" * 500 + b"\r\n1F5\r\n",
    ],
    ids=["length", "absurd length", "until the end", "one chunk", "several chunks"],
)
async def test_an_answer_that_is_too_long_is_not_taken_in(said: bytes) -> None:
    with pytest.raises(TooLong):
        await ask(said)


@pytest.mark.parametrize(
    "said",
    [
        b"",
        b"SSH-2.0-OpenSSH_9.2\r\n",
        b"SSH-2.0-OpenSSH_9.2\r\n\r\n",
        b"HTTP/2 200 OK\r\n\r\n",
        OK,
        OK + b"X: " + b"x" * 100_000,
        OK + b"Content-Length: 5\r\n\r\n{}",
        OK + b"Content-Length: -5\r\n\r\n{}",
        OK + b"Transfer-Encoding: chunked\r\n\r\n-1\r\n{",
        OK + b"Transfer-Encoding: chunked\r\n\r\n5\r\n{}",
    ],
    ids=[
        "nothing", "a line", "another protocol", "another HTTP", "half a head", "endless head",
        "half a body", "negative length", "negative chunk", "half a chunk",
    ],
)  # fmt: skip
async def test_what_is_no_answer_is_refused(said: bytes) -> None:
    with pytest.raises((NotHTTP, ConnectionError)):
        await ask(said)


@examples(
    60,
    suppress_health_check=[HealthCheck.function_scoped_fixture],  # no fixture is modified
)
@given(said=st.binary(max_size=200), head=st.sampled_from([b"", OK, OK + b"\r\n"]))
def test_whatever_is_said_only_announced_errors_are_raised(said: bytes, head: bytes) -> None:
    with contextlib.suppress(NotHTTP, TooLong, OSError):
        assert asyncio.run(ask(head + said)).status >= 100


@pytest.mark.parametrize("url", ["ftp://127.0.0.1/", "http://", "http://127.0.0.1:99999/", "x"])
async def test_what_is_no_address_is_not_asked(url: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - of several parts, with words of their own
        await get(url, limit=10)


async def test_a_server_that_is_not_there_is_a_refused_connection() -> None:
    with RawServer() as server:
        gone = server.address
    with pytest.raises(OSError):  # noqa: PT011 - its text is the system's
        await get(gone, limit=10)


async def test_a_name_is_looked_up() -> None:
    with RawServer(OK + b"\r\n{}") as server:
        reply = await get(server.address.replace("127.0.0.1", "localhost"), limit=10)
    assert reply.body == b"{}"

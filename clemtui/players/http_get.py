"""A minimal HTTP GET, enough to ask a server for its models.

The available clients load slowly, use proxies (a local server is not behind one) and have timeouts
per step rather than in total. Here the caller sets a deadline by cancelling: everything is then
closed, and no name lookup keeps the program from exiting.
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import re
import socket
import threading
from dataclasses import dataclass
from urllib.parse import quote, urlsplit

_LONGEST_HEAD = 32_768
_STATUS = re.compile(rb"HTTP/1\.[01] ([1-5][0-9][0-9])(?: .*)?")
_SIZE = re.compile(rb"([0-9A-Fa-f]{1,8})[ \t]*(?:;.*)?\r\n")


class NotHTTP(Exception):
    """Raised if the server does not speak HTTP, or breaks off."""


class TooLong(Exception):
    """Raised if the answer is longer than allowed."""


@dataclass(frozen=True, slots=True)
class Reply:
    """An HTTP response with any status, and its complete body."""

    status: int
    body: bytes


async def get(url: str, *, limit: int) -> Reply:
    """Send one GET request, without a proxy, redirects or a key.

    Args:
        url: an http or https address.
        limit: maximum size of the body, in bytes.

    Raises:
        OSError: if there is no connection (e.g. for an untrusted certificate), or it broke.
        NotHTTP: if the response is not HTTP.
        TooLong: if the body is longer than the limit.
        ValueError: if the address cannot be requested.
    """
    parts = urlsplit(url)
    host, secure = parts.hostname, parts.scheme == "https"
    if not host or parts.scheme not in ("http", "https"):
        raise ValueError(f"{url!r} is not an HTTP address")
    port = parts.port or (443 if secure else 80)
    target = quote(parts.path or "/", safe="/%:@!$&'()*+,;=~")
    head = (
        f"GET {target} HTTP/1.1\r\nHost: {parts.netloc}\r\nAccept: application/json\r\n"
        "User-Agent: clemtui\r\nConnection: close\r\n\r\n"
    ).encode("ascii")
    reader, writer = await _connection(host, port, secure=secure)
    try:
        writer.write(head)
        await writer.drain()
        return await _reply(reader, limit)
    except (asyncio.IncompleteReadError, asyncio.LimitOverrunError):
        raise NotHTTP(url) from None
    finally:
        writer.transport.abort()


async def _connection(
    host: str, port: int, *, secure: bool
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    failure: OSError = ConnectionRefusedError(host)
    for address in await _addresses(host, port):
        try:
            return await asyncio.open_connection(
                address,
                port,
                limit=_LONGEST_HEAD,
                ssl=secure or None,
                server_hostname=host if secure else None,
            )
        except OSError as error:
            failure = error
    raise failure


async def _addresses(host: str, port: int) -> list[str]:
    """Return the numeric addresses of a host, in the system's order.

    The lookup runs in a separate thread. On exit, the program waits for the threads of the event
    loop's pool, and a lookup can take half a minute on a bad network.
    """
    with contextlib.suppress(ValueError):
        return [str(ipaddress.ip_address(host))]
    loop = asyncio.get_running_loop()
    found: asyncio.Future[list[str]] = loop.create_future()

    def tell(names: list[str], failure: OSError | UnicodeError | None) -> None:
        if found.done():
            return  # no one is waiting anymore
        if failure is None:
            found.set_result(names)
        else:
            found.set_exception(failure)

    def look_up() -> None:
        names: list[str] = []
        failure: OSError | UnicodeError | None = None
        try:
            infos = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
            names = list(dict.fromkeys(str(info[4][0]) for info in infos))
        except (OSError, UnicodeError) as error:
            failure = error
        with contextlib.suppress(RuntimeError):  # the loop was closed in the meantime
            loop.call_soon_threadsafe(tell, names, failure)

    threading.Thread(target=look_up, name="look-up", daemon=True).start()
    return await found


async def _reply(reader: asyncio.StreamReader, limit: int) -> Reply:
    status, *lines = (await reader.readuntil(b"\r\n\r\n")).split(b"\r\n")
    found = _STATUS.fullmatch(status)
    if found is None:
        raise NotHTTP(repr(status[:80]))
    pairs = (line.partition(b":") for line in lines)
    headers = {name.strip().lower(): value.strip().lower() for name, _, value in pairs}
    if b"chunked" in headers.get(b"transfer-encoding", b""):
        body = await _chunks(reader, limit)
    elif (length := headers.get(b"content-length")) is not None:
        body = await _exactly(reader, length, limit)
    else:
        body = await _to_the_end(reader, limit)
    return Reply(int(found[1]), body)


async def _exactly(reader: asyncio.StreamReader, length: bytes, limit: int) -> bytes:
    if not length.isdigit():
        raise NotHTTP(repr(length[:80]))
    if len(length) > len(str(limit)) or int(length) > limit:
        raise TooLong
    return await reader.readexactly(int(length))


async def _chunks(reader: asyncio.StreamReader, limit: int) -> bytes:
    body = bytearray()
    while True:
        found = _SIZE.fullmatch(await reader.readuntil(b"\r\n"))
        if found is None:
            raise NotHTTP("a chunk without a size")
        size = int(found[1], 16)
        if size == 0:
            return bytes(body)  # trailers are of no use, and the connection is closed
        if len(body) + size > limit:
            raise TooLong
        body += (await reader.readexactly(size + 2))[:-2]


async def _to_the_end(reader: asyncio.StreamReader, limit: int) -> bytes:
    body = bytearray()
    while piece := await reader.read(65_536):
        body += piece
        if len(body) > limit:
            raise TooLong
    return bytes(body)

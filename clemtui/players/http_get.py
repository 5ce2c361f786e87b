"""One small GET over HTTP: enough to ask a server which models it has.

Written here because the available clients load slowly, obey proxies (one's own server is not
behind one) and have time-outs for each step, not for the whole. The whole deadline is the caller's:
cancelling is enough, everything is closed then, and no name look-up keeps the program from ending.
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
    """What answers does not speak HTTP, or breaks off."""


class TooLong(Exception):
    """The answer is longer than allowed."""


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer: any status, and its whole body."""

    status: int
    body: bytes


async def get(url: str, *, limit: int) -> Reply:
    """Ask for an address once, without a proxy, a redirect or a key.

    Args:
        url: an http or https address.
        limit: the longest body, in bytes.

    Raises:
        OSError: there is no connection (a certificate that is not trusted, too), or it broke.
        NotHTTP: what came is no answer.
        TooLong: the body is longer than the limit.
        ValueError: the address cannot be asked.
    """
    parts = urlsplit(url)
    host, secure = parts.hostname, parts.scheme == "https"
    if not host or parts.scheme not in ("http", "https"):
        raise ValueError(f"{url!r} is no http address")
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
    """The numeric addresses of a host, in the system's order.

    Looked up in a thread of our own: those of the event loop's pool are waited for when the program
    ends, and a look-up can take half a minute where the network is bad.
    """
    with contextlib.suppress(ValueError):
        return [str(ipaddress.ip_address(host))]
    loop = asyncio.get_running_loop()
    found: asyncio.Future[list[str]] = loop.create_future()

    def tell(names: list[str], failure: OSError | UnicodeError | None) -> None:
        if found.done():
            return  # no one is waiting any more
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
        with contextlib.suppress(RuntimeError):  # the loop has been closed meanwhile
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
            return bytes(body)  # what trails is of no use, and the connection is closed
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

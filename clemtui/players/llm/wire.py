"""What a server sends, as it arrives: the status, and the bytes of the body.

litellm and the libraries below it interpret a response before anyone else sees it, and what they do
not expect is lost. So each attempt has a `Wire`, through which its HTTP response passes. The answer
can then be recorded as it arrived, be read whatever litellm makes of it, and an error be judged by
the actual status.

litellm has no setting for this that all its providers honour. But all of them send through
`httpx.AsyncClient.send`, which `install` replaces; outside of attempts it works as before.
"""

from __future__ import annotations

import asyncio
import contextlib
import zlib
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, Protocol
from urllib.parse import urljoin, urlsplit

if TYPE_CHECKING:
    import httpx

Send = Callable[["httpx.Request"], Awaitable["httpx.Response"]]

_BODY_PER_ANSWER = 32  # each token has an envelope of its own
_SMALLEST_LIMIT = 65_536  # bytes
_MAX_ERROR_BODY = 1_000_000  # bytes
_DEFAULT_PORTS = {"http": 80, "https": 443}
_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_RESENT = _REDIRECTS - {303}  # 303 says where to read a result, not where to send the request

_attached: ContextVar[Wire | None] = ContextVar("wire", default=None)


class Redirected(Exception):
    """Raised if a server redirects a call to an address to which it must not be sent."""


class Undecodable(Exception):
    """Raised if a body is compressed in an unknown way, or its compression is broken."""


class ByteStream(Protocol):
    """The bytes of a response as the HTTP library delivers them."""

    def __aiter__(self) -> AsyncIterator[bytes]: ...

    async def aclose(self) -> None:
        """Close the connection."""


class Wire:
    """The response to one attempt. Several readers may read its body, each from the beginning.

    Attributes:
        addresses: where the request was sent, in order: more than one if it was redirected.
        status, headers: as received, names in lower case; None and empty if there is no response.
        body: what has arrived of the body, decompressed if it could be.
        complete: whether the body has ended properly.
        too_long: whether the body was longer than allowed, and reading it was stopped.
        redirect: the address to which the request was redirected but not sent.
        failure: why there is no response, or no more of it.
    """

    def __init__(self, limit: int) -> None:
        self.addresses: list[str] = []
        self.status: int | None = None
        self.headers: Mapping[str, str] = {}
        self.body = bytearray()
        self.complete = False
        self.too_long = False
        self.redirect: str | None = None
        self.failure: Exception | None = None
        self._limit = limit
        self._stream: ByteStream | None = None
        self._pieces: AsyncIterator[bytes] | None = None
        self._encoded = bytearray()
        self._decoder: _Decoder | None = None

    @property
    def received(self) -> bytes:
        """The body to record: decompressed, or as sent if that is impossible."""
        undecodable = isinstance(self.failure, Undecodable)
        return bytes(self._encoded if undecodable else self.body)

    async def send(self, send: Send, request: httpx.Request) -> httpx.Response:
        """Send `request` and attach this wire to the response.

        A redirect within a host is followed once.

        Raises:
            Redirected: if the request is redirected elsewhere, to an insecure address, or again.
            Exception: whatever `send` raises.
        """
        request.headers["accept-encoding"] = "identity"  # what is not compressed cannot be broken
        try:
            response = await self._request(send, request)
            target = await _redirect(response)
            if target is not None and _may_follow(str(request.url), target, response.status_code):
                response = await self._request(send, _again(request, target))
                target = await _redirect(response)
            if target is not None:
                self.redirect = target
                raise Redirected(target)
        except Exception as failure:
            self.failure = _redirect_to_nothing(failure, request) or failure
            raise
        self._attach(response)
        return response

    async def _request(self, send: Send, request: httpx.Request) -> httpx.Response:
        self.addresses.append(str(request.url))
        return await send(request)

    async def more(self) -> bool:
        """Wait for more of the body. Returns False at its end.

        Raises:
            Exception: if the connection breaks, as often as this is called.
        """
        if self.failure is not None:
            raise self.failure
        if self._pieces is None or self.complete or self.too_long:
            return False
        try:
            piece = await anext(self._pieces)
            self._add(piece)
        except StopAsyncIteration:
            self._end()
        except Exception as failure:
            self.failure = failure
            raise
        return not self.complete

    async def pieces(self) -> AsyncIterator[bytes]:
        """Yield the body from its beginning, waiting for what has not arrived yet.

        Raises:
            Exception: if the connection breaks, after what had arrived.
        """
        read = 0
        while True:
            if read < len(self.body):
                piece = bytes(self.body[read:])
                read += len(piece)
                yield piece
            elif not await self.more():
                return

    async def drain(self, seconds: float) -> None:
        """Read the rest of the body, as far as it arrives within so many seconds."""
        with contextlib.suppress(Exception):  # kept as `failure`
            async with asyncio.timeout(seconds):
                while await self.more():
                    pass

    async def aclose(self) -> None:
        """Close the connection."""
        stream, self._stream = self._stream, None
        if stream is not None:
            with contextlib.suppress(Exception):  # a broken connection may also fail to close
                await stream.aclose()

    def _attach(self, response: httpx.Response) -> None:
        self.body.clear()  # of an earlier response, if a library sends several requests
        self._encoded.clear()
        self._decoder, self.complete, self.too_long, self.failure = None, False, False, None
        self.status = response.status_code
        self.headers = {name.lower(): value for name, value in response.headers.items()}
        if self.status >= 400:
            self._limit = min(self._limit, _MAX_ERROR_BODY)
        encoding = self.headers.get("content-encoding", "").strip().lower()
        if encoding not in ("", "identity"):
            self._decoder = _Decoder(encoding)
            del response.headers["content-encoding"]
        stream: Any = response.stream
        self._stream = stream
        self._pieces = aiter(stream)
        response.stream = _view(self)

    def _end(self) -> None:
        if self._decoder is not None and not self._decoder.complete:
            self.failure = Undecodable("incomplete")
            raise self.failure
        self.complete = True

    def _add(self, piece: bytes) -> None:
        room = self._limit - len(self.body)
        if self._decoder is not None:
            self._encoded += piece[: self._limit]
            piece = self._decoder.decode(piece, room + 1)
        self.body += piece[:room]
        self.too_long = len(piece) > room


def largest_body(answer: int) -> int:
    """Return how many bytes the body may have in which an answer of so many bytes arrives."""
    return answer * _BODY_PER_ANSWER + _SMALLEST_LIMIT


@contextlib.contextmanager
def attached(wire: Wire) -> Iterator[None]:
    """Let the requests of streams that are sent in this context pass through `wire`."""
    token = _attached.set(wire)
    try:
        yield
    finally:
        _attached.reset(token)


def install() -> None:
    """Replace the function with which httpx sends requests. Repeated calls have no effect."""
    import httpx

    plain = httpx.AsyncClient.send
    if plain.__module__ == __name__:
        return

    async def send(
        client: httpx.AsyncClient, request: httpx.Request, *, stream: bool = False, **options: Any
    ) -> httpx.Response:
        wire = _attached.get()
        if wire is None or not stream:  # such as a request for an access token
            return await plain(client, request, stream=stream, **options)
        options["follow_redirects"] = False
        return await wire.send(lambda each: plain(client, each, stream=True, **options), request)

    httpx.AsyncClient.send = send  # type: ignore[method-assign, assignment]


def _view(wire: Wire) -> httpx.AsyncByteStream:
    """Return the body for the libraries. They cannot close it: others may still read it."""
    import httpx

    class View(httpx.AsyncByteStream):
        def __aiter__(self) -> AsyncIterator[bytes]:
            return wire.pieces()

    return View()


async def _redirect(response: httpx.Response) -> str | None:
    """Return the address to which a response redirects, and close it; None if it does not."""
    location = response.headers.get("location")
    if response.status_code not in _REDIRECTS or not location:
        return None
    await response.aclose()
    return _absolute(str(response.request.url), location)


def _absolute(base: str, location: str) -> str:
    """Return the absolute form of an address, or the address itself if it is not valid."""
    try:
        return urljoin(base, location)
    except ValueError:
        return location


def _redirect_to_nothing(failure: Exception, request: httpx.Request) -> Exception | None:
    """Return the failure that httpx means if it cannot even parse where a response redirects."""
    named = type(failure).__name__ in ("UnsupportedProtocol", "InvalidURL")
    return Undecodable("location") if named and request.url.scheme in _DEFAULT_PORTS else None


def _may_follow(origin: str, target: str, status: int) -> bool:
    """Whether a redirected request may be sent on: to the same host and port, as safely."""
    try:
        here, there = urlsplit(origin), urlsplit(target)
        ports = [each.port or _DEFAULT_PORTS.get(each.scheme) for each in (here, there)]
    except ValueError:
        return False
    schemes = (here.scheme, there.scheme)
    upgraded = schemes == ("http", "https") and ports == [80, 443]
    same_place = here.hostname == there.hostname and (
        upgraded or (schemes[0] == schemes[1] and ports[0] == ports[1])
    )
    return same_place and status in _RESENT and there.username is None


def _again(request: httpx.Request, target: str) -> httpx.Request:
    import httpx

    url = httpx.URL(target)
    headers = {**request.headers, "host": url.netloc.decode("ascii")}
    return httpx.Request(
        request.method,
        url,
        headers=headers,
        content=request.content,
        extensions=request.extensions,
    )


class _Decoder:
    """Decompresses a body piece by piece."""

    def __init__(self, encoding: str) -> None:
        self._encoding = encoding
        self._inflate = zlib.decompressobj(zlib.MAX_WBITS | 32)  # gzip and zlib

    @property
    def complete(self) -> bool:
        """Whether the end has been reached."""
        return self._inflate.eof

    def decode(self, piece: bytes, most: int) -> bytes:
        """Return what is in the next piece, at most so many bytes.

        Raises:
            Undecodable: if the compression is unknown or broken.
        """
        if self._encoding not in ("gzip", "x-gzip", "deflate"):
            raise Undecodable(self._encoding)
        try:
            return self._inflate.decompress(piece, most)
        except zlib.error as error:
            raise Undecodable(self._encoding) from error

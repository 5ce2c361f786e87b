"""The app in a browser: textual-serve, with some gaps closed.

Each tab is a separate process. When a tab is closed, textual-serve asks its process to end and
waits indefinitely; here it is terminated. Any page open in a browser could open a socket to this
machine and so start processes, so only pages of this server may. Those pages load content from this
server alone. Opening a page takes the token in the link, because every account of the machine can
connect to a loopback address.
"""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import ipaddress
import json
import logging
import os
import re
import shlex
import subprocess
import time
from asyncio.subprocess import Process
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from aiohttp import WSCloseCode, WSMsgType, web
from aiohttp.http_exceptions import HttpProcessingError
from textual_serve.app_service import AppService
from textual_serve.server import Server

from clemtui.cli.browser_page import FULL, page_of_a_tab
from clemtui.cli.logs import LogHandler

SECONDS_TO_SAVE = 5.0
"""How many seconds the process of a closed tab may take to save its game."""

SECONDS_FOR_ROOM = 2 * SECONDS_TO_SAVE
"""How long a new tab waits for one that is just being closed, as when its page is reloaded."""

LARGEST = {"width": 1000, "height": 300}
"""The largest terminal of a tab, in cells: the app needs memory for each."""

HEARTBEAT_SECONDS = 15.0
"""How often a browser has to show that it is still there."""

EVENTS_AT_ONCE = 2000
EVENTS_PER_SECOND = 300
"""How many keys and mouse movements a page may send at once, and per second after that."""

_PASTE = "\x1b[200~"
_PASTED_PER_EVENT = 100  # characters
_EVENT = re.compile(r"\x1b\[200~.*?(?:\x1b\[201~|\Z)|\x1b[\[O][0-9;<?]*[ -/]*[@-~]|.", re.S)

_POLL_SECONDS = 0.05
_LAST_WORDS_SECONDS = 1.0
_LONGEST_ERROR = 4000  # bytes
_LONGEST_PATH = 200  # characters; the paths of our pages are shorter
_HOST = re.compile(r"([A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(:[0-9]{1,5})?", re.A)
_POLICY = (
    "default-src 'self' 'unsafe-inline' data:; connect-src 'self' ws://{host} wss://{host}; "
    "object-src 'none'"
)
_NO_TOKEN = "Open the whole link that clemtui serve has printed, including its token."
_NOT_KEPT = {"Cache-Control": "no-store"}
_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
}

_LOG = logging.getLogger(__name__)

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


def is_loopback(host: str) -> bool:
    """Return whether a server at this host can be reached only from this machine."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host.casefold() == "localhost"


def address(host: str, port: int) -> str:
    """Return a server's address for a browser."""
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def command_line(words: Sequence[str]) -> str:
    """Quote words for the system's shell, as a command that replaces the shell."""
    if os.name == "nt":
        return subprocess.list2cmdline(words)
    return f"exec {shlex.join(words)}"


def worth_logging(record: logging.LogRecord) -> bool:
    """Leave out the log records of requests that are not valid: anyone can make any number of them.

    A tab that ended before it showed anything was closed; if it failed, `Tab` says why.
    """
    if record.msg == "Application failed to start":
        return False
    error = record.exc_info[1] if record.exc_info else None
    return not isinstance(error, HttpProcessingError | web.RequestPayloadError)


class Allowance:
    """A limit on the events of a page: the app queues whatever it has not handled yet."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._left = float(EVENTS_AT_ONCE)
        self._at = clock()

    def covers(self, events: float) -> bool:
        """Return whether this many events are allowed now, and count them if they are."""
        before, self._at = self._at, self._clock()
        gained = (self._at - before) * EVENTS_PER_SECOND
        self._left = min(float(EVENTS_AT_ONCE), self._left + gained)
        if events > self._left:
            return False
        self._left -= events
        return True


def events_in(keys: str) -> float:
    """Return the number of events in terminal input: keys, mouse events and, by length, pastes.

    Counting stops above the limit, so that a huge message does not hold up the other tabs.
    """
    events = 0.0
    for each in _EVENT.finditer(keys):
        events += 1 + len(each[0]) / _PASTED_PER_EVENT if each[0].startswith(_PASTE) else 1
        if events > EVENTS_AT_ONCE:
            break
    return events


class Tab(AppService):
    """The process of a tab. What it prints as errors goes to the log, which makes it safe."""

    async def run(self) -> None:
        with contextlib.suppress(ConnectionError):  # the page is gone: its tab ends
            await super().run()

    async def _open_app_process(self, width: int = 80, height: int = 24) -> Process:
        process = await super()._open_app_process(width, height)
        errors, process.stderr = process.stderr, asyncio.StreamReader()
        process.stderr.feed_eof()  # textual-serve would print it as it is
        assert errors is not None
        self._errors = asyncio.create_task(_log_end(errors))
        return process


class TabServer(Server):
    """Serves one app process per browser tab, and ends it when the tab closes."""

    def __init__(
        self,
        words: Sequence[str],
        *,
        host: str,
        port: int,
        token: str,
        tabs: int,
        announce: Callable[[], None],
        url: str = "",
    ) -> None:
        """Create the server without starting it.

        Args:
            words: the command to start for each tab.
            host, port: where to listen.
            token: the secret in the link; the browser then keeps it as a cookie.
            tabs: how many tabs may be open at once.
            announce: called once it listens.
            url: the address that browsers use if a proxy forwards their requests, else empty.
        """
        super().__init__(
            command_line(words),
            host=host,
            port=port,
            title="clemtui",
            public_url=address(host, port),
        )
        self._token = token
        self._tabs = tabs
        self._announce = announce
        self._url = url
        self._open: set[web.WebSocketResponse] = set()
        self._taken = 0
        self._ending = False

    def serve(self, debug: bool = False) -> None:
        """Serve until Ctrl+C or SIGTERM; log warnings and errors, but no requests.

        Raises:
            OSError: if the address is not available.
        """
        self.debug = debug
        handler = LogHandler()
        handler.addFilter(worth_logging)
        logging.basicConfig(level=logging.WARNING, handlers=[handler])
        web.run_app(
            self._make_app(),
            host=self.host,
            port=self.port,
            access_log=None,
            print=lambda *_: self._announce(),
        )

    async def on_startup(self, app: web.Application) -> None:
        """Print nothing yet: the address may not be available."""

    async def on_shutdown(self, app: web.Application) -> None:
        """Close every tab, so that shutting down waits for nothing but games to be saved."""
        self._ending = True
        closing = (tab.close(code=WSCloseCode.GOING_AWAY) for tab in tuple(self._open))
        await asyncio.gather(*closing)

    async def _make_app(self) -> web.Application:
        app = await super()._make_app()
        app.router.add_get("/full", self._handle_full)
        app.middlewares.append(self._same_origin_only())
        return app

    def _same_origin_only(self) -> Any:
        @web.middleware
        async def ours_alone(request: web.Request, handler: Handler) -> web.StreamResponse:
            self._check_origin(request)
            if len(request.path) > _LONGEST_PATH:
                raise web.HTTPNotFound
            if "token" in request.query:
                return self._accepted(request)
            if not self._is_token(request.cookies.get(self._cookie, "")):
                raise web.HTTPForbidden(text=_NO_TOKEN)
            answer = await handler(request)
            if not answer.prepared:
                answer.headers.update(_HEADERS)
                policy = _POLICY.format(host=request.host)
                answer.headers["Content-Security-Policy"] = policy
            return answer

        return ours_alone

    def _check_origin(self, request: web.Request) -> None:
        """Refuse a request for another server, or from the page of another."""
        host = _HOST.fullmatch(request.host)
        if host is None:
            raise web.HTTPBadRequest(text="The request does not name a host.")
        # a foreign host name that resolves to this machine would give its pages our origin
        named = self._url.partition("://")[2] == request.host
        if is_loopback(self.host) and not (named or is_loopback(host[1].strip("[]"))):
            raise web.HTTPForbidden(text=f"This server is not {request.host}.")
        origin = request.headers.get("Origin")
        if origin is not None and origin.partition("://")[2] != request.host:
            raise web.HTTPForbidden(text="Only pages from this server may connect.")

    @property
    def _cookie(self) -> str:
        """The name of the cookie: browsers share cookies between the ports of a host."""
        return f"clemtui_{self.port}"

    def _is_token(self, given: str) -> bool:
        return hmac.compare_digest(given.encode("utf-8", "surrogatepass"), self._token.encode())

    def _accepted(self, request: web.Request) -> web.StreamResponse:
        """Keep the token of a link as a cookie, and open the page without it in the address."""
        if not self._is_token(request.query["token"]):
            raise web.HTTPForbidden(text=_NO_TOKEN)
        # Not to the path of the request: browsers take //name and /\\name for another host.
        page = str(request.rel_url.with_path("/", keep_query=True).without_query_params("token"))
        answer = web.Response(status=302, headers={"Location": page})
        # Lax: the link may stand on the page of another site. Origins are checked above.
        secure = self._url.startswith("https:")
        answer.set_cookie(
            self._cookie, self._token, httponly=True, secure=secure, samesite="Lax", path="/"
        )
        return answer

    @property
    def _full(self) -> bool:
        return self._taken >= self._tabs

    async def _handle_full(self, _: web.Request) -> web.Response:
        """Tell a page whose tab has ended, or could not be opened, whether there is room."""
        return web.Response(text=FULL if self._full else "", headers=_NOT_KEPT)

    async def _wait_for_room(self, request: web.Request) -> None:
        """Wait until a tab that is being closed has ended.

        Raises:
            web.HTTPServiceUnavailable: if there is no room, the server is being stopped, or the
                page has gone meanwhile.
        """
        for _ in range(int(SECONDS_FOR_ROOM / _POLL_SECONDS)):
            if not self._full or self._ending or request.transport is None:
                break
            await asyncio.sleep(_POLL_SECONDS)
        if self._full or self._ending or request.transport is None:
            raise web.HTTPServiceUnavailable(text=FULL)

    def _tab(self, websocket: web.WebSocketResponse) -> Tab:
        async def close() -> None:
            await websocket.close()

        return Tab(
            self.command,
            write_bytes=websocket.send_bytes,
            write_str=websocket.send_str,
            close=close,
            download_manager=self.download_manager,
        )

    async def handle_websocket(self, request: web.Request) -> web.WebSocketResponse:
        """Start a tab, unless too many are open."""
        if not web.WebSocketResponse().can_prepare(request):
            raise web.HTTPBadRequest(text="Only the page of a tab connects here; open / instead.")
        await self._wait_for_room(request)
        size = [_cells(request.query.get(name), most) for name, most in LARGEST.items()]
        self._taken += 1  # at once: starting a process takes a while, and others connect meanwhile
        try:
            websocket = web.WebSocketResponse(heartbeat=HEARTBEAT_SECONDS)
            await websocket.prepare(request)
            tab = self._tab(websocket)
            try:
                await tab.start(*size)
                with contextlib.suppress(ConnectionError):  # the page is gone
                    await self._process_messages(websocket, tab)
            finally:
                await tab.stop()
            return websocket
        finally:
            self._taken -= 1

    async def handle_index(self, request: web.Request) -> Any:
        """Serve the page of a tab.

        Whether there is room is decided when the tab connects: a page that is being reloaded keeps
        its old tab until the new page is there.
        """
        page = await Server.handle_index(self, request)
        assert isinstance(page, web.Response)
        page.text = page_of_a_tab(page.text or "", self.public_url)
        page.headers.update(_NOT_KEPT)
        return page

    async def _process_messages(
        self, websocket: web.WebSocketResponse, app_service: AppService
    ) -> None:
        self._open.add(websocket)
        allowance = Allowance()
        watched = asyncio.create_task(_close_after(app_service, websocket))
        try:
            async for message in websocket:
                if message.type is WSMsgType.TEXT:
                    await _obey(message.data, websocket, app_service, allowance)
        finally:
            self._open.discard(websocket)
            watched.cancel()
            await _end(app_service)


async def _log_end(errors: asyncio.StreamReader) -> None:
    """Log the end of what a process prints as errors, once it has ended."""
    end = b""
    while part := await errors.read(_LONGEST_ERROR):
        end = (end + part)[-_LONGEST_ERROR:]
    if text := end.decode("utf-8", "replace").strip():
        _LOG.error("A tab ended: %s", text)


async def _close_after(tab: AppService, websocket: web.WebSocketResponse) -> None:
    """Close the page of a tab whose process has ended, whatever ended it."""
    process = tab._process
    assert process is not None
    assert tab._task is not None
    while process.returncode is None:  # noqa: ASYNC110 - what waits for it waits for its pipes, too
        await asyncio.sleep(_POLL_SECONDS)
    # what it said last; a program it has started may hold the other end of its pipe
    await asyncio.wait({tab._task}, timeout=_LAST_WORDS_SECONDS)
    await websocket.close(code=WSCloseCode.GOING_AWAY)


async def _obey(
    text: str, websocket: web.WebSocketResponse, tab: AppService, allowance: Allowance
) -> None:
    """Pass a message of a tab's page to its process.

    What our page never sends is ignored, and so is more than a person can do.
    """
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        return
    match message:
        case ["stdin", str(keys)] if allowance.covers(events_in(keys)):
            await tab.send_bytes(keys.encode("utf-8", "replace"))
        case ["resize", {"width": width, "height": height}] if allowance.covers(1):
            size = (width, LARGEST["width"]), (height, LARGEST["height"])
            await tab.set_terminal_size(*(_cells(number, most) for number, most in size))
        case ["ping", str() | int() | float() as data]:
            await websocket.send_json(["pong", data])
        case ["blur", *_] if allowance.covers(1):
            await tab.blur()
        case ["focus", *_] if allowance.covers(1):
            await tab.focus()


def _cells(given: object, most: int) -> int:
    """Return a number of columns or rows that a terminal may have."""
    try:
        return min(max(int(str(given)), 1), most)
    except ValueError:
        return min(80, most)


async def _end(tab: AppService) -> None:
    """End a tab's process; the app saves its game when terminated."""
    process = tab._process
    if process is None:
        return
    # not process.wait(), which would wait until all output is read, and no one reads it any more
    try:
        for end in (process.terminate, process.kill):
            if process.returncode is None:
                end()
            for _ in range(int(SECONDS_TO_SAVE / _POLL_SECONDS)):
                if process.returncode is not None:
                    return
                await asyncio.sleep(_POLL_SECONDS)
    finally:
        # its pipes too: a program it has started may hold their other ends, and the tab would wait
        process._transport.close()  # type: ignore[attr-defined]

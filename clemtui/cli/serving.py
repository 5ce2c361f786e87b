"""The app in a browser: textual-serve, and what it leaves open.

Each tab is a process of its own. textual-serve asks it to end when the tab goes and waits for that
however long it takes; here it is ended. Whatever page a browser shows can open a socket to this
machine, and so start programs: only pages of our own server may. What a page of ours loads comes
from our server alone.
"""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import os
import shlex
import subprocess
from collections.abc import Awaitable, Callable, Sequence
from copy import copy
from typing import Any
from urllib.parse import urlsplit

import click
from aiohttp import WSCloseCode, web
from textual_serve.app_service import AppService
from textual_serve.server import Server

SECONDS_TO_SAVE = 5.0
"""How long the process of a tab that has gone may take to save what is being played."""

_LOOK_SECONDS = 0.05
_POLICY = "default-src 'self' 'unsafe-inline' data:; connect-src 'self' {socket}; object-src 'none'"
_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
}

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


def is_loopback(host: str) -> bool:
    """Whether only this machine reaches a server at this host."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host.casefold() == "localhost"


def address(host: str, port: int) -> str:
    """The address of a server, as a browser takes it."""
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def command_line(words: Sequence[str]) -> str:
    """Words as the system's shell takes them for a command that replaces it."""
    if os.name == "nt":
        return subprocess.list2cmdline(words)
    return f"exec {shlex.join(words)}"


class Tabs(Server):
    """Serves one app per tab of a browser, and ends it with the tab."""

    def __init__(self, words: Sequence[str], *, host: str, port: int, announce: str) -> None:
        """Nothing happens yet.

        Args:
            words: the command that is started for each tab.
            host, port: where browsers are listened for.
            announce: the line that says so.
        """
        super().__init__(
            command_line(words),
            host=host,
            port=port,
            title="clemtui",
            public_url=address(host, port),
        )
        self._announce = announce
        self._open: set[web.WebSocketResponse] = set()

    def serve(self, debug: bool = False) -> None:
        """Serve until Ctrl+C or SIGTERM; what goes wrong is said, but nothing of each request.

        Raises:
            OSError: if the address cannot be listened at.
        """
        self.debug = debug
        logging.basicConfig(level=logging.WARNING, format="%(message)s")
        web.run_app(
            self._make_app(),
            host=self.host,
            port=self.port,
            access_log=None,
            print=lambda *_: click.echo(self._announce),  # called when somebody listens
        )

    async def on_startup(self, app: web.Application) -> None:
        """Say nothing yet: it may be that the address cannot be listened at."""

    async def on_shutdown(self, app: web.Application) -> None:
        """Close every tab, so that nothing is waited for."""
        closing = (tab.close(code=WSCloseCode.GOING_AWAY) for tab in tuple(self._open))
        await asyncio.gather(*closing)

    async def _make_app(self) -> web.Application:
        app = await super()._make_app()
        app.middlewares.append(self._ours_alone())
        return app

    def _ours_alone(self) -> Any:
        @web.middleware
        async def ours_alone(request: web.Request, handler: Handler) -> web.StreamResponse:
            asked = urlsplit(f"//{request.host}")
            # a name of somebody else's that leads here would make their page one of ours
            if is_loopback(self.host) and not is_loopback(asked.hostname or ""):
                raise web.HTTPForbidden(text=f"This is not {request.host}.")
            origin = request.headers.get("Origin")
            if origin is not None and urlsplit(origin).netloc != asked.netloc:
                raise web.HTTPForbidden(text="Only pages of this server may do this.")
            answer = await handler(request)
            if not answer.prepared:
                answer.headers.update(_HEADERS)
                policy = _POLICY.format(socket=f"ws://{request.host}")
                answer.headers["Content-Security-Policy"] = policy
            return answer

        return ours_alone

    async def handle_index(self, request: web.Request) -> Any:
        """The page of a tab; what it names is at the address that the browser asked."""
        here = copy(self)
        here.public_url = f"{request.scheme}://{request.host}"
        return await Server.handle_index(here, request)

    async def _process_messages(
        self, websocket: web.WebSocketResponse, app_service: AppService
    ) -> None:
        self._open.add(websocket)
        try:
            await super()._process_messages(websocket, app_service)
        finally:
            self._open.discard(websocket)
            await _end(app_service)


async def _end(tab: AppService) -> None:
    """End the process of a tab: the app saves what is being played when it is told to end."""
    process = tab._process
    if process is None:
        return
    # not process.wait(): that waits until all has been read that nobody reads any more
    for end in (process.terminate, process.kill):
        if process.returncode is None:
            end()
        for _ in range(int(SECONDS_TO_SAVE / _LOOK_SECONDS)):
            if process.returncode is not None:
                return
            await asyncio.sleep(_LOOK_SECONDS)

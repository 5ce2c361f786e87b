"""A server of tabs in this process, and what its tests share."""

from __future__ import annotations

import importlib.util
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

SERVED = importlib.util.find_spec("textual_serve") is not None
needs_the_extra = pytest.mark.skipif(not SERVED, reason="needs the extra 'serve'")
needs_linux = pytest.mark.skipif(sys.platform != "linux", reason="finds processes in /proc")
TOKEN = "a-token-of-20-letters"
KEPT = f"clemtui_8000={TOKEN}"
SECONDS = 30.0
"""How many seconds anything may take before a test gives up."""

STUBBORN = """
import signal, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
print(flush=True)
time.sleep(99)
"""
"""A tab that does not end when it is asked to."""


@asynccontextmanager
async def client_of(*words: str, cookie: str = KEPT, url: str = "") -> AsyncIterator[Any]:
    """Connect a client to a server in this process that starts ``words`` for each tab."""
    from aiohttp import web
    from aiohttp.test_utils import TestClient, TestServer

    from clemtui.cli.serving import TabServer

    class LikeRunApp(TestServer):
        """A handler goes on when its client is gone: so does `web.run_app`, unlike TestServer."""

        async def _make_runner(self, **options: Any) -> web.AppRunner:
            return web.AppRunner(self.app, **{**options, "handler_cancellation": False})

    tabs = TabServer(
        words,
        host="127.0.0.1",
        port=8000,
        token=TOKEN,
        tabs=2,
        announce=lambda: None,
        url=url,
    )
    kept = {"Cookie": cookie} if cookie else {}
    async with TestClient(LikeRunApp(await tabs._make_app()), headers=kept) as client:
        yield client


async def wait_for_room(client: Any) -> None:
    """Wait until another tab can be opened."""
    end = time.monotonic() + SECONDS
    while await (await client.get("/full")).text():
        assert time.monotonic() < end

"""A reproducible environment for snapshots of the app.

The clock stands still, ids and names are always the same, and nothing of the machine is visible.
The snapshots and the images of the documentation (tools/pictures) are taken in it.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import shutil
import tempfile
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest import mock
from zoneinfo import ZoneInfo

import time_machine
from textual.pilot import Pilot

import clemtui.ui.app
from clemtui.config import Settings
from clemtui.episode import live, service
from clemtui.episode.planning import plan, same_task
from clemtui.players import discovery
from clemtui.players.http_get import Reply
from clemtui.store import ids
from clemtui.ui.app import ClemtuiApp
from clemtui.ui.setup import state as setup_state
from clemtui.ui.shell.options import AppOptions
from clemtui.ui.shell.themes import DARK
from clemtui.ui.widgets import key_guard
from tests.ui.snapshots.records import DATABASE, MODEL, SERVER, freeze_study, record_evenings

NOW = datetime(2026, 3, 14, 20, 30, tzinfo=ZoneInfo("UTC"))
"""The evening of all snapshots."""

PERSON = "Ada"
STYLES = Path(clemtui.ui.app.__file__).parent
FONTS = "ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace"

KEPT_VARIABLES = ("PATH", "TMPDIR", "SYSTEMROOT", "PYTEST_", "TEXTUAL_SNAPSHOT_")
"""Prefixes of the environment variables that the machine and the tests need."""

_FONT_FACE = re.compile(r"\s*@font-face\s*\{.*?\}", re.DOTALL)
_FONT_FAMILY = re.compile(r"font-family: [^;]*;")
_GENERATED = re.compile(r"\bterminal-\d+-")


class SnapshotApp(ClemtuiApp):
    """The app with reproducible screenshots that refer to local fonts and load none."""

    CSS_PATH = [STYLES / str(path) for path in ClemtuiApp.CSS_PATH]  # noqa: RUF012

    def export_screenshot(self, *, title: str | None = None, simplify: bool = False) -> str:
        svg = super().export_screenshot(title="clemtui", simplify=True)  # fewer text elements
        svg = _FONT_FACE.sub("", svg)
        svg = _FONT_FAMILY.sub(f"font-family: {FONTS};", svg)
        svg = svg.replace("<svg ", '<svg xml:space="preserve" ', 1)
        return _GENERATED.sub("terminal-", svg)

    async def run_async(self, **given: Any) -> Any:
        """Always close the records: a snapshot may be taken at any time."""
        try:
            return await super().run_async(**given)
        finally:
            await self.context.close()


Arrange = Callable[[Pilot[Any]], Awaitable[object]]
"""Brings the app to the state to be shown."""


@dataclass(frozen=True)
class Scene:
    """A state of the app to be shown.

    Attributes:
        arrange: brings the app there from its first screen.
        records: whether people here have played before (see `evening`).
        study: whether a study is frozen here, under the name ``memory``.
        settings: settings besides the theme.
        options: options of the app besides the database.
        environment: environment variables for the program.
    """

    name: str
    arrange: Arrange
    records: bool = False
    study: bool = False
    settings: Mapping[str, Any] = field(default_factory=dict)
    options: Mapping[str, Any] = field(default_factory=dict)
    environment: Mapping[str, str] = field(default_factory=dict)

    def app(self, folder: Path, theme: str = DARK) -> SnapshotApp:
        """Return the app before it has started; ``folder`` is empty."""
        database = folder / DATABASE
        if self.records:
            shutil.copyfile(Path(recorded_database().name) / DATABASE, database)
        if self.study:
            shutil.copyfile(Path(frozen_study().name) / DATABASE, database)
        settings = Settings(theme=theme, motion="reduced", **self.settings)
        options = {"person": PERSON, **self.options}
        return SnapshotApp(AppOptions(database=database, settings=settings, **options))


@contextmanager
def reproducible(folder: Path, environment: Mapping[str, str] | None = None) -> Iterator[None]:
    """Freeze everything a snapshot could depend on; ``folder`` is the home directory."""
    surroundings = {
        **{name: value for name, value in os.environ.items() if name.startswith(KEPT_VARIABLES)},
        "HOME": str(folder),
        "TERM": "xterm-256color",
        "COLORTERM": "truecolor",
        **(environment or {}),
    }
    dice = random.Random(7)
    numbers = SimpleNamespace(randbits=dice.getrandbits)
    before = Path.cwd()
    with ExitStack() as kept_still:
        enter = kept_still.enter_context
        enter(mock.patch.dict(os.environ, surroundings, clear=True))
        enter(mock.patch.object(ids, "os", SimpleNamespace(urandom=dice.randbytes)))
        enter(mock.patch.object(ids, "_last", (0, 0)))
        enter(mock.patch.object(service, "secrets", SimpleNamespace(token_hex=lambda _: "7c1e")))
        for drawing in (same_task, plan, setup_state):
            enter(mock.patch.object(drawing, "secrets", numbers))
        enter(mock.patch.object(discovery, "WELL_KNOWN", ()))
        enter(mock.patch.object(discovery, "get", _server))
        enter(mock.patch.object(live, "preload", return_value=None))  # no model is called
        enter(mock.patch.object(key_guard, "PAUSE_SECONDS", 0))
        enter(mock.patch.object(key_guard, "TYPING_SECONDS", 0))
        enter(time_machine.travel(NOW, tick=False))
        kept_still.callback(os.chdir, before)
        os.chdir(folder)
        yield


async def _server(url: str, *, limit: int) -> Reply:
    """Answer as the only model server in the snapshots; nothing is sent anywhere."""
    if url != f"{SERVER}/models":
        raise ConnectionRefusedError
    return Reply(200, json.dumps({"data": [{"id": MODEL, "owned_by": "vllm"}]}).encode())


@cache
def recorded_database() -> tempfile.TemporaryDirectory[str]:
    """Return a folder with a database of earlier evenings, created once; copy it before use."""
    folder = tempfile.TemporaryDirectory(prefix="clemtui-records-")
    with reproducible(Path(folder.name)):  # nested, to draw none of a scene's numbers
        with time_machine.travel(NOW - timedelta(days=9), tick=False) as clock:
            asyncio.run(record_evenings(Path(folder.name), lambda hours: clock.shift(hours * 3600)))
            assert datetime.now(UTC) < NOW
    return folder


@cache
def frozen_study() -> tempfile.TemporaryDirectory[str]:
    """Return a folder with a database in which a study is frozen; copy it before use."""
    folder = tempfile.TemporaryDirectory(prefix="clemtui-study-")
    with reproducible(Path(folder.name)):
        asyncio.run(freeze_study(Path(folder.name)))
    return folder


def draw(scene: Scene, size: tuple[int, int], theme: str = DARK) -> str:
    """Return a snapshot of a scene as SVG."""

    async def take(pilot: Pilot[Any]) -> None:
        await scene.arrange(pilot)
        await pilot.pause()
        drawn.append(pilot.app.export_screenshot(simplify=True))
        pilot.app.exit()

    drawn: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        with reproducible(Path(folder).resolve(), scene.environment):
            scene.app(Path(folder), theme).run(headless=True, auto_pilot=take, size=size)
    return drawn[0]

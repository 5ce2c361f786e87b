"""Diagnostics: what is installed, where data is stored, and what prevents playing."""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Literal

from clemtui import __version__
from clemtui.config import Settings
from clemtui.episode.errors import PlayError
from clemtui.episode.offers.connection_test import check_connection
from clemtui.episode.planning.overview import overview
from clemtui.episode.planning.readiness import server_obstacle
from clemtui.paths import Paths
from clemtui.players.discovery import FoundServer, discover, places
from clemtui.players.llm.check import check_model
from clemtui.players.llm.parameters import ModelParameters
from clemtui.players.llm.redaction import hide_keys, known_keys
from clemtui.records.errors import StoreError
from clemtui.records.rows import Recovery
from clemtui.store.capabilities import capabilities
from clemtui.store.database import check_sqlite
from clemtui.store.filesystems import network_file_system
from clemtui.store.read.reader import Reader
from clemtui.store.write.emergency import default_emergency_file, recover_emergency

Level = Literal["good", "warning", "broken"]

PACKAGES = (
    "textual", "rich", "litellm", "sqlite-utils", "pydantic", "babel", "click", "platformdirs",
)  # fmt: skip
COMPROMISED_RELEASES = {("litellm", "1.82.7"), ("litellm", "1.82.8")}
"""Compromised releases that steal API keys."""

_MODELS_SHOWN = 12


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one check. ``broken`` means that something will not work until it is fixed."""

    section: str
    name: str
    value: str
    level: Level = "good"

    def without_keys(self, keys: Sequence[str]) -> Finding:
        """Return the finding with these keys hidden: servers and files may repeat them."""
        return replace(self, name=hide_keys(self.name, keys), value=hide_keys(self.value, keys))


def run_checks(*, places: Paths, database: Path, collections: Iterable[Path]) -> Iterator[Finding]:
    """Check everything except the models, whose library is slow to import."""
    yield from _program()
    yield from _packages()
    yield from _folders(places)
    yield from _sqlite()
    yield from _database(database)
    yield from _games(collections)


def _program() -> Iterator[Finding]:
    yield Finding("Program", "clemtui", __version__)
    yield Finding("Program", "Python", f"{platform.python_version()} ({sys.executable})")
    yield Finding("Program", "system", platform.platform())
    encoding = (sys.stdout.encoding or "unknown").lower()
    if encoding in ("utf-8", "utf8"):
        yield Finding("Program", "output encoding", encoding)
    else:
        advice = "some characters will be shown as codes; set PYTHONUTF8=1"
        yield Finding("Program", "output encoding", f"{encoding}: {advice}", "warning")


def _packages() -> Iterator[Finding]:
    for name in PACKAGES:
        try:
            found = version(name)
        except PackageNotFoundError:
            yield Finding("Packages", name, "missing; reinstall clemtui", "broken")
            continue
        if (name, found) in COMPROMISED_RELEASES:
            advice = (
                "this release steals API keys: uninstall it, revoke your keys, then "
                "install another release"
            )
            yield Finding("Packages", name, f"{found}: {advice}", "broken")
        else:
            yield Finding("Packages", name, found)


def _folders(places: Paths) -> Iterator[Finding]:
    known = "" if places.config_file.exists() else " (not created yet)"
    yield Finding("Folders", "configuration", f"{places.config_file}{known}")
    yield Finding("Folders", "your games", str(places.data / "collection"))
    for name, folder in (("data", places.data), ("cache", places.cache)):
        yield _writable("Folders", name, folder)


def _writable(section: str, name: str, folder: Path) -> Finding:
    nearest = next(parent for parent in (folder, *folder.parents) if parent.exists())
    if nearest.is_dir() and os.access(nearest, os.W_OK):
        return Finding(section, name, str(folder))
    return Finding(section, name, f"{folder}: not writable; change its permissions", "broken")


def _sqlite() -> Iterator[Finding]:
    found = capabilities()
    try:
        check_sqlite()
    except StoreError as error:
        yield Finding("Records", "SQLite", str(error), "broken")
    else:
        yield Finding("Records", "SQLite", found.version)
    needed = {
        "STRICT tables": found.strict,
        "write-ahead log": found.wal,
        "full-text search": found.fts5,
    }
    for name, there in needed.items():
        if there:
            yield Finding("Records", name, "yes")
        else:
            yield Finding("Records", name, "not available; use another Python", "broken")


def _database(path: Path) -> Iterator[Finding]:
    mounts = Path("/proc/self/mountinfo")
    if mounts.exists():
        text = mounts.read_text(encoding="utf-8", errors="surrogateescape")
        kind = network_file_system(path, text)
        if kind is None:
            yield Finding("Records", "file system", "local")
        else:
            advice = (
                "SQLite's write-ahead log is not safe on a network drive; choose a local "
                "file with --db"
            )
            yield Finding("Records", "file system", f"network ({kind}): {advice}", "broken")
    if not path.exists():
        folder = _writable("Records", "database", path.parent)
        fine = folder.level == "good"
        yield replace(folder, value=f"{path} (not created yet)") if fine else folder
    else:
        yield _existing(path)
    kept = default_emergency_file(path)
    if kept.exists():
        advice = (
            "contains records that could not be written; restore them with 'clemtui "
            "doctor --recover'"
        )
        yield Finding("Records", "emergency file", f"{kept}: {advice}", "warning")


def _existing(path: Path) -> Finding:
    try:
        with Reader(path) as reader:
            unfinished = len(reader.unfinished())
            people = len(reader.people())
    except StoreError as error:
        return Finding("Records", "database", str(error), "broken")
    if not os.access(path, os.W_OK) or not os.access(path.parent, os.W_OK):
        advice = "read-only; change its permissions or choose another file with --db"
        return Finding("Records", "database", f"{path}: {advice}", "broken")
    counts = f"{_count(people, 'person', 'people')}, {_count(unfinished, 'unfinished episode')}"
    return Finding("Records", "database", f"{path} ({counts})")


def _games(collections: Iterable[Path]) -> Iterator[Finding]:
    try:
        games, problems = overview(collections)
    except PlayError as error:
        yield Finding("Games", "collections", str(error), "broken")
        return
    for game in games:
        id = game.listing.card.id
        if game.problem is not None:
            yield Finding("Games", id, game.problem, "broken")
            continue
        count = sum(experiment.instances for experiment in game.experiments)
        languages = ", ".join(game.languages) or "no languages"
        yield Finding("Games", id, f"{languages}; {_count(count, 'instance')}")
    for problem in problems:
        yield Finding("Games", "unusable", problem, "broken")


def keys_to_hide(settings: Settings, asked: ModelParameters | None = None) -> tuple[str, ...]:
    """Return the keys that a report must not contain: those of the settings and environment."""
    models = [*settings.models.values(), *([] if asked is None else [asked])]
    return known_keys(*(model.api_key_env for model in models))


def _count(number: int, noun: str, plural: str = "") -> str:
    return f"{number} {noun if number == 1 else plural or f'{noun}s'}"


async def check_model_keys(settings: Settings) -> tuple[Finding, ...]:
    """Check that the API key of every configured model is set. Sends nothing."""
    found = []
    for name, parameters in settings.models.items():
        check = await check_model(parameters)
        if check.error is None:
            found.append(Finding("Models", name, f"{parameters.model}: ready"))
        else:
            found.append(Finding("Models", name, str(check.error), "warning"))
    return tuple(found)


async def check_model_connection(name: str, parameters: ModelParameters) -> Finding:
    """Test the connection to a model with one short call."""
    said = await check_connection(parameters)
    if not said.ok:
        return Finding("Models", name, f"{said.problem} {said.hint}", "broken")
    words = " ".join(said.text.split())
    answer = f"answered {words[:60]!r}" if words else "reached the token limit while reasoning"
    first = (
        "" if said.first_seconds is None else (f", first token after {said.first_seconds:.1f} s")
    )
    exact = f", model {said.model_as_answered}" if said.model_as_answered else ""
    return Finding("Models", name, f"{answer} after {said.seconds:.1f} s{first}{exact}")


async def check_servers(settings: Settings) -> tuple[Finding, ...]:
    """List the model servers that respond here, and the configured ones that do not."""
    servers = await discover(places(settings.servers))
    if not servers:
        return (
            Finding(
                "Servers", "on this computer", "no model server responds at the usual addresses"
            ),
        )
    return tuple(_server(server) for server in servers)


def _server(server: FoundServer) -> Finding:
    if server.problem is not None:
        return Finding("Servers", server.address, server_obstacle(server).english, "warning")
    kind = "unidentified server" if server.kind == "other" else server.kind
    shown = ", ".join(server.models[:_MODELS_SHOWN])
    more = len(server.models) - _MODELS_SHOWN
    rest = f" and {more} more" if more > 0 else ""
    as_players = f"; to play with the first: --partner {server.player_word(server.models[0])}"
    return Finding("Servers", server.address, f"{kind}: {shown}{rest}{as_players}")


def recover(database: Path) -> Recovery | None:
    """Restore the records in the emergency file beside a database.

    Returns None if there is no such file.

    Raises:
        StoreError: if the file or the database cannot be used.
    """
    path = default_emergency_file(database)
    return recover_emergency(path, database) if path.exists() else None

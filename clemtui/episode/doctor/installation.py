"""Checks of the installation: the program, its packages, folders and games."""

from __future__ import annotations

import platform
import sys
from collections.abc import Iterable, Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from clemtui import __version__
from clemtui.episode.doctor.finding import Finding, count, writable
from clemtui.episode.doctor.records import Recoveries, check_records
from clemtui.episode.errors import PlayError
from clemtui.episode.planning.overview import overview
from clemtui.paths import Paths

PACKAGES = (
    "textual", "rich", "litellm", "sqlite-utils", "pydantic", "babel", "click", "platformdirs",
)  # fmt: skip
COMPROMISED_RELEASES = {("litellm", "1.82.7"), ("litellm", "1.82.8")}
"""Compromised releases that steal API keys."""


def run_checks(
    *,
    places: Paths,
    database: Path,
    collections: Iterable[Path],
    recoveries: Recoveries = (),
) -> Iterator[Finding]:
    """Check everything except the models, whose library is slow to import.

    ``recoveries``: what restoring the emergency files of the database has just resulted in.
    """
    yield from _program()
    yield from _packages()
    yield from _folders(places)
    yield from check_records(database, recoveries)
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
        yield writable("Folders", name, folder)


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
        instances = sum(experiment.instances for experiment in game.experiments)
        languages = ", ".join(game.languages) or "no languages"
        yield Finding("Games", id, f"{languages}; {count(instances, 'instance')}")
    for problem in problems:
        yield Finding("Games", "unusable", problem, "broken")

"""A results tree of the reference framework: finding its episodes and interpreting their paths.

Any folder that contains ``interactions.json`` is an episode, whatever the layout above it. The
usual layout is ``<models>/<game>/<experiment>/instance_00007``; before 3.x it was
``<models>/<game>/<n>_<experiment>/episode_7``, numbered by the position of the instance, and
originally ``<game>/<n>_<experiment>/<models>/episode_7``.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from babel import UnknownLocaleError
from babel.core import Locale

from clemtui.files import read_bytes

LOG = "interactions.json"
_INSTANCE = "instance.json"

_NUMBERED = re.compile(r"(?P<what>episode|instance)_0*(?P<number>\d{1,18})$")
_PREFIX = re.compile(r"\d+_(?=.)")
_VERSION = re.compile(r"v?(?P<version>(?P<line>\d)\.\d+(?:\.\d+)?)$")
_SUFFIX = re.compile(r"_(?P<language>[a-z]{2})$")
_EPOCH = re.compile(r"epoch_\d+$")
_BETWEEN = "--"


class UnreadableEpisode(ValueError):
    """A folder contains no readable episode; the message says why, in one line."""


@dataclass(frozen=True, slots=True)
class PathNames:
    """The information in the names of an episode's folder and of those above it.

    Attributes:
        models: the name of the players' folder, e.g. ``gpt-4o-t0.0--gpt-4o-t0.0``.
        epoch: the name of the folder of an epoch, below the players'; empty if there is none.
        number: of the episode's folder; ``is_position``: it counts positions, not game ids.
        version, line: of the benchmark, if a folder is named after it (``v2.0``).
        language: if a folder above the models, or the end of the experiment, names one.
    """

    models: str
    epoch: str
    game: str
    experiment: str
    number: int | None
    is_position: bool
    version: str | None
    line: int | None
    language: str | None


def find_episodes(root: Path, problems: list[str]) -> Iterator[Path]:
    """Yield the folders of all episodes, sorted by name.

    ``problems`` collects folders that cannot be read, and those with an instance but no log, which
    the reference leaves behind when an episode crashes.
    """

    def note(error: OSError) -> None:
        problems.append(f"{error.filename}: cannot be read: {error.strerror}")

    for folder, below, files in os.walk(root, onerror=note):
        below.sort(key=_natural)
        if LOG in files:
            yield Path(folder)
        elif _INSTANCE in files:
            path = Path(folder).relative_to(root).as_posix()
            problems.append(f"{path}: instance without {LOG}; the episode crashed")


def read_json(path: Path) -> tuple[Any, str]:
    """Return the value in a file, and the SHA-256 of its bytes. Bare ``NaN`` is read as the number.

    Raises:
        UnreadableEpisode: if the file cannot be read or is not JSON.
    """
    try:
        content = read_bytes(path)
        return json.loads(content.decode("utf-8-sig")), sha256(content).hexdigest()
    except FileNotFoundError:
        raise UnreadableEpisode(f"{path.name} is missing") from None
    except OSError as error:
        raise UnreadableEpisode(f"{path.name} cannot be read: {error.strerror}") from None
    except (ValueError, RecursionError) as error:
        reason = " ".join(str(error).split())
        raise UnreadableEpisode(f"{path.name} is not JSON: {reason}") from None


def read_shared_json(path: Path) -> tuple[Any, str]:
    """Read a JSON file that many episodes share: once until it changes on disk.

    Callers must not modify the content.

    Raises:
        UnreadableEpisode: if the file cannot be read or is not JSON.
    """
    try:
        found = path.stat()
    except OSError:
        return read_json(path)
    return _read_once(path, (found.st_ino, found.st_size, found.st_mtime_ns))


@lru_cache(maxsize=64)
def _read_once(path: Path, state: tuple[int, ...]) -> tuple[Any, str]:
    """Return the content of a file in that state."""
    return read_json(path)


def parse_timestamp(value: Any) -> datetime | None:
    """Parse a timestamp; return None if it is not valid or implausible."""
    try:
        found = datetime.fromisoformat(value)
    except (TypeError, ValueError):
        return None
    return found if 1990 <= found.year < 2200 else None


def in_utc(at: datetime) -> datetime:
    """Convert a time of the log to UTC.

    A time without a time zone is interpreted as UTC: order and day are roughly right, and the
    record says that the time is not known.
    """
    return at.replace(tzinfo=UTC) if at.tzinfo is None else at.astimezone(UTC)


def path_names(folder: Path, known_games: frozenset[str] = frozenset()) -> PathNames:
    """Interpret the path of an episode's folder.

    Args:
        folder: an absolute path.
        known_games: if none of the usual places names one of them, a folder above that does is
            taken as the game's.
    """
    above = [parent.name for parent in folder.parents if parent.name]
    above += [""] * (4 - len(above))
    experiment, game, models, epoch = above[0], above[1], above[2], ""
    rest = above[3:]
    if _EPOCH.match(models):
        epoch, models, rest = models, above[3], above[4:]
    if game not in known_games and _PREFIX.match(game) and not _PREFIX.match(experiment):
        models, experiment, game, rest = above[0], above[1], above[2], above[3:]
    elif game not in known_games:
        game = next((name for name in above if name in known_games), game)
    numbered = _NUMBERED.match(folder.name)
    version = next((found for name in above if (found := _VERSION.match(name))), None)
    return PathNames(
        models=models,
        epoch=epoch,
        game=game,
        experiment=experiment,
        number=None if numbered is None else int(numbered["number"]),
        is_position=numbered is not None and numbered["what"] == "episode",
        version=None if version is None else version["version"],
        line=None if version is None else int(version["line"]),
        language=_language(experiment, rest[:1]),
    )


def without_number(experiment: str) -> str:
    """Return an experiment's name without the number that preceded it until 3.x."""
    return _PREFIX.sub("", experiment, count=1)


def _language(experiment: str, above: list[str]) -> str | None:
    """Return a language that ends the experiment's name, or names the folder above the models."""
    suffix = _SUFFIX.search(experiment)
    named = ([suffix["language"]] if suffix else []) + above
    return next((name for name in named if _is_language(name)), None)


def _is_language(name: str) -> bool:
    if not re.fullmatch(r"[a-z]{2,3}(-[A-Za-z]{2,4})?", name):
        return False
    try:
        return bool(Locale.parse(name, sep="-"))
    except (UnknownLocaleError, ValueError):
        return False


def _natural(name: str) -> tuple[str, int, str]:
    found = re.search(r"\d{1,18}$", name)
    return (name, 0, "") if found is None else (name[: found.start()], int(found[0]), name)


def model_names(models: str) -> tuple[str, ...]:
    """Return the players' names from the name of a models' folder, in the order of the seats."""
    return tuple(name for name in models.split(_BETWEEN) if name)

"""Where clemtui keeps its data, configuration and caches. Nothing is created here.

The platform's own folders are used, or `CLEMTUI_HOME`, one folder for all three: for portable
installations, study laptops, and tests.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

HOME_VARIABLE = "CLEMTUI_HOME"
"""Names one folder to keep everything in, instead of the platform's folders."""

CONFIG_VARIABLE = "CLEMTUI_CONFIG"
"""Names the configuration file."""


@dataclass(frozen=True, slots=True)
class Paths:
    """The folders and files that clemtui reads and writes, as absolute paths."""

    data: Path
    """What must not be lost: the database, the person's own collection, emergency files, logs."""
    config: Path
    """What the person writes."""
    cache: Path
    """What can be regenerated at any time."""
    config_file: Path

    @property
    def database(self) -> Path:
        """The default database."""
        return self.data / "clemtui.db"


def paths(environment: Mapping[str, str] = os.environ) -> Paths:
    """Return the paths for this environment; an empty variable counts as not set."""
    named_home = environment.get(HOME_VARIABLE)
    if named_home:
        home = absolute(named_home)
        data, config, cache = home / "data", home / "config", home / "cache"
    else:
        import platformdirs  # slow to import, and not needed if the folder is given

        data, config, cache = (
            Path(folder(appname="clemtui", appauthor=False))
            for folder in (
                platformdirs.user_data_dir,
                platformdirs.user_config_dir,
                platformdirs.user_cache_dir,
            )
        )
    named_file = environment.get(CONFIG_VARIABLE)
    config_file = absolute(named_file) if named_file else config / "clemtui.toml"
    return Paths(data, config, cache, config_file)


def command_on(database: Path, *words: str) -> str:
    """Return a command for a person to run on a database, quoted as in a shell.

    Args:
        database: is named unless it is the default one.
        words: the command without the name of the program.
    """
    path = absolute(database)
    named = () if path == paths().database else (f"--db={path}",)
    return shlex.join(["clemtui", *words, *named])


def absolute(name: str | Path, folder: Path | None = None) -> Path:
    """Return the absolute form of a path that a person wrote, relative to a folder.

    ``~`` is the home directory; links stay as they are, and the name of an unknown user stays as it
    is, as in a shell.
    """
    named = os.path.expanduser(name)  # noqa: PTH111 - a Path raises for an unknown user
    return Path(os.path.abspath(named if folder is None else folder / named))  # noqa: PTH100 - links

"""Where clemtui keeps its data, configuration and caches. Nothing is created here.

The platform's own folders are used, or `CLEMTUI_HOME`, one folder for all three: for portable
installations, study laptops, and tests.
"""

from __future__ import annotations

import os
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
        home = _absolute(named_home)
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
    config_file = _absolute(named_file) if named_file else config / "clemtui.toml"
    return Paths(data, config, cache, config_file)


def _absolute(name: str) -> Path:
    return Path(os.path.abspath(os.path.expanduser(name)))  # noqa: PTH100, PTH111 - keeps links

"""Reading of the settings."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from clemtui.config.errors import ConfigError, NoSettingsFile
from clemtui.config.models import SECRET, read_models
from clemtui.config.settings import Settings
from clemtui.files import NotTOML, parse_toml, read_bytes
from clemtui.paths import CONFIG_VARIABLE, Paths, absolute, paths
from clemtui.players.llm.redaction import is_secret_name
from clemtui.strict import Problem, TableError, read


def load_settings(
    path: Path | None = None, *, environment: Mapping[str, str] = os.environ
) -> Settings:
    """Read the settings from `path`, else `CLEMTUI_CONFIG`, else the platform's config folder.

    The default file need not exist.

    Raises:
        NoSettingsFile: if a named file does not exist.
        ConfigError: if the file is unreadable or invalid.
    """
    named = path is not None or bool(environment.get(CONFIG_VARIABLE))
    file = path or paths(environment).config_file
    text = read_text(file)
    if text is None:
        if named:
            raise NoSettingsFile(f"{file}: no such file; create it or choose another")
        return Settings()
    return parse_settings(file, text)


def read_text(file: Path) -> str | None:
    """Return the text of a settings file, or None if it does not exist.

    Raises:
        ConfigError: if it cannot be read as UTF-8 text.
    """
    try:
        return read_bytes(file).decode("utf-8-sig")
    except FileNotFoundError:
        return None
    except OSError as error:
        raise ConfigError(f"{file}: cannot be read ({error.strerror or error})") from None
    except UnicodeDecodeError as error:
        raise ConfigError(
            f"{file}: is not UTF-8 text (byte {error.start}); save it as UTF-8"
        ) from None


def parse_settings(file: Path, text: str) -> Settings:
    """Parse settings from TOML text.

    Args:
        file: the file, named in errors; relative paths start at its folder.
        text: the content.

    Raises:
        ConfigError: if the text is not TOML or a setting is invalid.
    """
    try:
        content = parse_toml(text)
    except NotTOML as error:
        raise ConfigError(f"{file}: is not TOML: {_one_line(str(error))}") from None
    try:
        return _settings(content, file.parent)
    except TableError as error:
        raise ConfigError(f"{file}: {_describe(error.problems)}") from None


def settings_from_tables(content: Mapping[str, object]) -> Settings:
    """Parse settings from tables.

    Raises:
        ConfigError: if a setting is invalid.
    """
    try:
        return _settings(content, Path())
    except TableError as error:
        raise ConfigError(_describe(error.problems)) from None


def database_path(settings: Settings, places: Paths) -> Path:
    """Return the path of the database from the settings, or the default one."""
    return settings.database or places.database


def _settings(content: Mapping[str, object], folder: Path) -> Settings:
    """Build settings from tables; raise TableError if a setting is invalid."""
    problems: list[Problem] = []
    keymap = content.get("keymap")
    if isinstance(keymap, Mapping):
        content = {**content, "keymap": flatten(keymap)}
    read_settings = Settings()
    try:
        read_settings = read(Settings, content, noun="setting", opaque=("ModelParameters",))
    except TableError as error:
        problems += error.problems
    tables = content.get("models")
    models, wrong = read_models(tables if isinstance(tables, Mapping) else {})
    problems += wrong
    if problems:
        raise TableError(problems)
    return replace(
        read_settings,
        database=read_settings.database and _resolve(folder, read_settings.database),
        collections=tuple(_resolve(folder, path) for path in read_settings.collections),
        clembench=read_settings.clembench and _resolve(folder, read_settings.clembench),
        keymap={binding: _keys(keys) for binding, keys in read_settings.keymap.items()},
        models=models,
    )


def flatten(table: Mapping[str, object], before: str = "") -> dict[str, object]:
    """Flatten nested tables into one table with dotted keys.

    In TOML, an unquoted `play.leave` is a key in a nested table; flattening makes it mean the same
    as the quoted one.
    """
    found: dict[str, object] = {}
    for key, value in table.items():
        if isinstance(value, Mapping):
            found |= flatten(value, f"{before}{key}.")
        else:
            found[before + key] = value
    return found


def _keys(keys: str) -> str:
    return ",".join(key.strip() for key in keys.split(","))


def _resolve(folder: Path, path: Path) -> Path:
    return absolute(path, folder)


def _describe(problems: tuple[Problem, ...]) -> str:
    """Return the first problem in one line: its place in the file and what to do."""
    first = problems[0]
    if first.unknown and is_secret_name(str(first.place[-1])):
        first = Problem(first.place, SECRET)
    more = len(problems) - 1
    return _one_line(str(first)) + (f" (and {more} more)" if more else "")


def _one_line(text: str) -> str:
    return " ".join(text.split())

"""Changes to the settings file that preserve everything else the user has written there."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import fields
from pathlib import Path
from typing import Any

import tomli

from clemtui.config.errors import ConfigError, InvalidChange
from clemtui.config.models import SECRET, parameter_names
from clemtui.config.reading import parse_settings, read_text, settings_from_tables
from clemtui.config.settings import Settings
from clemtui.config.tables import settings_tables
from clemtui.players.llm.redaction import is_secret_name
from clemtui.strict import unknown_name

Value = str | int | float | bool | Sequence[str] | Mapping[str, Any] | None
"""The new value of a setting; None removes the setting."""

_PART = re.compile(r"""\s*(?:"([^"]*)"|'([^']*)'|([^."'\s]+))\s*(\.|$)""")


def change_settings(file: Path, changes: Mapping[str, Value]) -> Settings:
    """Change settings in a file, creating it if it is missing; return the new settings.

    A setting is named by its path, e.g. `theme`, `keymap.play.leave`, `models.small` or
    `models.small.temperature`; names with other characters can be quoted, as in TOML. Removing a
    setting that is not set does nothing. Comments, order, permissions and symbolic links are
    preserved. The file is replaced atomically, and only if the result is valid.

    Raises:
        InvalidChange: if there is no such setting, or its new value is invalid.
        ConfigError: if the file is invalid. In either case, nothing has changed.
    """
    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    def new_table(hidden: bool) -> Any:
        table = tomlkit.table(is_super_table=hidden)
        if not hidden and any(isinstance(item, Mapping) and item for item in document.values()):
            table.trivia.indent = "\n"  # an empty line between tables
        return table

    text = read_text(file) or ""
    try:
        document = tomlkit.parse(text)
        for key, value in changes.items():
            _change(document, setting_path(key, document), value, new_table)
        new = tomlkit.dumps(document)
    except TOMLKitError as error:
        raise ConfigError(f"{file}: is not TOML: {' '.join(str(error).split())}") from None
    try:
        settings = parse_settings(file, new)
    except ConfigError:
        parse_settings(file, text)  # if the file was invalid before, that is the error
        _reject(new)
        raise
    if new != text:
        _replace(file, new)
    return settings


def _reject(text: str) -> None:
    """Raise InvalidChange without naming the file, which does not contain the invalid setting."""
    try:
        settings_from_tables(tomli.loads(text))
    except ConfigError as error:
        raise InvalidChange(str(error)) from None


def with_changes(settings: Settings, changes: Mapping[str, Value]) -> Settings:
    """Return settings with changes, named as for `change_settings`; no file is touched.

    Raises:
        InvalidChange: if there is no such setting.
        ConfigError: if a new value is invalid.
    """
    content = settings_tables(settings)
    for key, value in changes.items():
        _change(content, setting_path(key, content), value, lambda _: {})
    return settings_from_tables(content)


def setting_path(key: str, document: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the keys that lead to a setting.

    The id of a binding is one key. The name of a model may contain dots; it ends before the name of
    a parameter.

    Raises:
        InvalidChange: if `key` is not the path of a setting.
    """
    parts = _parts(key)
    if parts[0] == "keymap" and len(parts) > 1:
        return "keymap", ".".join(parts[1:])
    if parts[0] == "models" and len(parts) > 2:
        name = ".".join(parts[1:])
        if name in document.get("models", {}):
            return "models", name
        known = parameter_names()
        ends = next((n for n in range(2, len(parts)) if parts[n] in known), len(parts) - 1)
        return "models", ".".join(parts[1:ends]), *parts[ends:]
    return parts


def _parts(key: str) -> tuple[str, ...]:
    parts: list[str] = []
    at, more = 0, True
    while more:
        found = _PART.match(key, at)
        if found is None:
            raise InvalidChange(f"{key!r} is not a setting; write e.g. models.small.temperature")
        parts.append(next(part for part in found.groups()[:3] if part is not None))
        at, more = found.end(), found[4] == "."
    return tuple(parts)


def _change(
    document: Any, place: tuple[str, ...], value: Value, new_table: Callable[[bool], Any]
) -> None:
    known = tuple(field.name for field in fields(Settings))
    if place[0] not in known and (value is not None or place[0] not in document):
        if is_secret_name(place[0]):
            raise InvalidChange(f"{place[0]}: {SECRET}")
        raise InvalidChange(unknown_name(f"setting '{place[0]}'", place[0], known))
    *tables, last = _as_spelled(document, place)
    table: Any = document
    for depth, name in enumerate(tables):
        if name not in table:
            if value is None:
                return
            # a plain `[models]` heading is redundant: only its tables get one
            table[name] = new_table(depth == 0 and len(tables) > 1)
        table = table[name]
        if not isinstance(table, Mapping):
            raise ConfigError(f"{'.'.join(tables[: depth + 1])}: must be a table")
    if value is None:
        table.pop(last, None)
    else:
        table[last] = list(value) if isinstance(value, tuple) else value


def _as_spelled(document: Mapping[str, Any], place: tuple[str, ...]) -> tuple[str, ...]:
    """Return the place as the file spells it.

    Without quotes, the id of a binding is a path of nested tables.
    """
    if place[0] != "keymap" or len(place) != 2 or place[1] in document.get("keymap", {}):
        return place
    parts = ("keymap", *place[1].split("."))
    table: Any = document
    for part in parts:
        if not isinstance(table, Mapping) or part not in table:
            return place
        table = table[part]
    return parts


def _replace(file: Path, text: str) -> None:
    import secrets  # slow to import, and settings are read at every start

    target = Path(os.path.realpath(file))  # follow a link instead of replacing it
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        mode = permissions(target)
        new = target.with_name(f".{target.name}.{secrets.token_hex(4)}")
        try:
            with new.open("x", encoding="utf-8", newline="") as writing:
                if mode is not None:
                    new.chmod(mode)
                writing.write(text)
                writing.flush()
                os.fsync(writing.fileno())
            new.replace(target)
        except BaseException:
            with suppress(OSError):
                new.unlink()
            raise
    except OSError as error:
        raise ConfigError(f"{file}: cannot be written ({error.strerror or error})") from None


def permissions(target: Path) -> int | None:
    """Return the permissions of the file to be replaced, or None if it does not exist.

    Raises:
        OSError: if it is a device, a pipe or a folder, which would be replaced by a file.
        PermissionError: if the file is read-only. (Replacing it would be possible if its folder is
            writable, but the user protected it.)
    """
    try:
        found = target.stat().st_mode
    except FileNotFoundError:
        return None
    if not stat.S_ISREG(found):
        raise OSError("it is not a regular file")
    mode = stat.S_IMODE(found)
    if not mode & 0o222 or not os.access(target, os.W_OK):
        raise PermissionError("it is read-only")
    return mode

"""Options of every command; they may precede or follow it."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

import click

from clemtui import __version__
from clemtui.paths import CONFIG_VARIABLE, absolute

if TYPE_CHECKING:
    from clemtui.config import Settings
    from clemtui.language import Interface
    from clemtui.paths import Paths

DATABASE_VARIABLE = "CLEMTUI_DB"
COLLECTIONS_VARIABLE = "CLEMTUI_COLLECTIONS"
CLEMBENCH_VARIABLE = "CLEMTUI_CLEMBENCH"
_CONFIG = "clemtui.config"
_DATABASE = "clemtui.db"
_COLLECTIONS = "clemtui.collections"
_CLEMBENCH = "clemtui.clembench"

Decorated = TypeVar("Decorated", bound=Callable[..., Any])
Kind = TypeVar("Kind")


def _version(context: click.Context, option: click.Parameter, value: bool) -> None:
    if value and not context.resilient_parsing:
        from clemtui.language.sinks import say

        say(f"clemtui {__version__}")
        context.exit()


def _keep_config(context: click.Context, option: click.Parameter, value: Path | None) -> None:
    if value is not None:
        context.meta[_CONFIG] = absolute(value)


def _keep_database(context: click.Context, option: click.Parameter, value: Path | None) -> None:
    if value is not None:
        context.meta[_DATABASE] = value


def _keep_collections(
    context: click.Context, option: click.Parameter, value: tuple[Path, ...]
) -> None:
    context.meta[_COLLECTIONS] = (*context.meta.get(_COLLECTIONS, ()), *value)


def _keep_clembench(context: click.Context, option: click.Parameter, value: Path | None) -> None:
    if value is not None:
        context.meta[_CLEMBENCH] = absolute(value)


CLEMBENCH = click.option(
    "--clembench",
    type=click.Path(file_okay=False, path_type=Path),
    callback=_keep_clembench,
    expose_value=False,
    metavar="DIR",
    help=f"A clembench checkout to take instances from.  [env: {CLEMBENCH_VARIABLE}]",
)

_COMMON_OPTIONS = (
    click.option(
        "--config",
        type=click.Path(dir_okay=False, path_type=Path),
        callback=_keep_config,
        expose_value=False,
        metavar="PATH",
        help=f"The configuration file.  [env: {CONFIG_VARIABLE}]",
    ),
    click.option(
        "--db",
        type=click.Path(dir_okay=False, path_type=Path),
        callback=_keep_database,
        expose_value=False,
        metavar="PATH",
        help=f"The database of recorded episodes.  [env: {DATABASE_VARIABLE}]",
    ),
    click.option(
        "--collection",
        multiple=True,
        type=click.Path(path_type=Path),
        callback=_keep_collections,
        expose_value=False,
        metavar="PATH",
        help=f"An additional folder with games/ and locales/; repeatable.  "
        f"[env: {COLLECTIONS_VARIABLE}, separated by {os.pathsep!r}]",
    ),
    click.option(
        "--debug",
        is_flag=True,
        expose_value=False,
        help="Show the traceback of an error.",
    ),
    click.option(
        "--version",
        is_flag=True,
        is_eager=True,
        expose_value=False,
        callback=_version,
        help="Show the version and exit.",
    ),
)


def common_options(command: Decorated) -> Decorated:
    """Add the options that every command has."""
    for option in reversed(_COMMON_OPTIONS):
        command = option(command)
    return command


@dataclass(frozen=True)
class Setup:
    """The effective options: from the command line, else the environment, else the settings.

    Attributes:
        collections: the person's own first, then those of settings, environment, command line.
        official: the clembench checkout named on the command line, whose instances are used unless
            others are named; one from the environment or settings is only in ``settings``.
        repeat: options of this command that a follow-up command needs too.
    """

    places: Paths
    settings: Settings
    database: Path
    collections: tuple[Path, ...]
    interface: Interface
    repeated_options: tuple[str, ...]
    named_checkout: Path | None = None


def named_collections() -> tuple[Path, ...]:
    """Return the collections on the command line, without those of environment and settings."""
    named: tuple[Path, ...] = click.get_current_context().meta.get(_COLLECTIONS, ())
    return tuple(map(absolute, named))


def current_places(environment: Mapping[str, str] = os.environ) -> Paths:
    """Return the paths for the current command; ``--config`` sets the configuration file."""
    from clemtui.paths import paths

    places = paths(environment)
    named: Path | None = click.get_current_context().meta.get(_CONFIG)
    return places if named is None else replace(places, config_file=named)


def current_setup(environment: Mapping[str, str] = os.environ) -> Setup:
    """Return the setup of the current command.

    Raises:
        ConfigError: if the configuration file cannot be used.
        UnknownLanguage: if the configured interface language does not exist.
    """
    from clemtui.config import database_path, load_settings
    from clemtui.language import Interface, choose_language

    meta = click.get_current_context().meta
    places = current_places(environment)
    config: Path | None = meta.get(_CONFIG)
    settings = load_settings(config, environment=environment)
    given: Path | None = meta.get(_DATABASE)
    named = environment.get(DATABASE_VARIABLE)
    database = given or (Path(named) if named else None) or database_path(settings, places)
    added: tuple[Path, ...] = meta.get(_COLLECTIONS, ())
    own = places.data / "collection"
    collections = (
        *((own,) if (own / "games").is_dir() else ()),
        *settings.collections,
        *map(Path, filter(None, environment.get(COLLECTIONS_VARIABLE, "").split(os.pathsep))),
        *added,
    )
    named_checkout: Path | None = meta.get(_CLEMBENCH)
    checkout = named_checkout
    if checkout is None and (name := environment.get(CLEMBENCH_VARIABLE)):
        checkout = absolute(name)
    if checkout is not None:
        settings = replace(settings, clembench=checkout)
    repeated_options = [f"--config={config}"] if config else []
    repeated_options += [f"--db={given}"] if given else []
    repeated_options += [f"--collection={path}" for path in added]
    return Setup(
        places=places,
        settings=settings,
        database=absolute(database),
        collections=tuple(map(absolute, collections)),
        interface=Interface(choose_language(settings.language, environment)),
        repeated_options=tuple(repeated_options),
        named_checkout=named_checkout,
    )


def at_terminal() -> bool:
    """Return whether a person is at a terminal that can show more than lines."""
    return (
        sys.stdin is not None
        and sys.stdin.isatty()
        and sys.stdout.isatty()
        and os.environ.get("TERM") != "dumb"
    )


def take_options(kind: type[Kind], options: dict[str, Any]) -> Kind:
    """Make a dataclass from a command's options, removing its fields from ``options``."""
    return kind(**{each.name: options.pop(each.name) for each in fields(cast(Any, kind))})


class WholeNumber(click.IntRange):
    """A whole number in a range, named for error messages."""

    name = "whole number"


class Number(click.FloatRange):
    """A number in a range, named for error messages."""

    name = "number"


def refuse_together(**given: bool) -> None:
    """Refuse options that exclude each other, such as forms of output.

    ``given`` maps the names of the options, without dashes, to whether each was given.

    Raises:
        click.UsageError: if more than one was given.
    """
    named = [f"--{name.replace('_', '-')}" for name, is_given in given.items() if is_given]
    if len(named) > 1:
        *first, last = named
        raise click.UsageError(f"{', '.join(first)} and {last} exclude each other; use only one")


def key_and_value(text: str) -> tuple[str, str]:
    """Return the tag ``K=V``; the value may be empty.

    Raises:
        click.BadParameter: if there is no equals sign, or the key is empty.
    """
    from clemtui.records.names import split_tag

    key, value = split_tag(text)
    if not key or value is None:
        raise click.BadParameter(f"{text!r} must have the form K=V")
    return key, value


def new_tag(text: str) -> tuple[str, str]:
    """Return the tag ``K=V`` that is to be added.

    Raises:
        click.BadParameter: if its key is missing.
        UsageError: if its value is missing, or the key has a meaning of its own.
    """
    from clemtui.archive import marking

    return marking.new_tag(*key_and_value(text))


def names(text: str) -> tuple[str, ...]:
    """Split names at commas.

    Raises:
        click.BadParameter: if a name is empty.
    """
    found = tuple(name.strip() for name in text.split(","))
    if not all(found):
        raise click.BadParameter(f"{text!r} contains an empty name")
    return found

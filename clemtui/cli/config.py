"""``clemtui config``: show and change settings. In English only, like the settings themselves."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
import tomlkit

from clemtui.archive.people import typed_person
from clemtui.cli.options import common_options, current_places, current_setup
from clemtui.config import (
    Settings,
    Value,
    change_settings,
    documentation,
    setting_path,
    settings_tables,
)
from clemtui.episode.planning.listing import open_games
from clemtui.episode.planning.names import unknown
from clemtui.files import NotTOML, parse_toml
from clemtui.language import UnknownLanguage, choose_language
from clemtui.language.sinks import json_text, say
from clemtui.paths import absolute

WIDTH = 80


@click.group()
@common_options
def config() -> None:
    """Show and change the settings, kept in one TOML file.

    \b
    Examples:
      clemtui config path
      clemtui config show
      clemtui config set theme nord
      clemtui config unset theme
    """


@config.command()
@common_options
def path() -> None:
    """Print the path of the configuration file, whether or not it exists.

    \b
    Examples:
      clemtui config path
      $EDITOR "$(clemtui config path)"
    """
    say(str(current_places().config_file))


@config.command(short_help="Print every setting with its description.")
@click.option(
    "--json",
    "as_json",
    is_flag=True,
    help="Print only the settings that differ from their defaults, as JSON.",
)
@common_options
def show(as_json: bool) -> None:
    """Print every setting with its description as a configuration file; settings at
    their defaults are commented out.

    \b
    Examples:
      clemtui config show
      clemtui config show --json
    """
    settings = current_setup().settings
    if as_json:
        say(json_text(settings_tables(settings), indent=2))
        return
    say("\n\n".join(_described(settings)))


def _described(settings: Settings) -> Sequence[str]:
    content = settings_tables(settings)
    nothing_set = Settings()
    said: list[str] = []
    tables: list[str] = []  # last, since everything after a table heading belongs to that table
    for name, text in documentation(Settings).items():
        comment = textwrap.indent("\n".join(textwrap.wrap(text, WIDTH - 2)), "# ")
        default = getattr(nothing_set, name)
        is_table = isinstance(default, dict)
        if name in content:
            shown = tomlkit.dumps({name: content[name]}).strip()
        elif is_table:
            shown = f"# [{name}]"
        else:
            shown = f"# {name} = {'' if default is None else tomlkit.item(default).as_string()}"
        (tables if is_table else said).append(f"{comment}\n{shown.rstrip()}")
    return [*said, *tables]


@config.command("set", short_help="Set KEY to VALUE in the configuration file.")
@click.argument("key")
@click.argument("values", metavar="VALUE...", nargs=-1, required=True)
@common_options
def set_(key: str, values: tuple[str, ...]) -> None:
    """Set KEY to VALUE in the configuration file and leave the rest of the file unchanged.

    KEY is the name of a setting, prefixed with its table and a dot if it is in one. List settings
    take several values. An invalid value is rejected and nothing changes.

    \b
    Examples:
      clemtui config set theme nord
      clemtui config set collections ~/my-games ~/our-games
      clemtui config set keymap.home.people W
      clemtui config set models.small.model openai/smollm2
      clemtui config set models.small.temperature 0.7
    """
    place = setting_path(key, {})
    value = _value(place, values)
    _reject_unusable(place[0], values)
    if place == ("person",):
        value = typed_person(current_setup().database, values[0])
    _change({key: value})


@config.command(short_help="Remove settings from the configuration file.")
@click.argument("keys", metavar="KEY...", nargs=-1, required=True)
@common_options
def unset(keys: tuple[str, ...]) -> None:
    """Remove settings from the configuration file, which restores their defaults.

    \b
    Examples:
      clemtui config unset theme
      clemtui config unset keymap.home.people models.small
    """
    _change(dict.fromkeys(keys))


def _change(changes: dict[str, Value]) -> None:
    file = current_places().config_file
    change_settings(file, changes)
    say(f"Written to {file}", err=True)


def _reject_unusable(name: str, words: tuple[str, ...]) -> None:
    """Reject values that are valid in the file but unusable, so that the next start works.

    Raises:
        click.UsageError: if there is no such theme, or no interface in this language.
        UsageError: if a folder is not a collection.
    """
    if name == "theme":
        from clemtui.ui.shell.themes import theme_names

        if words[0] not in theme_names():
            raise click.UsageError(unknown("theme", words[0], theme_names()))
    elif name == "language":
        try:
            choose_language(words[0])
        except UnknownLanguage as error:
            raise click.UsageError(str(error)) from None
    elif name == "collections":
        open_games(map(absolute, words))


def _value(place: tuple[str, ...], words: tuple[str, ...]) -> Value:
    """Return the value that command-line words stand for.

    Lists, texts and paths are taken literally; a model's numbers are parsed as TOML.

    Raises:
        click.UsageError: if several words are given for a setting that is not a list.
    """
    name = place[0]
    known = getattr(Settings(), name, None)
    if name in ("database", "collections"):
        words = tuple(map(_from_current_folder, words))
    if isinstance(known, tuple):
        return words
    if len(words) > 1:
        raise click.UsageError(f"{'.'.join(place)} has one value; quote it if it contains spaces")
    return _scalar(words[0]) if name == "models" and place[-1] not in _TEXTS else words[0]


_TEXTS = ("model", "api_base", "api_key_env")


def _scalar(word: str) -> Any:
    try:
        return parse_toml(f"value = {word}")["value"]
    except NotTOML:
        return word


def _from_current_folder(path: str) -> str:
    """Resolve a path against the current folder instead of the configuration file's."""
    return path if path.startswith("~") else str(Path(path).absolute())

"""`docs/commands.md`: every command with its help and options."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from pathlib import Path

import click

from clemtui.cli.options import common_options
from clemtui.cli.program import clemtui

PAGE = Path(__file__).resolve().parents[2] / "docs" / "commands.md"
HELP = ["-h", "--help"]

HEAD = """\
# Commands

What every command does, and each of its options. `clemtui COMMAND --help` says the same. This page
is written by `python -m tools.pages`; change the commands, not the page.

The exit code is 0 if all went well, 1 if the command failed, and 2 if it was called wrongly. A call
is wrong if options are missing or exclude each other, or if an argument names nothing: an unknown
game, episode id, run, person, language or setting, or a file that does not exist. Everything else
that goes wrong is a failure. What the command prints to be read by programs goes to standard
output; all else goes to standard error.
"""


def page() -> str:
    """Return the whole page."""
    sections = [HEAD, *(_section(command, name) for name, command in commands())]
    lines = "\n".join([*sections, _everywhere()]).splitlines()
    return "\n".join(lines) + "\n"


def commands(
    command: click.Command = clemtui, name: tuple[str, ...] = ("clemtui",)
) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Yield every command with the words that call it."""
    yield name, command
    if isinstance(command, click.Group):
        for word, inner in command.commands.items():
            yield from commands(inner, (*name, word))


def _section(command: click.Command, name: tuple[str, ...]) -> str:
    called = " ".join(name)
    context = click.Context(command, info_name=called, help_option_names=HELP)
    usage = " ".join([called, *command.collect_usage_pieces(context)])
    parts = [f"## `{called}`", f"    {usage}", *_paragraphs(command)]
    options = [_option(each, context) for each in command.params if _is_its_own(each)]
    if options:
        parts.append("\n".join(options))
    return "\n\n".join(parts) + "\n"


def _paragraphs(command: click.Command) -> Iterator[str]:
    for paragraph in inspect.cleandoc(command.help or "").split("\n\n"):
        if paragraph.startswith("\b\n"):
            _, heading, *lines = paragraph.splitlines()
            yield f"{heading}\n\n" + "\n".join(f"    {line.strip()}" for line in lines)
        else:
            yield paragraph


def _everywhere() -> str:
    """Return the section on the options that every command has."""
    command = click.command("every")(common_options(lambda: None))
    context = click.Context(command, help_option_names=HELP)
    options = [_option(each, context) for each in command.get_params(context)]
    said = "They may also come before the command."
    return "\n\n".join(["## Options of every command", said, "\n".join(options)])


_OF_ALL = {param.name for param in click.command("every")(common_options(lambda: None)).params}


def _is_its_own(parameter: click.Parameter) -> bool:
    is_shown = isinstance(parameter, click.Option) and not parameter.hidden
    return is_shown and parameter.name not in _OF_ALL


def _option(option: click.Parameter, context: click.Context) -> str:
    names, text = option.get_help_record(context) or ("", "")
    return f"- `{names}`: {' '.join(text.split())}"

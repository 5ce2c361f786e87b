"""Messages of the interface name only commands and options that exist."""

from __future__ import annotations

import re
from collections.abc import Iterator

import click
import pytest
from babel.messages.pofile import read_po

from clemtui.cli.program import clemtui
from tests.support.paths import ROOT

_OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]*")
_COMMAND = re.compile(r"clemtui((?: [a-z]+)+)")


def _commands(command: click.Command) -> Iterator[click.Command]:
    yield command
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            found = command.get_command(context, name)
            assert found is not None
            yield from _commands(found)


def _options(command: click.Command) -> set[str]:
    named = {name for each in command.params for name in (*each.opts, *each.secondary_opts)}
    return named | {"--help"}


OPTIONS = {name for command in _commands(clemtui) for name in _options(command)}


def _messages() -> list[str]:
    with (ROOT / "locales" / "en" / "LC_MESSAGES" / "ui.po").open("rb") as file:
        ids = [each.id for each in read_po(file)]
    texts = [text for each in ids for text in ([each] if isinstance(each, str) else each)]
    return [text for text in texts if _OPTION.search(text) or _COMMAND.search(text)]


def _named(words: str) -> click.Command | None:
    """Return the command that words after "clemtui" name; None if they name none."""
    command: click.Command = clemtui
    for word in words.split():
        if not isinstance(command, click.Group):
            break  # an argument, or the rest of the sentence
        found = command.get_command(click.Context(command), word)
        if found is None:
            return None if command is not clemtui else clemtui
        command = found
    return command


def test_messages_are_found() -> None:
    assert any("--players" in message for message in _messages())


@pytest.mark.parametrize("message", _messages())
def test_named_commands_and_options_exist(message: str) -> None:
    assert set(_OPTION.findall(message)) <= OPTIONS | {"--wait"}  # of an editor
    for found in re.finditer(r"[“'`]clemtui((?: [a-z]+)+)([^”'`]*)[”'`]", message):
        command = _named(found[1])
        assert command not in (None, clemtui), found[0]
        assert command is not None
        assert set(_OPTION.findall(found[2])) <= _options(command), found[0]

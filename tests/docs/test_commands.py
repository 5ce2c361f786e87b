"""The page about the commands has every command and option, in the program's own words."""

from __future__ import annotations

import re
import shlex

import click
import pytest

from clemtui.cli.program import clemtui
from tools.pages.commands import PAGE, commands, page

ALL = {" ".join(name): command for name, command in commands()}


def test_page_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run: python -m tools.pages"


@pytest.mark.parametrize("name", ALL)
def test_every_command_is_described_on_the_page(name: str) -> None:
    summary = (ALL[name].help or "").splitlines()[0].strip()
    assert len(summary.split()) > 3
    assert f"\n## `{name}`\n" in PAGE.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ALL)
def test_every_option_is_described_on_the_page(name: str) -> None:
    text = PAGE.read_text(encoding="utf-8")
    section = text.partition(f"\n## `{name}`\n")[2].partition("\n## ")[0]
    shared = text.partition("\n## Options of every command\n")[2]
    for option in ALL[name].params:
        if isinstance(option, click.Option) and not option.hidden:
            assert option.help
            assert any(f"`{option.opts[0]}" in place for place in (section, shared))


#: Lines that end with a backslash continue on the next one.
TEXT = PAGE.read_text(encoding="utf-8").replace("\\\n", "")
EXAMPLES = re.findall(r"^    (clemtui\b.*)$", TEXT, re.MULTILINE)


@pytest.mark.parametrize("example", sorted({e for e in EXAMPLES if "[" not in e}))
def test_examples_are_valid_calls(example: str) -> None:
    """Its options exist and no argument is left over; nothing is run."""
    words = shlex.split(example)[1:]
    command: click.Command = clemtui
    while isinstance(command, click.Group) and words and words[0] in command.commands:
        command = command.commands[words.pop(0)]
    parser = command.make_parser(click.Context(command))
    given, left_over, _ = parser.parse_args(words)
    assert left_over == []
    assert all(given.get(str(each.name)) for each in command.params if each.required)

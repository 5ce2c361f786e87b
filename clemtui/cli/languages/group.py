"""``clemtui languages``: the prompt languages, their packs, and what they do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module

import click

from clemtui.cli.options import everywhere

_COMMANDS: Mapping[str, tuple[str, str]] = {
    "list": ("listing", "packs"),
    "card": ("listing", "card"),
    "stats": ("stats", "stats"),
    "effect": ("effect", "effect"),
    "new": ("new", "new"),
    "check": ("check", "check"),
    "diff": ("diff", "diff"),
    "stamp": ("new", "stamp"),
    "extract": ("interface", "extract"),
    "update": ("interface", "update"),
    "compile": ("interface", "compile_"),
}
"""Of each command the module, and its name there."""


class _Later(Mapping[str, click.Command]):
    """The commands, each loaded when it is asked for."""

    def __getitem__(self, name: str) -> click.Command:
        module, attribute = _COMMANDS[name]
        command: click.Command = getattr(
            import_module(f"clemtui.cli.languages.{module}"), attribute
        )
        return command

    def __iter__(self) -> Iterator[str]:
        return iter(_COMMANDS)

    def __len__(self) -> int:
        return len(_COMMANDS)


@click.group(commands=_Later(), short_help="List, compare, check and write the prompt languages.")
@everywhere
def languages() -> None:
    """List the language packs, measure what the prompt language does, and write packs.

    For those who write packs: new, check, diff, stamp and stats. For those who translate the words
    of the interface: extract, update and compile. docs/languages.md shows the way through them.

    \b
    Examples:
      clemtui languages list
      clemtui languages effect
      clemtui languages new es
      clemtui languages check es
    """

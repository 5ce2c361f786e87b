"""Command groups that load a command on first use and explain mistyped names."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping
from importlib import import_module

import click

RENAMED: Mapping[tuple[str, ...], str] = {
    ("sessions", "merge"): "database merge",
    ("sessions",): "episodes",
    ("packs", "list"): "languages list",
    ("packs",): "languages list",
}
"""Former names of commands and their replacements, the longest names first."""


class LazyCommands(Mapping[str, click.Command]):
    """Commands by name, each loaded on first use.

    ``places`` maps each name to the command's location, ``module:attribute`` below ``clemtui.cli``,
    and to its line in the list of commands, which is the first sentence of the command's help. It
    is repeated here because loading every command to list them would take too long; a test compares
    the two.
    """

    def __init__(self, places: Mapping[str, tuple[str, str]]) -> None:
        self._places = places

    def __getitem__(self, name: str) -> click.Command:
        module, _, attribute = self._places[name][0].partition(":")
        command: click.Command = getattr(import_module(f"clemtui.cli.{module}"), attribute)
        return command

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)

    def summary(self, name: str) -> str:
        """Return a command's line in the list of commands."""
        return self._places[name][1]


class LazyGroup(click.Group):
    """A group of `LazyCommands` commands.

    It lists them without loading any, knows renamed ones, and suggests the closest match for a
    mistyped name.
    """

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands."""
        assert isinstance(self.commands, LazyCommands)
        with formatter.section("Commands"):
            formatter.write_dl(
                [(name, self.commands.summary(name)) for name in sorted(self.commands)]
            )

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command named first.

        Raises:
            UsageError: if the command was renamed.
            click.UsageError: if there is no such command; names the closest match.
        """
        name = args[0] if args else ""
        if self.get_command(ctx, name) is None and not name.startswith("-"):
            from clemtui.episode.errors import UsageError
            from clemtui.episode.planning.names import unknown

            if (said := _renamed_notice(args)) is not None:
                raise UsageError(said)
            raise click.UsageError(unknown("command", name, self.list_commands(ctx)), ctx)
        return super().resolve_command(ctx, args)


def _renamed_notice(args: list[str]) -> str | None:
    """Return the notice with the new command, if the words start with a former name."""
    for old, new in RENAMED.items():
        if tuple(args[: len(old)]) == old:
            command = " ".join(filter(None, (f"clemtui {new}", shlex.join(args[len(old) :]))))
            return f"'clemtui {' '.join(old)}' is now 'clemtui {new}'. Run: {command}"
    return None

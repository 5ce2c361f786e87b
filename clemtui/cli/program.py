"""The program: its group of commands, and how each call of it ends."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from keyword import iskeyword
from typing import TextIO

import click

from clemtui.cli.errors import FAILED, report
from clemtui.cli.opening import open_app, plain_options
from clemtui.cli.options import CLEMBENCH, at_terminal, current_setup, everywhere

COMMANDS = (
    *("games", "languages", "play", "run", "replay", "history"),
    *("sessions", "report", "export", "import", "people", "config", "serve", "doctor"),
)
"""Each is the command of this name in the module of this name, or in that of `_MODULES`."""

_MODULES = {
    "export": "exporting",
    "import": "importing",
    "languages": "languages.group",
    "sessions": "episodes",
}


class _Later(Mapping[str, click.Command]):
    """The commands, each loaded when it is asked for: the app starts without any of them."""

    def __getitem__(self, name: str) -> click.Command:
        if name not in COMMANDS:
            raise KeyError(name)
        module = import_module(f"clemtui.cli.{_MODULES.get(name, name)}")
        command: click.Command = getattr(module, f"{name}_" if iskeyword(name) else name)
        return command

    def __iter__(self) -> Iterator[str]:
        return iter(COMMANDS)

    def __len__(self) -> int:
        return len(COMMANDS)


class Commands(click.Group):
    """A group that knows which command was probably meant."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that is named first.

        Raises:
            click.UsageError: if there is none of that name; with the nearest one.
        """
        name = args[0] if args else ""
        if self.get_command(ctx, name) is None and not name.startswith("-"):
            from clemtui.episode.planning.names import unknown

            raise click.UsageError(unknown("command", name, self.list_commands(ctx)), ctx)
        return super().resolve_command(ctx, args)


CONTEXT = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


@click.group(
    "clemtui", cls=Commands, commands=_Later(), invoke_without_command=True,
    context_settings=CONTEXT, subcommand_metavar="[COMMAND ...]",
)  # fmt: skip
@click.option("--plain", is_flag=True, help="Lines of text instead of the app.")
@CLEMBENCH
@everywhere
@click.pass_context
def clemtui(context: click.Context, plain: bool) -> None:
    """Play clembench dialogue games in a terminal, against any model, with every turn recorded.

    Without a command this opens the app; where there is no terminal, it lists the games and the
    episodes that are not finished.

    \b
    Examples:
      clemtui
      clemtui play taboo --seat WordDescriber --partner openai/gpt-4o-mini
      clemtui run wordle --players scripted --limit 5
      clemtui doctor
    """
    if context.invoked_subcommand is not None:
        return
    setup = current_setup()
    if plain or not at_terminal():
        from clemtui.plain import print_home

        print_home(plain_options(setup))
        return
    context.exit(open_app(setup))


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the program and exit: 0 done, 1 failed, 2 wrong usage."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    _never_fail_on_characters(sys.stdout, sys.stderr)
    sys.exit(_run(given))


def _run(arguments: list[str]) -> int:
    try:
        code = clemtui.main(arguments, prog_name="clemtui", standalone_mode=False)
        sys.stdout.flush()
    except BrokenPipeError:
        _discard_output()
        return FAILED
    except (Exception, KeyboardInterrupt) as error:  # noqa: BLE001 - the last resort: one line
        return report(error, debug="--debug" in arguments)
    return code if isinstance(code, int) else 0


def _never_fail_on_characters(*streams: TextIO | None) -> None:
    """Let characters that a terminal's encoding lacks be shown by their numbers."""
    for stream in streams:
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")


def _discard_output() -> None:
    """Nobody reads our output any more: let Python's last flush go nowhere."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)

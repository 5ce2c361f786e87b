"""The main command: its subcommands, and the exit code."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import TextIO

import click

from clemtui.cli.errors import FAILED, report
from clemtui.cli.lazy import LazyCommands, LazyGroup
from clemtui.cli.logs import guard_logs
from clemtui.cli.opening import open_app, plain_options
from clemtui.cli.options import CLEMBENCH, at_terminal, common_options, current_setup

COMMANDS = LazyCommands(
    {
        "games": (
            "games:games",
            "List the games with their seats, languages, experiments and number of instances.",
        ),
        "languages": (
            "languages.group:languages",
            "List language packs, measure the effect of the prompt language, and write packs.",
        ),
        "play": ("play:play", "Play an episode of GAME, or resume one."),
        "run": (
            "run:run",
            "Play all instances of one or more games unattended, and print the results.",
        ),
        "replay": (
            "replay:replay",
            "Replay responses through the game master of GAME and print verdicts, log and scores.",
        ),
        "history": ("history:history", "Browse recorded episodes in the app."),
        "episodes": (
            "episodes:episodes",
            "List, show, export and erase recorded episodes, and decide which ones count.",
        ),
        "database": ("database:database", "Merge whole databases of recorded episodes."),
        "study": (
            "study.group:study",
            "Plan a human baseline, collect it, and report it beside models.",
        ),
        "report": (
            "report:report",
            "Report the benchmark's measures for recorded episodes, computed as clembench does.",
        ),
        "export": ("exporting:export", "Export recorded episodes in another program's format."),
        "import": ("importing:import_", "Import results from another program."),
        "people": (
            "people:people",
            "List, add or delete people, or choose who plays by default.",
        ),
        "config": ("config:config", "Show and change the settings, kept in one TOML file."),
        "serve": ("serve:serve", "Serve the app to browsers, for example on a lab machine."),
        "doctor": (
            "doctor:doctor",
            "Check the installation, the keys of models, and which model servers respond.",
        ),
    }
)

CONTEXT = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


@click.group(
    "clemtui", cls=LazyGroup, commands=COMMANDS, invoke_without_command=True,
    context_settings=CONTEXT, subcommand_metavar="[COMMAND ...]",
)  # fmt: skip
@click.option("--plain", is_flag=True, help="Use lines of text instead of the app.")
@CLEMBENCH
@common_options
@click.pass_context
def clemtui(context: click.Context, plain: bool) -> None:
    """Play clembench dialogue games in a terminal, against any model, with every turn recorded.

    Without a command, this opens the app; without a terminal, it lists the games and the unfinished
    episodes.

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
    """Run the program and exit: 0 for success, 1 for failure, 2 for wrong usage."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    _open_missing_streams()
    _escape_unencodable(sys.stdout, sys.stderr)
    guard_logs()
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


def _open_missing_streams() -> None:
    """Open the null device for each standard stream that the caller has closed.

    Otherwise the next file to be opened, such as the database, would get the stream's number, and
    what other programs started from here print would end up in it.
    """
    for number, name, mode in ((0, "stdin", "r"), (1, "stdout", "w"), (2, "stderr", "w")):
        if getattr(sys, name) is None:
            nowhere = os.open(os.devnull, os.O_RDWR)  # the lowest free number
            os.set_inheritable(nowhere, nowhere == number)
            setattr(sys, name, os.fdopen(nowhere, mode, encoding="utf-8"))


def _escape_unencodable(*streams: TextIO | None) -> None:
    """Show characters that a terminal's encoding lacks as escapes."""
    for stream in streams:
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")


def _discard_output() -> None:
    """Discard further output, so that Python's last flush to a closed pipe does not fail."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)

"""Reporting errors: one line that says what to do, and the exit code.

A call is wrong if the command, its options or the names and ids in it are. A correct call that
cannot be carried out has failed.
"""

from __future__ import annotations

from collections.abc import Iterable

import click

DONE, FAILED, WRONG_USAGE = 0, 1, 2


def report(error: BaseException, *, debug: bool) -> int:
    """Print an error to standard error; return the exit code."""
    from clemtui.language.sinks import say

    if debug:
        from clemtui.episode.errors import traceback_without_keys

        say(traceback_without_keys(error).removesuffix("\n"), err=True)
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        error.show()  # no arguments yet: show the whole help
        return WRONG_USAGE
    if isinstance(error, click.UsageError):
        _say(_usage(error))
        return WRONG_USAGE
    if isinstance(error, click.ClickException):
        _say(error.format_message())
        return FAILED
    if isinstance(error, click.Abort | KeyboardInterrupt):
        if isinstance(error, click.Abort):
            say("", err=True)  # the prompt has left the cursor in the middle of a line
        _say("stopped")
        return FAILED
    from clemtui.config import ConfigError, InvalidChange, NoSettingsFile
    from clemtui.episode.errors import PlayError, UsageError, describe_error
    from clemtui.language import UnknownLanguage
    from clemtui.records.errors import NotFound, StoreError

    if isinstance(error, UsageError | NotFound | InvalidChange | NoSettingsFile):
        _say(str(error))
        return WRONG_USAGE
    if isinstance(error, PlayError | StoreError | ConfigError | UnknownLanguage):
        _say(str(error))
    elif isinstance(error, OSError):
        place = f"{error.filename}: " if error.filename else ""
        _say(f"{place}{error.strerror or error}")
    else:
        advice = "" if debug else "; please report it with the output of --debug"
        _say(f"internal error: {describe_error(error)}{advice}")
    return FAILED


def report_problems(problems: Iterable[str]) -> None:
    """Print what a command has not done; end it as failed if there is anything."""
    failed = False
    for problem in problems:
        _say(problem)
        failed = True
    if failed:
        click.get_current_context().exit(FAILED)


def _usage(error: click.UsageError) -> str:
    message = " ".join(error.format_message().split()).rstrip(".")  # click lists choices in lines
    where = error.ctx.command_path if error.ctx is not None else "clemtui"
    return f"{message}; see {where} --help"


def _say(text: str) -> None:
    from clemtui.language.display import one_line
    from clemtui.language.sinks import say

    say(f"clemtui: {one_line(text)}", err=True)

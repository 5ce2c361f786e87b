"""Questions on the command line."""

from __future__ import annotations

import sys

import click

from clemtui.episode.errors import UsageError
from clemtui.language import safe
from clemtui.language.sinks import say

YES = click.option("--yes", is_flag=True, help="Do not ask for confirmation.")


def ask(question: str) -> str:
    """Ask on standard error; return the answer, which may be empty.

    Raises:
        click.Abort: if the person interrupts, or the input ends.
    """
    answer: str = click.prompt(safe(question), err=True, default="", show_default=False)
    return answer


def confirm(question: str, answer: str, what: str, done: str) -> None:
    """Ask for the answer that confirms what cannot be undone.

    Args:
        question: what is asked.
        answer: what must be typed, exactly.
        what: what the answer is, for errors, such as ``the name``.
        done: what did not happen otherwise, for errors: ``deleted``, ``erased`` or
            ``closed``.

    Raises:
        UsageError: if it is not typed; the message mentions --yes if no one can type.
        click.Abort: if the person interrupts.
    """
    verb = {"deleted": "delete", "erased": "erase", "closed": "close"}[done]
    advice = "" if sys.stdin.isatty() else f"; use --yes to {verb} without confirmation"
    try:
        typed = ask(question)
    except click.Abort:
        if not advice:
            raise
        say("", err=True)
        raise UsageError(f"{what} was not confirmed; nothing was {done}{advice}") from None
    if typed != answer:
        raise UsageError(f"{what} differs; nothing was {done}{advice}")

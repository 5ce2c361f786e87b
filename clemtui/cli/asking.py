"""Questions on the command line."""

from __future__ import annotations

import click

from clemtui.language import safe


def ask(question: str) -> str:
    """Ask on standard error; return the answer, which may be empty.

    Raises:
        click.Abort: if the person interrupts, or the input ends.
    """
    answer: str = click.prompt(safe(question), err=True, default="", show_default=False)
    return answer

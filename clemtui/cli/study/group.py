"""``clemtui study``: the commands for studies."""

from __future__ import annotations

import click

from clemtui.cli.lazy import LazyCommands, LazyGroup
from clemtui.cli.options import common_options

COMMANDS = LazyCommands(
    {
        "new": (
            "study.new:new",
            "Ask ten questions and write the protocol of a new study.",
        ),
        "check": (
            "study.check:check",
            "Check whether a protocol can be carried out, and what a reviewer would object to.",
        ),
    }
)


@click.group(cls=LazyGroup, commands=COMMANDS)
@common_options
def study() -> None:
    """Plan a human baseline, collect it, and report it beside models.

    STUDY is the folder of a study, or the name of one in the folder of your data. See
    docs/studies.md.

    \b
    Examples:
      clemtui study new memory
      clemtui study check memory
    """

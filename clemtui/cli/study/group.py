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
        "list": (
            "study.listing:list_",
            "List all studies: those in the records, the last active first, and drafts.",
        ),
        "freeze": (
            "study.freeze:freeze",
            "Freeze a protocol with every instance, language pack and version that it depends on.",
        ),
        "join": (
            "study.join:join",
            "Take a participant through a frozen study; with their CODE, go on where they left.",
        ),
        "close": (
            "study.close:close",
            "End the admission of participants to a study in this database.",
        ),
        "match": (
            "study.match:match",
            "Let models play exactly the tasks that people have played and that count.",
        ),
        "power": (
            "study.power:power",
            "Simulate a study, to see how many participants it needs and what it can find.",
        ),
        "export": (
            "study.export:export",
            "Write a study as a folder to analyse and share, as Psych-DS describes it.",
        ),
        "checklist": (
            "study.checklist:checklist",
            "Fill the checklist for reporting human baselines, as Markdown.",
        ),
        "rehearse": (
            "study.rehearse:rehearse",
            "Let scripted people take part in a study as a trial, in a database of its own.",
        ),
        "report": (
            "study.report:report",
            "Report the results of a study so far.",
        ),
        "start": (
            "study.join:start",
            "Open the app for the participants of a frozen study, one after the other.",
        ),
        "status": (
            "study.status:status",
            "Show how far the data collection of a frozen study has got in this database.",
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
      clemtui study freeze memory
      clemtui study join memory
    """

"""``clemtui languages``: the prompt languages, their packs, and what they do."""

from __future__ import annotations

import click

from clemtui.cli.later import Commands, Later
from clemtui.cli.options import everywhere

COMMANDS = Later(
    {
        "list": (
            "languages.listing:packs",
            "List the languages, their packs, and which are not offered.",
        ),
        "card": (
            "languages.listing:card",
            "Print the cards of a language's packs: how each was made, and by whom.",
        ),
        "stats": (
            "languages.stats:stats",
            "Count what every language has: entries, instances, scripted players.",
        ),
        "effect": (
            "languages.effect:effect",
            "Compare how well was played in each prompt language.",
        ),
        "new": (
            "languages.new:new",
            "Begin the packs of a new language, or add what an old one lacks.",
        ),
        "check": (
            "languages.check:check",
            "Look for mistakes in language packs and the interface's words.",
        ),
        "diff": (
            "languages.diff:diff",
            "Say what a translation lacks, and how the English has changed since.",
        ),
        "stamp": (
            "languages.new:stamp",
            "Stamp translated entries with the English ones they were made from.",
        ),
        "extract": (
            "languages.interface:extract",
            "Write a template (POT) of all sentences of the interface.",
        ),
        "update": (
            "languages.interface:update",
            "Bring the interface's catalogues up to date with the program.",
        ),
        "compile": ("languages.interface:compile_", "Compile the interface's catalogues (ui.mo)."),
    }
)


@click.group(cls=Commands, commands=COMMANDS)
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

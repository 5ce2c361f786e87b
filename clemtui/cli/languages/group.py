"""``clemtui languages``: prompt languages, their packs, and their effect."""

from __future__ import annotations

import click

from clemtui.cli.lazy import LazyCommands, LazyGroup
from clemtui.cli.options import common_options

COMMANDS = LazyCommands(
    {
        "list": (
            "languages.listing:packs",
            "List the languages and their packs, including unavailable ones.",
        ),
        "card": (
            "languages.listing:card",
            "Print the cards of a language's packs: how and by whom each was made.",
        ),
        "stats": (
            "languages.stats:stats",
            "Show how complete each language is: entries, instances, scripted players.",
        ),
        "effect": (
            "languages.effect:effect",
            "Compare performance between prompt languages.",
        ),
        "new": (
            "languages.new:new",
            "Create packs for a new language, or complete existing ones.",
        ),
        "check": (
            "languages.check:check",
            "Check language packs and the interface for mistakes.",
        ),
        "diff": (
            "languages.diff:diff",
            "Show what a translation lacks and how the English has changed.",
        ),
        "stamp": (
            "languages.new:stamp",
            "Stamp entries with the English they were translated from.",
        ),
        "extract": (
            "languages.interface:extract",
            "Write a template (POT) of all interface strings.",
        ),
        "update": (
            "languages.interface:update",
            "Update the interface catalogues with the program's strings.",
        ),
        "compile": ("languages.interface:compile_", ("Compile the interface catalogues (ui.mo).")),
    }
)


@click.group(cls=LazyGroup, commands=COMMANDS)
@common_options
def languages() -> None:
    """List the language packs, measure what the prompt language does, and write packs.

    For pack authors: new, check, diff, stamp and stats. For translators of the interface: extract,
    update and compile. See docs/languages.md.

    \b
    Examples:
      clemtui languages list
      clemtui languages effect
      clemtui languages new es
      clemtui languages check es
    """

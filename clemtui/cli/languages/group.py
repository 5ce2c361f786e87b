"""``clemtui languages``: prompt languages, their packs, and their effect."""

from __future__ import annotations

import click

from clemtui.cli.lazy import LazyCommands, LazyGroup
from clemtui.cli.options import common_options

COMMANDS = LazyCommands(
    {
        "list": (
            "languages.listing:packs",
            "List the prompt and interface languages with their language packs.",
        ),
        "card": (
            "languages.listing:card",
            "Print the full card of a language's packs, or of one pack.",
        ),
        "stats": (
            "languages.stats:stats",
            "Show how complete each language is.",
        ),
        "effect": (
            "languages.effect:effect",
            "Compare performance in each prompt language with a baseline.",
        ),
        "new": (
            "languages.new:new",
            "Create the packs of a new language, or add missing entries to existing ones.",
        ),
        "check": (
            "languages.check:check",
            "Check the language packs and the interface translations for mistakes.",
        ),
        "diff": (
            "languages.diff:diff",
            "Show what a language's packs lack, and how the English has changed since.",
        ),
        "stamp": (
            "languages.new:stamp",
            "Stamp pack entries with the English entries they were translated from.",
        ),
        "extract": (
            "languages.interface:extract",
            "Write a template (POT) of all interface strings to FILE, or to locales/ui.pot.",
        ),
        "update": (
            "languages.interface:update",
            "Update locales/*/LC_MESSAGES/ui.po with the program's current strings.",
        ),
        "compile": (
            "languages.interface:compile_",
            "Compile every ui.po to the ui.mo that an installation uses.",
        ),
    }
)


@click.group(cls=LazyGroup, commands=COMMANDS)
@common_options
def languages() -> None:
    """List language packs, measure the effect of the prompt language, and write packs.

    For pack authors: new, check, diff, stamp and stats. For translators of the interface: extract,
    update and compile. See docs/languages.md.

    \b
    Examples:
      clemtui languages list
      clemtui languages effect
      clemtui languages new es
      clemtui languages check es
    """

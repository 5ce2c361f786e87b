"""``clemtui languages extract``, ``update`` and ``compile``: interface translations.

They wrap Babel, so that translators can use familiar PO tools. In English only.
"""

from __future__ import annotations

from pathlib import Path

import click

from clemtui.cli.errors import DONE, FAILED
from clemtui.cli.options import common_options, named_collections
from clemtui.language.sinks import say
from clemtui.language.update import main
from clemtui.packs.interface import checkout, compile_interface, write_template


def _refuse_collections() -> None:
    """Refuse ``--collection``: a collection has no interface of its own.

    Raises:
        click.UsageError: if a collection was given.
    """
    if named_collections():
        raise click.UsageError("the interface belongs to clemtui itself: omit --collection")


@click.command()
@click.argument("file", required=False, type=click.Path(dir_okay=False, path_type=Path))
@common_options
def extract(file: Path | None) -> None:
    """Write a template (POT) of all interface strings to FILE, or to locales/ui.pot.

    For tools that start a translation from a template. Only in a checkout of clemtui.

    \b
    Examples:
      clemtui languages extract
      clemtui languages extract /tmp/ui.pot
    """
    _refuse_collections()
    target, sentences = write_template(file)
    say(f"{target}: {sentences} sentences")


@click.command()
@click.option(
    "--check", "only_check", is_flag=True, help="Write nothing; fail if anything is out of date."
)
@common_options
def update(only_check: bool) -> None:
    """Update locales/*/LC_MESSAGES/ui.po with the program's current strings.

    New strings are untranslated; where one is similar to an old string, the old translation is
    suggested and marked as fuzzy until someone confirms it. Only in a checkout of clemtui.

    \b
    Examples:
      clemtui languages update
      clemtui languages update --check
    """
    _refuse_collections()
    code = main(["--check"] if only_check else [], checkout())
    click.get_current_context().exit(code)


@click.command("compile")
@common_options
def compile_() -> None:
    """Compile every ui.po to the ui.mo that an installation uses.

    A checkout does not need this: it reads the ui.po files. A catalogue with a lost placeholder is
    not compiled, and the exit code is 1. Only in a checkout of clemtui.

    \b
    Examples:
      clemtui languages compile
    """
    _refuse_collections()
    failed = False
    for made in compile_interface():
        failed = failed or bool(made.mistakes)
        for mistake in made.mistakes:
            say(f"{made.source}: not compiled: {mistake}")
        if not made.mistakes:
            say(f"{made.target}: {made.translated} of {made.messages} sentences")
    click.get_current_context().exit(FAILED if failed else DONE)

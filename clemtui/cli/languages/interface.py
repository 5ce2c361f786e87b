"""``clemtui languages extract``, ``update`` and ``compile``: the words of the interface.

They wrap Babel, so that translators use the tools they know for PO files. Their words stay English.
"""

from __future__ import annotations

from pathlib import Path

import click

from clemtui.cli.errors import DONE, FAILED
from clemtui.cli.options import everywhere, named_collections
from clemtui.language.update import main
from clemtui.packs.interface import checkout, compile_interface, write_template


def _of_the_program() -> None:
    """Raises a usage error where a collection is named: it has no interface of its own."""
    if named_collections():
        raise click.UsageError("the interface is that of clemtui itself: leave --collection out")


@click.command()
@click.argument("file", required=False, type=click.Path(dir_okay=False, path_type=Path))
@everywhere
def extract(file: Path | None) -> None:
    """Write a template (POT) of all sentences of the interface: to FILE, or to locales/ui.pot.

    For tools that begin a translation with a template. In a checkout of clemtui only.

    \b
    Examples:
      clemtui languages extract
      clemtui languages extract /tmp/ui.pot
    """
    _of_the_program()
    target, sentences = write_template(file)
    click.echo(f"{target}: {sentences} sentences")


@click.command()
@click.option("--check", "only_check", is_flag=True, help="Write nothing; fail if work is left.")
@everywhere
def update(only_check: bool) -> None:
    """Bring locales/*/LC_MESSAGES/ui.po up to date with the sentences of the program.

    New sentences come without a translation; where one is like an old sentence, its translation is
    offered and marked as fuzzy until somebody confirms it. In a checkout of clemtui only.

    \b
    Examples:
      clemtui languages update
      clemtui languages update --check
    """
    _of_the_program()
    code = main(["--check"] if only_check else [], checkout())
    click.get_current_context().exit(code)


@click.command("compile")
@everywhere
def compile_() -> None:
    """Compile every ui.po of the interface to the ui.mo beside it, as an installation has them.

    A checkout does not need it: there the ui.po is read. One with a lost placeholder is not
    compiled, and the exit code is 1. In a checkout of clemtui only.

    \b
    Examples:
      clemtui languages compile
    """
    _of_the_program()
    failed = False
    for made in compile_interface():
        failed = failed or bool(made.mistakes)
        for mistake in made.mistakes:
            click.echo(f"{made.source}: not compiled: {mistake}")
        if not made.mistakes:
            click.echo(f"{made.target}: {made.translated} of {made.messages} sentences")
    click.get_current_context().exit(FAILED if failed else DONE)

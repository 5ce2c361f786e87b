"""``clemtui languages new`` and ``stamp``: start a pack, and mark its entries as up to date."""

from __future__ import annotations

from pathlib import Path
from shlex import quote

import click

from clemtui.cli.options import common_options, named_collections, refuse_together
from clemtui.language.sinks import say
from clemtui.packs.creation import create_packs, stamp_packs

_MAX_ENTRIES = 5
"""How many entries of a file to name."""


@click.command()
@click.argument("language", metavar="LANG")
@click.option("--family", metavar="FAMILY", help="Only the pack of this game family.")
@click.option(
    "--interface-only",
    is_flag=True,
    help="Create packs with interface texts only: the games cannot be played in the language.",
)
@common_options
def new(language: str, family: str | None, interface_only: bool) -> None:
    """Create the packs of a new language, or add missing entries to existing ones.

    Writes locales/LANG/FAMILY.toml: a card to fill in, every English entry as a comment above an
    empty value, and the constraints of each prompt to tick. Existing content is kept; missing
    entries are added at the ends of their tables. A pack becomes available when it is complete.
    With --collection, the packs of that collection are written; otherwise, in a checkout, the
    bundled ones.

    LANG is a tag such as 'es' or 'pt-BR', or 'en-x-NAME' for another wording of English.

    \b
    Examples:
      clemtui languages new es
      clemtui languages new es --family taboo
      clemtui languages new es --family wordle --interface-only
      clemtui languages new en-x-short
      clemtui languages new fr --collection ~/my-games
    """
    collections = named_collections()
    if len(collections) > 1:
        raise click.UsageError("give one --collection to write to")
    for made in create_packs(language, family, *collections, interface_only=interface_only):
        say(f"{made.path}: {made.made}{_listed(made.entries)}")
    where = "".join(f" --collection {quote(str(path))}" for path in collections)
    say(f"To see what is left to do: clemtui languages check {language}{where}")


@click.command()
@click.argument(
    "files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path)
)
@click.option(
    "--entry", "entries", multiple=True, metavar="TABLE.ID",
    help="Only this entry, e.g. prompts.guesser; repeatable.",
)  # fmt: skip
@click.option("--all", "everything", is_flag=True, help="All entries, including stale ones.")
@common_options
def stamp(files: tuple[Path, ...], entries: tuple[str, ...], everything: bool) -> None:
    """Stamp pack entries with the English entries they were translated from.

    A stamp says that a translation matches the current English; when the English changes, the entry
    becomes stale. By default only unstamped entries are stamped. A stale entry is stamped only with
    --entry or --all: first check that its translation still fits.

    \b
    Examples:
      clemtui languages stamp locales/de/taboo.toml
      clemtui languages stamp locales/de/taboo.toml --entry prompts.describer
      clemtui languages stamp --all locales/de/taboo.toml locales/de/wordle.toml
    """
    refuse_together(entry=bool(entries), all=everything)
    for done in stamp_packs(files, only=entries, everything=everything):
        say(f"{done.path}: {len(done.entries)} stamped{_listed(done.entries)}")
        if done.stale:
            which = _listed(done.stale)
            say(f"  {len(done.stale)} stale{which}; stamp them with --entry or --all")
        if done.open:
            say(f"  {len(done.open)} not translated yet{_listed(done.open)}")


def _listed(entries: tuple[str, ...]) -> str:
    if not entries:
        return ""
    more = f" and {len(entries) - _MAX_ENTRIES} more" if len(entries) > _MAX_ENTRIES else ""
    return f" ({', '.join(entries[:_MAX_ENTRIES])}{more})"

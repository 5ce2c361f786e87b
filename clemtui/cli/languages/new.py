"""``clemtui languages new`` and ``stamp``: packs that begin, and packs that are finished."""

from __future__ import annotations

from pathlib import Path
from shlex import quote

import click

from clemtui.cli.options import everywhere, named_collections
from clemtui.packs.making import new_packs, stamp_packs

_SHOWN = 5
"""So many entries of a file are named."""


@click.command()
@click.argument("language", metavar="LANG")
@click.option("--family", metavar="FAMILY", help="Only the pack of this family of games.")
@click.option(
    "--interface-only",
    is_flag=True,
    help="Begin packs with words for people alone: the games are not played in the language.",
)
@everywhere
def new(language: str, family: str | None, interface_only: bool) -> None:
    """Begin the packs of a new language, or add to those of an old one what they lack.

    Writes locales/LANG/FAMILY.toml: a card to fill in, every English entry as a comment above an
    empty place, and the constraints of each prompt to tick. What is in a file stays as it is; what
    it lacks is added at the ends of its tables. A pack is not offered before it is complete. With
    --collection, the packs of that collection are written; else, in a checkout, the bundled ones.

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
        raise click.UsageError("name one --collection to write in")
    for made in new_packs(language, family, *collections, interface_only=interface_only):
        click.echo(f"{made.path}: {made.made}{_listed(made.entries)}")
    where = "".join(f" --collection {quote(str(path))}" for path in collections)
    click.echo(f"What is left to do: clemtui languages check {language}{where}")


@click.command()
@click.argument(
    "files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path)
)
@click.option(
    "--entry", "entries", multiple=True, metavar="TABLE.ID",
    help="Only this entry, e.g. prompts.guesser; may be given several times.",
)  # fmt: skip
@click.option("--all", "everything", is_flag=True, help="All entries, the stale ones as well.")
@everywhere
def stamp(files: tuple[Path, ...], entries: tuple[str, ...], everything: bool) -> None:
    """Stamp the entries of packs with the English entries that they were made from.

    A stamp says that the translation fits the English of today; when that changes, the entry is
    stale. Entries that have none yet are stamped. A stale one is stamped only if it is named with
    --entry, or with --all: look first whether its translation still fits.

    \b
    Examples:
      clemtui languages stamp locales/de/taboo.toml
      clemtui languages stamp locales/de/taboo.toml --entry prompts.describer
      clemtui languages stamp --all locales/de/taboo.toml locales/de/wordle.toml
    """
    if entries and everything:
        raise click.UsageError("give --entry or --all, not both")
    for done in stamp_packs(files, only=entries, everything=everything):
        click.echo(f"{done.path}: {len(done.entries)} stamped{_listed(done.entries)}")
        if done.stale:
            which = _listed(done.stale)
            click.echo(f"  {len(done.stale)} stale{which}; stamp them with --entry or --all")
        if done.open:
            click.echo(f"  {len(done.open)} not translated yet{_listed(done.open)}")


def _listed(entries: tuple[str, ...]) -> str:
    if not entries:
        return ""
    more = f" and {len(entries) - _SHOWN} more" if len(entries) > _SHOWN else ""
    return f" ({', '.join(entries[:_SHOWN])}{more})"

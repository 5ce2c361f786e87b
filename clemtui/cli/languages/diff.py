"""``clemtui languages diff``: what a translation lacks. In English only, like the entries."""

from __future__ import annotations

from collections.abc import Iterator

import click

from clemtui.cli.options import common_options, current_setup
from clemtui.episode.planning.listing import open_games
from clemtui.language import safe
from clemtui.language.sinks import say
from clemtui.packs.diff import EntryDifference, PackDifference, pack_diffs, word_diff

_SAID = {
    "missing": "is missing",
    "unstamped": "is not stamped yet",
    "fresh": "has different constraints",
}


@click.command()
@click.argument("language", metavar="LANG")
@click.argument("family", metavar="[FAMILY]", required=False)
@common_options
def diff(language: str, family: str | None) -> None:
    """Show what a language's packs lack, and how the English has changed since.

    A stale entry is shown with the words removed from the English, [-like this-], and the words
    added, {+like this+}, followed by the translation. The earlier English comes from the
    collection's git history.

    \b
    Examples:
      clemtui languages diff de
      clemtui languages diff de taboo
    """
    catalogue = open_games(current_setup().collections)
    looked = 0
    for difference in pack_diffs(catalogue, language, family):
        looked += 1
        for line in _lines(difference):
            say(safe(line))
    if not looked:
        say(f"no pack in {language!r} is translated from an English one")


def _lines(difference: PackDifference) -> Iterator[str]:
    found = difference.found
    count = len(difference.entries) + len(difference.unknown) + len(difference.words)
    if not count:
        yield f"{found.language} {found.family}: nothing to do"
        return
    need = "1 entry needs" if count == 1 else f"{count} entries need"
    yield f"{found.language} {found.family}: {need} work ({found.path})"
    if not difference.has_history and any(each.state == "stale" for each in difference.entries):
        yield "  No git history: only the current English is shown."
    for entry in difference.entries:
        yield ""
        yield from (f"  {line}" for line in _entry(entry, difference.has_history))
    for id in difference.unknown:
        yield ""
        yield f"  {id} is not in the English pack"
    if difference.words:
        yield ""
        yield f"  missing interface texts: {', '.join(difference.words)}"
    yield ""


def _entry(entry: EntryDifference, has_history: bool) -> Iterator[str]:
    if entry.state == "stale":
        since = f"since {entry.then_date}" if entry.then is not None else "since it was translated"
        yield f"{entry.id} is stale: the English has changed {since}"
        if entry.then is None and has_history:
            yield "  (the earlier English is not in the git history)"
    else:
        yield f"{entry.id} {_SAID[entry.state]}"
    for each in entry.constraints:
        says = word_diff(each.then, each.now) if each.change == "reworded" else each.now
        said = says or each.then
        yield f"  {each.change} constraint {each.id!r}" + (f": {said}" if said else "")
    if entry.state != "fresh":
        english = entry.now if entry.then is None else word_diff(entry.then, entry.now)
        yield from _block("English", english)
    if entry.mine:
        yield from _block("translation", entry.mine)


def _block(name: str, text: str) -> Iterator[str]:
    yield f"  {name}:"
    yield from (f"    {line}".rstrip() for line in text.split("\n"))

"""``clemtui languages stats``: how complete each language is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict

import click

from clemtui.cli.languages.listing import language_heading
from clemtui.cli.options import common_options, current_setup
from clemtui.cli.tables import print_table
from clemtui.episode.planning.listing import open_games
from clemtui.language import Interface, available_languages
from clemtui.language.coverage import interface_share
from clemtui.language.sinks import json_text, say
from clemtui.packs.card import review_words
from clemtui.packs.stats import GameStats, PackStats, pack_stats


@click.command()
@click.argument("languages", metavar="[LANG ...]", nargs=-1)
@click.option("--family", metavar="FAMILY", help="Only packs of this game family.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@common_options
def stats(languages: tuple[str, ...], family: str | None, as_json: bool) -> None:
    """Show how complete each language is.

    For each pack: translated, stale and missing entries, and the words of the interface; for its
    games: instances, tasks without an equivalent in the language, and seats with a scripted player
    who speaks it. "Unpaired" games have other tasks than in English; "unbanded" ones use words of
    unknown frequency. "Interface only" packs have no prompts, so no games are played with them.
    Without LANG, all languages are shown.

    \b
    Examples:
      clemtui languages stats
      clemtui languages stats te tk
      clemtui languages stats --family taboo --json
    """
    setup = current_setup()
    counted = pack_stats(open_games(setup.collections), languages, family)
    spoken = [tag for tag in available_languages() if not languages or tag in languages]
    shares = {tag: interface_share(tag) for tag in spoken}
    if as_json:
        packs = [asdict(each) for each in counted]
        say(json_text({"interface": shares, "packs": packs}, indent=2))
        return
    for tag in sorted({*shares, *(each.language for each in counted)}):
        mine = [each for each in counted if each.language == tag]
        _print_language(setup.interface, tag, shares.get(tag), mine)


def _print_language(
    ui: Interface, tag: str, interface: float | None, packs: Sequence[PackStats]
) -> None:
    for line in language_heading(ui, tag, interface):
        say(line)
    if not packs:
        say("")
        return
    if unreviewed := [each.family for each in packs if not each.reviewed]:
        which = f"{', '.join(unreviewed)}: " if len(unreviewed) < len(packs) else ""
        say(f"  {which}{review_words('', ui)}")
    print_table(_columns(ui), (row for each in packs for row in _rows(ui, each)))


def _columns(ui: Interface) -> tuple[str, ...]:
    return (
        ui.text("Game"),
        ">" + ui.text("Entries"),
        ">" + ui.text("Words"),
        ">" + ui.text("Instances"),
        ui.text("Scripted"),
        ui.text("Remarks"),
    )


def _rows(ui: Interface, pack: PackStats) -> Iterator[tuple[str, ...]]:
    """Yield one row per game; facts about the whole pack are in the first."""
    entries = f"{pack.translated}/{pack.entries}"
    words = f"{pack.words}/{pack.of_words}" if pack.of_words else ""
    remarks = [*_open(ui, pack)]
    if pack.interface_only:
        yield pack.family, "", words, "", "", str(ui.text("interface only"))
    for game in pack.games:
        remarks += _remarks(ui, game)
        instances = str(game.instances) if not game.problem else ""
        yield (
            *(game.game, entries, words, instances),
            *(_scripted(ui, game), "; ".join(remarks)),
        )
        entries = words = ""
        remarks = []


def _open(ui: Interface, pack: PackStats) -> Iterator[str]:
    """Yield the pack's entries that need work."""
    if pack.stale:
        yield ui.text("stale: {n}", n=pack.stale)
    if pack.missing:
        yield ui.text("missing: {n}", n=pack.missing)


def _scripted(ui: Interface, game: GameStats) -> str:
    seats = game.scripted or {}
    there = [seat for seat, speaks in seats.items() if speaks]
    if len(there) == len(seats):
        return ui.text("all") if seats else ""
    return ", ".join(there) or ui.text("none")


def _remarks(ui: Interface, game: GameStats) -> Iterator[str]:
    if game.problem:
        yield game.problem
    elif not game.instances:
        yield ui.text("no instances")
    elif game.without_equivalent is None:
        yield ui.text("unpaired")
    elif game.without_equivalent:
        yield ui.text("without equivalent: {n}", n=game.without_equivalent)
    if game.unbanded:
        yield ui.text("unbanded")

"""``clemtui languages list`` and ``card``: the available languages and their packs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict
from typing import Any

import click

from clemtui.cli.options import common_options, current_setup, refuse_together
from clemtui.language import Interface, native_name, one_line, writing_direction
from clemtui.language.sinks import json_text, say
from clemtui.packs.card import facts_on_card, review_words
from clemtui.packs.listing import (
    LanguageListing,
    PackListing,
    check_known,
    list_languages,
    list_packs,
)

MAX_PROBLEMS = 2
"""How many problems of an unavailable pack to show; ``clemtui languages check`` shows all."""


@click.command("list")
@click.option("--long", "as_cards", is_flag=True, help="Also print the full card of every pack.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@common_options
def packs(as_cards: bool, as_json: bool) -> None:
    """List the prompt and interface languages with their language packs.

    A pack holds the prompts of a game family in one language, and the texts that people see around
    them. A pack that is incomplete, or older than the English one, is listed with the reason why it
    is not available. "Interface only" packs contain no prompts.

    \b
    Examples:
      clemtui languages list
      clemtui languages list --long
      clemtui languages list --json
      clemtui languages list --collection ~/my-games
    """
    refuse_together(long=as_cards, json=as_json)
    setup = current_setup()
    listed = list_packs(setup.collections)
    languages = list_languages(listed)
    if as_json:
        document = {
            "languages": [_language_as_json(setup.interface, each) for each in languages],
            "packs": [_as_json(each) for each in listed],
        }
        say(json_text(document, indent=2))
        return
    for each in languages:
        for line in _language(setup.interface, each):
            say(line)
        for pack in each.packs if as_cards else ():
            _print_card(setup.interface, pack)
        say("")


@click.command()
@click.argument("language", metavar="LANG")
@click.argument("family", metavar="[FAMILY]", required=False)
@common_options
def card(language: str, family: str | None) -> None:
    """Print the full card of a language's packs, or of one pack.

    The card says how and by whom a pack was made, which native speaker has reviewed it, if any, and
    its licence. It is stored with every episode played with the pack.

    \b
    Examples:
      clemtui languages card de
      clemtui languages card de taboo
    """
    setup = current_setup()
    listed = list_packs(setup.collections)
    check_known("language", [language], (each.language for each in listed))
    mine = [each for each in listed if each.language == language]
    check_known("pack", [family], (each.family for each in mine))
    for each in mine:
        if family in (None, each.family):
            _print_card(setup.interface, each)


def language_heading(ui: Interface, tag: str, interface: float | None) -> Iterator[str]:
    """Yield the heading of a language.

    ``interface`` is the translated share of the interface, None if there is no translation.
    """
    name, own = ui.language_name(tag), native_name(tag)
    has_its_own = own not in (tag, name) and "-x-" not in tag
    yield f"{tag}: {name} ({own})" if has_its_own else f"{tag}: {name}"
    if writing_direction(tag) == "rtl":
        yield f"  {ui.text('right-to-left script')}"
    if interface is not None:
        yield "  " + ui.text("interface: {share} translated", share=ui.percent(interface))
    else:
        yield f"  {ui.text('interface not translated')}"


def _language(ui: Interface, listed: LanguageListing) -> Iterator[str]:
    tag = listed.language
    yield from language_heading(ui, tag, listed.interface)
    offered = [each.family for each in listed.packs if each.available]
    if offered:
        yield "  " + ui.text("games: {families}", families=", ".join(offered))
    if only := [each.family for each in listed.packs if each.interface_only]:
        yield f"  {', '.join(only)}: {ui.text('interface only')}"
    yield from (f"  {line}" for line in _reviews(ui, listed.packs))
    for each in listed.packs:
        for problem in each.problems[:MAX_PROBLEMS]:
            yield "  " + ui.text("{pack}: not available: {why}", pack=each.family, why=problem)
        more = len(each.problems) - MAX_PROBLEMS
        if more > 0:
            command = f"clemtui languages check {tag} --family {each.family}"
            yield "    " + ui.text("and {n} more: {command}", n=more, command=command)


def _reviews(ui: Interface, packs: Iterable[PackListing]) -> Iterator[str]:
    """Yield who has reviewed the packs, naming the packs only if their reviewers differ."""
    by_reviewer: dict[str, list[str]] = {}
    for each in packs:
        if each.card is not None:
            by_reviewer.setdefault(each.card.reviewed_by.strip(), []).append(each.family)
    alone = len(by_reviewer) == 1
    for reviewer, families in by_reviewer.items():
        said = review_words(reviewer, ui)
        yield said if alone else f"{', '.join(families)}: {said}"


def _print_card(ui: Interface, listed: PackListing) -> None:
    say(f"  {listed.language} {listed.family}")
    for name, value in _lines(ui, listed):
        say(f"    {name}: {one_line(value)}")


def _lines(ui: Interface, listed: PackListing) -> Iterator[tuple[str, str]]:
    """Yield the facts about a pack, each with its label."""
    card = listed.card
    if card is not None:
        titles = dict.fromkeys(title for _, title in card.titles)
        yield ui.text("Title"), ", ".join(titles)
        yield from facts_on_card(asdict(card), card.hash, ui)
    if listed.interface_only:
        yield ui.text("Prompts"), ui.text("interface only")
    yield ui.text("File"), str(listed.path)
    for problem in listed.problems:
        yield ui.text("Not available"), problem


def _language_as_json(ui: Interface, listed: LanguageListing) -> dict[str, Any]:
    return {
        "language": listed.language,
        "name": ui.language_name(listed.language),
        "own_name": native_name(listed.language),
        "direction": writing_direction(listed.language),
        "interface": listed.interface,
        "families": [each.family for each in listed.packs if each.available],
    }


def _as_json(listed: PackListing) -> dict[str, Any]:
    document: dict[str, Any] = {
        "family": listed.family,
        "language": listed.language,
        "file": str(listed.path),
        "offered": listed.available,
        "interface_only": listed.interface_only,
        "problems": list(listed.problems),
        "card": None,
    }
    if listed.card is not None:
        document["card"] = asdict(listed.card) | {"titles": dict(listed.card.titles)}
    return document

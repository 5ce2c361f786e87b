"""Describe the card of the texts that an episode was played with, as recorded."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from clemtui.catalogue import Catalogue
from clemtui.engine import Texts
from clemtui.language import Interface, Localised, one_line, translatable

SHOWN_OF_A_HASH = 12
"""Characters of a hash to show: enough to distinguish packs; JSON output has the full hash."""

_OWN = translatable("The prompts are part of the instance, not of a language pack.")
_NAMES = {
    "translator": translatable("Translator"),
    "method": translatable("Method"),
    "date": translatable("Date"),
    "source_version": translatable("English pack version"),
    "licence": translatable("Licence"),
    "notes": translatable("Notes"),
}


def card_facts(texts: Texts, ui: Interface) -> Iterator[tuple[Localised, Localised]]:
    """Yield the facts on the card of some texts, with the name of their language first."""
    yield ui.text("Language"), ui.language_name(texts.language)
    if any(texts.card.values()):
        yield from facts_on_card(texts.card, texts.hash, ui)
    else:
        yield ui.text("Prompts"), ui.text(_OWN)


def facts_on_card(
    card: Mapping[str, object], texts_hash: str, ui: Interface
) -> Iterator[tuple[Localised, Localised]]:
    """Yield the facts on a card, each with its name; empty ones are omitted.

    ``texts_hash`` is the hash of the texts that the card describes; empty if there are none.
    """
    known = {name: str(value) for name, value in card.items() if value}
    version = one_line(known.get("version", "?"))
    digest = f" ({texts_hash[:SHOWN_OF_A_HASH]})" if texts_hash else ""
    yield ui.text("Version"), Localised(f"{version}{digest}")
    for name in ("method", "translator"):
        yield from _fact(name, known, ui)
    yield ui.text("Review"), review_words(known.get("reviewed_by", ""), ui)
    for name in ("date", "source_version", "licence", "notes"):
        yield from _fact(name, known, ui)


def review_words(reviewer: str, ui: Interface) -> Localised:
    """Return who has reviewed a pack, or that no native speaker has."""
    if reviewer.strip():
        return ui.text("reviewed by {name}", name=one_line(reviewer))
    return ui.text("not yet reviewed by a native speaker")


def _fact(name: str, known: dict[str, str], ui: Interface) -> Iterator[tuple[Localised, Localised]]:
    if name in known:
        yield ui.text(_NAMES[name]), Localised(one_line(known[name]))


def pack_texts(catalogue: Catalogue, game: str) -> dict[str, Texts]:
    """Return the texts of a game's language packs, by language.

    Raises:
        CatalogueError: if the game does not exist.
    """
    packs = catalogue.packs(catalogue.family(game).id)
    return {tag: pack.texts for tag, pack in packs.items()}


def card_text(texts: Texts, ui: Interface) -> str:
    """Return the facts on a card as text, one line each."""
    return "\n".join(
        ui.text("{name}: {value}", name=name, value=value) for name, value in card_facts(texts, ui)
    )

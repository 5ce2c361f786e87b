"""What is asked before an episode that was not described on the command line."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from clemtui.engine import OBSERVER
from clemtui.episode.offers.last_choices import last_choices
from clemtui.episode.planning.casting import Casting
from clemtui.episode.planning.other_languages import language_names
from clemtui.episode.planning.plan import Choices
from clemtui.plain.answering import confirmed
from clemtui.plain.languages import choose_language
from clemtui.plain.menus import number_of, numbered
from clemtui.plain.partners import choose_partner
from clemtui.wording.phrases import Voice, player_name

if TYPE_CHECKING:
    from clemtui.plain.sitting import Sitting


async def chosen(sitting: Sitting, game: str) -> Choices:
    """Ask how a game is to be played; as the last time, if the person wants that.

    Raises:
        Leave: if the person leaves.
        StoreError: if the database cannot be read.
    """
    voice = sitting.voice(game, {})
    last = await last_choices(sitting.service, game, sitting.person)
    if last is not None and await confirmed(sitting, sitting.ui, _as_last_time(voice, last)):
        return replace(last, interface_language=sitting.ui.language)
    seat = await _seat(sitting, voice)
    partners: tuple[str, ...] | None = None
    while partners is None:
        language = await _language(sitting, voice)
        partners = await _partners(sitting, voice, seat, language)
    return Choices(
        game=game,
        seat=seat,
        partner=partners,
        language=language,
        interface_language=sitting.ui.language,
        person=sitting.person,
    )


def _as_last_time(voice: Voice, last: Choices) -> str:
    ui = voice.interface
    partners = [player_name(ui, word.partition(":")[2] or word) for word in last.partner]
    language = ui.language_name(last.language or "")
    if not partners:
        return ui.text("Same as last time, in {language}? yes or no:", language=language)
    return ui.text(
        "Same as last time: you are {role}, with {partners}, in {language}? yes or no:",
        role=voice.seat(last.seat or ""),
        partners=ui.list(partners),
        language=language,
    )


async def _seat(sitting: Sitting, voice: Voice) -> str:
    ui = sitting.ui
    seats = [seat.name for seat in voice.listing.card.seats if not seat.service]
    names = (*(voice.seat(seat) for seat in seats), ui.text("none, just watch"))
    sitting.say(ui.text("Which role do you play?"), *numbered(ui, names))
    while True:
        reply = str(await sitting.read(ui.text("Number (Enter for 1):"))).strip()
        at = number_of(reply or "1", len(names))
        if at is not None:
            return (*seats, OBSERVER)[at]
        sitting.say(ui.text("There is no role {reply}.", reply=reply))


async def _partners(
    sitting: Sitting, voice: Voice, mine: str, language: str | None
) -> tuple[str, ...] | None:
    """Who takes the other seats; None where the person goes back to the language."""
    ui, catalogue = sitting.ui, sitting.service.catalogue
    game = catalogue.game(voice.listing.card.id)
    tag = language or catalogue.default_language(game.card.id)
    words = []
    for seat in voice.listing.card.seats:
        if not seat.service and seat.name != mine:
            question = ui.text("Who plays {role}?", role=voice.seat(seat.name))
            casting = Casting(game, tag, (seat,))
            word = await choose_partner(sitting, sitting, question, casting, usual=True)
            if word is None:
                return None
            words.append(word)
    return tuple(words)


async def _language(sitting: Sitting, voice: Voice) -> str | None:
    ui = sitting.ui
    tags = voice.listing.languages
    if len(tags) < 2:
        return None
    sitting.say(ui.text("Which language?"))
    return await choose_language(
        sitting,
        list(language_names(tags, ui).items()),
        ui.text("Number (Enter for the default):"),
    )

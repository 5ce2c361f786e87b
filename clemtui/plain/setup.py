"""The questions before an episode that the command line does not describe."""

from __future__ import annotations

from dataclasses import replace

from clemtui.engine import OBSERVER
from clemtui.episode.errors import UsageError, message_of
from clemtui.episode.offers.last_choices import last_choices
from clemtui.episode.offers.partners import silent_server
from clemtui.episode.planning.casting import Casting
from clemtui.episode.planning.other_languages import language_names
from clemtui.episode.planning.plan import Choices
from clemtui.plain.answering import ask_yes_no
from clemtui.plain.languages import choose_language
from clemtui.plain.menus import index_of, numbered
from clemtui.plain.partners import choose_partner
from clemtui.plain.sitting import Sitting
from clemtui.wording.phrases import Voice, player_name

_ASKED = ("seat", "language", "partner")
"""The attributes of `Choices` that are asked for here, in this order."""


async def ask_choices(sitting: Sitting, game: str) -> Choices:
    """Ask how to play a game, offering the choices of the last time.

    What cannot be played is asked for again.

    Raises:
        Leave: if the person leaves.
        UsageError: if the choices are impossible for a reason that is not asked about here.
        StoreError: if the database cannot be read.
    """
    ui = sitting.ui
    voice = sitting.voice(game, {})
    last = await last_choices(sitting.service, game, sitting.person)
    for word in last.partner if last is not None else ():
        why = await silent_server(sitting.service, word)
        if why is not None:
            sitting.say(
                ui.text(
                    "{name}: {value}", name=player_name(ui, word), value=" ".join(why.sentences(ui))
                )
            )
    if last is not None and await ask_yes_no(sitting, ui, _as_last_time(voice, last)):
        choices = replace(last, interface_language=ui.language)
    else:
        fresh = Choices(game=game, interface_language=ui.language, person=sitting.person)
        choices = await _ask_from("seat", sitting, voice, fresh)
    while (refusal := _refusal(sitting, choices)) is not None:
        sitting.say(ui.show(message_of(refusal)))
        choices = await _ask_from(refusal.field, sitting, voice, choices)
    return choices


def _refusal(sitting: Sitting, choices: Choices) -> UsageError | None:
    """Return why something asked for here cannot be played, or None."""
    try:
        sitting.service.plan(choices)
    except UsageError as error:
        if error.field not in _ASKED:
            raise
        return error
    return None


async def _ask_from(field: str | None, sitting: Sitting, voice: Voice, choices: Choices) -> Choices:
    """Ask for one of the fields, and for those after it, which depend on it."""
    seat, language = choices.seat or "", choices.language
    if field == "seat":
        seat = await _seat(sitting, voice)
    partners = await _partners(sitting, voice, seat, language) if field == "partner" else None
    while partners is None:
        language = await _language(sitting, voice)
        partners = await _partners(sitting, voice, seat, language)
    return replace(choices, seat=seat, partner=partners, language=language)


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
        at = index_of(reply or "1", len(names))
        if at is not None:
            return (*seats, OBSERVER)[at]
        sitting.say(ui.text("“{reply}” is not the number of a role.", reply=reply))


async def _partners(
    sitting: Sitting, voice: Voice, mine: str, language: str | None
) -> tuple[str, ...] | None:
    """Ask who takes the other seats; None if the person goes back to the language."""
    ui, catalogue = sitting.ui, sitting.service.catalogue
    game = catalogue.game(voice.listing.card.id)
    tag = language or catalogue.default_language(game.card.id)
    words = []
    for seat in voice.listing.card.seats:
        if not seat.service and seat.name != mine:
            question = ui.text("Who plays {role}?", role=voice.seat(seat.name))
            casting = Casting(game, tag, (seat,))
            word = await choose_partner(sitting, sitting, question, casting, scripted_default=True)
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

"""Choosing who plays a role, and testing the connection to a model first."""

from __future__ import annotations

from collections.abc import Iterable

from clemtui.episode.errors import PlayError, UsageError, message_of
from clemtui.episode.offers.connection_test import ConnectionResult, check_named_connection
from clemtui.episode.offers.partners import Offer, offers
from clemtui.episode.planning.casting import Casting
from clemtui.episode.planning.people import readable_name
from clemtui.episode.planning.plan import HUMAN, SCRIPTED, find_model
from clemtui.language import Interface, Localised, one_line, safe
from clemtui.plain.menus import index_of, numbered
from clemtui.plain.prompter import Prompter
from clemtui.plain.sitting import Sitting
from clemtui.wording.phrases import player_name

TEST_WORD = "hello"


async def choose_partner(
    sitting: Sitting,
    prompter: Prompter,
    question: str,
    casting: Casting,
    *,
    scripted_default: bool = False,
) -> str | None:
    """Ask who should take a seat; return a word as in `Choices.partner`, or None to go back.

    With ``scripted_default``, an empty line chooses the scripted player if one is available;
    otherwise it goes back.

    Raises:
        Leave: if the person leaves.
        StoreError: if the records cannot be read.
    """
    ui = sitting.ui
    prompter.say(question, ui.text("Looking for available models."))
    offered = await sitting.inbox.unless_interrupted(_offers(sitting, casting))
    ready = [offer for offer in offered if offer.ready is not False]
    scripted_default = scripted_default and any(offer.word == SCRIPTED for offer in ready)
    prompter.say(*numbered(ui, tuple(_offer(ui, offer) for offer in ready)))
    prompter.say(*(_not_ready(ui, offer) for offer in offered if offer.ready is False))
    test = ui.text("hello")
    prompt = (
        ui.text(
            "Number or model name; “{hello} NAME” tests a model. Enter to go back:",
            hello=test,
        )
        if not scripted_default
        else ui.text(
            "Number or model name; “{hello} NAME” tests a model. Enter for the scripted player:",
            hello=test,
        )
    )
    while True:
        reply = str(await prompter.read(prompt)).strip()
        if not reply:
            return SCRIPTED if scripted_default else None
        first, *rest = reply.split(maxsplit=1)
        if rest and first.casefold() in (TEST_WORD, test.casefold()):
            await test_connection(sitting, prompter, _word(ready, rest[0]))
            continue
        try:
            return await _accept(sitting, prompter, offered, _word(ready, reply))
        except PlayError as error:
            prompter.say(ui.show(message_of(error)))


async def test_connection(sitting: Sitting, prompter: Prompter, word: str) -> None:
    """Test the connection to a model with one short call, and show the result.

    Raises:
        Leave: if the person leaves meanwhile.
    """
    if word in (HUMAN, SCRIPTED):
        prompter.say(sitting.ui.text("Only models can be tested."))
        return
    prompter.say(sitting.ui.text("Testing the connection to {model}.", model=one_line(word)))
    found = await sitting.inbox.unless_interrupted(check_named_connection(sitting.service, word))
    prompter.say(*_test_lines(sitting.ui, word, found))


async def _offers(sitting: Sitting, casting: Casting) -> tuple[Offer, ...]:
    """Return everyone who could take a seat, as far as this machine knows."""
    found: tuple[Offer, ...] = ()
    async for each in offers(sitting.service, casting=casting):
        found = each
    return found


def _offer(ui: Interface, offer: Offer) -> Localised:
    name = player_name(ui, offer.title)
    if not offer.detail:
        return Localised(name)
    return ui.text("{name}, {detail}", name=Localised(name), detail=one_line(offer.detail))


def _not_ready(ui: Interface, offer: Offer) -> Localised:
    return ui.text(
        "Unavailable: {name}. {why}",
        name=Localised(player_name(ui, offer.title)),
        why=_why(ui, offer),
    )


def _why(ui: Interface, offer: Offer) -> Localised:
    return Localised(" ".join(offer.why.sentences(ui)) if offer.why is not None else "")


def _word(ready: list[Offer], reply: str) -> str:
    """Return the word of the offer a reply names by number or title, or the reply itself."""
    at = index_of(reply, len(ready))
    if at is not None:
        return ready[at].word
    return next((offer.word for offer in ready if offer.title == reply), reply)


async def _accept(sitting: Sitting, prompter: Prompter, offered: Iterable[Offer], word: str) -> str:
    if word == SCRIPTED:
        offer = next(each for each in offered if each.word == SCRIPTED)
        if offer.ready is False:
            raise UsageError(_why(sitting.ui, offer))
        return word
    if word == HUMAN:
        name = str(await prompter.read(sitting.ui.text("Who is it? Enter a pseudonym:")))
        return f"{HUMAN}:{readable_name(name, [sitting.person])}"
    find_model(word, sitting.service.settings)
    return word


def _test_lines(ui: Interface, word: str, found: ConnectionResult) -> tuple[str, ...]:
    model = one_line(word)
    if not found.ok:
        return tuple(one_line(ui.show(said)) for said in (found.problem, found.hint) if said)
    time = ui.duration(found.seconds)
    if not found.text.strip():
        said = ui.text(
            "{model} answered after {time}, but spent its whole token limit on reasoning.",
            model=model,
            time=time,
        )
    else:
        said = ui.text(
            "{model} answered after {time}: {text}", model=model, time=time, text=safe(found.text)
        )
    if found.model_as_answered in (None, word):
        return (said,)
    return said, ui.text("The server calls it {name}.", name=one_line(found.model_as_answered))

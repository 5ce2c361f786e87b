"""Turns the fields of the setup screen into `Choices`, from which an episode is planned."""

from __future__ import annotations

from pathlib import Path

from clemtui.episode.errors import UsageError, message_of
from clemtui.episode.planning.people import person_name
from clemtui.episode.planning.plan import HUMAN, MAX_SEED, Choices
from clemtui.ui.setup.state import NEW, TYPED_MODEL, SetupState
from clemtui.ui.setup.texts import SetupTexts


class InvalidField(Exception):
    """An unusable field; the message says what to do, in the interface language."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field


def choices_of(state: SetupState, words: SetupTexts) -> Choices:
    """Return the choices made on the setup screen.

    Raises:
        InvalidField: if a field cannot be used.
    """

    ui = words.ui
    new = state.person == NEW
    person = _name(state, state.person_name, "person-name") if new else state.person
    taken = [person]
    partners = [_partner(state, words, seat.name, taken) for seat in state.others]
    wanted = state.wanted
    if wanted is None and state.number.strip():
        raise InvalidField("number", ui.text("This must be a whole number."))
    if wanted is not None and wanted > MAX_SEED:
        raise InvalidField("number", ui.text("Enter at most {most}.", most=MAX_SEED))
    group = state.group
    if group is None and wanted is None:
        raise InvalidField(
            "number",
            ui.text("Enter a seed: a whole number. Each seed creates a different instance."),
        )
    return Choices(
        game=state.listing.card.id,
        seat=state.seat,
        partner=tuple(partners),
        language=state.language,
        instances=Path(state.source) if state.source else None,
        interface=state.interface,
        aids=state.chosen_aids,
        experiment=group.name if group else None,
        game_id=wanted if group else None,
        seed=None if group else wanted,
        practice=state.practice,
        person=person,
    )


def _name(state: SetupState, name: str, field: str) -> str:
    """Return a typed name: that of a known person, regardless of case, or a valid new one."""
    try:
        return person_name(name, state.people)
    except UsageError as error:
        raise InvalidField(field, message_of(error)) from None


def _partner(state: SetupState, words: SetupTexts, seat: str, taken: list[str]) -> str:
    """Return the partner word for a seat.

    ``taken`` lists the names of the people who already play; the name of another person is added to
    it.
    """
    ui, partner = words.ui, state.partners[seat]
    at = [each.name for each in state.seats].index(seat)
    if partner.player == HUMAN:
        if not partner.name:
            return HUMAN
        new = partner.guest == NEW
        field = f"guest-name-{at}" if new else f"guest-{at}"
        name = _name(state, partner.name, field) if new else partner.name
        if name in taken:
            raise InvalidField(field, ui.text("{name} already has a role.", name=name))
        taken.append(name)
        return f"{HUMAN}:{name}"
    if partner.player == TYPED_MODEL:
        if not partner.model:
            raise InvalidField(f"model-{at}", ui.text("Which model?"))
        return partner.model
    offer = state.offer(partner.player, seat)
    if offer is not None and words.is_available(offer) is False:
        why = " ".join(offer.why.sentences(ui)) if offer.why is not None else ""
        if not offer.word or offer.source == "scripted":
            raise InvalidField(f"partner-{at}", why)
        advice = ui.text("If this has changed, press F5 to test the connection.")
        raise InvalidField(f"partner-{at}", f"{why} {advice}".strip())
    return partner.player


_FIELD_OF_CHOICE = {
    "seat": "seat",
    "language": "language",
    "instances": "source",
    "experiment": "experiment",
    "game_id": "number",
    "seed": "number",
}
"""The field of the screen for each attribute of `Choices`."""


def field_of(state: SetupState, error: Exception) -> str:
    """Return the field next to which to show a planning error.

    An error that concerns no field is shown at the number, the last field that selects the
    instance.
    """
    if not isinstance(error, UsageError):
        return "number"
    if error.field == "person":
        return "person-name" if state.person == NEW else "person"
    others = [each.name for each in state.others]
    if error.field == "partner" and others:
        seat = error.seat if error.seat in others else others[0]
        typed = state.partners[seat].player == TYPED_MODEL
        at = [each.name for each in state.seats].index(seat)
        return f"model-{at}" if typed else f"partner-{at}"
    return _FIELD_OF_CHOICE.get(error.field or "", "number")

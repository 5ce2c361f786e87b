"""Who plays: the only question of the very first start."""

from __future__ import annotations

from clemtui.episode.errors import UsageError, message_of
from clemtui.plain.sitting import Sitting


async def identify_person(sitting: Sitting) -> None:
    """Set who plays: the pseudonym that was given or configured, or this database's default.

    If no one has played yet and a person is at the terminal, ask them once; never through a pipe.

    Raises:
        Leave: if the person leaves.
        UsageError: if the name stands for several people, or for someone new and is not valid.
        StoreError: if the database cannot be used.
    """
    options = sitting.options
    given = options.person or options.settings.person
    if given:
        sitting.person = await sitting.service.person_name(given)
        sitting.reader = sitting.person if options.person else ""
        return
    suggestion = await sitting.service.default_person()
    people = await sitting.service.people()
    known = not sitting.seated or any(not each.in_study for each in people)
    sitting.person = suggestion if known else await _ask_name(sitting, suggestion)


async def _ask_name(sitting: Sitting, suggestion: str) -> str:
    ui = sitting.ui
    sitting.say(
        ui.text("Welcome to clemtui."),
        ui.text(
            "Your games are recorded under a name. It is a pseudonym, not an account: "
            "choose one that does not identify you."
        ),
    )
    question = ui.text("Your pseudonym (Enter for {name}):", name=suggestion)
    while True:
        name = str(await sitting.read(question)).strip() or suggestion
        try:
            person = await sitting.service.add_person(name)
        except UsageError as error:
            sitting.say(ui.show(message_of(error)))
            continue
        sitting.say(ui.text("You are playing as {name}.", name=person.pseudonym))
        sitting.reader = person.pseudonym
        return person.pseudonym

"""The same task again in another prompt language."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING

from clemtui.language import Localised
from clemtui.plain.menus import number_of, numbered
from clemtui.plain.partners import choose_partner
from clemtui.play.other_languages import offered, without_script

if TYPE_CHECKING:
    from clemtui.plain.sitting import Sitting
    from clemtui.play.live import LiveEpisode
    from clemtui.play.other_languages import SameTask
    from clemtui.play.plan import EpisodePlan


async def again_in_another(
    sitting: Sitting, live: LiveEpisode, tasks: Sequence[SameTask]
) -> EpisodePlan | None:
    """The same task in a language that the person chooses; None where they go back.

    Where the scripted player does not speak it, another partner is asked for.

    Raises:
        Leave: if the person leaves.
        PlayError: if it cannot be played again here.
        StoreError: if the records cannot be read.
    """
    ui = sitting.ui
    language = await _choose(sitting, tasks)
    partner: str | None = None
    while language is not None:
        plan = await sitting.service.again(
            live.id,
            partner=partner,
            language=language,
            person=sitting.person,
            interface_language=ui.language,
        )
        if not await asyncio.to_thread(without_script, plan):
            return plan
        name = ui.language_name(language)
        question = ui.text(
            "The scripted player does not speak this language: {language}. Who is to be the "
            "partner?",
            language=name,
        )
        partner = await choose_partner(sitting, sitting, question)
        if partner is None:
            return None
    return None


async def _choose(sitting: Sitting, tasks: Sequence[SameTask]) -> str | None:
    ui = sitting.ui
    named = offered(tasks, ui)
    tags = [tag for tag, _ in named]
    if not any(task.reviewed for task in tasks):
        sitting.say(ui.text("None of these has been reviewed by a native speaker yet."))
    sitting.say(*numbered(ui, tuple(Localised(name) for _, name in named)))
    while True:
        reply = str(
            await sitting.read(
                ui.text("The number of a language, or its tag; an empty line goes back:")
            )
        ).strip()
        if not reply:
            return None
        at = number_of(reply, len(tags))
        if at is not None:
            return tags[at]
        found = next((tag for tag in tags if tag.casefold() == reply.casefold()), None)
        if found is not None:
            return found
        sitting.say(ui.text("There is no language {reply} here.", reply=reply))

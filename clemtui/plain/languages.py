"""Choosing a prompt language, and replaying a task in another one."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial

from clemtui.episode.planning.casting import casting_of, partner_question
from clemtui.episode.planning.other_languages import (
    SameTask,
    language_options,
    missing_word_sentences,
    unscripted_seats,
)
from clemtui.episode.planning.plan import Choices, EpisodePlan
from clemtui.episode.seat_port import ObserverPort
from clemtui.language import Localised
from clemtui.plain.menus import index_of, numbered
from clemtui.plain.partners import choose_partner
from clemtui.plain.sitting import Sitting


async def plan_in_other_language(
    sitting: Sitting, live: ObserverPort, tasks: Sequence[SameTask], now: Choices
) -> EpisodePlan | None:
    """Plan the same task in a language the person chooses; None if they go back.

    If the scripted player does not speak that language, ask for another partner. ``now`` are the
    choices that would start this episode again.

    Raises:
        Leave: if the person leaves.
        PlayError: if the task cannot be replayed here.
        StoreError: if the records cannot be read.
    """
    ui = sitting.ui
    sitting.say(*missing_word_sentences(await sitting.service.languages_without(live), ui))
    language = await _choose(sitting, tasks)
    if language is None:
        return None
    again = partial(sitting.plan_again, live, now, language=language)
    plan = await again()
    if not await asyncio.to_thread(unscripted_seats, plan):
        return plan
    question = partner_question(language, ui)
    casting = casting_of(live, language=language)
    partner = await choose_partner(sitting, sitting, question, casting)
    return None if partner is None else await again(partner=partner)


async def _choose(sitting: Sitting, tasks: Sequence[SameTask]) -> str | None:
    ui = sitting.ui
    if not any(task.reviewed for task in tasks):
        sitting.say(ui.text("None of these has been reviewed by a native speaker yet."))
    return await choose_language(
        sitting,
        language_options(tasks, ui),
        ui.text("Number or tag of a language (Enter to go back):"),
    )


async def choose_language(
    sitting: Sitting, named: Sequence[tuple[str, str]], prompt: str
) -> str | None:
    """Ask for one of some languages, given as (tag, name); an empty line returns None.

    Raises:
        Leave: if the person leaves.
    """
    ui = sitting.ui
    sitting.say(*numbered(ui, tuple(Localised(name) for _, name in named)))
    tags = [tag for tag, _ in named]
    while True:
        reply = str(await sitting.read(prompt)).strip()
        if not reply:
            return None
        at = index_of(reply, len(tags))
        if at is not None:
            return tags[at]
        found = next((tag for tag in tags if tag.casefold() == reply.casefold()), None)
        if found is not None:
            return found
        sitting.say(ui.text("Language {reply} is not available here.", reply=reply))

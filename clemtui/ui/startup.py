"""Opens what the command line asked for: an episode, a review or the history."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from clemtui.episode.offers.next_instance import unseen_choices
from clemtui.episode.planning.casting import ScriptedPlayerUnavailable, partner_question
from clemtui.episode.planning.plan import Choices
from clemtui.ui.home.screen import HomeScreen
from clemtui.ui.shell.base import BaseScreen
from clemtui.ui.shell.navigation import OpenHistory, OpenPartners, OpenReview
from clemtui.ui.shell.options import AppOptions
from clemtui.ui.shell.starting import resume_by_id, start, start_next


async def open_requested(screen: HomeScreen, options: AppOptions) -> None:
    """Find out who plays, then open what the command line asked for, and return once it is there.

    Call this from a worker: it waits for the answers to questions.

    Raises:
        PlayError, StoreError: if that fails; the message is one line.
    """
    if options.first == "history" and screen.context.person:
        await screen.open(OpenHistory(options.history))  # says if the records cannot be read
        return
    await screen.determine_person()
    if options.resume is not None:
        await resume_by_id(screen, options.resume, force=options.take_over)
    elif options.choices is not None:
        await _start_episode(screen, options.choices, ask_partner=options.ask_partner)
    elif options.review is not None:
        await screen.open(OpenReview(options.review))
    elif options.first == "history":
        await screen.open(OpenHistory(options.history))


async def _start_episode(screen: BaseScreen[Any], choices: Choices, *, ask_partner: bool) -> None:
    """Start an episode with the given choices.

    If the partner was left open and the scripted player does not speak the language, ask for a
    partner first.

    Raises:
        PlayError, StoreError: if that fails; the message is one line.
    """
    person = choices.person or await screen.context.ensure_person()
    service = await screen.context.service()
    task = await unseen_choices(service, replace(choices, person=person))
    try:
        await start_next(screen, task)
    except ScriptedPlayerUnavailable as error:
        if not ask_partner:
            raise
        title = partner_question(error.casting.language, screen.interface)
        word = await screen.ask(OpenPartners(title, error.casting))
        if word is not None:
            await start(screen, replace(task.choices, partner=(word,)))

"""Starting a new episode or resuming an unfinished one."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from clemtui.archive.episodes import unfinished_id
from clemtui.episode.offers.next_instance import unseen_choices
from clemtui.episode.planning.daily import day_number, is_daily
from clemtui.episode.planning.names import check_names
from clemtui.episode.planning.plan import Choices
from clemtui.plain.history import unfinished_line
from clemtui.plain.inbox import Leave
from clemtui.plain.instances import wants_to_play
from clemtui.plain.menus import Menu
from clemtui.plain.options import PlainOptions
from clemtui.plain.people import identify_person
from clemtui.plain.playing import play
from clemtui.plain.sitting import Sitting, sitting
from clemtui.records.rows import EpisodeSummary


async def play_plain(options: PlainOptions, choices: Choices) -> int:
    """Play an episode and what follows it; return the exit code.

    Raises:
        PlayError, StoreError: if it cannot be started.
    """
    async with sitting(options) as at:
        check_names(at.service.catalogue, choices)
        try:
            await identify_person(at)
            return await start_or_resume(at, choices)
        except Leave:
            return 0


async def start_or_resume(at: Sitting, choices: Choices) -> int:
    """Play what was chosen, or the unfinished episode if the person prefers that.

    Raises:
        Leave: if the person wants neither.
        PlayError, StoreError: if it cannot be started.
    """
    task = await unseen_choices(at.service, replace(choices, person=at.person))
    chosen = task.choices
    plan = at.service.plan(chosen)
    unfinished = None
    if plan.human_seats and not at.options.new:
        unfinished = await _offer_unfinished(at, chosen)
    if unfinished is not None:
        return await play(at, await at.resumed(unfinished))
    if not await wants_to_play(at, task):
        raise Leave
    return await play(at, await at.service.start(plan), chosen)


def _is_of(episode: EpisodeSummary, day: date) -> bool:
    """Return whether an episode is that of the daily task of a day."""
    return is_daily(episode) and episode.game_id == day_number(day)


async def resume_plain(options: PlainOptions, part: str | None, game: str | None = None) -> int:
    """Resume an unfinished episode, by the start or end of its id, or the newest one.

    Returns the exit code.

    Raises:
        PlayError, StoreError: if there is none, or it cannot be resumed.
    """
    episode = unfinished_id(options.database, part, game, options.person)
    async with sitting(options) as at:
        try:
            await identify_person(at)
            return await play(at, await at.resumed(episode))
        except Leave:
            return 0


async def _offer_unfinished(at: Sitting, chosen: Choices) -> str | None:
    """Offer an unfinished episode of the game; return its id if the person prefers it.

    Whoever asks for the daily task is offered nothing else.

    Raises:
        Leave: if the person wants neither.
    """
    episode = next(
        (
            found
            for found in await at.service.unfinished()
            if found.study is None
            and found.summary.game == chosen.game
            and at.person in found.summary.people
            and (chosen.daily is None or _is_of(found.summary, chosen.daily))
        ),
        None,
    )
    if episode is None:
        return None
    ui = at.ui
    at.say(
        ui.text("There is an unfinished episode:"),
        ui.text("- {episode}", episode=unfinished_line(ui, episode)),
    )
    resume, new = ui.text("resume"), ui.text("new")
    question = ui.text(
        "Type “{resume}” to resume it, “{new}” to start another, or /leave to leave:",
        resume=resume,
        new=new,
    )
    while True:
        reply = str(await at.read(question)).strip()
        word = reply.casefold()
        if word in ("resume", resume.casefold()):
            return episode.summary.id
        if word in ("new", new.casefold()):
            return None
        at.say(Menu(ui, {"resume": "", "new": ""}).unknown_choice(reply))

"""Starting, resuming and repeating episodes from any screen."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import replace
from functools import wraps
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar

from clemtui.episode.errors import PlayError, message_of
from clemtui.episode.planning.other_languages import unscripted_seats
from clemtui.language import one_line
from clemtui.records.errors import StoreError
from clemtui.ui.shell.base import BaseScreen, is_at
from clemtui.ui.shell.dialogs.confirm import ConfirmDialog
from clemtui.ui.shell.navigation import OpenPlay, OpenReview
from clemtui.wording.phrases import (
    Voice,
    generated_remark,
    known_task_question,
    language_remark,
    repetition_remark,
)

if TYPE_CHECKING:
    from clemtui.episode.offers.next_instance import NextTask
    from clemtui.episode.planning.plan import Choices
    from clemtui.episode.seat_port import ObserverPort, SeatPort
    from clemtui.records.rows import EpisodeSummary, UnfinishedEpisode


P = ParamSpec("P")
R = TypeVar("R")
_Work = Callable[Concatenate[BaseScreen[Any], P], Coroutine[Any, Any, R]]


def _holding_keys(work: _Work[P, R]) -> _Work[P, R]:
    """Let keys wait while an episode starts, and drop what was typed before it is shown."""

    @wraps(work)
    async def worked(screen: BaseScreen[Any], /, *given: P.args, **named: P.kwargs) -> R:
        program = screen.program
        program.hold_typed()
        try:
            return await work(screen, *given, **named)
        finally:
            program.take_typed(keep_line=False)

    return worked


@_holding_keys
async def start(screen: BaseScreen[Any], choices: Choices, *, instead: bool = False) -> None:
    """Plan, start and show an episode. With ``instead``, it replaces the calling screen.

    Raises:
        PlayError, StoreError: if that fails, with a one-line message.
    """
    context = screen.context
    with screen.busy():
        service = await context.service()
        if not choices.person:
            choices = replace(choices, person=await context.ensure_person())
        choices = replace(choices, interface_language=context.interface.language)
        plan = await asyncio.to_thread(service.plan, choices)
        live = await service.start(plan)
    names = {seat.seat.name: seat.name for seat in plan.seats}
    await show(screen, live, names, choices, instead=instead)


async def start_next(screen: BaseScreen[Any], task: NextTask, *, instead: bool = False) -> None:
    """Start an episode of a task, unless those who play know it and want no repetition.

    Raises:
        PlayError, StoreError: as `start`.
    """
    ui = screen.interface
    if task.novelty == "known":
        dialog = ConfirmDialog(ui, known_task_question(ui, task.choices), ui.text("play it"))
        if not await screen.app.push_screen_wait(dialog):
            return
    await start(screen, task.choices, instead=instead)
    if task.novelty == "generated":
        _note_on_play(screen, generated_remark(ui, task.choices))


async def play_daily(screen: BaseScreen[Any], game: str) -> None:
    """Play the daily task of a game as its last episode was played, resume it, or open it to read.

    Call this from a worker.
    """
    from clemtui.episode.offers.daily import daily_choices, today
    from clemtui.episode.offers.next_instance import unseen_choices
    from clemtui.episode.planning.daily import local_today

    context = screen.context
    try:
        with screen.busy():
            await context.read_packs()
            service, person = await context.service(), await context.ensure_person()
            language = context.listing(game).usual_language(context.interface.language)
            chosen = await daily_choices(service, game, language, person, local_today())
            spoken = {game: chosen.language or language}
            now = (await today(service, person, spoken, local_today())).task(game)
            task = await unseen_choices(service, chosen)
        if now is not None and now.state == "unfinished" and now.episode is not None:
            await resume_by_id(screen, now.episode)
        elif now is not None and now.state == "done" and now.episode is not None:
            screen.open(OpenReview(now.episode))
        else:
            await start_next(screen, task)
    except (PlayError, StoreError) as error:
        screen.show_error(message_of(error))


def resume(screen: BaseScreen[Any], episode: UnfinishedEpisode, *, force: bool = False) -> None:
    """Resume an unfinished episode, after the questions that `_resume` asks."""
    screen.app.run_worker(_resume(screen, episode, force=force), group="start", exclusive=True)


async def resume_by_id(screen: BaseScreen[Any], id: str, *, force: bool = False) -> None:
    """Resume the unfinished episode with this id, which may be abbreviated to a unique prefix.

    Return once it is shown. Call this from a worker.
    """
    try:
        unfinished = await (await screen.context.service()).unfinished()
    except (PlayError, StoreError) as error:
        screen.show_error(message_of(error))
        return
    found = [episode for episode in unfinished if episode.summary.id.startswith(id)]
    if len(found) == 1:
        await _resume(screen, found[0], force=force)
    else:
        screen.show_error(screen.interface.text("No unfinished episode matches {id}.", id=id))


async def _resume(screen: BaseScreen[Any], episode: UnfinishedEpisode, *, force: bool) -> None:
    """Resume an unfinished episode and return once it is shown. Call this from a worker.

    Ask first if it belongs to someone else than the current person, who would learn what only
    they may know, and if another program may hold it, unless ``force`` is given.
    """
    ui, summary, lease = screen.interface, episode.summary, episode.lease
    people, me = summary.people, screen.context.person

    async def confirmed(question: str, label: str) -> bool:
        return await screen.app.push_screen_wait(ConfirmDialog(ui, question, label))

    if me and people and me not in people:
        names = ui.list([one_line(name) for name in people])
        question = ui.text(
            "This is an episode of {people}. Resume it only if you are {people}.", people=names
        )
        if not await confirmed(question, ui.text("resume")):
            return
    if lease is not None and not episode.lease_stale and not force:
        question = ui.text(
            "This episode is open in another program, on {host}. If you take it over, it "
            "can no longer be played there.",
            host=lease.host,
        )
        if not await confirmed(question, ui.text("take over")):
            return
        force = True
    try:
        with screen.busy():
            service = await screen.context.service()
            live = await service.resume(summary.id, force=force)
        await show_resumed(screen, live, summary)
    except (PlayError, StoreError) as error:
        screen.show_error(message_of(error))


async def show_resumed(
    screen: BaseScreen[Any],
    live: SeatPort,
    summary: EpisodeSummary,
    *,
    watcher: str = "",
    before: Choices | None = None,
    instead: bool = False,
) -> None:
    """Show a resumed episode; for the arguments see `choices_of_resumed`.

    Raises:
        StoreError: if the records cannot be read.
    """
    from clemtui.episode.planning.repeating import choices_of_resumed, seat_names

    choices = choices_of_resumed(live, summary, watcher, before)
    await show(screen, live, seat_names(summary), choices, instead=instead)


async def show(
    screen: BaseScreen[Any],
    live: SeatPort,
    names: dict[str, str],
    choices: Choices,
    *,
    instead: bool = False,
) -> None:
    """Show an episode that is ready to play; ``names`` maps seats to players.

    Raises:
        StoreError: if the records cannot be read.
    """
    from clemtui.episode.offers.usual_time import usual_seconds

    context = screen.context
    service = await context.service()
    repetition = await service.is_repetition(live)
    usual = await usual_seconds(service, live)
    game = live.game.card.id
    voice = Voice(context.interface, context.labels(game), context.listing(game), names)
    await (screen.open_instead if instead else screen.open)(
        OpenPlay(live, voice, choices, repetition, usual)
    )
    remark = repetition_remark(context.interface, live, repeated=repetition)
    if remark is not None:
        _note_on_play(screen, remark)
    note_language(screen, live)


def note_language(screen: BaseScreen[Any], live: ObserverPort) -> None:
    """Say on the screen of an episode if it is counted under another interface language."""
    if remark := language_remark(screen.interface, live):
        _note_on_play(screen, remark, timeout=10)


def _note_on_play(screen: BaseScreen[Any], text: str, *, timeout: float | None = None) -> None:
    """Show a passing message on the screen of the episode that was just opened."""
    for each in reversed(screen.app.screen_stack):
        if isinstance(each, BaseScreen) and is_at(each, OpenPlay):
            each.note(text, timeout=timeout)
            return


async def continue_with(
    screen: BaseScreen[Any], live: SeatPort, choices: Choices | None, seat: str, word: str
) -> None:
    """Start a new episode with the same beginning and another player in a seat.

    It replaces the calling screen. ``choices`` are those of the episode so far, if known.

    Raises:
        PlayError, StoreError: if that fails; the episode shown may have been left by then.
    """
    context = screen.context
    with screen.busy():
        service = await context.service()
        watcher = choices.watcher if choices is not None else ""
        if not live.human_seats:
            watcher = await context.ensure_person()
        new = await service.continue_with(live.id, {seat: word}, person=watcher)
        unfinished = await service.unfinished()
    summary = next((each.summary for each in unfinished if each.summary.id == new.id), None)
    if summary is None:  # another program took it over immediately
        raise PlayError(screen.interface.text("No unfinished episode matches {id}.", id=new.id))
    await show_resumed(screen, new, summary, watcher=watcher, before=choices, instead=True)
    _note_on_play(
        screen,
        screen.interface.text(
            "This is a new episode that starts with the same turns. The earlier one is kept, but "
            "can no longer be resumed."
        ),
        timeout=8,
    )


async def play_next(screen: BaseScreen[Any], live: ObserverPort, choices: Choices) -> bool:
    """Play the next instance in place of this screen. Return False if this was the last one.

    Raises:
        PlayError, StoreError: if that fails, with a one-line message.
    """
    from clemtui.episode.offers.last_choices import seen_tasks
    from clemtui.episode.offers.next_instance import following_choices

    service = await screen.context.service()
    seen = await seen_tasks(service, *choices.people)
    chosen = await asyncio.to_thread(
        following_choices,
        service.catalogue,
        choices,
        live.instance,
        live.condition.prompt_language,
        service.settings.clembench,
        seen,
    )
    if chosen is None:
        return False
    await start_next(screen, chosen, instead=True)
    return True


@_holding_keys
async def play_same(
    screen: BaseScreen[Any],
    live: ObserverPort,
    choices: Choices | None,
    *,
    seat: str | None = None,
    partner: str | None = None,
    language: str | None = None,
) -> bool:
    """Play the same task again in place of this screen; see `PlayService.again`.

    Return False, starting nothing, if a scripted player does not speak the new ``language``.

    Raises:
        PlayError, StoreError: if that fails, with a one-line message.
    """
    from clemtui.episode.planning.repeating import choices_of_plan

    context = screen.context
    with screen.busy():
        service = await context.service()
        watcher = choices.watcher if choices is not None and live.human_seats else ""
        plan = await service.plan_same_task(
            live.id,
            seat=seat,
            partner=partner,
            language=language,
            person="" if live.human_seats else await context.ensure_person(),
            watcher=watcher,
            interface_language=context.interface.language,
            tags=None if choices is None else choices.tags,
        )
        silent = await asyncio.to_thread(unscripted_seats, plan) if language is not None else ()
        if silent:
            return False
        again = await service.start(plan)
    names = {each.seat.name: each.name for each in plan.seats}
    await show(screen, again, names, choices_of_plan(plan, choices, live.instance), instead=True)
    return True


@_holding_keys
async def play_recorded(screen: BaseScreen[Any], episode: str) -> None:
    """Play the instance of a recorded episode again, in the same seat with the same partners.

    Raises:
        PlayError, StoreError: if that fails, with a one-line message.
    """
    from clemtui.episode.planning.repeating import choices_of_plan

    with screen.busy():
        service = await screen.context.service()
        person = await screen.context.ensure_person()
        plan = await service.plan_same_task(
            episode, person=person, interface_language=screen.interface.language
        )
        live = await service.start(plan)
    names = {each.seat.name: each.name for each in plan.seats}
    await show(screen, live, names, choices_of_plan(plan))

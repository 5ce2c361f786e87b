"""Starting and resuming episodes from any screen."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from clemtui.play.errors import PlayError, StoreError
from clemtui.play.phrases import Voice
from clemtui.ui.resumable import Unfinished
from clemtui.ui.screens.confirm import ConfirmScreen

if TYPE_CHECKING:
    from clemtui.play.live import LiveEpisode
    from clemtui.play.plan import Choices
    from clemtui.ui.screens.base import BaseScreen


async def start(screen: BaseScreen[Any], choices: Choices, *, instead: bool = False) -> None:
    """Plan and start an episode, and show it; ``instead`` of the screen that asks for it.

    Raises:
        PlayError, StoreError: if that cannot be done; the message is one line.
    """
    context = screen.context
    with screen.busy():
        service = await context.service()
        if not choices.person:
            choices = replace(choices, person=await context.person())
        choices = replace(choices, interface_language=context.interface.language)
        plan = await asyncio.to_thread(service.plan, choices)
        live = await service.start(plan)
    names = {seat.seat.name: seat.name for seat in plan.seats}
    await show(screen, live, names, choices, instead=instead)


def resume(screen: BaseScreen[Any], episode: Unfinished) -> None:
    """Resume an unfinished episode; ask first where another program may hold it."""

    def answered(yes: bool | None) -> None:
        if yes:
            screen.app.run_worker(
                _resume(screen, episode, force=True), group="start", exclusive=True
            )

    if episode.lease is not None and not episode.lease_stale:
        ui = screen.interface
        question = ui.text(
            "This episode is open in another program, on {host}. If you take it over, nothing more "
            "can be played there.",
            host=episode.lease.host,
        )
        screen.app.push_screen(ConfirmScreen(ui, question, ui.text("take it over")), answered)
    else:
        screen.app.run_worker(_resume(screen, episode), group="start", exclusive=True)


async def resume_by_id(screen: BaseScreen[Any], id: str) -> None:
    """Resume the unfinished episode of an id, or of the beginning of one."""
    try:
        unfinished = await (await screen.context.service()).unfinished()
    except (PlayError, StoreError) as error:
        screen.complain(str(error))
        return
    found = [episode for episode in unfinished if episode.summary.id.startswith(id)]
    if len(found) == 1:
        resume(screen, found[0])
    else:
        screen.complain(screen.interface.text("There is no unfinished episode {id}.", id=id))


async def _resume(screen: BaseScreen[Any], episode: Unfinished, *, force: bool = False) -> None:
    summary = episode.summary
    try:
        with screen.busy():
            service = await screen.context.service()
            live = await service.resume(summary.id, force=force)
    except (PlayError, StoreError) as error:
        screen.complain(str(error))
        return
    here = [seat.seat for seat in summary.seats if seat.kind == "human"]
    people = dict(zip(here, summary.people, strict=False))
    names = {s.seat: people.get(s.seat, s.player) for s in summary.seats}
    await show(screen, live, names, _choices(live, names))


def _choices(live: LiveEpisode, names: dict[str, str]) -> Choices:
    """What a user would have to choose to play the same again."""
    from clemtui.play.plan import Choices

    mine = live.human_seats[:1]
    others = [seat.name for seat in live.seats if not seat.service and seat.name not in mine]
    kinds = {seat: player.kind for seat, player in live.players.items()}
    return Choices(
        game=live.game.card.id,
        seat=mine[0] if mine else "observer",
        partner=tuple("human" if kinds[seat] == "human" else names[seat] for seat in others),
        language=live.condition.prompt_language,
        interface=live.condition.interface,
        experiment=live.instance.experiment,
        game_id=live.instance.game_id,
        practice=live.condition.practice,
        aids=live.condition.aids,
        person=names[mine[0]] if mine else "",
    )


async def show(
    screen: BaseScreen[Any],
    live: LiveEpisode,
    names: dict[str, str],
    choices: Choices,
    *,
    instead: bool = False,
) -> None:
    """Show an episode that is ready to be played; ``names`` says who fills each seat."""
    from clemtui.ui.screens.play import PlayScreen

    context = screen.context
    game = live.game.card.id
    voice = Voice(context.interface, context.labels(game), context.listing(game), names)
    put = screen.app.switch_screen if instead else screen.app.push_screen
    await put(PlayScreen(context, live, voice, choices))

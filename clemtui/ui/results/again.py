"""What can be played after an episode: the next instance, or the same one once more."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from clemtui.engine import OBSERVER
from clemtui.episode.planning.other_languages import without_script
from clemtui.ui.shell.starting import show, start

if TYPE_CHECKING:
    from clemtui.episode.live import LiveEpisode
    from clemtui.episode.planning.plan import Choices, EpisodePlan
    from clemtui.ui.shell.base import BaseScreen


async def play_next(screen: BaseScreen[Any], live: LiveEpisode, choices: Choices) -> bool:
    """Play the instance after this one, in place of the screen. False if it was the last one.

    Raises:
        PlayError, StoreError: if that cannot be done; the message is one line.
    """
    from clemtui.episode.planning.next_instance import following

    service = await screen.context.service()
    chosen = await asyncio.to_thread(
        following,
        service.catalogue,
        choices,
        live.instance,
        live.condition.prompt_language,
        service.settings.clembench,
    )
    if chosen is None:
        return False
    await start(screen, chosen, instead=True)
    return True


async def play_same(
    screen: BaseScreen[Any],
    live: LiveEpisode,
    choices: Choices | None,
    *,
    seat: str | None = None,
    partner: str | None = None,
    language: str | None = None,
) -> bool:
    """Play the same task again, in place of the screen; see `PlayService.again`.

    False, and nothing is begun, where a scripted player does not speak another ``language``.

    Raises:
        PlayError, StoreError: if that cannot be done; the message is one line.
    """
    context = screen.context
    with screen.busy():
        service = await context.service()
        plan = await service.again(
            live.id,
            seat=seat,
            partner=partner,
            language=language,
            person="" if live.human_seats else await context.who_plays(),
            interface_language=context.interface.language,
        )
        silent = await asyncio.to_thread(without_script, plan) if language is not None else ()
        if silent:
            return False
        again = await service.start(plan)
    names = {each.seat.name: each.name for each in plan.seats}
    mine = seat or next(iter(live.human_seats), OBSERVER)
    found = choices if _found_alike(plan, live, choices) else None
    await show(screen, again, names, as_chosen(plan, mine, found), instead=True)
    return True


async def play_recorded(screen: BaseScreen[Any], episode: str) -> None:
    """Play the instance of a recorded episode, in the same seat, with the same partners.

    Raises:
        PlayError, StoreError: if that cannot be done; the message is one line.
    """
    with screen.busy():
        service = await screen.context.service()
        person = await screen.context.who_plays()
        plan = await service.again(
            episode, person=person, interface_language=screen.interface.language
        )
        live = await service.start(plan)
    names = {each.seat.name: each.name for each in plan.seats}
    mine = next((s.seat.name for s in plan.seats if s.kind == "human"), OBSERVER)
    await show(screen, live, names, as_chosen(plan, mine, None))


def _found_alike(plan: EpisodePlan, live: LiveEpisode, before: Choices | None) -> bool:
    """Whether what found the instance before finds that of a plan, too: its number may be another
    in another language, its seed is the same."""
    same = plan.instance.hash == live.instance.hash
    return same or (before is not None and before.seed is not None)


def as_chosen(plan: EpisodePlan, mine: str, before: Choices | None) -> Choices:
    """What somebody would have chosen for a plan; ``before`` says how its instance was found."""
    from clemtui.episode.planning.plan import Choices

    game = plan.game.card.id
    words = [
        f"human:{each.name}" if each.kind == "human" else each.name
        for each in plan.seats
        if each.kind != "service" and each.seat.name != mine
    ]
    own = next((each.name for each in plan.seats if each.seat.name == mine), plan.watcher)
    found = before or Choices(
        game=game, experiment=plan.instance.experiment, game_id=plan.instance.game_id
    )
    return replace(
        found,
        seat=mine,
        partner=tuple(words),
        language=plan.condition.prompt_language,
        interface=plan.condition.interface,
        practice=plan.condition.practice,
        aids=plan.condition.aids if plan.condition.interface == "assisted" else None,
        person=own,
    )

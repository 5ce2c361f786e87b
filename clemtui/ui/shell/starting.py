"""Starting and resuming episodes from any screen."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from clemtui.episode.errors import PlayError, StoreError, message_of
from clemtui.ui.shell.dialogs.confirm import ConfirmScreen
from clemtui.wording.phrases import Voice

if TYPE_CHECKING:
    from clemtui.archive.episodes import EpisodeSummary, UnfinishedEpisode
    from clemtui.episode.live import LiveEpisode
    from clemtui.episode.planning.plan import Choices
    from clemtui.ui.shell.base import BaseScreen
    from clemtui.ui.shell.home.screen import HomeScreen
    from clemtui.ui.shell.options import AppOptions


async def begin(screen: HomeScreen, options: AppOptions) -> None:
    """Do what the program was started for, above the home screen, once it is known who plays.

    Raises:
        PlayError, StoreError: if that cannot be done; the message is one line.
    """
    await screen.introduce()
    if options.resume is not None:
        await resume_by_id(screen, options.resume, force=options.take_over)
    elif options.choices is not None:
        await _start_chosen(screen, options.choices, ask_partner=options.ask_partner)
    elif options.review is not None:
        from clemtui.ui.archive.review.screen import ReviewScreen

        screen.app.push_screen(ReviewScreen(screen.context, options.review))
    elif options.first == "history":
        from clemtui.ui.archive.history.screen import HistoryScreen

        screen.app.push_screen(HistoryScreen(screen.context, options.history))


async def start(screen: BaseScreen[Any], choices: Choices, *, instead: bool = False) -> None:
    """Plan and start an episode, and show it; ``instead`` of the screen that asks for it.

    Raises:
        PlayError, StoreError: if that cannot be done; the message is one line.
    """
    context = screen.context
    with screen.busy():
        service = await context.service()
        if not choices.person:
            choices = replace(choices, person=await context.who_plays())
        choices = replace(choices, interface_language=context.interface.language)
        plan = await asyncio.to_thread(service.plan, choices)
        live = await service.start(plan)
    names = {seat.seat.name: seat.name for seat in plan.seats}
    await show(screen, live, names, choices, instead=instead)


async def _start_chosen(screen: BaseScreen[Any], choices: Choices, *, ask_partner: bool) -> None:
    """Start what was chosen; where the scripted player does not speak the language, ask first who
    is to be the partner, if that was left open.

    Raises:
        PlayError, StoreError: if that cannot be done; the message is one line.
    """
    from clemtui.episode.planning.casting import NoScript, who_else
    from clemtui.ui.setup.partner import PartnerScreen

    def chosen(word: str | None) -> None:
        if word is not None:
            screen.app.run_worker(begun(word), group="start", exclusive=True)

    async def begun(word: str) -> None:
        try:
            await start(screen, replace(choices, partner=(word,)))
        except (PlayError, StoreError) as error:
            screen.complain(message_of(error))

    try:
        await start(screen, choices)
    except NoScript as error:
        if not ask_partner:
            raise
        title = who_else(error.casting.language, screen.interface)
        asked = PartnerScreen(screen.context, title=title, casting=error.casting)
        screen.app.push_screen(asked, chosen)


def resume(screen: BaseScreen[Any], episode: UnfinishedEpisode, *, force: bool = False) -> None:
    """Resume an unfinished episode; ask first where another program may hold it, unless it is
    taken by ``force``."""

    def answered(yes: bool | None) -> None:
        if yes:
            screen.app.run_worker(
                _resume(screen, episode, force=True), group="start", exclusive=True
            )

    if episode.lease is not None and not episode.lease_stale and not force:
        ui = screen.interface
        question = ui.text(
            "This episode is open in another program, on {host}. If you take it over, nothing more "
            "can be played there.",
            host=episode.lease.host,
        )
        screen.app.push_screen(ConfirmScreen(ui, question, ui.text("take it over")), answered)
    else:
        screen.app.run_worker(_resume(screen, episode, force=force), group="start", exclusive=True)


async def resume_by_id(screen: BaseScreen[Any], id: str, *, force: bool = False) -> None:
    """Resume the unfinished episode of an id, or of the beginning of one."""
    try:
        unfinished = await (await screen.context.service()).unfinished()
    except (PlayError, StoreError) as error:
        screen.complain(message_of(error))
        return
    found = [episode for episode in unfinished if episode.summary.id.startswith(id)]
    if len(found) == 1:
        resume(screen, found[0], force=force)
    else:
        screen.complain(screen.interface.text("There is no unfinished episode {id}.", id=id))


async def _resume(
    screen: BaseScreen[Any], episode: UnfinishedEpisode, *, force: bool = False
) -> None:
    summary = episode.summary
    try:
        with screen.busy():
            service = await screen.context.service()
            live = await service.resume(summary.id, force=force)
    except (PlayError, StoreError) as error:
        screen.complain(message_of(error))
        return
    await show_again(screen, live, summary)


async def show_again(
    screen: BaseScreen[Any], live: LiveEpisode, summary: EpisodeSummary, *, instead: bool = False
) -> None:
    """Show an episode that goes on; ``summary`` is what the records say of it."""
    here = [seat.seat for seat in summary.seats if seat.kind == "human"]
    people = dict(zip(here, summary.people, strict=False))
    names = {s.seat: people.get(s.seat, s.player) for s in summary.seats}
    await show(screen, live, names, _choices(live, names), instead=instead)


def _choices(live: LiveEpisode, names: dict[str, str]) -> Choices:
    """What a user would have to choose to play the same again."""
    from clemtui.episode.planning.plan import Choices

    mine = live.human_seats[:1]
    others = [seat.name for seat in live.seats if not seat.service and seat.name not in mine]
    kinds = {seat: player.kind for seat, player in live.players.items()}
    return Choices(
        game=live.game.card.id,
        seat=mine[0] if mine else "observer",
        partner=tuple(
            f"human:{names[seat]}" if kinds[seat] == "human" else names[seat] for seat in others
        ),
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
    from clemtui.ui.play.screen import PlayScreen

    context = screen.context
    game = live.game.card.id
    voice = Voice(context.interface, context.labels(game), context.listing(game), names)
    put = screen.app.switch_screen if instead else screen.app.push_screen
    await put(PlayScreen(context, live, voice, choices))

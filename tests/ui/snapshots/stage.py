"""Episodes on the screen for the snapshots, and partners that answer as a scene needs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, cast

from textual.pilot import Pilot

from clemtui.engine import Timing
from clemtui.episode.live import LiveEpisode
from clemtui.episode.planning.plan import Choices
from clemtui.episode.stage import Stage
from clemtui.episode.updates import Asked, Update
from clemtui.players.base import Player
from clemtui.ui.app import ClemtuiApp
from clemtui.ui.home.screen import HomeScreen
from clemtui.ui.results.screen import ResultScreen
from clemtui.ui.shell.starting import show
from clemtui.ui.widgets.answer.box import AnswerBox
from clemtui.wording.phrases import Voice
from tests.ui.snapshots.records import SEED, Say, play_well
from tests.ui.support.app import ControlledPartner, PlayedEpisode, on, until, wait_for_workers
from tests.ui.support.results import result_destination


async def home_screen(pilot: Pilot[Any]) -> HomeScreen:
    """Return the home screen with everything loaded."""
    home = await on(pilot, HomeScreen)
    await until(pilot, lambda: home.loaded_at)
    await pilot.pause()
    return home


Partners = Mapping[str, Player] | Callable[[LiveEpisode], Mapping[str, Player]]
"""Players who replace those in their seats, or what makes them for an episode."""


async def open_episode(
    pilot: Pilot[Any], game: str, partners: Partners | None = None, **chosen: Any
) -> PlayedEpisode:
    """Start an episode."""
    home = await home_screen(pilot)
    app = cast(ClemtuiApp, pilot.app)
    service = await app.context.service()
    given = {"person": app.context.person, "language": "en", "seed": SEED, **chosen}
    choices = Choices(game=game, interface_language=app.context.interface.language, **given)
    plan = service.plan(choices)
    live = await service.start(plan)
    seated = partners(live) if callable(partners) else partners
    cast(dict[str, Player], live.players).update(seated or {})
    names = {seat.seat.name: seat.name for seat in plan.seats}
    await show(home, live, names, choices)
    table = PlayedEpisode(app, pilot, live)
    await until(pilot, lambda: table.screen.stage.replayed)
    await pilot.pause()
    return table


async def write(table: PlayedEpisode, text: str, *keys: str) -> None:
    """Put a text into the focused field and press keys."""
    field = table.app.focused
    if isinstance(field, AnswerBox):
        field.take(text)
    else:
        await table.pilot.press(*text)
    await table.pilot.press(*keys)
    await table.pilot.pause()


async def answer(table: PlayedEpisode, text: str, seconds: float = 8.4) -> None:
    """Answer the current request after a number of seconds."""
    await table.wait_for_request()
    await write(table, text)
    answering = table.composer.answering
    assert answering is not None
    began = answering._start
    answering._clock = lambda: began + seconds
    await table.pilot.press("enter")
    await until(table.pilot, lambda: table.composer.answering is not answering)
    await table.pilot.pause()


async def partner_answers(table: PlayedEpisode, partner: ControlledPartner, text: str) -> None:
    """Make a partner answer."""
    await until(table.pilot, lambda: partner.pending)
    partner.say(text)
    await until(table.pilot, lambda: not partner.pending)
    await table.pilot.pause()


async def wait_for_partner(
    table: PlayedEpisode, partner: ControlledPartner, seconds: float = 12
) -> None:
    """Wait for a partner who appears to have been asked ``seconds`` ago."""
    await until(table.pilot, lambda: partner.pending)
    stage, request = table.screen.stage, partner.asks[-1].request.id
    since = stage._since[request]
    stage._clock = lambda: since + seconds
    table.screen.refresh_waiting()
    await table.pilot.pause()


async def open_result(
    pilot: Pilot[Any], game: str, how: Say = play_well, **chosen: Any
) -> ResultScreen:
    """Play an episode and return its result screen with the comparisons loaded."""
    home = await home_screen(pilot)
    app = cast(ClemtuiApp, pilot.app)
    service = await app.context.service()
    given = {"person": app.context.person, "language": "en", "seed": SEED, **chosen}
    choices = Choices(game=game, interface_language=app.context.interface.language, **given)
    plan = service.plan(choices)
    live = await service.start(plan)
    stage = Stage(live)
    scripts = {s: live.game.scripted(s, live.texts.language, 3) for s in live.human_seats}

    def hear(update: Update) -> None:
        stage.apply(update)
        if isinstance(update, Asked) and update.request.seat in live.human_seats:
            request = update.request
            scripted = scripts[request.seat].respond(request, live.master.view(request.seat))
            live.answer(request.id, how(live, request, scripted), Timing(submitted_ms=9100))

    live.subscribe(hear)
    assert await live.play() == "finished"
    names = {seat.seat.name: seat.name for seat in plan.seats}
    voice = Voice(app.context.interface, app.context.labels(game), app.context.listing(game), names)
    await app.push_screen(
        ResultScreen(home.context, result_destination(live, voice, stage, choices))
    )
    return await shown_result(pilot)


async def shown_result(pilot: Pilot[Any]) -> ResultScreen:
    """Wait for the result screen with the comparisons loaded, and return it."""
    screen = await on(pilot, ResultScreen)
    await until(pilot, lambda: screen._game is not None and screen.languages_known)
    await wait_for_workers(screen.workers)
    # the second table is below the first, so it appears with a later layout
    await until(pilot, lambda: screen.query_one("#in-game").size.height > 1)
    await pilot.pause()
    return screen

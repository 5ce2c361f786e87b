"""Finished episodes without the play screen, for tests of what comes afterwards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from textual.pilot import Pilot
from textual.widgets import Static

from clemtui.engine import Timing
from clemtui.episode.live import LiveEpisode
from clemtui.episode.planning.plan import Choices
from clemtui.episode.seat_port import GiveUp
from clemtui.episode.service import PlayService
from clemtui.episode.stage import Stage
from clemtui.episode.updates import Asked, Update
from clemtui.players.base import Player
from clemtui.ui.app import ClemtuiApp
from clemtui.ui.results.screen import ResultScreen
from clemtui.ui.shell.navigation import OpenResult
from clemtui.wording.phrases import Voice
from tests.ui.support.app import on, text_of, until

LOSE = "CLUE: {target_word}"
"""An answer with which a describer of taboo loses at once; braces name a value of the instance."""


async def play_to_end(
    service: PlayService,
    game: str,
    *,
    answers: Sequence[str] = (),
    partners: dict[str, Player] | None = None,
    continued_from: str | None = None,
    **chosen: Any,
) -> tuple[LiveEpisode, Stage, Choices, dict[str, str]]:
    """Play an episode to its end; people give the answers in order and then give up."""
    choices = Choices(game=game, **{"person": "Ann", **chosen})
    plan = service.plan(choices)
    condition = plan.condition.model_copy(
        update={"response_limit": 200, "continued_from": continued_from}
    )
    live = await service.start(replace(plan, condition=condition))
    players: Any = live.players
    players.update(partners or {})
    stage = Stage(live)
    left = list(answers)

    def take(update: Update) -> None:
        stage.apply(update)
        if isinstance(update, Asked) and update.request.seat in live.human_seats:
            if left:
                text = left.pop(0).format(**live.instance.data)
                live.answer(update.request.id, text, Timing())
            else:
                live.control(GiveUp(update.request.seat))

    live.subscribe(take)
    assert await live.play() == "finished"
    return live, stage, choices, {seat.seat.name: seat.name for seat in plan.seats}


def result_destination(
    live: LiveEpisode, voice: Voice, stage: Stage, choices: Choices | None
) -> OpenResult:
    """Return the destination that opens the result of a finished episode."""
    assert stage.state.scores is not None
    return OpenResult(live, voice, stage.state.scores, stage.seen_by, choices)


async def open_result(app: ClemtuiApp, pilot: Pilot[None], game: str, **given: Any) -> ResultScreen:
    """Play an episode and return its result screen with the comparisons loaded."""
    service = await app.context.service()
    live, stage, choices, names = await play_to_end(service, game, **given)
    voice = Voice(app.context.interface, app.context.labels(game), app.context.listing(game), names)
    await until(pilot, lambda: app.screen_stack[1:])
    await app.push_screen(
        ResultScreen(app.context, result_destination(live, voice, stage, choices))
    )
    screen = await on(pilot, ResultScreen)
    await until(pilot, lambda: screen._game is not None)
    await until(pilot, lambda: not any(each.group == "compare" for each in app.workers))
    await until(pilot, lambda: text_of(screen.query_one("#in-game", Static)))
    await pilot.pause()
    return screen

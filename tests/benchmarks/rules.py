"""Rules, records and scripted players, without a screen."""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from clemtui.catalogue import Catalogue, open_catalogue
from clemtui.config import Settings
from clemtui.engine import Game, Instance, Response, Texts
from clemtui.episode.service import PlayService
from clemtui.exchange.replaying import replay_report
from clemtui.runs.batch import Batch, RunResult
from clemtui.runs.items import run_items
from clemtui.runs.manifest import RunPlan, new_run
from clemtui.runs.results import finished_items
from tests.benchmarks.figures import Figure

BUDGETS = {"taboo": 5000}
"""Episodes a second of the rules alone; the other games are held against `RESPONSES`."""
RESPONSES = 10_000
"""Responses a second of the rules alone, for games whose episodes differ much in length."""

RUN_BUDGETS = {"referencegame": 1.5}
"""Seconds for 90 recorded episodes; the other games are held against `MOVE`."""
MOVE = 50
"""Milliseconds of a scripted player's move, recorded."""

TABOO = {
    "Player 1": ["CLUE: one", "CLUE: two", "CLUE: three"],
    "Player 2": ["GUESS: a", "GUESS: b", "GUESS: c"],
}


def _games(catalogue: Catalogue) -> list[str]:
    return [card.id for card in catalogue.cards]


def _task(catalogue: Catalogue, game: str) -> tuple[Instance, Texts]:
    instance = catalogue.experiments(game, "en")[0].instances[0]
    return instance, catalogue.texts(instance, "en")


def _said(game: Game, instance: Instance, texts: Texts) -> dict[str, list[str]]:
    """What the scripted players say in an episode, by seat."""
    master = game.start(instance, texts)
    players = {seat.name: game.scripted(seat.name, texts.language, 0) for seat in game.card.seats}
    said: dict[str, list[str]] = {seat: [] for seat in players}
    while pending := master.pending():
        request = pending[0]
        text = players[request.seat].respond(request, master.view(request.seat))
        said[request.seat].append(text)
        master.submit(Response.of(request.id, text))
    return said


def _per_second(work: Callable[[], object], times: int) -> float:
    """The best of three rates, in processor time: what else the machine does does not count."""
    best = 0.0
    for _ in range(3):
        started = time.process_time()
        for _ in range(times):
            work()
        best = max(best, times / (time.process_time() - started))
    return best


def replayed_episodes(times: int) -> tuple[Figure, ...]:
    """Episodes replayed and reported: taboo's of the greatest length, the others' as the scripted
    players play the first instance. About ``times`` of taboo, fewer of long ones."""
    catalogue = open_catalogue()
    figures = []
    for id in _games(catalogue):
        game = catalogue.game(id)
        instance, texts = _task(catalogue, id)
        said = TABOO if id == "taboo" else _said(game, instance, texts)
        count = sum(map(len, said.values()))
        work = partial(replay_report, game, instance, texts, said)
        rate = _per_second(work, max(2, times * 6 // count))
        if id in BUDGETS:
            name = f"rules alone: {id} episodes of three rounds"
            figures.append(Figure(name, rate, "a second", BUDGETS[id], True))
        else:
            name = f"rules alone: {id} responses"
            figures.append(Figure(name, rate * count, "a second", RESPONSES, True))
    return tuple(figures)


def recorded_run(limit: int) -> tuple[Figure, ...]:
    """Runs of scripted players, every entry committed, after the first has loaded the data."""
    return asyncio.run(_recorded_run(limit))


async def _recorded_run(limit: int) -> tuple[Figure, ...]:
    with tempfile.TemporaryDirectory() as folder:
        service = PlayService(database=Path(folder) / "run.db", settings=Settings(), front="run")
        figures = []
        for game in _games(service.catalogue):
            plan = RunPlan((game,), ("scripted",), ("en",), limit=limit)
            results: list[RunResult] = []
            warm, timed = new_run(plan), new_run(plan)
            await Batch(service, warm, results.append).play(run_items(service, warm)[:1])
            started = time.perf_counter()
            items = run_items(service, timed)
            await Batch(service, timed, results.append).play(items)
            seconds = time.perf_counter() - started
            if game in RUN_BUDGETS:
                name, budget = f"run: 90 scripted {game} episodes", RUN_BUDGETS[game]
                figures.append(Figure(name, seconds / len(items) * 90, "s", budget))
            else:
                name = f"run: a recorded move of {game}"
                moves = await _moves(service, timed.id)
                figures.append(Figure(name, seconds / moves * 1000, "ms", MOVE))
        await service.close()
    return tuple(figures)


async def _moves(service: PlayService, run: str) -> int:
    played = await finished_items(service, run)
    return sum(episode.responses for episode in played.values())

"""Records of earlier evenings of the people in the snapshots.

All episodes use newly generated instances, so that no snapshot reveals a word of the benchmark.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from clemtui.config import Settings
from clemtui.engine import Request, Text, Timing, View
from clemtui.episode.live import LiveEpisode
from clemtui.episode.planning.plan import Choices
from clemtui.episode.service import PlayService
from clemtui.episode.updates import Asked, Update
from clemtui.players.base import Ask, PlayerResponse
from clemtui.players.llm.parameters import ModelParameters
from clemtui.study.checking import check_study
from clemtui.study.freezing import freeze
from clemtui.study.service import Studies
from tests.study.protocols import study
from tests.support.paths import ROOT
from tests.support.play_helpers import leave_when, planned

SEED = 2024
"""Seed of the instances in the snapshots; earlier evenings have other seeds."""

DATABASE = "clemtui.db"
MODEL = "smollm2"
SERVER = "http://localhost:8000/v1"
MODELS = {
    MODEL: ModelParameters(model="openai/smollm2", api_base=SERVER),
    "gpt-lab": ModelParameters(model="openai/gpt-lab", api_key_env="LAB_KEY"),
}

STUDY = (
    ("episodes = 4", "episodes = 2"),
    ('languages = ["en", "de"]', 'languages = ["en"]'),
    ('choose = "stratified", number = 12', 'choose = "sample", number = 8'),
    ('title = "Scores of people"', 'title = "Memory for words"'),
)
"""What the study of the snapshots changes in the example."""

Say = Callable[[LiveEpisode, Request, str], str]
"""Returns a person's answer; the last argument is the scripted player's answer."""


class ScriptedModel:
    """A model that answers like the game's scripted player."""

    kind = "model"

    def __init__(self, live: LiveEpisode, seat: str) -> None:
        self._scripted = live.game.scripted(seat, live.texts.language, 3)

    async def respond(self, ask: Ask) -> PlayerResponse:
        return PlayerResponse((Text(self._scripted.respond(ask.request, ask.view)),))


def play_well(live: LiveEpisode, request: Request, scripted: str) -> str:
    """Play as well as the scripted player."""
    return scripted


def lose(live: LiveEpisode, request: Request, scripted: str) -> str:
    """Say the forbidden target word."""
    return f"CLUE: {live.instance.data['target_word']}"


def win_late(live: LiveEpisode, request: Request, scripted: str) -> str:
    """Guess the word in the second round."""
    word = live.instance.data["target_word"] if live.master.round else "shopping"
    return f"GUESS: {word}"


def break_format(live: LiveEpisode, request: Request, scripted: str) -> str:
    """Ignore the required format."""
    return "What a lovely evening for a game this is"


def guess_slowly(live: LiveEpisode, request: Request, scripted: str) -> str:
    """Guess wrongly in the first two rounds."""
    guesses = ("crane", "moist", "bulky")
    number = request.id // 2 if len(live.seats) > 1 else request.id
    text = f"explanation: I try common letters.\nguess: {guesses[number % 3]}"
    return text if number < 3 else scripted


EVENINGS: tuple[tuple[int, str, Say, dict[str, Any]], ...] = (
    (5, "Ada", play_well, {"game": "taboo"}),
    (1, "Ada", lose, {"game": "taboo"}),
    (1, "Ben", play_well, {"game": "taboo"}),
    (20, "Ada", play_well, {"game": "taboo", "seat": "Player 2"}),
    (2, "Ada", play_well, {"game": "taboo", "partner": (MODEL,)}),
    (1, "Ada", guess_slowly, {"game": "wordle"}),
    (1, "Ada", break_format, {"game": "wordle"}),
    (22, "Ben", play_well, {"game": "wordle"}),
    (1, "Ben", lose, {"game": "taboo"}),
    (1, "", play_well, {"game": "taboo", "seat": "observer", "partner": (MODEL, MODEL)}),
    (24, "Ada", play_well, {"game": "taboo", "interface": "verbatim"}),
    (1, "Ada", play_well, {"game": "wordle"}),
    (1, "Ada", guess_slowly, {"game": "wordle", "seed": SEED}),
    (46, "Ada", play_well, {"game": "taboo", "language": "de"}),
    (1, "Ben", play_well, {"game": "taboo", "seed": SEED}),
    (1, "Ada", break_format, {"game": "taboo", "partner": (MODEL,)}),
    (24, "Ada", play_well, {"game": "taboo", "seat": "Player 2", "partner": (MODEL,)}),
    (1, "Ada", play_well, {"game": "wordle"}),
)
"""Hours since the previous episode, the person, how they play, and the choices."""


async def record_evenings(folder: Path, later: Callable[[float], object]) -> None:
    """Play all episodes and leave two others unfinished.

    ``later`` advances the clock by a number of hours.
    """
    settings = Settings(models=MODELS)
    service = PlayService(database=folder / DATABASE, settings=settings, front="app")
    for number, (hours, person, say, chosen) in enumerate(EVENINGS):
        later(hours)
        given = {"language": "en", "seed": SEED + 1 + number, **chosen}
        await _play(service, Choices(person=person or "Ada", **given), say)
    later(20)
    await leave_when(
        service,
        Choices(game="wordle", person="Ada", language="en", seed=SEED + 90),
        lambda person: person.heard(Asked),
    )
    later(5)
    await leave_when(
        service,
        Choices(game="taboo", person="Ada", language="en", seed=SEED + 91, partner=(MODEL,)),
        lambda person: person.heard(Asked),
    )
    await service.close()


async def _play(service: PlayService, choices: Choices, say: Say) -> None:
    """Play an episode to its end."""
    live = await service.start(planned(service, choices))
    seats: Iterable[str] = [seat.name for seat in live.seats]
    players: Any = live.players
    scripts = {seat: live.game.scripted(seat, live.texts.language, 3) for seat in seats}
    players.update({s: ScriptedModel(live, s) for s in seats if live.kinds[s] == "model"})

    def hear(update: Update) -> None:
        if isinstance(update, Asked) and update.request.seat in live.human_seats:
            request = update.request
            view: View = live.master.view(request.seat)
            text = say(live, request, scripts[request.seat].respond(request, view))
            live.answer(request.id, text, Timing(submitted_ms=4200.0 + 900 * request.id))

    live.subscribe(hear)
    end = await live.play()
    assert end == "finished", end


async def freeze_study(folder: Path) -> None:
    """Freeze a study of taboo in a database in a folder, with the consent text of the template."""
    consent = (ROOT / "sessions" / "consent" / "en.md").read_text(encoding="utf-8")
    opened = study(folder, *STUDY, consent=consent)
    service = PlayService(database=folder / DATABASE, settings=Settings(), front="plain")
    try:
        made = freeze(service.catalogue, check_study(service.catalogue, opened, None))
        await Studies(service).freeze(made)
    finally:
        await service.close()

"""A walk through every seat of the bundled games, with pictures at every size in both own themes.

In each seat and at each size, an episode is played to its end with the answers of the game's
scripted player. It is pictured three times: at the first request, at a later one with its answer
half typed, and at the result. The app is never resized, which could mend a wrong layout.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from pathlib import Path
from time import perf_counter
from typing import Any

from textual.pilot import Pilot

from clemtui.engine import Request, Text, Timing, View
from clemtui.episode.live import LiveEpisode
from clemtui.players.base import Ask, Player, PlayerKind, PlayerResponse
from clemtui.ui.play.screen import PlayScreen
from clemtui.ui.results.screen import ResultScreen
from clemtui.ui.shell.themes import DARK, LIGHT
from clemtui.ui.widgets.answer.box import AnswerBox
from clemtui.ui.widgets.answer.composer import Composer
from clemtui.ui.widgets.answer.grid_input import GridInput
from clemtui.ui.widgets.answer.letter_cells import LetterCells
from tests.ui.snapshots.environment import Scene, draw
from tests.ui.snapshots.stage import open_episode, shown_result
from tests.ui.support.app import PlayedEpisode, seen, until

Size = tuple[int, int]
"""Columns and rows of a terminal."""

ASKED_ONCE = ("referencegame",)
"""The games that ask each seat once: their only answer is shown half typed."""

SEED = 31
"""The seed of the instances, which nobody in the records has played."""

_WORD = "explanation: I try common letters.\nguess: crane"
OPENINGS: Mapping[tuple[str, str], tuple[str, ...]] = {
    ("wordle", "Player 1"): (_WORD,),
    ("wordle_withclue", "Player 1"): (_WORD,),
    ("wordle_withcritic", "Player 1"): (_WORD, _WORD),
    ("taboo", "Player 2"): ("GUESS: nothing",),
}
"""What a player in a seat answers first, so that the episode has a later request."""


def walk(folder: Path, seats: Sequence[tuple[str, str]], sizes: Sequence[Size]) -> bool:
    """Play every seat, with one line on each; return whether all came to their result."""
    folder.mkdir(parents=True, exist_ok=True)
    ended = [walk_seat(folder, game, seat, sizes) for game, seat in seats]
    return all(ended)


def walk_seat(folder: Path, game: str, seat: str, sizes: Sequence[Size]) -> bool:
    """Play one seat to its result, print how it went, and return whether it came there."""
    began = perf_counter()
    taken = 0
    for size in sizes:
        seated = Seated(folder, game, seat, size)
        try:
            seated.walk()
        except AssertionError as error:
            columns, rows = size
            print(f"{game}, {seat}: FAILED at {columns}x{rows}: {error}", flush=True)
            return False
        taken += seated.taken
    print(f"{game}, {seat}: {taken} pictures in {perf_counter() - began:.0f} s", flush=True)
    return True


class Scripted:
    """The game's scripted player of a seat, who begins with the seat's opening."""

    kind: PlayerKind = "scripted"

    def __init__(self, live: LiveEpisode, seat: str) -> None:
        self._player = live.game.scripted(seat, live.texts.language, SEED)
        self._opening = list(OPENINGS.get((live.game.card.id, seat), ()))

    def say(self, request: Request, view: View) -> str:
        """Return the answer to a request."""
        scripted = self._player.respond(request, view)
        return self._opening.pop(0) if self._opening else scripted

    async def respond(self, ask: Ask) -> PlayerResponse:
        return PlayerResponse((Text(self.say(ask.request, ask.view)),))


def partners(live: LiveEpisode) -> dict[str, Player]:
    """Return the other players who have an opening, by seat."""
    others = {seat for game, seat in OPENINGS if game == live.game.card.id} - {*live.human_seats}
    return {seat: Scripted(live, seat) for seat in others}


class Seated:
    """A player in one seat, at one size, who takes pictures; ``taken`` counts them."""

    def __init__(self, folder: Path, game: str, seat: str, size: Size) -> None:
        self.game = game
        self.seat = seat
        self.taken = 0
        self._size = size
        columns, rows = size
        self._path = folder / f"{game}-{seat.lower().replace(' ', '-')}-{columns}x{rows}"

    def walk(self) -> None:
        """Play an episode and take all pictures.

        Raises:
            AssertionError: if it does not come to its result, or is over after one request.
        """
        draw(Scene("walk", self._play, records=True), self._size)

    async def _play(self, pilot: Pilot[Any]) -> None:
        table = await open_episode(pilot, self.game, partners, seat=self.seat, seed=SEED)
        person = Scripted(table.live, self.seat)
        answered: set[int] = set()
        half_typed = False
        while (request := await next_request(table, answered)) is not None:
            answered.add(request.id)
            number = len(answered)
            text = person.say(request, table.live.view(self.seat))
            if number == 1:
                await self._take(pilot, 1)
            if not half_typed and self._is_later(request, number):
                half_typed = True
                await type_half(table, text)
                await self._take(pilot, 2)
            assert table.live.answer(request.id, text, Timing(submitted_ms=9100))
        assert half_typed, "it was over before a later request"
        await shown_result(pilot)
        await self._take(pilot, 3)

    def _is_later(self, request: Request, number: int) -> bool:
        first = 1 if self.game in ASKED_ONCE else 2
        return number >= first and request.purpose != "side question"

    async def _take(self, pilot: Pilot[Any], moment: int) -> None:
        for theme in (DARK, LIGHT):
            pilot.app.theme = theme
            await settle(pilot)
            look = theme.removeprefix("clemtui-")
            path = self._path.with_name(f"{self._path.name}-{look}-{moment}.svg")
            path.write_text(pilot.app.export_screenshot(), encoding="utf-8")
            self.taken += 1


async def next_request(table: PlayedEpisode, answered: Set[int]) -> Request | None:
    """Return the request that is not among those answered; None if the result came instead."""
    asked: list[Request] = []

    def ready() -> bool:
        screen = table.app.screen
        if isinstance(screen, PlayScreen):
            for composer in screen.query(Composer):
                request = composer.request if composer.answering is not None else None
                if request is not None and request.id not in answered:
                    asked.append(request)
        return isinstance(screen, ResultScreen) or bool(asked)

    await until(table.pilot, ready)
    return asked[0] if asked else None


async def type_half(table: PlayedEpisode, text: str) -> None:
    """Begin to write an answer, in whatever it is written in."""
    editor = table.app.focused
    words = text.splitlines()[-1].rpartition(": ")[2]
    if isinstance(editor, AnswerBox):
        editor.take(words[: len(words) * 2 // 3])
    elif isinstance(editor, LetterCells):
        await table.type(words[:3])
    elif isinstance(editor, GridInput):
        await table.pilot.press("down", "right", "k", "k")
    else:
        await table.pilot.press("2")
    await table.pilot.pause()


async def settle(pilot: Pilot[Any]) -> None:
    """Wait until the screen shows the same twice."""
    before = ""
    while before != (now := seen(pilot.app)):
        before = now
        await pilot.pause()

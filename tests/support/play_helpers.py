"""Shared helpers for tests of the play service: scripts play the role of people.

A `Person` does what a front end does: it receives updates and submits answers. The answers come
from the game's own scripted player, so a play with people always ends the same way.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from clemtui.config import Settings
from clemtui.engine import Control, Request, Response, Scripted, Timing
from clemtui.episode.live import LiveEpisode
from clemtui.episode.planning.plan import Choices, EpisodePlan
from clemtui.episode.seat_port import LiveEnd
from clemtui.episode.service import PlayService
from clemtui.episode.updates import Asked, Finished, Halted, Update
from clemtui.records.rows import Front, StoredEpisode
from clemtui.store.read.reader import Reader
from tests.support.families import CONTRACT_GAMES

T = TypeVar("T")

GAMES = ("aside", "moot", "pantry", "sealed", "tidy", "whisper", "taboo", "wordle")
"""Every game that the tests of play use: the contract games and two real ones."""

SEED = 7
"""The seed of every scripted player, so that plays can be compared."""

Say = Callable[[Request], str]


def service_for(
    database: Path, *, settings: Settings | None = None, front: Front = "plain"
) -> PlayService:
    """Return a service on a database, with the bundled games and the contract games."""
    return PlayService(
        database=database,
        settings=settings or Settings(),
        collections=[CONTRACT_GAMES],
        front=front,
    )


@asynccontextmanager
async def sitting(
    database: Path, *, settings: Settings | None = None, front: Front = "plain"
) -> AsyncIterator[PlayService]:
    """Run the block with a service, and close it at the end."""
    service = service_for(database, settings=settings, front=front)
    try:
        yield service
    finally:
        await service.close()


def choices(game: str, **changes: object) -> Choices:
    """Return choices with Ann in the first seat, scripted partners and defaults for the rest."""
    chosen: Mapping[str, object] = {"game": game, "person": "Ann", **changes}
    return Choices(**chosen)  # type: ignore[arg-type]


def planned(service: PlayService, wanted: Choices, *, limit: int | None = 200) -> EpisodePlan:
    """Return a deterministic plan."""
    plan = service.plan(wanted)
    seats = tuple(
        replace(seat, seed=SEED) if seat.kind == "scripted" else seat for seat in plan.seats
    )
    condition = plan.condition.model_copy(update={"response_limit": limit})
    return replace(plan, seats=seats, condition=condition)


class Person:
    """Answers requests to the human seats and keeps every update."""

    def __init__(self, live: LiveEpisode, say: Say | None = None) -> None:
        self.live = live
        self.updates: list[Update] = []
        self._say = say
        self._scripts: dict[str, Scripted] = {}
        live.subscribe(self.hear)

    def hear(self, update: Update) -> None:
        """Answer a request to a person here at once."""
        self.updates.append(update)
        if isinstance(update, Asked) and update.request.seat in self.live.human_seats:
            taken = self.live.answer(update.request.id, self.answer_text(update.request), Timing())
            assert taken, "a request that was announced can be answered"

    def answer_text(self, request: Request) -> str:
        """Return what the person writes."""
        return self._say(request) if self._say else self.scripted(request)

    def scripted(self, request: Request) -> str:
        """Return what the game's own scripted player would write in that seat."""
        if request.seat not in self._scripts:
            language = self.live.texts.language
            self._scripts[request.seat] = self.live.game.scripted(request.seat, language, SEED)
        return self._scripts[request.seat].respond(request, self.live.master.view(request.seat))

    def heard(self, kind: type[T]) -> list[T]:
        """Return the updates of one kind."""
        return [update for update in self.updates if isinstance(update, kind)]


class Waiting(Person):
    """A person who only keeps updates and answers when told to."""

    def hear(self, update: Update) -> None:
        self.updates.append(update)


async def until(condition: Callable[[], object]) -> None:
    """Let the event loop run until a condition is true."""
    async with asyncio.timeout(90):
        while not condition():  # noqa: ASYNC110 - not every condition has an event
            await asyncio.sleep(0.001)  # not 0: a thread that imports litellm needs its turn


async def play(service: PlayService, wanted: Choices, say: Say | None = None) -> Person:
    """Play an episode to its end and return its person."""
    live = await service.start(planned(service, wanted))
    person = Person(live, say)
    end: LiveEnd = await live.play()
    assert end == "finished", person.updates[-1]
    return person


async def leave_when(
    service: PlayService, wanted: Choices, stop: Callable[[Waiting], object]
) -> Waiting:
    """Start an episode, and leave it as soon as a condition is true."""
    live = await service.start(planned(service, wanted))
    person = Waiting(live)
    playing = asyncio.create_task(live.play())
    await until(lambda: stop(person))
    live.leave()
    assert await playing == "left"
    return person


def asked(person: Person) -> list[Request]:
    """Return the requests that were announced."""
    return [update.request for update in person.heard(Asked)]


def halted(person: Person) -> list[Halted]:
    """Return the requests that were halted."""
    return person.heard(Halted)


def finished(person: Person) -> Finished:
    """Return the update at the end of the play."""
    (end,) = person.heard(Finished)
    return end


def answers(database: Path, episode: str) -> list[Response]:
    """Return the recorded responses of an episode."""
    return [
        each for each in stored(database, episode).entries_for_replay if isinstance(each, Response)
    ]


async def until_asked(person: Person, count: int) -> None:
    """Wait until that many requests have been announced."""
    await until(lambda: len(asked(person)) >= count)


async def until_halted(person: Person, count: int = 1) -> None:
    """Wait until requests have been halted that many times."""
    await until(lambda: len(halted(person)) >= count)


def stored(database: Path, episode: str) -> StoredEpisode:
    """Return an episode as recorded, read through a separate connection."""
    with Reader(database) as reader:
        return reader.load(episode)


def evidence(episode: StoredEpisode) -> dict[str, object]:
    """Return everything that an uninterrupted and a resumed play have in common.

    This does not include the order of answers to simultaneous requests, which is not deterministic.
    """
    answers = {
        each.request_id: each.parts
        for each in episode.entries_for_replay
        if isinstance(each, Response)
    }
    return {
        "requests": [each.request for each in episode.requests],
        "answers": answers,
        "controls": [each for each in episode.entries_for_replay if isinstance(each, Control)],
        "scores": [each.scores for each in episode.scores],
        "state": episode.state,
    }

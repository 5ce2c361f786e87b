"""Simultaneous requests: hidden from each other, and answered in any order."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from itertools import permutations
from pathlib import Path

import pytest

from clemtui.engine import Control, Request, Timing
from clemtui.episode.live import LiveEpisode
from clemtui.episode.loop.play_loop import EpisodeLoop
from clemtui.episode.response_times import ResponseTime
from clemtui.episode.seat_port import GiveUp
from clemtui.episode.transcript import SeatTranscript
from clemtui.episode.updates import Asked, EventsHappened, Update, Withdrawn
from clemtui.players.attempts import NoAttemptLog
from tests.support.broken_games import Race, Script, forever
from tests.support.families import contract_subject
from tests.support.play_helpers import (
    Person,
    Waiting,
    answers,
    asked,
    choices,
    evidence,
    finished,
    planned,
    sitting,
    stored,
    until,
    until_asked,
)

BOTH = {"seat": "Player 1", "partner": ["human"]}


@pytest.mark.parametrize("order", list(permutations(("Player 1", "Player 2"))))
async def test_the_order_of_answers_does_not_matter(order: tuple[str, str], database: Path) -> None:
    async with sitting(database) as service:
        live = await service.start(planned(service, choices("sealed", **BOTH)))
        person = Waiting(live)
        playing = asyncio.create_task(live.play())
        while not playing.done():
            await until(lambda: playing.done() or len(live.master.pending()) == 2)
            pending = {request.seat: request for request in live.master.pending()}
            for seat in order if pending else ():
                request = pending[seat]
                await until_asked(person, request.id)
                assert live.answer(request.id, person.scripted(request), Timing())
                await until_answered(live, request)
        assert await playing == "finished"
        result = evidence(stored(database, live.id))
    async with sitting(database.with_name("scripted.db")) as service:
        live = await service.start(planned(service, choices("sealed", seat="observer")))
        assert await live.play() == "finished"
        assert evidence(stored(service.database, live.id)) == result


async def until_answered(live: LiveEpisode, request: Request) -> None:
    """Wait until the master has the answer to a request."""
    await until(lambda: request not in live.master.pending())


async def test_neither_seat_sees_the_others_answer_before_both_are_in(database: Path) -> None:
    async with sitting(database) as service:
        live = await service.start(planned(service, choices("sealed", **BOTH)))
        person = Waiting(live)
        screens = {seat: SeatTranscript(seat) for seat in live.human_seats}
        for screen in screens.values():
            live.subscribe(screen.apply)
        playing = asyncio.create_task(live.play())
        await until(lambda: len(asked(person)) == 2)
        first, second = asked(person)
        assert live.answer(first.id, "BID: 1234\nREMARK: a bluff", Timing())
        await until(lambda: first not in live.master.pending())
        seen = str(screens[second.seat].lines) + str(live.view(second.seat))
        assert "1234" not in seen
        assert "a bluff" not in seen
        assert screens[second.seat].open_request == second
        assert screens[first.seat].open_request is None
        assert [w.request.seat for w in screens[first.seat].others] == [second.seat]
        live.leave()
        assert await playing == "left"


async def test_one_seat_gives_up_while_both_are_asked(database: Path) -> None:
    async with sitting(database) as service:
        live = await service.start(planned(service, choices("sealed", **BOTH)))
        person = Waiting(live)
        playing = asyncio.create_task(live.play())
        await until(lambda: len(asked(person)) == 2)
        live.control(GiveUp("Player 2"))
        live.control(GiveUp("Player 1"))  # too late: the first one ended the episode
        assert await playing == "finished"
        scores = finished(person).scores
        assert (scores.aborted, scores.main_score) == (1, None)
        assert stored(database, live.id).entries_for_replay == (Control("gave up", "Player 2"),)
        assert not live.answer(asked(person)[0].id, "BID: 1", Timing())


async def test_an_answer_that_came_before_the_giving_up_counts(database: Path) -> None:
    async with sitting(database) as service:
        live = await service.start(planned(service, choices("sealed", **BOTH)))
        person = Waiting(live)
        playing = asyncio.create_task(live.play())
        await until(lambda: len(asked(person)) == 2)
        assert live.answer(1, "BID: 5", Timing())
        live.control(GiveUp("Player 2"))
        assert await playing == "finished"
        assert [type(e).__name__ for e in stored(database, live.id).entries_for_replay] == [
            "Response",
            "Control",
        ]


async def test_a_request_takes_one_answer(database: Path) -> None:
    async with sitting(database) as service:
        live = await service.start(planned(service, choices("wordle")))
        person = Waiting(live)
        playing = asyncio.create_task(live.play())
        await until(lambda: asked(person))
        assert live.answer(1, "  first  \n", Timing())
        assert not live.answer(1, "second", Timing())
        await until(lambda: not any(r.id == 1 for r in live.master.pending()))
        assert not live.answer(1, "third", Timing())
        live.leave()
        await playing
        assert answers(database, live.id)[0].text == "first"


async def test_a_draft_that_comes_after_the_answer_is_not_kept(database: Path) -> None:
    async with sitting(database) as service:
        live = await service.start(planned(service, choices("wordle")))
        person = Waiting(live)
        playing = asyncio.create_task(live.play())
        await until(lambda: asked(person))
        await live.draft(1, "explana")
        assert stored(database, live.id).drafts[0].body == "explana"
        live.answer(1, "explanation: none\nguess: crane", Timing())
        await live.draft(1, "explanation: no")
        await until(lambda: len(asked(person)) == 2)
        assert stored(database, live.id).drafts == ()
        live.leave()
        await playing


class Unrecorded:
    """Evidence that is not stored, for loops without a database."""

    times: Mapping[int, ResponseTime] = {}

    def arrived(self, request_id: int) -> None:
        return None

    async def sitting(self, kind: object) -> None: ...

    async def request(self, request: object) -> None: ...

    async def entry(self, entry: object, timing: object, held: object) -> None: ...

    def attempts(self, request: object) -> NoAttemptLog:
        return NoAttemptLog()


async def test_a_request_that_the_master_withdraws_is_taken_from_its_player() -> None:
    subject = contract_subject("sealed")
    slow = Script(forever)
    updates: list[Update] = []
    loop = EpisodeLoop(
        Race(subject.instance, subject.texts),
        {"Player 1": Script(lambda ask: f"answer to {ask.request.id}"), "Player 2": slow},
        Unrecorded(),
        updates.append,
    )
    assert await loop.run() == "finished"
    assert slow.stopped == 1
    assert Withdrawn(2) in updates
    screen = SeatTranscript("Player 2")
    for update in updates:
        screen.apply(update)
    assert screen.open_request is None
    assert [u.request.id for u in updates if isinstance(u, Asked)] == [1, 2, 3]
    assert isinstance(updates[-1], EventsHappened)


async def test_a_person_who_answers_at_once_is_heard(database: Path) -> None:
    """This includes answers given within the callback that announced the request."""
    async with sitting(database) as service:
        live = await service.start(planned(service, choices("sealed", **BOTH)))
        Person(live)  # asserts that each of its answers is accepted
        assert await live.play() == "finished"

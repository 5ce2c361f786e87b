"""The seat port: what a front can do with an episode in play, wherever it is played."""

from __future__ import annotations

import asyncio
import math
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from clemtui.engine import OBSERVER, REVEAL, Control, Request, Timing
from clemtui.episode.seat_port import (
    GiveUp,
    LeaveEpisode,
    Pause,
    ResumePlay,
    SeatPort,
    SendAgain,
    SetPace,
    Step,
    StopCall,
)
from clemtui.episode.stage import Stage
from clemtui.episode.updates import Asked, Finished, PaceChanged, Paused, Resumed, Update
from tests.support.broken_games import Script, failing, start_with
from tests.support.play_helpers import Person, answers, choices, planned, sitting, stored, until

GUESS = "explanation: none\nguess: crane"


class Front:
    """A front that uses only the port of an episode, and keeps the updates."""

    def __init__(self, port: SeatPort) -> None:
        self.port = port
        self.stage = Stage(port)
        self.updates: list[Update] = []

    def hear(self, update: Update) -> None:
        self.updates.append(update)
        self.stage.apply(update)

    def heard(self, kind: type[Update]) -> int:
        return sum(isinstance(update, kind) for update in self.updates)


async def test_an_answer_is_in_the_queue_before_leaving_is(database: Path) -> None:
    async with sitting(database) as service:
        front = Front(await service.start(planned(service, choices("wordle"))))
        playing = asyncio.create_task(front.port.updates(front.hear))
        await until(lambda: front.heard(Asked))
        assert front.port.answer(1, f" {GUESS} \n", Timing())
        front.port.control(LeaveEpisode())
        assert await playing == "left"
        (answer,) = answers(database, front.port.id)
        assert answer.text == GUESS


async def test_only_an_open_request_takes_an_answer(database: Path) -> None:
    async with sitting(database) as service:
        front = Front(await service.start(planned(service, choices("wordle"))))
        port = front.port
        assert not port.answer(1, "before play", Timing())
        playing = asyncio.create_task(port.updates(front.hear))
        await until(lambda: front.heard(Asked))
        assert not port.answer(99, "nobody asked", Timing())
        assert port.answer(1, GUESS, Timing())
        assert not port.answer(1, "twice", Timing())
        port.control(GiveUp("Player 1"))
        assert await playing == "finished"
        assert not port.answer(2, "after the end", Timing())
        assert len(answers(database, port.id)) == 1
        assert stored(database, port.id).entries_for_replay[-1] == Control("gave up", "Player 1")


async def test_nobody_answers_for_a_player_of_the_program(database: Path) -> None:
    async with sitting(database) as service:
        front = Front(await service.start(planned(service, choices("taboo", seat=OBSERVER))))
        taken: list[bool] = []

        def hear(update: Update) -> None:
            if isinstance(update, Asked):
                taken.append(front.port.answer(update.request.id, "from a watcher", Timing()))

        assert front.port.human_seats == ()
        assert await front.port.updates(hear) == "finished"
        assert taken
        assert not any(taken)


async def test_updates_are_heard_from_the_call_on(database: Path) -> None:
    """This includes updates published before play starts."""
    async with sitting(database) as service:
        front = Front(await service.start(planned(service, choices("taboo", seat=OBSERVER))))
        playing = front.port.updates(front.hear)
        front.port.control(SetPace(0.0))
        assert front.updates == [PaceChanged(0.0)]
        assert await playing == "finished"
        assert isinstance(front.updates[-1], Finished)


async def test_what_is_decided_is_told_by_updates(database: Path) -> None:
    async with sitting(database) as service:
        front = Front(await service.start(planned(service, choices("taboo", seat=OBSERVER))))
        port, state = front.port, front.stage.state
        port.control(Pause())
        playing = asyncio.create_task(port.updates(front.hear))
        await until(lambda: state.paused)
        assert front.stage.awaited == {"Player 1"}
        assert not front.heard(Asked)
        port.control(Step())
        await until(lambda: front.heard(Asked) == 1 and front.stage.awaited == {"Player 2"})
        port.control(SetPace(0.001))
        assert state.pace == 0.001
        with pytest.raises(ValueError, match="negative"):
            port.control(SetPace(-1))
        port.control(StopCall(1))  # not a model's request: nothing happens
        port.control(ResumePlay())
        assert await playing == "finished"
        assert (front.heard(Paused), front.heard(Resumed)) == (1, 1)


async def test_a_halted_request_is_sent_again(database: Path) -> None:
    async with sitting(database) as service:
        partner = Script(failing())
        plan = planned(service, choices("taboo", seat=OBSERVER))
        front = Front(await start_with(service, plan, {"Player 1": partner}))
        playing = asyncio.create_task(front.port.updates(front.hear))
        await until(lambda: front.stage.halted)
        front.port.control(SendAgain(1))
        await until(lambda: partner.asked == 2)
        front.port.control(LeaveEpisode())
        assert await playing == "left"


async def test_what_was_answered_here_is_not_asked_again(database: Path) -> None:
    async with sitting(database) as service:
        both = {"seat": "Player 1", "partner": ["human"]}
        front = Front(await service.start(planned(service, choices("sealed", **both))))
        stage = front.stage
        playing = asyncio.create_task(front.port.updates(front.hear))
        await until(lambda: front.heard(Asked) == 2)
        assert (stage.shared, stage.active) == (True, None)
        first = stage.next_request()
        assert first is not None
        stage.active = first.seat
        assert front.port.answer(first.id, "BID: 5", Timing())
        stage.sent.add(first.id)
        assert stage.is_open(first.id), "it is not committed yet"
        second = stage.next_request()
        assert second is not None
        assert second.seat != first.seat
        await until(lambda: not stage.is_open(first.id))
        front.port.control(LeaveEpisode())
        await playing


async def test_a_seat_elsewhere_is_hidden_until_the_end(database: Path) -> None:
    async with sitting(database) as service:
        front = Front(await service.start(planned(service, choices("taboo", seat="Player 1"))))
        port = front.port
        playing = asyncio.create_task(port.updates(front.hear))
        await until(lambda: front.heard(Asked))
        assert port.view("Player 1").blocks
        for watcher in ("Player 2", OBSERVER, REVEAL):
            with pytest.raises(ValueError, match="hidden"):
                port.view(watcher)
        with pytest.raises(ValueError, match="no one here plays Player 2"):
            port.control(GiveUp("Player 2"))
        port.control(GiveUp("Player 1"))
        assert await playing == "finished"
        assert port.view(REVEAL).blocks


async def test_an_observer_sees_only_what_observers_may_and_gives_nothing_up(
    database: Path,
) -> None:
    async with sitting(database) as service:
        front = Front(await service.start(planned(service, choices("taboo", seat=OBSERVER))))
        port = front.port
        for watcher in ("Player 2", REVEAL):
            with pytest.raises(ValueError, match="hidden"):
                port.view(watcher)
        for seat in ("Player 1", OBSERVER, "nobody"):
            with pytest.raises(ValueError, match="no one here plays"):
                port.control(GiveUp(seat))
        port.view(OBSERVER)
        assert await port.updates(front.hear) == "finished"


async def test_a_draft_is_only_kept_for_an_open_request_of_a_person_here(database: Path) -> None:
    async with sitting(database) as service:
        front = Front(await service.start(planned(service, choices("taboo", seat="Player 2"))))
        port = front.port
        playing = asyncio.create_task(port.updates(front.hear))
        await until(lambda: front.stage.next_request())
        request = front.stage.next_request()
        assert request is not None
        asked = [update.request for update in front.updates if isinstance(update, Asked)]
        for id in (*(each.id for each in asked if each.seat == "Player 1"), 99):
            await port.draft(id, "not mine")
        assert port.drafts == {}
        await port.draft(request.id, "mine")
        assert port.drafts == {request.id: "mine"}
        port.control(LeaveEpisode())
        await playing
        assert [d.body for d in stored(database, port.id).drafts] == ["mine"]


@pytest.mark.parametrize("seconds", [-1, math.nan, math.inf])
async def test_a_pace_must_be_a_finite_time(database: Path, seconds: float) -> None:
    async with sitting(database) as service:
        front = Front(await service.start(planned(service, choices("taboo", seat=OBSERVER))))
        with pytest.raises(ValueError, match="negative or endless"):
            front.port.control(SetPace(seconds))
        assert await front.port.updates(front.hear) == "finished"


async def test_an_episode_is_played_by_one_loop(database: Path) -> None:
    async with sitting(database) as service:
        front = Front(await service.start(planned(service, choices("wordle"))))
        playing = asyncio.create_task(front.port.updates(front.hear))
        await until(lambda: front.heard(Asked))
        with pytest.raises(RuntimeError, match="being played already"):
            await front.port.updates(lambda update: None)
        assert front.port.answer(1, GUESS, Timing())
        front.port.control(LeaveEpisode())
        assert await playing == "left"
        assert len(answers(database, front.port.id)) == 1


def _timing(ms: float) -> Timing:
    return Timing(submitted_ms=ms, away_ms=0, edits=0, pasted=0)


async def test_the_time_spent_on_an_open_request_is_there_when_it_is_resumed(
    database: Path,
) -> None:
    async with sitting(database) as service:
        front = Front(await service.start(planned(service, choices("wordle"))))
        playing = asyncio.create_task(front.port.updates(front.hear))
        await until(lambda: front.heard(Asked))
        await front.port.draft(1, None, _timing(4000))
        assert front.port.drafts == {}
        front.port.control(LeaveEpisode())
        await playing
        again = await service.resume(front.port.id)
        assert again.drafts == {}
        assert again.timings[1].timing == _timing(4000)


@pytest.mark.parametrize(
    ("saved", "given", "recorded"),
    [(None, None, 0), (3000, None, 3000), (3000, 5000, 5000)],
    ids=["never shown", "covered", "shown"],
)
async def test_whoever_gives_up_has_a_time(
    database: Path, saved: float | None, given: float | None, recorded: float
) -> None:
    async with sitting(database) as service:
        front = Front(await service.start(planned(service, choices("wordle"))))
        playing = asyncio.create_task(front.port.updates(front.hear))
        await until(lambda: front.heard(Asked))
        if saved is not None:
            await front.port.draft(1, None, _timing(saved))
        front.port.control(GiveUp("Player 1", None if given is None else _timing(given)))
        assert await playing == "finished"
    (entry,) = stored(database, front.port.id).entries
    assert entry.timing == _timing(recorded)
    with closing(sqlite3.connect(database)) as db:
        ((answering, net, away),) = db.execute(
            "SELECT answering_ms, answering_ms - paused_ms, away_ms FROM human_baseline"
        )
    assert (answering, net, away) == (recorded, recorded, 0)


async def test_what_ends_an_episode_is_foretold_for_its_form_and_for_nothing_else(
    database: Path,
) -> None:
    """An unknown word ends it after the last retry, but only a word list could tell."""
    unknown, malformed = "explanation: none\nguess: zzzzz", "guess: too long"
    foretold: list[tuple[bool, bool]] = []

    def answer(request: Request) -> str:
        foretold.append(
            (
                person.live.would_break_form(request.id, unknown),
                person.live.would_break_form(request.id, malformed),
            )
        )
        return unknown

    async with sitting(database) as service:
        person = Person(await service.start(planned(service, choices("wordle"))), answer)
        assert await person.live.play() == "finished"
    assert foretold == [(False, True)] * 6
    assert person.live.game.score(person.live.master).outcome == "aborted"

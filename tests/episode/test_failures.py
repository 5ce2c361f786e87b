"""Failing players, mistakes in code, records that cannot be written, and leaving."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from clemtui.engine import Control, Timing
from clemtui.episode.errors import PlayError
from clemtui.episode.transcript import SeatTranscript
from clemtui.episode.updates import Asked, EventsHappened, Finished, RecordingFailed
from clemtui.records.errors import DatabaseGone, StoreError
from clemtui.store.merge.merge import merge
from clemtui.store.write.emergency import emergency_places
from clemtui.store.write.recorder import Recorder
from clemtui.store.write.writer import Writer
from tests.store.builders import restore
from tests.support.broken_games import Script, failing, forever, start_with, with_limit
from tests.support.play_helpers import (
    Person,
    Waiting,
    answers,
    asked,
    choices,
    evidence,
    finished,
    halted,
    leave_when,
    planned,
    play,
    service_for,
    sitting,
    stored,
    until,
    until_asked,
    until_halted,
)

WATCHED = {"seat": "observer"}


async def test_a_player_that_fails_is_halted_and_can_be_asked_again(database: Path) -> None:
    moods = iter(["busy", "busy"])

    def moody(ask: object) -> object:
        mood = next(moods, None)
        return failing(mood)(ask) if mood else "GUESS: found"  # type: ignore[arg-type]

    guesser = Script(moody)
    async with sitting(database) as service:
        plan = planned(service, choices("taboo"))
        live = await start_with(service, plan, {"Player 2": guesser})
        person = Person(live)
        screen = SeatTranscript("Player 1")
        live.subscribe(screen.apply)
        playing = asyncio.create_task(live.play())
        for times in (1, 2):
            await until_halted(person, times)
            (halt,) = screen.halted.values()
            assert (halt.message, halt.hint) == ("The line is busy.", "Try again.")
            assert (halt.kind, halt.sent_before) == ("busy", False)
            assert guesser.asked == times, "nothing is sent again unasked"
            live.send(halt.request.id)
            live.send(halt.request.id)  # an impatient person still sends it only once
        await until(lambda: 2 in {answer.request_id for answer in answers(database, live.id)})
        assert screen.halted == {}
        live.leave()
        await playing
        assert guesser.asked == 3


class Slip(Exception):
    """A programming error."""


@pytest.mark.parametrize("mistake", [Slip("off\nby one"), KeyError("x"), RecursionError("deep")])
async def test_a_mistake_in_a_player_is_told_in_one_line_and_nobody_hangs(
    mistake: Exception, database: Path
) -> None:
    def slip(_: object) -> object:
        raise mistake

    async with sitting(database) as service:
        plan = planned(service, choices("taboo"))
        live = await start_with(service, plan, {"Player 2": Script(slip)})
        person = Person(live)
        playing = asyncio.create_task(live.play())
        await until_halted(person)
        (halt,) = halted(person)
        name = type(mistake).__name__
        assert halt.message.startswith(f"The program playing Player 2 failed: {name}: ")
        assert "(test_failures.py, line " in halt.message, "it says where, for whoever mends it"
        assert "\n" not in halt.message
        assert (halt.kind, halt.sent_before) == ("mistake", False)
        live.leave()
        assert await playing == "left"
        resumed = await service.resume(live.id)
        Person(resumed)
        assert await resumed.play() == "finished"
    async with sitting(database.with_name("whole.db")) as service:
        whole = await play(service, choices("taboo"))
        same = stored(service.database, whole.live.id)
    assert evidence(same) == evidence(stored(database, live.id))


async def test_a_player_that_is_cancelled_from_elsewhere_is_halted(database: Path) -> None:
    """A library that cancels its own work must not leave everyone waiting."""

    async def cancelled(_: object) -> object:
        raise asyncio.CancelledError

    async with sitting(database) as service:
        plan = planned(service, choices("taboo"))
        live = await start_with(service, plan, {"Player 2": Script(cancelled)})
        person = Person(live)
        playing = asyncio.create_task(live.play())
        await until(lambda: halted(person))
        assert halted(person)[0].kind == "cancelled"
        live.leave()
        assert await playing == "left"


async def test_a_mistake_in_a_view_does_not_hang_either(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def slip(*_: object) -> object:
        raise Slip("off by one")

    async with sitting(database) as service:
        live = await service.start(planned(service, choices("whisper", **WATCHED)))
        person = Waiting(live)
        playing = asyncio.create_task(live.play())
        with monkeypatch.context() as patch:
            patch.setattr(live.master, "view", slip)
            await until_halted(person)
        live.send(halted(person)[0].request.id)
        assert await playing == "finished"


@pytest.mark.parametrize("part", ["submit", "score"])
async def test_a_mistake_in_the_rules_ends_in_a_clear_error(
    part: str, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def slip(*_: object) -> object:
        raise Slip("off by one")

    async with sitting(database) as service:
        live = await service.start(planned(service, choices("whisper", **WATCHED)))
        with monkeypatch.context() as patch:
            patch.setattr(live.game if part == "score" else live.master, part, slip)
            with pytest.raises(PlayError, match="Slip: off by one"):
                await live.play()
        resumed = await service.resume(live.id)
        assert await resumed.play() == "finished"


async def test_an_endless_penalty_ends_at_the_limit_as_aborted(database: Path) -> None:
    async with sitting(database) as service:
        live = await service.start(with_limit(planned(service, choices("tidy")), 12))
        person = Person(live, lambda _: "no move at all")
        assert await live.play() == "finished"
        scores = finished(person).scores
        assert (scores.aborted, scores.main_score) == (1, None)
        entries = stored(database, live.id).entries_for_replay
        assert len(entries) == 13
        assert entries[-1] == Control("response limit", None, "12")


async def test_the_limit_counts_what_was_said_before_resuming(database: Path) -> None:
    async with sitting(database) as service:
        live = await service.start(with_limit(planned(service, choices("tidy")), 5))
        person = Waiting(live)
        playing = asyncio.create_task(live.play())
        for number in (1, 2, 3):
            await until_asked(person, number)
            live.answer(number, "no move", Timing())
        await until(lambda: len(asked(person)) == 4)
        live.leave()
        await playing
        resumed = await service.resume(live.id)
        Person(resumed, lambda _: "no move")
        assert await resumed.play() == "finished"
        assert len(stored(database, live.id).entries_for_replay) == 6


async def test_leaving_stops_everybody_and_leaves_nothing_running(database: Path) -> None:
    async with sitting(database) as service:
        await service.recorder()  # its heartbeat runs for as long as it is open
        before = asyncio.all_tasks()
        players = {seat: Script(forever) for seat in ("Player 1", "Player 2")}
        plan = planned(service, choices("sealed", **WATCHED))
        live = await start_with(service, plan, dict(players))
        person = Waiting(live)
        playing = asyncio.create_task(live.play())
        await until(lambda: len(asked(person)) == 2)
        live.leave()
        assert await playing == "left"
        assert [player.stopped for player in players.values()] == [1, 1]
        assert asyncio.all_tasks() == before
        (unfinished,) = await service.unfinished()
        assert unfinished.lease is None


async def test_an_answer_handed_in_before_leaving_is_not_lost(database: Path) -> None:
    async with sitting(database) as service:
        live = await service.start(planned(service, choices("wordle")))
        person = Waiting(live)
        playing = asyncio.create_task(live.play())
        await until(lambda: asked(person))
        (request,) = asked(person)
        assert live.answer(request.id, "explanation: a try\nguess: crane", Timing())
        live.leave()
        assert await playing == "left"
        assert [response.request_id for response in answers(database, live.id)] == [request.id]


async def test_a_front_that_goes_away_gives_the_episode_back(database: Path) -> None:
    """Cancelling `play` is a crash of the front, not of the program."""
    async with sitting(database) as service, sitting(database) as other:
        live = await service.start(planned(service, choices("wordle")))
        person = Waiting(live)
        playing = asyncio.create_task(live.play())
        await until(lambda: asked(person))
        playing.cancel()
        with pytest.raises(asyncio.CancelledError):
            await playing
        resumed = await other.resume(live.id)
        Person(resumed)
        assert await resumed.play() == "finished"


async def test_a_subscriber_with_a_mistake_is_heard_of(database: Path) -> None:
    def slip(_: object) -> None:
        raise Slip("in a front")

    async with sitting(database) as service:
        live = await service.start(planned(service, choices("wordle")))
        live.subscribe(slip)
        with pytest.raises(Slip):
            await live.play()
        resumed = await service.resume(live.id)
        Person(resumed)
        assert await resumed.play() == "finished"


# Records that cannot be written


async def _fill_the_disk(recorder: Recorder) -> None:
    await recorder.do(_limit_pages, 0)


def _limit_pages(writer: Writer, more: int) -> None:
    (pages,) = writer._db.execute("PRAGMA page_count").fetchone()
    writer._db.execute(f"PRAGMA max_page_count = {pages + more}")


async def _make_room(recorder: Recorder) -> None:
    await recorder.do(_limit_pages, 100_000)


LONG = "GUESS: " + "x" * 100_000
"""Does not fit into the free space of the last page."""


async def test_when_the_disk_is_full_play_stops_and_nothing_is_lost(database: Path) -> None:
    async with sitting(database) as service:
        live = await service.start(planned(service, choices("taboo", seat="Player 2")))
        person = Waiting(live)
        playing = asyncio.create_task(live.play())
        await until(lambda: any(r.seat == "Player 2" for r in asked(person)))
        request = asked(person)[-1]
        recorder = await service.recorder()
        await _fill_the_disk(recorder)
        shown = len(person.heard(EventsHappened))
        live.answer(request.id, LONG, Timing())
        assert await playing == "not recorded"

        (failure,) = person.heard(RecordingFailed)
        emergency = emergency_places(database)[0]
        assert "disk is full" in failure.message
        assert str(emergency) in failure.message
        assert person.updates[-1] is failure
        assert len(person.heard(EventsHappened)) == shown, "what is not recorded is not shown"
        assert LONG not in [e.text for e in answers(database, live.id)]
        assert LONG in json.dumps([json.loads(x) for x in emergency.read_text().splitlines()])

        await _make_room(recorder)
        assert restore(emergency, database).written > 0
        resumed = await service.resume(live.id)
        assert LONG in [e.text for e in answers(database, live.id)]
        Person(resumed)
        assert await resumed.play() == "finished"


async def test_when_the_database_is_deleted_play_stops_and_goes_on_in_the_merged_copy(
    database: Path,
) -> None:
    service = service_for(database)
    live = await service.start(planned(service, choices("taboo", seat="Player 2")))
    person = Waiting(live)
    playing = asyncio.create_task(live.play())
    await until(lambda: any(r.seat == "Player 2" for r in asked(person)))
    for file in database.parent.glob(f"{database.name}*"):
        file.unlink()
    with pytest.raises(DatabaseGone):  # not: there are no records
        await service.unfinished()
    live.answer(asked(person)[-1].id, "GUESS: wrong", Timing())
    assert await playing == "not recorded"
    (failure,) = person.heard(RecordingFailed)
    assert failure.cause == "gone"
    assert "clemtui database merge" in failure.message
    assert not person.heard(Finished)
    with pytest.raises(DatabaseGone):
        await service.people()
    with pytest.raises(DatabaseGone):
        await service.close()

    (copy,) = database.parent.glob(f"{database.name}.rescued-*.db")
    merge(database, copy)
    async with sitting(database) as again:
        resumed = await again.resume(live.id)
        assert "GUESS: wrong" in [e.text for e in answers(database, live.id)]
        Person(resumed)
        assert await resumed.play() == "finished"


async def test_a_lease_that_could_not_be_released_is_not_that_of_another_program(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a failed write the person is back at Home, and no other program has the episode."""
    monkeypatch.setattr("clemtui.store.database.BUSY_MS", 10)
    async with sitting(database) as service:
        live = await service.start(planned(service, choices("taboo")))
        person = Waiting(live)
        playing = asyncio.create_task(live.play())
        await until(lambda: asked(person))
        with closing(sqlite3.connect(database, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            live.answer(1, "CLUE: hot", Timing())
            assert await playing == "not recorded"
        (episode,) = await service.unfinished()
        assert episode.lease is not None
        assert episode.lease_stale
        await (await service.recorder()).do(Writer.heartbeat)
        (episode,) = await service.unfinished()
        assert episode.lease is None, "other programs can resume it now"
        assert restore(emergency_places(database)[0], database).refused == ()
        resumed = await service.resume(live.id)
        assert not (await service.unfinished())[0].lease_stale
        Person(resumed)
        assert await resumed.play() == "finished"


async def test_a_database_that_is_closed_under_the_play(database: Path) -> None:
    service = service_for(database)
    live = await service.start(planned(service, choices("taboo")))
    person = Waiting(live)
    playing = asyncio.create_task(live.play())
    await until(lambda: asked(person))
    recorder = await service.recorder()
    await recorder.do(lambda writer: writer._db.close())
    live.answer(1, "CLUE: said into the void", Timing())
    assert await playing == "not recorded"
    assert "said into the void" in emergency_places(database)[0].read_text()
    assert not person.heard(Finished)
    with pytest.raises(StoreError):
        await service.close()


async def test_a_service_that_is_closed_under_the_play_ends_it(database: Path) -> None:
    async with sitting(database) as service:
        live = await service.start(planned(service, choices("taboo")))
        person = Waiting(live)
        playing = asyncio.create_task(live.play())
        await until(lambda: asked(person))
        await service.close()
        async with asyncio.timeout(20):
            assert await playing == "left"
        resumed = await service.resume(live.id)
        Person(resumed)
        assert await resumed.play() == "finished"


@pytest.mark.parametrize("at", ["the first request", "the end"])
async def test_nothing_is_announced_that_could_not_be_recorded(
    at: str, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise StoreError("the disk reports an error")

    async with sitting(database) as service:
        live = await service.start(planned(service, choices("whisper")))
        person = Person(live)
        method = "request" if at == "the first request" else "end_episode"
        with monkeypatch.context() as patch:
            patch.setattr(Writer, method, fail)
            assert await live.play() == "not recorded"
        assert isinstance(person.updates[-1], RecordingFailed)
        if at == "the first request":
            assert len(person.updates) == 1
        else:
            assert person.heard(EventsHappened)
            assert not person.heard(Finished)
        resumed = await service.resume(live.id)
        again = Person(resumed)
        assert await resumed.play() == "finished"
        assert finished(again).scores == stored(database, live.id).scores[0].scores
        if at == "the end":
            assert not again.heard(Asked), "nobody is asked what was answered"


async def test_an_episode_whose_game_cannot_start_leaves_no_trace(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with sitting(database) as service:
        plan = planned(service, choices("whisper"))

        def slip(*_: object) -> object:
            raise Slip("no such prompt")

        monkeypatch.setattr(plan.game, "start", slip)
        with pytest.raises(PlayError, match="whisper cannot be started: Slip: no such prompt"):
            await service.start(plan)
        assert await service.unfinished() == ()


async def test_left_and_resumed_at_every_request_it_ends_the_same(database: Path) -> None:
    async with sitting(database) as service:
        left = await leave_when(service, choices("wordle"), asked)
        id = left.live.id
        while True:
            live = await service.resume(id)
            leaver = Leaver(live)
            if await live.play() == "finished":
                break
            assert len(leaver.heard(Asked)) == 2
        whole = await play(service, choices("wordle"))
        assert evidence(stored(database, id)) == evidence(stored(database, whole.live.id))


class Leaver(Person):
    """Answers one request and leaves at the next."""

    def hear(self, update: object) -> None:
        if isinstance(update, Asked) and asked(self):
            self.updates.append(update)
            self.live.leave()
        else:
            super().hear(update)  # type: ignore[arg-type]

"""Transcripts: only what the watcher may see, and the same after resuming."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clemtui.engine import OBSERVER, RECEIVE, REVEAL, SEND, Event, Label, Request, Verdict, user
from clemtui.episode.transcript import Line, SeatTranscript
from clemtui.episode.updates import (
    Asked,
    AttemptBegan,
    AttemptFailed,
    EventsHappened,
    Halted,
    RecordingFailed,
    Streamed,
    Update,
    Withdrawn,
)
from tests.support.play_helpers import GAMES, Person, asked, choices, leave_when, play, sitting

SEATS = ("Player 1", "Player 2")
WATCHERS = (*SEATS, OBSERVER)

events = st.builds(
    Event,
    kind=st.sampled_from([SEND, RECEIVE, "notice", "verdict", "max rounds reached"]),
    content=st.text(min_size=1, max_size=5),
    round=st.integers(0, 3),
    sender=st.sampled_from(["GM", *SEATS]),
    recipient=st.sampled_from(["GM", *SEATS]),
    audience=st.frozensets(st.sampled_from(WATCHERS)),
    request_id=st.none() | st.integers(1, 5),
    verdict=st.none() | st.builds(Verdict, kind=st.just("accepted")),
    said=st.none() | st.builds(Label, id=st.sampled_from(["a", "b"])),
    side=st.booleans(),
)


def request(id: int, seat: str = "Player 2", stream_to: Sequence[str] = ()) -> Request:
    """Return a request to a seat."""
    return Request(id, seat, "Role", (user("?"),), stream_to=frozenset(stream_to))


def screen(
    *updates: Update, watcher: str = "Player 1", live_partner: bool = False
) -> SeatTranscript:
    """Return the transcript of a watcher after some updates."""
    state = SeatTranscript(watcher, live_partner)
    for update in updates:
        state.apply(update)
    return state


@given(st.lists(events, max_size=8), st.sampled_from(WATCHERS))
def test_no_event_leads_to_a_line_outside_its_audience(happened: list[Event], watcher: str) -> None:
    state = SeatTranscript(watcher)
    for event in happened:
        added = state.apply(EventsHappened((event,)))
        if watcher not in event.audience:
            assert added == ()


@given(st.lists(events, max_size=8))
def test_the_reveal_shows_whatever_anybody_could_have_seen(happened: list[Event]) -> None:
    def texts(watcher: str) -> set[str]:
        """Return the lines as sent; told as speech, nothing is told twice."""
        lines = screen(EventsHappened(tuple(happened)), watcher=watcher).lines
        return {str(replace(line, speech=None)) for line in lines}

    assert texts(REVEAL) >= texts("Player 1") | texts("Player 2") | texts(OBSERVER)


@given(st.lists(events, max_size=8), st.sampled_from((*WATCHERS, REVEAL)))
def test_it_does_not_matter_in_how_many_pieces_events_come(
    happened: list[Event], watcher: str
) -> None:
    piecewise = screen(*(EventsHappened((event,)) for event in happened), watcher=watcher)
    assert screen(EventsHappened(tuple(happened)), watcher=watcher).lines == piecewise.lines


@pytest.mark.parametrize("game", GAMES)
async def test_every_screen_of_a_real_play(game: str, database: Path) -> None:
    """A message to a seat is in no other seat's transcript, and the reveal has them all."""
    async with sitting(database) as service:
        person = await play(service, choices(game))
    seats = [seat.name for seat in person.live.seats]
    states = {watcher: SeatTranscript(watcher) for watcher in (*seats, OBSERVER, REVEAL)}
    for update in person.updates:
        for watcher, state in states.items():
            added = state.apply(update)
            if isinstance(update, EventsHappened):
                may_see = [e for e in update.events if watcher == REVEAL or watcher in e.audience]
                assert len(added) <= len(may_see)
    for seat in seats:
        told = {line.seat for line in states[seat].lines if line.kind in ("to seat", "from seat")}
        assert told <= {seat}
    everything = [
        line.text for line in states[REVEAL].lines if line.kind in ("to seat", "from seat")
    ]
    exchanged = [e.content for e in person.live.master.events if e.kind in (SEND, RECEIVE)]
    assert everything == exchanged
    assert all(not state.waiting and state.over for state in states.values())


async def test_side_questions_are_marked(database: Path) -> None:
    async with sitting(database) as service:
        person = await play(service, choices("aside"))
    lines = screen(*person.updates).lines
    sides = [line for line in lines if line.side]
    purposes = {r.id: r.purpose for r in asked(person)}
    assert sides
    for line in lines:
        if line.kind == "from seat":
            assert line.request_id is not None
            assert line.side == (purposes[line.request_id] == "side question")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("watcher", ["Player 1", OBSERVER, REVEAL])
async def test_a_resumed_play_looks_like_an_uninterrupted_one(
    game: str, watcher: str, database: Path
) -> None:
    async with sitting(database) as service:
        whole = await play(service, choices(game))

        class Leaver(Person):
            def hear(self, update: Update) -> None:
                if asked(self):
                    self.live.leave()
                super().hear(update)

        left = await leave_when(service, choices(game), asked)
        first = await service.resume(left.live.id)
        Leaver(first)
        if await first.play() == "left":
            resumed = await service.resume(left.live.id)
            last = Person(resumed)
            assert await resumed.play() == "finished"
            here = screen(*last.updates, watcher=watcher)
            there = screen(*whole.updates, watcher=watcher)
            assert _sorted(here.lines, game) == _sorted(there.lines, game)
            assert (here.round, here.scores) == (there.round, there.scores)


def _sorted(lines: list[Line], game: str) -> list[Line]:
    """Ignore times, and the order of answers if both seats are asked at once."""
    timeless = [replace(line, at=None) for line in lines]
    return sorted(timeless, key=repr) if game == "sealed" else timeless


def test_streamed_text_is_for_observers() -> None:
    asked_ = (Asked(request(1)), AttemptBegan(request(1), 1), Streamed(request(1), "CLUE", "hm"))
    for watcher in ("Player 1", "Player 2"):
        (waiting,) = screen(*asked_, watcher=watcher).waiting.values()
        assert (waiting.written, waiting.reasoned) == ("", "")
    (waiting,) = screen(*asked_, Streamed(request(1), ": tea", ""), watcher=OBSERVER).others
    assert (waiting.written, waiting.reasoned) == ("CLUE: tea", "hm")


def test_a_seat_watches_a_partner_only_if_request_and_condition_allow_it() -> None:
    def written(live_partner: bool, named: Sequence[str]) -> str:
        open_ = request(1, stream_to=named)
        state = screen(Asked(open_), Streamed(open_, "tea", ""), live_partner=live_partner)
        return state.others[0].written

    assert written(live_partner=True, named=["Player 1"]) == "tea"
    assert written(live_partner=False, named=["Player 1"]) == ""
    assert written(live_partner=True, named=[]) == ""


def test_an_attempt_that_is_made_again_begins_with_nothing_written() -> None:
    open_ = request(1)
    state = screen(
        Asked(open_),
        AttemptBegan(open_, 1),
        Streamed(open_, "CLU", ""),
        AttemptFailed(open_, "The line is busy.", 2.0),
        AttemptBegan(open_, 2),
        watcher=OBSERVER,
    )
    (waiting,) = state.others
    assert (waiting.attempt, waiting.written) == (2, "")
    assert [line.text for line in state.lines if line.kind == "trouble"] == ["The line is busy."]


def test_that_an_answer_has_begun_is_told_to_everybody_what_it_says_is_not() -> None:
    open_ = request(1)
    asked_ = (Asked(open_), AttemptBegan(open_, 1))
    for watcher, written in (("Player 1", ""), (OBSERVER, "CLU")):
        (before,) = screen(*asked_, watcher=watcher).others
        (after,) = screen(*asked_, Streamed(open_, "CLU", ""), watcher=watcher).others
        assert (before.began, after.began, after.written) == (False, True, written)
    (again,) = screen(*asked_, Streamed(open_, "CLU", ""), AttemptBegan(open_, 2)).others
    assert not again.began


def test_what_is_halted_stays_so_until_it_is_sent_answered_withdrawn_or_over() -> None:
    open_ = request(1)
    answer = Event(RECEIVE, "tea", 0, sender="Player 2", request_id=1)
    halting = (Asked(open_), Halted(open_, "It failed.", "Try again.", kind="busy"))
    assert list(screen(*halting).halted) == [1]
    for end in (Asked(open_), AttemptBegan(open_, 2), EventsHappened((answer,)), Withdrawn(1)):
        assert screen(*halting, end).halted == {}, end


def test_a_failure_that_is_tried_again_and_then_halts_is_told_once() -> None:
    open_ = request(1)
    state = screen(
        Asked(open_),
        AttemptFailed(open_, "It failed. Try again.", None),
        Halted(open_, "It failed.", "Try again.", kind="busy"),
    )
    assert [line.text for line in state.lines] == ["It failed. Try again."]


def test_a_call_of_an_earlier_sitting_is_halted_without_a_line() -> None:
    state = screen(Asked(request(1)), Halted(request(1), "", sent_before=True))
    assert state.lines == []
    assert state.halted[1].sent_before


def test_the_oldest_open_request_of_a_seat_comes_first() -> None:
    state = screen(Asked(request(3, "Player 1")), Asked(request(4, "Player 1")), Asked(request(5)))
    assert state.open_request == request(3, "Player 1")
    assert [w.request.id for w in state.others] == [5]
    answer = Event(RECEIVE, "tea", 0, sender="Player 1", request_id=3)
    state.apply(EventsHappened((answer,)))
    assert state.open_request == request(4, "Player 1")


def test_when_recording_fails_nobody_is_asked_any_more() -> None:
    state = screen(Asked(request(1, "Player 1")), RecordingFailed("the disk is full"))
    assert state.open_request is None
    assert state.over
    assert state.failure == RecordingFailed("the disk is full")


async def test_the_board_is_empty_for_people_in_verbatim(database: Path) -> None:
    async with sitting(database) as service:
        for interface, boards in (("assisted", True), ("board", True), ("verbatim", False)):
            left = await leave_when(service, choices("taboo", interface=interface), asked)
            assert bool(left.live.view("Player 1").blocks) == boards
            assert left.live.master.view(OBSERVER).blocks


async def test_aids_that_are_off_are_left_out_of_the_board(database: Path) -> None:
    async with sitting(database) as service:
        on = await leave_when(service, choices("wordle"), asked)
        off = await leave_when(service, choices("wordle", aids=()), asked)
        ids = [{b.id for b in each.live.view("Player 1").blocks} for each in (on, off)]
        assert ids[1] < ids[0]

"""Replaying entries and feeding texts, on a real game of the contract."""

from __future__ import annotations

import pytest

from clemtui.engine import Control, Entry, NotPending, Response, feed, replay
from tests.support.families import contract_subject


def test_replay_reproduces_the_state_and_exchanges() -> None:
    subject = contract_subject("tidy")
    entries = [Response.of(1, "MOVE: A 3 1"), Response.of(2, "MOVE: C 1 3")]
    replayed = replay(subject.game, subject.instance, subject.texts, entries)
    assert [exchange.response for exchange in replayed.exchanges] == entries
    assert [exchange.request.id for exchange in replayed.exchanges] == [1, 2]
    assert [request.id for request in replayed.master.pending()] == [3]


def test_controls_are_replayed_but_not_exchanges() -> None:
    subject = contract_subject("tidy")
    entries: list[Entry] = [Response.of(1, "DRAW:"), Control("gave up", "Player 1")]
    replayed = replay(subject.game, subject.instance, subject.texts, entries)
    assert len(replayed.exchanges) == 1
    assert replayed.master.finished


def test_replay_rejects_unasked_entries() -> None:
    subject = contract_subject("tidy")
    with pytest.raises(NotPending):
        replay(subject.game, subject.instance, subject.texts, [Response.of(2, "x")])


def test_feeding_is_verbatim_and_stops_without_responses() -> None:
    subject = contract_subject("sealed")
    bids = {"Player 1": ["BID: 10", "BID: 20 "], "Player 2": ["BID: 11", "BID: 21", "BID: 31"]}
    played = feed(subject.game, subject.instance, subject.texts, bids)
    said = [(e.request.seat[-1], e.response.text) for e in played.exchanges]
    assert said == [("1", "BID: 10"), ("2", "BID: 11"), ("1", "BID: 20 ")]
    assert played.master.finished


def test_feeding_waits_for_the_seat_that_is_asked() -> None:
    subject = contract_subject("sealed")
    played = feed(subject.game, subject.instance, subject.texts, {"Player 2": ["BID: 1", "BID: 2"]})
    assert [exchange.request.seat for exchange in played.exchanges] == ["Player 2"]
    assert [request.seat for request in played.master.pending()] == ["Player 1"]

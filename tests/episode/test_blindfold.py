"""What is hidden of the players in other seats, update by update."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from clemtui.engine import RECEIVE, Event, Request
from clemtui.episode.loop.blindfold import Blindfold
from clemtui.episode.response_times import ResponseTime
from clemtui.episode.updates import (
    INTERRUPTED,
    Asked,
    AttemptBegan,
    AttemptFailed,
    EventsHappened,
    Halted,
    Paused,
    Streamed,
    Update,
    Withdrawn,
)

SEATS = ("Player 1", "Player 2")
HIDDEN, OWN = Request(1, "Player 1", "x", ()), Request(2, "Player 2", "y", ())
NOON = datetime(2026, 1, 31, 12, tzinfo=UTC)
BLIND = Blindfold.of(SEATS, ["Player 2"], blinded=True)


@pytest.mark.parametrize(
    "update",
    [AttemptBegan(HIDDEN, 3), AttemptFailed(HIDDEN, "model", 1.0), Streamed(HIDDEN, "a", "b")],
)
def test_nothing_is_known_of_calls_for_other_seats(update: Update) -> None:
    assert BLIND.of_update(update) is None


@pytest.mark.parametrize(
    "update",
    [
        Halted(HIDDEN, "model x is gone", "pull it", kind="not found"),
        Halted(HIDDEN, "", sent_before=True),
        Halted(HIDDEN, "stopped", kind=INTERRUPTED),
        Halted(HIDDEN, "9000 tokens", context_full=True),
    ],
)
def test_whatever_went_wrong_the_answer_did_not_arrive(update: Update) -> None:
    shown = BLIND.of_update(update)
    assert shown == Halted(HIDDEN, "The answer did not arrive.", "Try again.")


def test_only_when_an_answer_came_is_known_not_how_long_it_took() -> None:
    happened = EventsHappened(
        (
            Event(RECEIVE, "a", 0, "Player 1", request_id=1),
            Event(RECEIVE, "b", 0, "Player 2", request_id=2),
        ),
        {1: ResponseTime(0.3, 2, NOON, 100), 2: ResponseTime(9.0, 0, NOON)},
    )
    shown = BLIND.of_update(happened)
    assert isinstance(shown, EventsHappened)
    assert shown.events == happened.events
    assert shown.times == {1: ResponseTime(at=NOON), 2: happened.times[2]}


@pytest.mark.parametrize(
    "update", [Asked(HIDDEN), Asked(OWN), Withdrawn(1), Paused(), Halted(OWN, "x")]
)
def test_everything_else_is_shown(update: Update) -> None:
    assert BLIND.of_update(update) is update


@pytest.mark.parametrize(("people", "blinded"), [(["Player 2"], False), ([], True)])
def test_nothing_is_hidden_without_blinding_or_from_spectators(
    people: list[str], blinded: bool
) -> None:
    blindfold = Blindfold.of(SEATS, people, blinded=blinded)
    for update in (Streamed(HIDDEN, "a", "b"), Halted(HIDDEN, "model x", kind="busy")):
        assert blindfold.of_update(update) is update

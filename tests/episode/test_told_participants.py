"""What participants are told of trouble, and what of the end is withheld."""

from __future__ import annotations

import pytest

from clemtui.engine import OBSERVER, RECEIVE, REVEAL, Event, Label, Request
from clemtui.episode.condition import Condition
from clemtui.episode.participants import NO_ANSWER, for_participants
from clemtui.episode.transcript import SeatTranscript
from clemtui.episode.updates import (
    INTERRUPTED,
    AttemptBegan,
    AttemptFailed,
    EventsHappened,
    Halted,
    RecordingFailed,
    Update,
)
from clemtui.language import Interface

REQUEST = Request(7, "Player 1", "WordDescriber", ())
SECRET = "openai rejected the API key in OPENAI_API_KEY"
"""What is meant for operators."""


@pytest.mark.parametrize(
    "update",
    [
        AttemptFailed(REQUEST, SECRET, 2.0),
        AttemptFailed(REQUEST, SECRET, None),
        Halted(REQUEST, SECRET, SECRET, kind="auth", context_full=True),
        Halted(REQUEST, SECRET, SECRET, sent_before=True),
        RecordingFailed(SECRET),
    ],
)
def test_no_reason_of_trouble_is_told(update: Update) -> None:
    assert SECRET not in repr(for_participants(update))


def test_a_partner_who_does_not_answer_is_told_with_what_one_can_do() -> None:
    told = for_participants(Halted(REQUEST, SECRET, kind="auth"))
    assert isinstance(told, Halted)
    assert told.message == NO_ANSWER
    hint = Interface("en").show(told.hint)
    for part in ("saved", "Try again", "leave", "code"):
        assert part in hint


@pytest.mark.parametrize(
    "update", [AttemptBegan(REQUEST, 1), Halted(REQUEST, "", "", kind=INTERRUPTED)]
)
def test_everything_else_is_told_as_it_is(update: Update) -> None:
    assert for_participants(update) is update


# Withheld ends


SEATS = frozenset({"Player 1", "Player 2", OBSERVER})


def answer(seat: str, text: str) -> Event:
    return Event(RECEIVE, text, 0, sender=seat, audience=SEATS, request_id=1)


def remark(label: str) -> Event:
    return Event("note", "", 0, audience=SEATS, said=Label(label))


def told(withheld: str, *last: Event, watcher: str = "Player 2") -> list[object]:
    """Return what a watcher reads of the last step, after one in which the game went on."""
    plain = Condition(interface="assisted", prompt_language="en", interface_language="en")
    condition = plain.model_copy(update={"withheld": withheld})
    transcript = SeatTranscript.under(condition, watcher)
    happened = EventsHappened((answer("Player 2", "horse"), remark("taboo.said.wrong")),
                              awaits=frozenset({"Player 1"}))  # fmt: skip
    assert len(transcript.apply(happened)) == 2, "nothing is withheld while the game goes on"
    return [line.text for line in transcript.apply(EventsHappened(last))]


LAST = (answer("Player 1", "a clue"), answer("Player 2", "zebra"), remark("taboo.said.solution"))


@pytest.mark.parametrize("withheld", ["score", "result"])
def test_of_a_withheld_end_one_reads_only_ones_own_answer(withheld: str) -> None:
    assert told(withheld, *LAST) == ["zebra"]
    assert told(withheld, *LAST, watcher="Player 1") == ["a clue"]


def test_nothing_is_withheld_from_others_or_without_need() -> None:
    everything = ["a clue", "zebra", Label("taboo.said.solution")]
    assert told("", *LAST) == everything
    for watcher in (OBSERVER, REVEAL):
        assert told("result", *LAST, watcher=watcher) == everything


@pytest.mark.parametrize("why", ["time_out", "gave_up", "partner_gone", "response_limit"])
def test_why_play_was_cut_short_is_never_withheld(why: str) -> None:
    cut = remark(f"control.{why}")
    assert told("result", cut, remark("taboo.said.solution")) == [Label(f"control.{why}")]

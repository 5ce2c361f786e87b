"""Side questions and turns shown to no one, in transcripts."""

from __future__ import annotations

from clemtui.engine import OBSERVER, RECEIVE, REVEAL, SEND, Event, Label, Verdict
from clemtui.episode.transcript import SeatTranscript
from clemtui.episode.updates import EventsHappened

BOTH = frozenset({"Player 1", OBSERVER})


def shown(event: Event, watcher: str) -> list[bool]:
    """Return, for each line of an event, whether it belongs to a side question."""
    return [line.side for line in SeatTranscript(watcher).apply(EventsHappened((event,)))]


def test_what_is_said_of_a_side_question_belongs_to_it() -> None:
    verdict = Verdict("asked again", Label("again"))
    event = Event("verdict", "asked again", 0, audience=BOTH, verdict=verdict, said=verdict.reason)
    for side in (True, False):
        assert shown(event._replace(side=side), "Player 1") == [side]


def test_a_message_that_nobody_was_shown_is_not_even_in_what_is_revealed() -> None:
    """A component of the rules is asked for its turn; this is only recorded."""
    asked = Event(SEND, "next?", 0, recipient="Player 2")
    given = Event(RECEIVE, "this one", 0, sender="Player 2")
    for event in (asked, given):
        assert [shown(event, watcher) for watcher in ("Player 1", OBSERVER, REVEAL)] == [[]] * 3
        assert shown(event._replace(audience=BOTH), REVEAL) == [False]

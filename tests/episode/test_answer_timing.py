"""Tests of the timing recorded for an answer."""

from __future__ import annotations

from datetime import UTC, datetime

from clemtui.engine import Hint, Pause, label
from clemtui.episode.answer_timing import AnswerTiming

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


class ManualClock:
    """A clock that is advanced by hand."""

    def __init__(self) -> None:
        self.seconds = 100.0

    def __call__(self) -> float:
        return self.seconds


def test_times_start_when_request_is_shown() -> None:
    watch = ManualClock()
    answering = AnswerTiming(clock=watch, now=lambda: NOON)
    watch.seconds += 2
    answering.key()
    watch.seconds += 1
    answering.edited()
    watch.seconds += 4
    timing = answering.timing({"clue": "hot"})
    assert (timing.shown_at, timing.first_key_ms, timing.submitted_ms) == (NOON, 2000, 7000)
    assert (timing.edits, timing.pasted, timing.values) == (1, 0, {"clue": "hot"})


def test_no_key_means_no_first_key_time() -> None:
    assert AnswerTiming(clock=ManualClock()).timing(None).first_key_ms is None


def test_lost_focus_is_a_pause_even_without_return() -> None:
    watch = ManualClock()
    answering = AnswerTiming(clock=watch)
    watch.seconds += 1
    answering.pause()
    watch.seconds += 3
    answering.resume()
    answering.resume()
    watch.seconds += 1
    answering.pause()
    watch.seconds += 1
    assert answering.timing(None).pauses == (
        Pause(1000, 4000, "focus lost"),
        Pause(5000, 6000, "focus lost"),
    )


def test_returning_hint_is_recorded_again() -> None:
    answering = AnswerTiming(clock=ManualClock())
    close = Hint(label("taboo.close", word="heat"), aid="rule_check", field="clue")
    unknown = Hint(label("wordle.unknown"), level="note", aid="word_list")
    for hint in (close, close, unknown, close):
        answering.hint_shown(hint)
    hints = answering.timing(None).hints
    assert [hint["aid"] for hint in hints] == ["rule_check", "word_list", "rule_check"]
    assert hints[0]["label"] == "taboo.close"
    assert hints[0]["level"] == "warning"


def test_pasted_characters_are_counted_not_stored() -> None:
    answering = AnswerTiming(clock=ManualClock())
    answering.pasted(12)
    answering.pasted(30)
    assert answering.timing(None).pasted == 42


def test_time_away_for_two_reasons_counts_once() -> None:
    watch = ManualClock()
    answering = AnswerTiming(clock=watch)
    watch.seconds += 2
    answering.pause("focus lost")
    watch.seconds += 1
    answering.pause("paused")
    watch.seconds += 4
    answering.resume("focus lost")
    watch.seconds += 3
    answering.resume("paused")
    watch.seconds += 5
    assert answering.seconds == 7
    answering.pause("paused")
    watch.seconds += 9
    assert answering.seconds == 7

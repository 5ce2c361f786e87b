"""Tests of the timing recorded for an answer."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from clemtui.engine import Hint, Pause, SavedTiming, Timing, label
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


def test_a_hint_was_used_if_the_answer_sent_no_longer_gives_rise_to_it() -> None:
    answering = AnswerTiming(clock=ManualClock())
    close = Hint(label("taboo.close", word="heat"), aid="rule_check", field="clue")
    again = Hint(label("taboo.close", word="hot"), aid="rule_check", field="clue")
    for hint in (close, again):
        answering.hint_shown(hint)
    assert all("used" not in hint for hint in answering.timing(None).hints), "nothing is sent yet"
    answering.sent_with([again])
    assert [hint["used"] for hint in answering.timing(None).hints] == [True, False]


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


def test_sittings_add_up_and_time_away_is_kept_apart() -> None:
    watch = ManualClock()
    first = AnswerTiming(clock=watch, now=lambda: NOON)
    watch.seconds += 2
    first.edited()
    first.pause("paused")
    watch.seconds += 3
    left = SavedTiming(first.timing(None), NOON + timedelta(seconds=5))
    watch.seconds = 7000  # another process has another clock
    second = AnswerTiming(left, clock=watch, now=lambda: NOON + timedelta(seconds=65))
    assert second.untouched
    watch.seconds += 1
    second.pause()
    watch.seconds += 2
    second.key()
    watch.seconds += 1
    timing = second.timing(None)
    assert (timing.shown_at, timing.first_key_ms, timing.edits) == (NOON, 2000, 1)
    assert (timing.submitted_ms, timing.away_ms) == (9000, 60_000)
    assert timing.pauses == (Pause(2000, 5000, "paused"), Pause(6000, 8000, "focus lost"))
    assert second.seconds == 4


def test_a_clock_that_was_set_back_makes_no_negative_time_away() -> None:
    left = SavedTiming(AnswerTiming(clock=ManualClock()).timing(None), NOON)
    again = AnswerTiming(left, clock=ManualClock(), now=lambda: NOON - timedelta(hours=1))
    assert again.timing(None).away_ms == 0


def test_saving_does_not_end_a_pause() -> None:
    watch = ManualClock()
    answering = AnswerTiming(clock=watch)
    answering.pause("paused")
    watch.seconds += 1
    assert answering.timing(None).pauses == (Pause(0, 1000, "paused"),)
    watch.seconds += 1
    assert answering.timing(None).pauses == (Pause(0, 2000, "paused"),)


def test_what_a_front_end_cannot_see_is_unknown_and_not_zero() -> None:
    answering = AnswerTiming(clock=ManualClock())
    answering.line_typed()
    typed = answering.timing(None)
    assert (typed.first_key_ms, typed.pasted, typed.edits) == (None, None, 1)
    in_the_app = AnswerTiming(SavedTiming(typed, NOON), clock=ManualClock())
    in_the_app.pasted(3)
    later = in_the_app.timing(None)
    assert (later.first_key_ms, later.pasted) == (None, None), "the first key was pressed earlier"


def test_restarting_keeps_what_earlier_sittings_measured() -> None:
    watch = ManualClock()
    before = Timing(NOON, submitted_ms=1000, away_ms=0, edits=0, pasted=0)
    drawn = AnswerTiming(SavedTiming(before, NOON), clock=watch, now=lambda: NOON)
    watch.seconds += 5
    drawn = drawn.restarted()
    watch.seconds += 1
    assert drawn.timing(None).submitted_ms == 2000

"""Pauses, steps and pace: what is held back, and whose time counts."""

from __future__ import annotations

from pathlib import Path

from clemtui.engine import Pause
from clemtui.episode.answer_timing import AnswerTiming
from tests.plain.playing import lines, play, recorded

WATCHING = ("taboo", "--seat", "observer", "--partner", "scripted")


class Clock:
    """A clock that is set by hand, in seconds."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_time_does_not_count_during_a_pause() -> None:
    clock = Clock()
    measured = AnswerTiming(clock=clock)
    for at, step in ((2, measured.pause), (5, measured.pause), (12, measured.resume), (20, None)):
        clock.now = at
        if step is not None:
            step("paused")
    timing = measured.timing(None)
    assert timing.pauses == (Pause(2000, 12000),)
    assert timing.submitted_ms == 20000
    assert measured.seconds == 10


def test_running_pause_does_not_count() -> None:
    clock = Clock()
    measured = AnswerTiming(clock=clock)
    clock.now = 3
    measured.pause("paused")
    clock.now = 60
    assert measured.seconds == 3


def test_pause_is_announced_recorded_and_blocks_answers(home: Path) -> None:
    called = play("wordle", typed=lines("/pause", "slate", "/pause", "/go", "crane", ""))
    said = called.out.splitlines()
    assert said.count("The game is paused. Type /go to resume.") == 1
    assert said.count("The game is paused, so this was ignored. Type /go to resume.") == 1
    assert said.count("The game is already paused; type /go to resume.") == 1
    assert said.count("The game has resumed.") == 1
    (entry,) = recorded(home)[0].entries
    assert entry.timing is not None
    assert entry.timing.values == {"guess": "crane"}
    assert len(entry.timing.pauses) == 1
    assert entry.timing.pauses[0].why == "paused"


def test_commands_work_during_a_pause(home: Path) -> None:
    called = play("wordle", typed=lines("/pause", "/board", "/giveup", "/step", "/leave"))
    paused = called.out.partition("The game is paused. Type /go to resume.")[2]
    assert "6 rows left" in paused
    assert "The game is paused; type /go to resume, then you can give up." in paused
    assert "It is a person's turn; type /go to continue." in paused
    assert recorded(home)[0].state == "running"


def test_resuming_without_a_pause_says_so(home: Path) -> None:
    called = play("wordle", typed=lines("/go", "/step"))
    assert "The game is not paused.\n" in called.out
    assert "/step works only during a pause" in called.out


def test_spectator_steps_one_answer_at_a_time(home: Path) -> None:
    watching = ("wordle", "--seat", "observer", "--partner", "scripted")
    called = play(*watching, typed=lines("/pause", "/step", "/step"))
    assert "The game is paused. Type /go to resume." in called.out
    (episode,) = recorded(home)
    assert episode.state == "running"  # no one was left to resume the game
    assert len(episode.entries) == 2
    assert called.out.count("scripted player:\n") == 2


def test_spectator_resumes_after_a_pause(home: Path) -> None:
    called = play(*WATCHING, typed=lines("/pause", "what now?", "/go", ""))
    assert "You are watching; type /help for commands." in called.out
    assert "The episode has ended." in called.out
    assert recorded(home)[0].state == "finished"


def test_pace_is_set_and_shown(home: Path) -> None:
    wrong = ("/pace -1", "/pace soon", "/pace nan", "/pace 1e9")
    called = play(*WATCHING, typed=lines("/pause", "/pace", "/pace 2,5", *wrong, "/pace 0", "/go"))
    assert called.out.count("as fast as the players answer") == 2
    assert "The wait after each answer is now 2.5 sec." in called.out
    assert called.out.count("/pace takes a number of seconds from 0 to 600") == len(wrong)


def test_response_times_are_shown_on_demand(home: Path) -> None:
    called = play("taboo", typed=lines("/time", "a chair", "/time"))
    first, second = called.out.split("You have spent")[:2]
    assert "No one has answered yet." in first
    assert "Describer · " in second
    assert ": 1 answer, " in second
    assert "Guesser · scripted player: 1 answer; response times unknown" in second


def test_rules_are_also_shown_in_the_prompt_language(home: Path) -> None:
    called = play("wordle", "--lang", "de", typed=lines("/rules"))
    english, said, german = called.out.partition("The same in the prompt language, German:")
    assert said
    assert "There is a hidden word of five letters" in english
    assert "Buchstaben" in german
    assert (
        "The same in the prompt language" not in play("wordle", "--new", typed=lines("/rules")).out
    )


def test_leaving_and_resuming_adds_up(home: Path) -> None:
    play("wordle", typed=lines("/pause", "/leave"))
    (left,) = recorded(home)
    (draft,) = left.drafts
    assert draft.body is None
    assert draft.timing is not None
    assert draft.timing.submitted_ms is not None
    play("--resume", typed=lines("crane", "", "/leave"))
    (entry,) = recorded(home)[0].entries
    assert entry.timing is not None
    assert entry.timing.shown_at == draft.timing.shown_at
    assert entry.timing.submitted_ms is not None
    assert entry.timing.submitted_ms > draft.timing.submitted_ms
    assert entry.timing.away_ms is not None
    assert entry.timing.away_ms > 0
    (before, *_) = entry.timing.pauses
    assert before == draft.timing.pauses[0], "the pause of the first sitting is kept"


def test_a_give_up_has_a_time(home: Path) -> None:
    play("wordle", typed=lines("/giveup", "yes"))
    (entry,) = recorded(home)[0].entries
    assert entry.timing is not None
    assert entry.timing.submitted_ms
    assert entry.timing.shown_at is not None

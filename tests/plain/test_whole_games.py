"""Whole games, played by a script through a pipe."""

from __future__ import annotations

from pathlib import Path

from clemtui.engine import Response
from tests.plain.playing import lines, play, recorded, target
from tests.support.calling import call_process


def test_wordle_is_played_to_the_end_through_a_pipe(home: Path) -> None:
    word = target("wordle", "high", 3)
    called = call_process(
        *("play", "wordle", "--experiment", "high", "--game-id", "3", "--as", "ada"),
        typed=lines("crane", "a usual beginning", word.upper(), ""),
    )
    assert called.err == ""
    assert called.code == 0
    assert "\x1b" not in called.out
    assert "1. c not in the word" in called.out
    assert "Result: Success." in called.out
    assert "Main score: 100 of 100." in called.out
    (episode,) = recorded(home)
    assert episode.summary.people == ("ada",)
    assert episode.state == "finished"
    first, second = (entry.entry for entry in episode.entries)
    assert isinstance(first, Response)
    assert isinstance(second, Response)
    assert first.text == "explanation: a usual beginning\nguess: crane"
    assert second.text == f"explanation:\nguess: {word}"


def test_timing_and_values_are_recorded(home: Path) -> None:
    play("wordle", typed=lines("crane", ""))
    (entry,) = recorded(home)[0].entries
    timing = entry.timing
    assert timing is not None
    assert timing.shown_at is not None
    assert timing.submitted_ms is not None
    assert timing.submitted_ms > 0
    assert timing.first_key_ms is None  # lines do not reveal it
    assert timing.values == {"guess": "crane"}


def test_taboo_describer_with_a_warning(home: Path) -> None:
    word = target("taboo", "high", 0)
    called = call_process(
        *("play", "taboo", "--seat", "WordDescriber", "--experiment", "high", "--game-id", "0"),
        typed=lines(f"this is {word}", "no", "a wooden chair", "a wooden table", "a wooden shelf"),
    )
    assert called.err == ""
    assert called.code == 0
    assert f"Target: {word}" in called.out
    assert "Warning: " in called.out
    assert "Waiting for the other player: Guesser · scripted player." in called.out
    assert "Guesser · scripted player: " in called.out
    assert "The episode has ended." in called.out
    (episode,) = recorded(home)
    assert episode.state == "finished"
    entry = episode.entries[0]
    assert isinstance(entry.entry, Response)
    assert entry.entry.text == "CLUE: a wooden chair"
    assert entry.timing is not None
    assert [hint["aid"] for hint in entry.timing.hints] == ["rule_warning"]


def test_overruled_warning_loses(home: Path) -> None:
    word = target("taboo", "high", 0)
    called = play("taboo", typed=lines(f"this is {word}", "yes"))
    assert "Result: Lost." in called.out
    assert recorded(home)[0].state == "finished"


def test_taboo_guesser_wins(home: Path) -> None:
    word = target("taboo", "high", 0)
    called = play("taboo", "--seat", "WordGuesser", "--game-id", "0", typed=lines(word))
    assert word not in called.out.partition("Your guess")[0]
    assert "Result: Success." in called.out
    assert f"Target: {word}" in called.out.partition("The full board:")[2]


def test_end_reveals_what_was_hidden(home: Path) -> None:
    typed = lines("Fill row 1 with A", "DONE", "")
    called = play("imagegame", "--seat", "Player 1", typed=typed)
    before, _, hidden = called.out.partition("What you have not been shown yet:")
    assert "Follower · scripted player:\nA A A A A" in hidden
    assert "A A A A A" not in before


def test_what_was_shown_is_not_repeated_at_the_end(home: Path) -> None:
    called = play("taboo", "--seat", "WordGuesser", typed=lines("wrong", "wrong", "wrong"))
    assert called.out.count("One player sees a target word") == 1
    assert "What you have not been shown yet:" not in called.out


def test_observer_sees_both_and_is_not_asked(home: Path) -> None:
    called = play("taboo", "--seat", "observer", "--partner", "scripted")
    assert "You are watching." in called.out
    assert "Describer · scripted player: " in called.out
    assert "Guesser · scripted player: " in called.out
    assert "The episode has ended." in called.out
    assert recorded(home)[0].state == "finished"


def test_the_prompts_may_be_german(home: Path) -> None:
    called = play("wordle", "--lang", "de", typed=lines("glück", ""))
    assert "Es gibt ein verborgenes Wort" in called.out
    assert recorded(home)[0].summary.language == "de"
    (entry,) = recorded(home)[0].entries
    assert isinstance(entry.entry, Response)
    assert entry.entry.text.endswith("wort: glück")


def test_instance_is_generated_from_a_seed(home: Path) -> None:
    play("wordle", "--seed", "7", "--practice", "--tag", "where=pipe", typed=lines("crane", ""))
    play("wordle", "--seed", "7", "--new", typed=lines("crane", ""))
    second, first = recorded(home)
    assert first.instance.hash == second.instance.hash
    assert first.instance.origin == "generated"
    assert first.summary.practice
    assert not second.summary.practice
    assert first.summary.tags == {"where": ("pipe",)}


def test_giving_up_needs_confirmation_and_aborts(home: Path) -> None:
    called = play("wordle", typed=lines("/giveup", "no", "/giveup", "yes"))
    assert "Result: Aborted." in called.out
    (episode,) = recorded(home)
    assert episode.state == "finished"
    assert [entry.entry.kind for entry in episode.entries if hasattr(entry.entry, "kind")] == [
        "gave up"
    ]

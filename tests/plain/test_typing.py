"""What can be typed: commands, free text, invalid answers."""

from __future__ import annotations

from pathlib import Path

from clemtui.engine import Response
from tests.plain.playing import lines, play, recorded


def texts(home: Path) -> list[str]:
    """Return the responses of the newest episode."""
    return [e.entry.text for e in recorded(home)[0].entries if isinstance(e.entry, Response)]


def test_free_text_ends_with_done(home: Path) -> None:
    called = play(
        *("wordle", "--interface", "verbatim"),
        typed=lines("explanation: it is", "", "guess: crane", "/done"),
    )
    assert texts(home) == ["explanation: it is\n\nguess: crane"]
    assert "end with a line that contains only /done" in called.out


def test_verbatim_shows_exactly_what_a_model_gets(home: Path) -> None:
    typed = lines("explanation: x", "guess: crane", "/done")
    called = play("wordle", "--interface", "verbatim", typed=typed)
    assert "guess_feedback: c<red>" in called.out
    for helped in ("right place", "rows left", "Attempt:", "accepted", "Marked"):
        assert helped not in called.out


def test_verbatim_has_no_board(home: Path) -> None:
    called = play("wordle", "--interface", "verbatim", typed=lines("/board"))
    assert "There is no board here." in called.out


def test_empty_answer_needs_confirmation(home: Path) -> None:
    play("wordle", "--interface", "verbatim", typed=lines("/done", "no", "/done", "yes"))
    assert texts(home) == [""]


def test_answer_may_start_with_a_slash(home: Path) -> None:
    play("taboo", "--interface", "verbatim", typed=lines("//done", "/done", "yes"))
    assert texts(home)[0] == "/done"


def test_an_answer_that_ends_the_episode_needs_confirmation(home: Path) -> None:
    typed = lines("crane", "/done", "no", "explanation: a start", "guess: crane", "/done")
    called = play("wordle", "--interface", "verbatim", typed=typed)
    assert texts(home) == ["explanation: a start\nguess: crane"]
    said = "Warning: This answer is malformed and would end the episode."
    assert called.out.count(said) == 1
    timing = recorded(home)[0].entries[0].timing
    assert timing is not None
    assert [(hint["aid"], hint["used"]) for hint in timing.hints] == [("end_warning", True)]


def test_without_that_aid_it_is_sent(home: Path) -> None:
    given = ("wordle", "--interface", "verbatim", "--aids", "none")
    play(*given, typed=lines("crane", "/done"))
    assert texts(home) == ["crane"]


def test_invalid_answer_is_asked_for_again(home: Path) -> None:
    called = play("wordle", typed=lines("cat", "two words", "crane", ""))
    assert "The word must have 5 letters." in called.out
    assert "This must be a single word." in called.out
    assert texts(home) == ["explanation:\nguess: crane"]


def test_a_tag_that_is_typed_too_is_sent_once(home: Path) -> None:
    called = play("wordle", typed=lines("Guess: CRANE", "explanation: a start"))
    assert texts(home) == ["explanation: a start\nguess: crane"]
    assert "guess: is added for you and sent once." in called.out
    assert "explanation: is added for you and sent once." in called.out


def test_commands_are_not_answers(home: Path) -> None:
    called = play("wordle", typed=lines("/help", "/rules", "/board", "/prompt", "/bored"))
    assert "/giveup give up" in called.out
    assert "There is a hidden word of five letters" in called.out
    assert called.out.count("6 rows left") == 2
    assert called.out.count("this is a game of Wordle") == 1
    assert "Unknown command /bored; did you mean /board?" in called.out
    assert texts(home) == []


def test_undecodable_and_control_characters_are_recorded_and_shown_safely(
    home: Path,
) -> None:
    said = "\udcff\x1b[2Jred[bold]"
    called = play("taboo", "--interface", "verbatim", typed=lines(f"CLUE: {said}", "/done"))
    assert texts(home)[0] == f"CLUE: {said}"
    assert "\x1b" not in called.out


def test_a_very_long_line_is_one_answer(home: Path) -> None:
    clue = "word " * 100_000
    play("taboo", "--interface", "verbatim", typed=lines(f"CLUE: {clue}", "/done"))
    assert texts(home)[0] == f"CLUE: {clue}".strip()


def test_last_line_needs_no_newline(home: Path) -> None:
    play("wordle", typed="crane\n\nslate\n\ngrand\nlast")
    assert texts(home)[-1] == "explanation: last\nguess: grand"


def test_windows_line_endings_are_accepted(home: Path) -> None:
    play("wordle", typed="crane\r\n\r\n")
    assert texts(home) == ["explanation:\nguess: crane"]


def test_giving_up_is_asked_about_once_however_often_it_is_typed(home: Path) -> None:
    called = play("taboo", typed=lines(*["/giveup"] * 1100, "no", "/leave"))
    assert "internal error" not in called.err + called.out
    assert recorded(home)[0].state == "running"

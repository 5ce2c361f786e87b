"""Wordle, move by move: verdicts, retries, rounds, the log, visibility, and the endings."""

from __future__ import annotations

import json
from typing import Any, get_args

import pytest

from clemtui.engine import (
    OBSERVER,
    REVEAL,
    Control,
    ControlKind,
    Keyboard,
    Label,
    LetterBoard,
    NotPending,
    label,
)
from tests.support.episodes import Episode, episode, notices
from tests.support.golden import golden_path, replayed

RETRIES = 5
WRONG = ("apple", "beach", "crane", "elder", "those", "horse")


def wordle(target: str = "under", language: str = "en", **parameters: int) -> Episode:
    return episode("wordle", language, data={"target_word": target}, parameters=parameters)


def reply(guess: str, explanation: str = "x") -> str:
    return f"explanation: {explanation}\nguess: {guess}"


def guess(played: Episode, *words: str) -> Any:
    return played.say(*(reply(word) for word in words))


def test_the_first_request_is_the_prompt_and_nothing_else() -> None:
    request = wordle().request
    assert (request.seat, request.role) == ("Player 1", "WordGuesser")
    (message,) = request.messages
    assert message.role == "user"
    for stated in ("five letters", "six attempts", "explanation:", "guess:", "guess_feedback:"):
        assert stated in message.text


def test_a_wrong_guess_is_answered_with_its_feedback_and_a_reminder() -> None:
    played = wordle()
    guess(played, "apple")
    assert played.said == (
        "guess_feedback: a<red> p<red> p<red> l<red> e<yellow>\n\n"
        "Answer in this form only.\nexplanation: reasons\nguess: word"
    )


def test_the_guesser_keeps_the_whole_dialogue() -> None:
    played = wordle()
    guess(played, "apple", "zzzzz")
    assert [m.role for m in played.request.messages] == ["user", "assistant"] * 2 + ["user"]
    assert played.request.messages[1].text == reply("apple")
    assert len(played.request.new_messages) == 1


@pytest.mark.parametrize("rounds", [1, 4, 6])
def test_the_target_wins_in_whatever_round_it_comes(rounds: int) -> None:
    played = wordle()
    guess(played, *WRONG[: rounds - 1])
    events = guess(played, "under")
    assert played.is_over()
    assert played.master.rounds == rounds
    assert played.log[-1] == (rounds - 1, "correct guess", "game_result = WIN")
    assert notices(events, "Player 1") == ["wordle.said.marked", "wordle.said.won"]


def test_six_wrong_guesses_lose() -> None:
    played = wordle()
    guess(played, *WRONG[:5])
    assert not played.is_over()
    events = guess(played, WRONG[5])
    assert played.is_over()
    assert played.master.rounds == 6
    assert played.log[-1] == (5, "max rounds played", "game_result = LOSS")
    assert notices(events, "Player 1") == ["wordle.said.marked", "wordle.said.lost"]


def test_every_valid_guess_is_logged_with_round_target_and_feedback() -> None:
    played = wordle()
    guess(played, "apple", "under")
    assert played.log == [
        (
            0,
            "metadata",
            "attempts = 1\ntarget_word = under\nguess = apple\n"
            "guess_feedback = a<red> p<red> p<red> l<red> e<yellow>",
        ),
        (
            1,
            "metadata",
            "attempts = 2\ntarget_word = under\nguess = under\n"
            "guess_feedback = u<green> n<green> d<green> e<green> r<green>",
        ),
        (1, "correct guess", "game_result = WIN"),
    ]
    assert played.verdicts == ["accepted", "accepted"]


@pytest.mark.parametrize(
    ("text", "said", "reason"),
    [
        (
            " " + reply("under"),
            "start",
            "The response should always start with the keyword 'explanation:'",
        ),
        (
            "explanation: x guess: under",
            "count",
            "The response should contain the 'guess:' keyword exactly once.",
        ),
        (
            reply("under."),
            "format",
            "The guess should be a single word and should only contain letters.",
        ),
        (reply("banana"), "length", "The length of the guessed word is not 5."),
    ],
)
def test_a_malformed_answer_aborts_at_once(text: str, said: str, reason: str) -> None:
    played = wordle()
    guess(played, "apple")
    events = played.say(text)
    assert played.is_over()
    assert played.verdicts == ["accepted", "malformed"]
    assert played.log[-2:] == [
        (1, "metadata", f"Error: {reason}"),
        (1, "invalid format", "game_result = ABORT"),
    ]
    assert notices(events, "Player 1") == [f"wordle.said.{said}"]


def test_an_unknown_word_is_asked_again_in_the_same_round() -> None:
    played = wordle()
    (verdict,) = [event for event in guess(played, "zzzzz") if event.verdict]
    assert verdict.verdict is not None
    assert verdict.verdict.kind == "asked again"
    assert verdict.said == Label("wordle.said.unknown_word", {"word": "zzzzz", "left": 4})
    assert played.master.rounds == 1
    assert played.said == (
        "This game does not know the word you guessed. Please guess again.\n\n"
        "Answer in this form only.\nexplanation: reasons\nguess: word"
    )
    assert played.log == [
        (0, "metadata", "Error: The guessed word is not a valid word for this game.")
    ]


def test_five_unknown_words_in_a_row_are_asked_again_and_the_sixth_aborts() -> None:
    played = wordle()
    guess(played, *["zzzzz"] * RETRIES)
    assert not played.is_over()
    assert played.verdicts == ["asked again"] * RETRIES
    events = guess(played, "zzzzz")
    assert played.is_over()
    assert played.verdicts[-1] == "violation"
    assert played.log[-1] == (0, "invalid format", "game_result = ABORT")
    assert notices(events, "Player 1") == ["wordle.said.no_retries"]


def test_a_known_word_resets_the_retries() -> None:
    played = wordle()
    guess(played, *["zzzzz"] * RETRIES, "apple", *["zzzzz"] * RETRIES)
    assert not played.is_over()
    guess(played, "under")
    assert played.scores.success == 1
    assert played.master.rounds == 2


def test_without_retries_the_first_unknown_word_aborts() -> None:
    played = wordle(max_retry_per_error=0)
    guess(played, "zzzzz")
    assert played.scores.aborted == 1


def test_the_keys_that_the_reference_keeps() -> None:
    played = wordle()
    played.say(reply("zzzzz", "who knows"), reply("APPLE", " fruit "), reply("under", "got it"))
    assert played.master.keys == {
        "Aborted": 0,
        "Lose": 0,
        "Success": 1,
        "Request Count": 3,
        "Parsed Request Count": 3,
        "Violated Request Count": 0,
        "Guesser Guesses": ["apple", "under"],
        "Guesser Feedbacks": [
            "a<red> p<red> p<red> l<red> e<yellow>",
            "u<green> n<green> d<green> e<green> r<green>",
        ],
        "Guesser Explanations": ["fruit", "got it"],
    }


@pytest.mark.parametrize("kind", get_args(ControlKind))
@pytest.mark.parametrize(
    "before", [(), ("apple",), ("apple", "zzzzz")], ids=["at once", "a round in", "in a retry"]
)
def test_an_external_end_aborts(kind: ControlKind, before: tuple[str, ...]) -> None:
    played = wordle()
    guess(played, *before)
    events = played.control(kind, "Player 1")
    scores = played.scores
    assert (scores.aborted, scores.success, scores.lose) == (1, 0, 0)
    assert scores.main_score is None
    assert scores.episode["Request Count"] == len(before)
    assert scores.episode["Violated Request Count"] == 0
    assert played.master.control == Control(kind, "Player 1")
    slug = kind.replace(" ", "_").replace("-", "_")
    assert notices(events, "Player 1") == [f"control.{slug}"]


def test_nothing_can_be_said_after_the_end() -> None:
    played = wordle()
    guess(played, "under")
    with pytest.raises(NotPending):
        played.control()


def board(played: Episode, watcher: str) -> list[str]:
    block = played.master.view(watcher).block("board")
    assert isinstance(block, LetterBoard)
    return ["".join(cell.letter + cell.mark[0] for cell in row) for row in block.rows]


def test_the_guesser_sees_the_marked_guesses_and_the_rounds() -> None:
    played = wordle()
    guess(played, "crane")
    assert board(played, "Player 1") == ["cmrnamnnen"] + ["eeeee"] * 5
    view = played.master.view("Player 1")
    assert view.value("progress", "round") == label("wordle.board.of", number=2, all=6)


def test_the_keyboard_is_an_aid_and_shows_the_best_mark_of_each_letter() -> None:
    played = wordle()
    guess(played, "crane", "elder")
    view = played.master.view("Player 1")
    block = view.block("keyboard")
    assert isinstance(block, Keyboard)
    marks = {cell.letter: cell.mark for row in block.rows for cell in row}
    assert {c: marks[c] for c in "rdecz"} == {
        "r": "hit",
        "d": "hit",
        "e": "hit",
        "c": "miss",
        "z": "open",
    }
    with pytest.raises(KeyError):
        view.with_aids(frozenset()).block("keyboard")
    assert block.aid == "keyboard_state"


def test_retries_left_are_shown_while_a_word_is_asked_again() -> None:
    played = wordle()
    guess(played, "zzzzz", "zzzzz")
    assert played.master.view("Player 1").value("progress", "retries") == "3"
    guess(played, "apple")
    with pytest.raises(KeyError):
        played.master.view("Player 1").value("progress", "retries")


def test_the_target_is_in_the_observers_view_and_in_the_reveal_only() -> None:
    played = wordle()
    guess(played, "apple")
    assert "under" not in " ".join(played.master.view("Player 1").texts())
    for watcher in (OBSERVER, REVEAL):
        assert played.master.view(watcher).value("solution", "target") == "under"


def test_events_that_name_the_target_have_no_audience() -> None:
    """The log of a guess contains the target, as in the reference, so no seat may see it."""
    played = wordle()
    events = guess(played, "apple")
    naming = [event for event in events if "under" in str(event.content)]
    assert [event.kind for event in naming] == ["metadata"]
    assert naming[0].audience == frozenset()


def test_german_is_played_with_german_tags_colours_and_letters() -> None:
    played = wordle("größe", "de")
    played.say("Erklärung: x\nWort: Grüße")
    assert played.said.startswith(
        "rückmeldung: g<grün> r<grün> ü<rot> ß<grün> e<grün>\n\nAntworte nur in dieser Form.\n"
        "erklärung: gründe\nwort: wort"
    )
    played.say("ERKLÄRUNG: x\nWORT: GRÖẞE")
    assert played.scores.main_score == 100
    assert played.master.keys["Guesser Guesses"] == ["grüße", "größe"]


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_golden_transcript(language: str) -> None:
    """To rewrite it: ``python -m tests.support.golden wordle`` (see tests/support/golden.py)."""
    golden = json.loads(golden_path("wordle", language).read_text("utf-8"))
    assert json.loads(json.dumps(replayed(golden))) == golden

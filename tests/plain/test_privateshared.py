"""privateshared in plain text: side questions are marked, and answered with one letter."""

from __future__ import annotations

from pathlib import Path

from clemtui.catalogue import open_catalogue
from clemtui.engine import Response
from tests.plain.playing import lines, play, recorded

FIRST = ("--experiment", "travel-booking", "--game-id", "0", "--lang", "en", "--as", "Ann")


def typed() -> list[str]:
    """Return the input of someone who answers every question of the first instance correctly."""
    data = open_catalogue().experiments("privateshared", "en")[0].instances[0].data
    slots, order = dict(data["slots"]), data["request_order"]
    keys: list[str] = []
    for number, probes in enumerate(data["probes"]):
        keys += ["y" if slot in order[:number] else "n" for slot, _ in probes]
        keys += [slots[slot] for slot in order[number : number + 1]]
    return keys


def test_episode_is_played_to_the_end(home: Path) -> None:
    called = play("privateshared", "--plain", *FIRST, typed=lines(*typed()))
    (episode,) = recorded(home)
    assert episode.state == "finished"
    said = [e.entry.text for e in episode.entries if isinstance(e.entry, Response)]
    assert (len(said), said.count("ASIDE: yes")) == (35, 15)
    assert "Main score: 100" in called.out
    before_the_end = called.out.split("The episode has ended.")[0]
    assert "Side question 1 of 5, set 1 of 6 (yes or no):" in before_the_end
    assert "known after question" not in before_the_end
    assert "Side questions answered correctly: 30 of 30" in called.out


def test_side_question_is_asked_without_protocol(home: Path) -> None:
    """With a form, the game master's tag and the order to say yes or no are left out.

    The record contains what a model is sent, and so does the verbatim interface.
    """
    called = play("privateshared", "--plain", *FIRST, typed=lines("n"))
    assert "ME:" not in called.out.partition("Game master (side question): ")[2]
    (episode,) = recorded(home)
    sent = episode.requests[0].request.messages[-1].text
    question = sent.removeprefix("ME:  ").partition("? ")[0]
    assert f"Game master (side question): {question}?\n" in called.out

    called = play("privateshared", "--plain", *FIRST, "--interface", "verbatim", typed=lines("new"))
    assert f"Game master (side question): {sent}\n" in called.out


def test_final_board_has_a_sentence_per_row(home: Path) -> None:
    """Someone who listens to a table cannot look across its rows."""
    wrong = typed()
    wrong[0] = "y"
    called = play("privateshared", "--plain", *FIRST, typed=lines(*wrong))
    board = called.out.partition("The full board:")[2]
    assert "Side questions answered correctly: 29 of 30" in board
    told = [line for line in board.splitlines() if "side questions answered correctly" in line]
    assert len(told) == 5
    assert sum(line.endswith("6 of 6 side questions answered correctly.") for line in told) == 4
    assert (
        sum(
            line.endswith("5 of 6 side questions answered correctly, wrong after question 0.")
            for line in told
        )
        == 1
    )


def test_reply_to_side_question_is_no_turn(home: Path) -> None:
    called = play("privateshared", "--plain", *FIRST, typed=lines("n", "no", "2"))
    assert "ASIDE: no" not in called.out
    (episode,) = recorded(home)
    said = [e.entry.text for e in episode.entries if isinstance(e.entry, Response)]
    assert said == ["ASIDE: no"] * 3


def test_earlier_side_questions_are_only_counted(home: Path) -> None:
    play("privateshared", "--plain", *FIRST, typed=lines(*"nnn"))
    called = play("privateshared", "--plain", *FIRST, typed=lines("resume"))
    assert "3 side questions were answered." in called.out
    assert called.out.count("(side question)") == 1
    assert "Side question 4 of 5, set 1 of 6 (yes or no):" in called.out


def test_ambiguous_reply_is_asked_for_again(home: Path) -> None:
    called = play("privateshared", "--plain", *FIRST, typed=lines("maybe", "", "3"))
    assert called.out.count("Side question 1 of 5, set 1 of 6 (yes or no):") == 4
    assert recorded(home)[0].entries == ()

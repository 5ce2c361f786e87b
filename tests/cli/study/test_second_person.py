"""A second person at the participant's keyboard plays the other seat."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.cli.study.test_collecting import ENTERS, READS, SMALL, code_in, join
from tests.study.protocols import study_folder
from tests.support.calling import call

TWO = (
    ("number = 8", "number = 6"),
    ('game = "taboo"', 'game = "wordle_withcritic"\npartner = "person"'),
    ('seats = ["WordGuesser"]', 'seats = ["ReflectingWordGuesser"]'),
)
"""Changes of the example: the participant guesses, and the other person criticises."""

TURN = ("", "crane", "because", "", "2", "not yet", "", "wrong", "")
"""The keyboard goes to the guesser, the critic and the guesser again, whose word is too bad."""


@pytest.fixture
def frozen(home: Path) -> Path:
    folder = study_folder(home / "data" / "studies", *SMALL, *TWO)
    assert call("study", "freeze", "memory").code == 0
    return folder


def people() -> list[str]:
    return [each["name"] for each in json.loads(call("people", "list", "--json").out)]


def test_the_participants_code_stays_their_own(frozen: Path) -> None:
    called = join((*ENTERS, *READS, *TURN))
    code = code_in(called)
    played = called.out.partition("Episode 1 of 3")[2]
    assert "Next: Guesser · the participant. Hand over the keyboard" in played
    assert "Next: Critic · a second person. Hand over the keyboard" in played
    assert code not in played, "the second person reads all of this"
    assert called.out.endswith("To go on later, use your code.\n"), "or whoever leaves"
    (first, second) = people()
    assert first == code
    assert re.fullmatch("second-[0-9a-f]{12}", second)
    assert "plays by default" not in call("people", "list").out
    assert call("people", "forget", code, "--scores", "--yes").code == 0
    assert people() == [second]


def test_at_the_hand_over_no_command_shows_what_the_next_person_may_read(frozen: Path) -> None:
    called = join((*ENTERS, *READS, "/prompt", "/board", "/leave"))
    said = called.out.partition("Hand over the keyboard")[2]
    assert "No one is being asked anything at the moment." in said
    assert "hidden word" not in said


def test_only_the_participant_is_in_the_study(frozen: Path) -> None:
    join((*ENTERS, *READS, *TURN))
    status = json.loads(call("study", "status", "memory", "--json").out)
    assert status["participants"] == {"finished": 0, "planned": 24, "unfinished": 1, "withdrawn": 0}

"""A participant as lines of text: commands at a question, and trouble without reasons."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from clemtui.records.errors import StoreError
from clemtui.study.joining.trouble import FILE
from clemtui.study.path.participant import Participant
from tests.cli.study.test_collecting import (
    ENTERS,
    LOSES,
    PATH,
    READS,
    SMALL,
    code_in,
    join,
    rows,
)
from tests.study.protocols import study_folder
from tests.support.calling import call

BEFORE_RULES = (*ENTERS, *READS, *LOSES)
RULES = "SELECT item, value FROM answers WHERE part = 'comprehension' ORDER BY id"


@pytest.fixture(autouse=True)
def frozen(home: Path) -> None:
    study_folder(home / "data" / "studies", *SMALL)
    assert call("study", "freeze", "memory").code == 0


def test_help_at_a_question_says_how_to_leave_and_is_no_answer(home: Path) -> None:
    out = join((*BEFORE_RULES, "/help", "2")).out
    asked, said = out.split("Some questions about the rules:")[1].split("/leave", 1)
    assert "What happens if a clue contains" in asked
    assert "To withdraw from the study at any time, type /withdraw." in said
    assert rows(home, RULES) == [("taboo.loses", "2")]


def test_back_goes_to_the_question_before(home: Path) -> None:
    out = join((*BEFORE_RULES, "1", "/back", "2", "1", "3")).out
    assert "/back goes back to the question before." in out
    assert out.count("What happens if a clue contains one of the related words?") == 2
    assert "All your answers about the rules are right." in out
    assert rows(home, RULES) == [
        ("taboo.loses", "2"),
        ("taboo.related", "1"),
        ("taboo.points", "3"),
    ]


def test_enter_keeps_what_was_answered_before_going_back(home: Path) -> None:
    out = join((*BEFORE_RULES, "2", "1", "/back", "", "3")).out
    assert "Your answer so far: Only the describer. Enter keeps it." in out
    assert "All your answers about the rules are right." in out


def test_what_was_wrong_before_leaving_is_not_called_right_afterwards(home: Path) -> None:
    code = code_in(join((*BEFORE_RULES, "1", "1", "/leave")))
    out = join(("3", "/leave"), code).out
    assert "All your answers about the rules are right." not in out
    assert "Not every answer about the rules is right." in out
    again = join(("", "2", "/leave"), code).out
    assert "Read the rules once more; then you are asked again." in again, "not read before"
    assert "All your answers about the rules are right." in again


def test_before_the_first_question_there_is_no_way_back(home: Path) -> None:
    out = join((*BEFORE_RULES, "/back", "2")).out
    assert "Type a number from 1 to 3." in out
    assert rows(home, RULES) == [("taboo.loses", "2")]


def test_whoever_is_admitted_reads_no_reasons_of_trouble(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def failing(self: Participant, *given: Any) -> Any:
        raise StoreError("openai needs an API key")

    with monkeypatch.context() as patch:
        patch.setattr(Participant, "play", failing)
        called = join()
    assert called.code == 1
    assert "API key" not in called.out + called.err
    code = code_in(called)
    assert "This did not work. Your last answers may not be recorded." in called.out
    assert called.out.endswith(f"To go on later, use your code: {code}.\n")
    assert "memory: openai needs an API key" in (home / "data" / FILE).read_text("utf-8")
    assert join(PATH[len(ENTERS) + len(READS) :], code).out.endswith("Thank you!\n")

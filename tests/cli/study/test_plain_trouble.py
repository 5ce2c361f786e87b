"""A participant as lines of text: what is said where something went wrong, and no way out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from clemtui.config import Settings
from clemtui.episode.errors import PlayError
from clemtui.language import Interface
from clemtui.plain.options import PlainOptions
from clemtui.plain.sitting import Sitting, sitting
from clemtui.plain.study.front import PlainFront
from clemtui.records.errors import StoreError
from clemtui.study.errors import NoPlace
from clemtui.study.joining.trouble import FILE
from clemtui.study.path.participant import Participant
from clemtui.study.path.wording import withdrawal_question
from clemtui.study.service import Studies
from tests.cli.study.test_collecting import (
    ENTERS,
    PATH,
    READS,
    SMALL,
    code_in,
    join,
    participants,
    rows,
)
from tests.study.protocols import study_folder
from tests.support.calling import call

FULL = "/data/clemtui.db: the disk is full"


@pytest.fixture(autouse=True)
def frozen(home: Path) -> None:
    study_folder(home / "data" / "studies", *SMALL)
    assert call("study", "freeze", "memory").code == 0


def failing(error: Exception) -> Any:
    async def fail(*given: Any, **named: Any) -> Any:
        raise error

    return fail


def noted(home: Path) -> str:
    return (home / "data" / FILE).read_text("utf-8")


# Nothing else of the computer


@pytest.mark.parametrize("in_study", [True, False])
async def test_no_editor_is_offered_to_a_participant(
    home: Path, monkeypatch: pytest.MonkeyPatch, in_study: bool
) -> None:
    monkeypatch.setattr("clemtui.plain.inbox.Inbox.can_lend_terminal", True)
    options = PlainOptions(Interface("en"), home / "data" / "clemtui.db", Settings(editor="vi"))
    async with sitting(options, may_edit=not in_study) as at:
        at.seated = True
        assert at.can_edit == (not in_study)


def test_a_participant_sits_without_an_editor(monkeypatch: pytest.MonkeyPatch) -> None:
    found: list[bool] = []
    made = Sitting.__init__

    def make(self: Sitting, *given: Any, **named: Any) -> None:
        made(self, *given, **named)
        found.append(self._may_edit)

    monkeypatch.setattr(Sitting, "__init__", make)
    join((*ENTERS, *READS, "/leave"))
    assert found == [False]


# What is true


def test_answers_that_were_not_saved_are_not_called_recorded(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Participant, "answer", failing(StoreError(FULL)))
    called = join()
    assert called.code == 1
    assert "This did not work. Your last answers may not be recorded." in called.out
    assert "Everything so far is recorded" not in called.out
    assert "disk" not in called.out + called.err
    assert "/data/" not in called.out + called.err
    assert FULL in noted(home)


def test_answers_that_cannot_be_saved_at_the_end_are_told_without_the_reason(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("clemtui.episode.service.PlayService.close", failing(StoreError(FULL)))
    called = join((*ENTERS, *READS, "/leave"))
    assert called.code == 1
    assert called.out.count("This did not work. Your last answers may not be recorded.") == 1
    assert "disk" not in called.out + called.err
    assert FULL in noted(home)


def test_a_reason_that_can_be_noted_nowhere_is_not_shown_to_the_participant(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Participant, "answer", failing(StoreError(FULL)))
    monkeypatch.setattr("clemtui.study.joining.trouble._add", _no_space)
    called = join()
    assert called.code == 1
    assert "tell those who run the study" in called.out
    assert "disk" not in called.out + called.err


def _no_space(file: Path, line: str) -> None:
    raise OSError(28, "No space left on device")


def test_an_episode_that_cannot_be_played_loses_nothing(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Participant, "play", failing(PlayError("openai needs an API key")))
    called = join()
    assert "This did not work. Everything so far is recorded." in called.out
    assert "API key" in noted(home)


def test_whoever_was_erased_meanwhile_is_told_so_and_no_code(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    answer = Participant.answer

    async def erased_before(self: Participant, *given: Any, **named: Any) -> None:
        if given[0] == "instructions":
            monkeypatch.setattr(Studies, "enrolment", _none)
            raise StoreError("the person was forgotten")
        await answer(self, *given, **named)

    monkeypatch.setattr(Participant, "answer", erased_before)
    called = join()
    assert called.code == 1
    said = called.out.split("Your code is ", 1)[1]
    assert "What was recorded about you has been erased, so you cannot go on." in said
    assert said.count(code_in(called)) == 1, "only where they got it"
    assert "recorded." not in said.splitlines()[-1]


async def _none(*given: Any) -> None:
    return None


def test_whoever_consented_when_the_last_place_was_taken_reads_no_reasons(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    full = NoPlace("study 'memory': all places of collector 1 are taken (1)")
    monkeypatch.setattr(Studies, "admit", failing(full))
    called = join()
    assert called.code == 1
    assert "This study takes no more participants." in called.out
    assert "collector" not in called.out + called.err
    assert "all places of collector 1 are taken (1)" in noted(home)


def test_whoever_starts_it_when_all_places_are_taken_reads_the_reason(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Studies, "check_place", failing(NoPlace("all places are taken (1)")))
    called = join()
    assert called.code != 0
    assert "all places are taken (1)" in called.err


# Withdrawing, and the debriefing


def test_nothing_is_called_an_answer_where_one_withdraws() -> None:
    out = join((*ENTERS, *READS, "/withdraw", "", "4", "/leave")).out
    asked = out.split("What should happen to what you have done so far?")[1]
    assert "Your answer so far" not in out
    assert "Type a number from 1 to 4." in asked


@pytest.mark.parametrize("answer", ["研究を続ける。", "Go on."])
def test_an_answer_given_before_is_said_with_one_full_stop(
    answer: str, capsys: pytest.CaptureFixture[str]
) -> None:
    class At:
        ui = Interface("ja")

        def say(self, *lines: str) -> None:
            print(*lines)

    PlainFront(At())._say_answer(answer)  # type: ignore[arg-type]
    out = capsys.readouterr().out
    assert answer.rstrip("。.") in out
    assert "。。" not in out
    assert ".。" not in out
    assert withdrawal_question(At.ui).withdrawing


def test_whoever_stops_at_the_debriefing_has_finished_and_reads_it_when_they_come_back(
    home: Path,
) -> None:
    called = join((*PATH[:-1], "/leave"))
    code = code_in(called)
    assert called.out.endswith("You have finished this study. Thank you!\n")
    assert "go on later, use" not in called.out
    assert participants() == {"planned": 24, "unfinished": 0, "finished": 1, "withdrawn": 0}
    again = join(("",), code).out
    assert "Thank you for taking part!" in again
    assert f"Your code is {code}. With it you can ask to have your data erased" in again
    assert rows(home, "SELECT count(*) FROM answers WHERE part = 'debrief'") == [(1,)]

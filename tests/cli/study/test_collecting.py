"""``clemtui study freeze``, ``join``, ``status`` and ``close``: a participant as lines of text."""

from __future__ import annotations

import json
import re
import shutil
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from clemtui.archive.episodes import list_episodes
from clemtui.records.errors import StoreError
from clemtui.records.rows import EpisodeFilter
from clemtui.store.clock import SystemClock
from clemtui.store.write.writer import Writer
from tests.study.protocols import bilingual, study_folder
from tests.support.calling import CallResult, call

SMALL = (
    ("episodes = 4", "episodes = 2"),
    ('languages = ["en", "de"]', 'languages = ["en"]'),
    ('choose = "stratified", number = 12', 'choose = "sample", number = 8'),
)
"""Changes of the example: two episodes of taboo in English."""

ENTERS = ("yes", "8", "yes", "no", "")
"""Eligible, a native speaker, consents, does not publish, and gets a new code."""

READS = ("", "")
"""Their code, and the instructions."""

LOSES = ("zebra", "horse", "cow")
UNDERSTANDS = ("2", "1", "3")
FINISHES = ("1", "2", "2", "")
"""Age, familiarity, no language model, the debriefing."""

PATH = (*ENTERS, *READS, *LOSES, *UNDERSTANDS, *LOSES, *LOSES, *FINISHES)
"""The whole path."""


@pytest.fixture
def frozen(home: Path) -> Path:
    """The folder of the frozen study ``memory``."""
    folder = study_folder(home / "data" / "studies", *SMALL)
    assert call("study", "freeze", "memory").code == 0
    return folder


def join(lines: Sequence[str] = PATH, *arguments: str) -> CallResult:
    return call("study", "join", "memory", *arguments, typed="".join(f"{each}\n" for each in lines))


def code_in(called: CallResult) -> str:
    """Return the code that a participant was shown."""
    found = re.search(r"Your code is (\S+)\.", called.out)
    assert found, called.out
    return found[1]


def status() -> dict[str, object]:
    found: dict[str, object] = json.loads(call("study", "status", "memory", "--json").out)
    return found


def participants() -> object:
    return status()["participants"]


def rows(home: Path, query: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(home / "data" / "clemtui.db")) as db:
        return db.execute(query).fetchall()


def test_a_participant_goes_from_consent_to_debriefing(home: Path, frozen: Path) -> None:
    called = join()
    assert called.code == 0, called.err
    assert called.out.endswith("You have finished this study. Thank you!\n")
    code = code_in(called)
    assert re.fullmatch("P-[0-9A-Z]{8}", code)
    assert f"Your code is {code}. With it you can ask to have your data erased" in called.out
    assert participants() == {"planned": 24, "unfinished": 0, "finished": 1, "withdrawn": 0}
    played = list_episodes(home / "data" / "clemtui.db", EpisodeFilter(person=code))
    assert [each.practice for each in played] == [False, False, True]
    assert rows(home, "SELECT purpose, decision FROM consents ORDER BY purpose") == [
        ("publish", "refused"),
        ("record", "given"),
    ]
    assert rows(home, "SELECT count(*) FROM study_results WHERE main_score = 0") == [(3,)]


def test_no_score_is_shown_after_an_episode_that_counts(frozen: Path) -> None:
    out = join().out
    practice, counting = out.split("Episode 2 of 3")
    assert "Main score: 0 of 100." in practice
    assert "score" not in counting.split("How old are you?")[0].casefold().replace("points", "")
    assert "Result:" not in counting


def test_feedback_is_what_the_protocol_says(home: Path) -> None:
    feedback = ("value = 80.5\n", 'value = 80.5\n[condition]\nfeedback = "outcome"\n')
    study_folder(home / "data" / "studies", *SMALL, feedback)
    call("study", "freeze", "memory")
    _, counting = join().out.split("Episode 2 of 3")
    assert counting.count("Result: Lost.") == 2
    assert "Main score" not in counting


def test_everything_that_was_answered_is_recorded(home: Path, frozen: Path) -> None:
    join()
    said = rows(home, "SELECT part, item, value, attempt FROM answers ORDER BY id")
    assert said == [
        ("eligibility", "statement.1", "true", 1),
        ("eligibility", "language.en", '"native"', 1),
        ("consent", "record", "true", 1),
        ("consent", "publish", "false", 1),
        ("instructions", "taboo", "true", 1),
        ("comprehension", "taboo.loses", "2", 1),
        ("comprehension", "taboo.related", "1", 1),
        ("comprehension", "taboo.points", "3", 1),
        ("questionnaire", "age", '"18 to 24"', 1),
        ("questionnaire", "familiarity.taboo", '"I knew it, but had not played it"', 1),
        ("questionnaire", "ai_use", "false", 1),
        ("debrief", "read", "true", 1),
    ]


def test_a_wrong_answer_about_the_rules_has_a_second_attempt(home: Path, frozen: Path) -> None:
    before = (*ENTERS, *READS, *LOSES)
    out = join((*before, "1", "1", "3", "", "3", "")).out
    question = "What happens if a clue contains one of the related words?"
    first, second = out.split("Not every answer about the rules is right.")[1:]
    assert f"{question}\nYour answer, “The guesser has one attempt less.”, is not right." in first
    assert "One player sees a target word" in first, "the rules are there once more"
    assert f"{question}\nThe right answer: The game is lost at once." in second
    assert rows(home, "SELECT item, value, attempt FROM answers WHERE part = 'comprehension'") == [
        ("taboo.loses", "1", 1),
        ("taboo.related", "1", 1),
        ("taboo.points", "3", 1),
        ("taboo.loses", "3", 2),
    ]


@pytest.mark.parametrize("lines", range(len(PATH) + 1))
def test_whoever_leaves_anywhere_goes_on_at_the_same_place(
    home: Path, frozen: Path, lines: int
) -> None:
    first = join(PATH[:lines])
    assert first.code == 0
    if lines < len(ENTERS):
        assert "Nothing was recorded." in first.out
        assert rows(home, "SELECT count(*) FROM enrolments") == [(0,)]
        assert rows(home, "SELECT count(*) FROM people") == [(0,)]
        return
    shown = lines > len(ENTERS)  # the code, once only
    again = join(PATH[lines if shown else lines + 1 :], code_in(first))
    assert again.code == 0, again.err
    assert again.out.endswith("You have finished this study. Thank you!\n")
    (whole,) = rows(home, "SELECT count(*), count(DISTINCT item) FROM answers")
    assert whole == (12, 12)
    assert rows(home, "SELECT count(*) FROM study_episodes") == [(3,)]


@pytest.mark.parametrize(
    ("lines", "outcome", "said"),
    [
        (("no",), "not eligible", "you cannot take part"),
        (("yes", "5"), "not eligible", "you cannot take part"),
        (("yes", "8", "no"), "declined", "You do not take part."),
    ],
)
def test_whoever_does_not_take_part_is_only_counted(
    home: Path, frozen: Path, lines: Sequence[str], outcome: str, said: str
) -> None:
    called = join(lines)
    assert called.code == 0
    assert said in called.out
    screened = status()["screened"]
    assert screened == {"not eligible": 0, "declined": 0, outcome: 1}
    for table in ("people", "enrolments", "answers", "consents", "sessions"):
        assert rows(home, f"SELECT count(*) FROM {table}") == [(0,)], table


def test_two_participants_play_different_tasks(home: Path, frozen: Path) -> None:
    join()
    join()
    played = rows(home, "SELECT instance_hash FROM assignments WHERE NOT practice")
    assert len(played) == len(set(played)) == 4


def test_ones_own_code_is_used_whatever_its_case(frozen: Path) -> None:
    first = join((*ENTERS[:-1], "LAB-7"))
    assert code_in(first) == "LAB-7"
    assert join((), "lab-7").code == 0
    taken = join((*ENTERS[:-1], "LAB-7", "yes"))
    assert "The code LAB-7 is that of a participant: choose another" in taken.out


def test_whoever_types_a_name_under_which_someone_has_played_is_asked_whether_it_was_them(
    home: Path, frozen: Path
) -> None:
    assert call("people", "add", "anna7").code == 0
    called = join((*ENTERS[:-1], "Anna7", "no", "mine-1"))
    assert "Someone has already played here as Anna7. Was that you?" in called.out
    assert code_in(called) == "mine-1"
    assert code_in(join((*ENTERS[:-1], "anna7", "yes"))) == "anna7"


# Withdrawing


def withdraw(*, keep: str) -> tuple[CallResult, str]:
    """Withdraw in the middle of the first episode that counts."""
    before = (*ENTERS, *READS, *LOSES, *UNDERSTANDS, "zebra")
    called = join((*before, "/withdraw", keep, "yes"))
    assert called.code == 0, called.err
    assert called.out.endswith("You have withdrawn from this study.\n")
    return called, code_in(called)


def test_one_can_withdraw_and_keep_what_there_is(home: Path, frozen: Path) -> None:
    _, code = withdraw(keep="1")
    assert participants() == {"planned": 24, "unfinished": 0, "finished": 0, "withdrawn": 1}
    assert join((), code).out.endswith("You have withdrawn from this study.\n")
    assert rows(home, "SELECT count(*) FROM erasures") == [(0,)]


def test_one_can_withdraw_and_erase_this_session(home: Path, frozen: Path) -> None:
    _, code = withdraw(keep="2")
    assert rows(home, "SELECT scope FROM erasures") == [("sitting",)]
    assert rows(home, "SELECT DISTINCT value FROM answers") == [("null",)]
    assert rows(home, "SELECT pseudonym FROM people") == [(code,)]
    assert rows(home, "SELECT count(*) FROM scores") == [(0,)]
    assert participants() == {"planned": 24, "unfinished": 0, "finished": 0, "withdrawn": 1}


def test_one_can_withdraw_and_erase_everything(home: Path, frozen: Path) -> None:
    _, code = withdraw(keep="3")
    assert rows(home, "SELECT scope FROM erasures") == [("person",)]
    assert code.encode() not in (home / "data" / "clemtui.db").read_bytes()
    assert participants() == {"planned": 24, "unfinished": 0, "finished": 0, "withdrawn": 1}
    assert "unknown code" in join((), code).error


def test_one_can_think_better_of_it(frozen: Path) -> None:
    before = (*ENTERS, *READS, *LOSES, *UNDERSTANDS)
    out = join((*before, "/withdraw", "4", *LOSES, *LOSES, *FINISHES)).out
    assert out.endswith("You have finished this study. Thank you!\n")


# What is refused


def test_an_unknown_code_is_refused(frozen: Path) -> None:
    called = join((), "P-00000000")
    assert called.code == 2
    assert called.error.startswith("unknown code 'P-00000000' in study 'memory'")


def test_a_protocol_that_was_changed_is_refused_until_that_is_recorded(frozen: Path) -> None:
    file = frozen / "study.toml"
    file.write_text(file.read_text().replace("number = 24", "number = 30"))
    changed = "protocol.participants.number"
    assert f"differs from what was frozen ({changed})" in join().error
    assert f"was frozen before in another way ({changed})" in call("study", "freeze", "memory").err
    amended = call("study", "freeze", "memory", "--amend", "more money", "--by", "Ann")
    assert amended.out == f"changed: {changed}\n1 deviation recorded\n"
    assert join().code == 0
    found = json.loads(call("study", "status", "memory", "--json").out)
    (deviation,) = found["deviations"]
    assert (deviation["frozen"], deviation["found"]) == (24, 30)
    assert (deviation["reason"], deviation["author"]) == ("more money", "Ann")
    assert found["participants"]["planned"] == 30


def test_a_change_that_is_undone_is_a_deviation_too(frozen: Path) -> None:
    file = frozen / "study.toml"
    before = file.read_text()
    for text in (before.replace("number = 24", "number = 30"), before) * 2:
        file.write_text(text)
        assert call("study", "freeze", "memory", "--amend", "really").code == 0
        assert join(()).code == 0
    assert len(json.loads(call("study", "status", "memory", "--json").out)["deviations"]) == 4


def test_freezing_again_changes_nothing(frozen: Path) -> None:
    assert "was frozen like this before" in call("study", "freeze", "memory").out


def test_a_protocol_with_an_error_is_not_frozen(home: Path) -> None:
    study_folder(home / "data" / "studies", ("episodes = 4", "episodes = 40"))
    called = call("study", "freeze", "memory")
    assert called.code == 1
    assert "line 25: games.1.episodes: is too large" in called.error
    assert not (home / "data" / "clemtui.db").exists()


def test_a_full_or_closed_study_admits_no_one(home: Path) -> None:
    study_folder(home / "data" / "studies", *SMALL, ("number = 24", "number = 1"))
    call("study", "freeze", "memory")
    join()
    assert join().error == "study 'memory': all places of collector 1 are taken (1)"
    assert "has no collector 2" in join((), "--collector", "2").error
    assert call("study", "close", "memory", "--yes").out == "study memory is closed\n"
    assert "admits no one any more" in join().error
    assert call("study", "close", "memory", "--yes").out == "study memory was closed before\n"


@pytest.mark.parametrize("is_here", [True, False])
def test_which_of_several_collectors_must_be_said(home: Path, is_here: bool) -> None:
    """Two who forget it would give the same numbers to their participants."""
    several = ("number = 24", "number = 24\ncollectors = 2")
    folder = study_folder(home / "data" / "studies", *SMALL, several)
    call("study", "freeze", "memory")
    if not is_here:
        shutil.rmtree(folder)
    assert "has 2 collectors: say which one you are, with --collector 1 to 2" in join().error
    joined = join((*ENTERS, "/leave"), "--collector", "2")
    assert joined.code == 0
    assert join(("/leave",), code_in(joined)).code == 0, "who goes on has one already"


def test_no_one_takes_part_while_records_of_the_study_wait_to_be_restored(
    home: Path, frozen: Path
) -> None:
    code = code_in(join(PATH[:12]))
    writer = Writer(home / "data" / "clemtui.db")
    writer._db.execute("PRAGMA query_only = ON")
    with pytest.raises(StoreError, match="saved in"):
        writer.screening("memory", "declined")
    writer._db.execute("PRAGMA query_only = OFF")
    writer.close()
    for called in (join(), join(PATH[12:], code)):
        assert "records of study 'memory' are in" in called.error
        assert "restore them first: clemtui doctor --recover" in called.error
    assert "Restored: 1 x screening" in call("doctor", "--recover").out
    assert join(PATH[12:], code).out.endswith("You have finished this study. Thank you!\n")


def test_an_episode_of_a_study_goes_on_only_there(home: Path, frozen: Path) -> None:
    code = code_in(join((*PATH[:8], "/leave")))
    ((id,),) = rows(home, "SELECT id FROM episodes")
    refused = "its participant goes on with 'clemtui study join memory CODE'"
    assert refused in call("play", "--resume", str(id)).error
    assert refused in call("play", "--resume", str(id), "--partner", "scripted").error
    assert rows(home, "SELECT count(*) FROM episodes") == [(1,)]
    assert join(PATH[8:], code).out.endswith("You have finished this study. Thank you!\n")


def test_a_clock_that_was_set_back_is_refused_until_someone_says_why(
    home: Path, frozen: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    later = datetime(2062, 3, 4, 5, 6, tzinfo=UTC)
    with monkeypatch.context() as patched:
        patched.setattr(SystemClock, "now", lambda _: later)
        code = code_in(join(PATH[:12]))
    for called in (join(), join(PATH[12:], code)):
        assert called.code == 1
        assert "the last record of study 'memory' is of 2062-03-04 05:06 UTC" in called.error
    assert "say why" in join((), "--clock", " ").error
    called = join(PATH[12:], code, "--clock", "the battery of the laptop was empty")
    assert called.out.endswith("You have finished this study. Thank you!\n")
    assert join().code == 0, "from now on, earlier times are right"
    assert "the clock is not behind" in join((), "--clock", "again").error
    out = call("study", "status", "memory").out
    assert "clock: 2062-03-04T05:06" in out
    assert "the battery of the laptop was empty" in out


def test_whoever_was_admitted_can_finish_after_the_closing(frozen: Path) -> None:
    code = code_in(join(PATH[:12]))
    called = call("study", "close", "memory", "--yes")
    assert called.out == "study memory is closed\n1 participant has not finished\n"
    assert join(PATH[12:], code).out.endswith("You have finished this study. Thank you!\n")


def test_a_study_that_was_not_frozen_is_refused(home: Path) -> None:
    study_folder(home / "data" / "studies", *SMALL)
    for command in (("join",), ("status",), ("close", "--yes")):
        called = call("study", command[0], "memory", *command[1:])
        assert called.code == 2
        assert "freeze it with 'clemtui study freeze memory'" in called.error


# Languages


@pytest.mark.parametrize(
    ("language", "yes", "no", "finished"),
    [
        ("de", "ja", "nein", "Du hast diese Studie abgeschlossen."),
        ("ja", "はい", "いいえ", "この研究はこれで終了です"),
        ("ar", "نعم", "لا", ""),
    ],
)
def test_the_whole_path_is_in_the_language_of_the_participant(
    home: Path, language: str, yes: str, no: str, finished: str
) -> None:
    bilingual(home / "data" / "studies", language, *SMALL)
    assert call("study", "freeze", "memory").code == 0
    out = join(("2", yes, "8", yes, no, *PATH[4:])).out
    assert finished in out.splitlines()[-1]
    own = out.partition("number:\n")[2]  # once the language is chosen
    for english in ("Press Enter", "Your choice", "Your code", "You are", "Attempt", "Thank you"):
        assert english not in own, own
    assert participants() == {"planned": 24, "unfinished": 0, "finished": 1, "withdrawn": 0}


def test_an_unfinished_episode_of_a_study_is_offered_nowhere_else(home: Path, frozen: Path) -> None:
    """It goes on in its study, and whoever opens the program may be anyone."""
    code = code_in(join((*ENTERS, *READS, "/leave")))
    ended = code_in(join())
    told = call("--plain").out
    assert "Unfinished episodes" not in told
    assert "Played recently" not in told
    assert code not in told
    assert ended not in told
    assert call("play", "--resume").error.startswith("no unfinished episode")
    ((id,),) = rows(home, "SELECT episode FROM unfinished")
    refused = call("play", "--resume", str(id), "--as", "Bea").error
    assert "This episode belongs to a study" in refused
    assert code not in refused

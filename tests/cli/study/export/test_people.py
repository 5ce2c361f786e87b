"""Who is in an exported study, what they said, and whether it counts."""

from __future__ import annotations

import json
import shutil
import sqlite3
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from statistics import mean

import pytest

from clemtui.records.errors import StoreError
from clemtui.records.rows import ErasureTarget
from clemtui.store.clock import SystemClock
from clemtui.store.write.writer import Writer
from clemtui.study.export.cells import exact
from tests.cli.study.conftest import AGREES, HOSTILE, REMARK, SECRET, SECRET_REMARK, Recorded
from tests.cli.study.exported import contents, export, table
from tests.cli.study.test_collecting import (
    ENTERS,
    FINISHES,
    LOSES,
    READS,
    SMALL,
    UNDERSTANDS,
    code_in,
    join,
)
from tests.cli.study.test_match import MODEL, use_server
from tests.study.protocols import study_folder
from tests.support.calling import call
from tests.support.fake_openai import FakeOpenAI, Reply

# Who is in it


def test_the_flow_is_that_of_the_report(folder: Path, recorded: Recorded) -> None:
    flow = json.loads(call("study", "report", "memory", "--json").out)["flow"]
    found = {(each["stage"], each["reason"]): int(each["people"]) for each in table(folder, "flow")}
    assert found == {
        ("asked", ""): flow["asked"],
        ("not admitted", "not eligible"): 1,
        ("not admitted", "declined"): 1,
        ("admitted", ""): 6,
        ("finished", ""): 3,
        ("not finished", ""): flow["unfinished"],
        ("withdrawn", ""): 3,
        **{("not analysed", why): number for why, number in flow["not_analysed"].items()},
        ("analysed", ""): flow["analysed"],
        ("analysed, finished", ""): 2,
        ("analysed, not finished", ""): 0,
        ("analysed, withdrawn", ""): 1,
    }
    assert flow["asked"] == 8
    assert found["not analysed", "ai_use"] == 1


def test_the_flow_is_the_same_in_every_output(folder: Path, recorded: Recorded) -> None:
    flow = json.loads(call("study", "report", "memory", "--json").out)["flow"]
    assert json.loads(call("study", "status", "memory", "--json").out)["flow"] == flow
    printed = call("study", "report", "memory").out
    lines = printed[printed.index("asked:") : printed.index("marks of low")].splitlines()
    assert "\n".join(lines) in call("study", "status", "memory").out
    checked = call("study", "checklist", "memory").out
    for said in (
        f"{flow['admitted']} took part, of 24 planned; {flow['analysed']} are in the primary",
        f"{flow['finished']} finished, {flow['withdrawn']} withdrew or were erased, and",
        "1 of 6 participants by marks (ai_use 1, each by the first mark that applies)",
    ):
        assert said in checked, said


def test_whoever_was_erased_is_only_counted(folder: Path) -> None:
    people = {each["participant_id"]: each for each in table(folder, "participants")}
    assert list(people) == ["1", "2", "3", "4", "6"]
    assert [each["withdrawn"] for each in people.values()] == [
        "false", "false", "false", "true", "true"
    ]  # fmt: skip
    for name in ("assignments", "answers", "episodes", "responses"):
        assert {each["participant_id"] for each in table(folder, name)} <= {*people, ""}


def test_of_an_erased_sitting_nothing_is_left(folder: Path) -> None:
    of_sixth = [each for each in table(folder, "episodes") if each["participant_id"] == "6"]
    assert [each["state"] for each in of_sixth] == ["finished", "finished"]
    whole = b"".join(contents(folder).values())
    assert b"unspeakable" not in whole
    assert b"ineffable" not in whole


def test_an_erasure_that_was_interrupted_is_completed_first(
    recorded: Recorded, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(writer: Writer, target: ErasureTarget) -> None:
        raise StoreError("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(Writer, "erase", fails)
        said = (*AGREES, *READS, "unsayable", "/withdraw", "3", "yes")
        assert join(said).code == 1
    target = export(tmp_path / "out", "--transcripts")
    assert "7" not in {each["participant_id"] for each in table(target, "participants")}
    assert b"unsayable" not in b"".join(contents(target).values())


def test_no_code_is_in_it(folder: Path, recorded: Recorded) -> None:
    whole = b"".join([*contents(folder).values(), *(name.encode() for name in contents(folder))])
    assert len(recorded.codes) == 6
    for code in recorded.codes:
        assert code.encode() not in whole
    with closing(sqlite3.connect(recorded.database)) as db:
        for (person,) in db.execute("SELECT id FROM people"):
            assert person.encode() not in whole
    assert b"Ann" not in whole, "nor the name of who excluded an episode"


def test_sittings_are_numbered_by_what_was_done_and_not_by_the_clock(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The clock is a day behind in the second sitting, as after it was set."""
    study_folder(home / "data" / "studies", *SMALL[1:])
    assert call("study", "freeze", "memory").code == 0
    code = code_in(join((*ENTERS, *READS, *LOSES, *UNDERSTANDS, *LOSES)))
    now = SystemClock.now
    with monkeypatch.context() as patch:
        patch.setattr(SystemClock, "now", lambda clock: now(clock) - timedelta(days=1))
        called = join((*LOSES * 3, *FINISHES), code, "--clock", "set by hand")
        assert called.out.endswith("Thank you!\n")
    target = export(tmp_path / "out")
    counting = [e for e in table(target, "episodes") if e["practice"] == "false"]
    assert [each["session"] for each in counting] == ["1", "1", "2", "2"]
    assert counting[1]["started_at"] > counting[2]["started_at"], "by the clock"
    answers = table(target, "answers")
    parts = list(dict.fromkeys(each["part"] for each in answers))
    assert parts == [
        "eligibility", "consent", "instructions", "comprehension", "questionnaire", "debrief"
    ]  # fmt: skip
    assert [each["session"] for each in answers] == sorted(each["session"] for each in answers)


# What they said


def test_only_those_who_agreed_are_quoted(folder: Path) -> None:
    whole = b"".join(contents(folder).values()).decode("utf-8")
    for said in (*SECRET, SECRET_REMARK):
        assert said not in whole
    texts = [exact(each["text"]) for each in table(folder, "responses")]
    for said in HOSTILE:
        assert any(said in text for text in texts), said
    for each in table(folder, "responses"):
        assert bool(each["text"]) == (each["published"] == "true")


def test_answers_in_words_are_those_of_who_agreed(folder: Path) -> None:
    remarks = [each for each in table(folder, "answers") if each["item"] == "remarks"]
    assert [(each["participant_id"], exact(each["value"])) for each in remarks] == [
        ("1", ""), ("2", REMARK), ("3", "none")
    ]  # fmt: skip
    assert {each["in_words"] for each in remarks} == {"true"}
    others = [each for each in table(folder, "answers") if each["item"] != "remarks"]
    assert {each["in_words"] for each in others} == {"false"}
    assert all(each["value"] for each in others)


def test_answers_say_whether_they_are_right(folder: Path) -> None:
    asked = [
        each for each in table(folder, "answers") if each["part"] in ("comprehension", "attention")
    ]
    assert {each["right"] for each in asked} == {"true"}
    assert {each["item"] for each in asked if each["part"] == "attention"} == {"blue"}
    hands = [each["value"] for each in table(folder, "answers") if each["item"] == "hand"]
    assert hands == ["1", "1", "1"]


def test_transcripts_are_those_of_who_agreed_and_of_models(folder: Path) -> None:
    published = {
        each["episode_id"] for each in table(folder, "episodes") if each["published"] == "true"
    }
    models = {each["episode_id"] for each in table(folder, "models")}
    files = {each.stem: each for each in (folder / "data" / "transcripts").iterdir()}
    assert set(files) == published | models
    assert {
        each["participant_id"] for each in table(folder, "episodes") if each["published"] == "true"
    } == {"2", "3", "4", "6"}
    names = set()
    for episode in published:
        document = json.loads(files[episode].read_text("utf-8"))
        names |= {each["name"] for each in document["seats"] if each["kind"] == "human"}
        assert (document["view"] == "all") == (document["episode"]["state"] == "finished")
    assert names == {f"participant {number}" for number in "2346"}


def test_transcripts_are_written_only_if_asked_for(recorded: Recorded, tmp_path: Path) -> None:
    assert not (export(tmp_path / "out") / "data" / "transcripts").exists()


def test_whoever_refuses_later_is_not_quoted_any_more(recorded: Recorded, tmp_path: Path) -> None:
    study_folder(recorded.home / "data" / "studies", *SMALL, name="later")
    assert call("study", "freeze", "later").code == 0
    before = export(tmp_path / "before", "--transcripts")
    assert b"HYPERLINK" in b"".join(contents(before).values())
    refuses = "".join(f"{each}\n" for each in (*ENTERS[:-1], recorded.codes[1], "yes"))
    assert call("study", "join", "later", typed=refuses).code == 0
    target = export(tmp_path / "after", "--transcripts")
    assert b"HYPERLINK" not in b"".join(contents(target).values())
    people = table(target, "participants")
    published = {each["participant_id"]: each["publishes"] for each in people}
    assert published == {"1": "false", "2": "false", "3": "true", "4": "true", "6": "true"}


# Episodes


def test_episodes_say_whether_they_count_and_why_not(folder: Path, recorded: Recorded) -> None:
    rows = [each for each in table(folder, "episodes") if each["practice"] == "false"]
    found = {each["episode_id"]: each for each in rows}
    report = json.loads(call("study", "report", "memory", "--json").out)
    counting = sum(each["counts"] == "true" for each in rows)
    assert counting == report["rows"][0]["joint"]["episodes"]
    (alarm,) = [each for each in rows if each["exclusion"]]
    assert (alarm["exclusion"], alarm["left_out"]) == ("the fire alarm", "excluded")
    of_third = [each for each in rows if each["participant_id"] == "3"]
    assert {each["excluding_marks"] for each in of_third} == {"ai_use"}
    assert {each["counts"] for each in of_third} == {"false"}
    (running,) = [each for each in rows if each["participant_id"] == "4"]
    assert (running["state"], running["left_out"]) == ("running", "not finished")
    assert (running["ended_at"], running["main_score"], running["joint_score"]) == ("", "", "")
    assert len(found) == len(rows)


def test_responses_are_timed(folder: Path) -> None:
    own = [each for each in table(folder, "responses") if each["participant_id"]]
    assert own
    for each in own:
        assert each["speaker_kind"] == "human"
        assert float(each["answering_ms"]) <= float(each["submitted_ms"])
    others = [each for each in table(folder, "responses") if not each["participant_id"]]
    assert {(each["speaker_kind"], each["answering_ms"]) for each in others} == {("scripted", "")}


def test_scores_are_those_of_the_report(folder: Path, recorded: Recorded) -> None:
    report = json.loads(call("study", "report", "memory", "--json").out)
    people = [e for e in table(folder, "episodes") if e["counts"] == "true"]
    models = [e for e in table(folder, "models") if not e["left_out"]]
    for rows, figures in (
        (people, report["rows"][0]["joint"]),
        (models, report["models"][0]["own"]),
    ):
        assert len(rows) == figures["episodes"] > 0
        assert mean(float(each["joint_score"]) for each in rows) == figures["value"]


def test_models_are_beside_people_on_the_same_tasks(folder: Path) -> None:
    def places(name: str) -> set[tuple[str, ...]]:
        columns = ("game", "seat", "language", "instance", "task")
        rows = [each for each in table(folder, name) if not each["left_out"]]
        return {tuple(each[column] for column in columns) for each in rows}

    assert places("models") == places("episodes")
    assert {each["player"] for each in table(folder, "models")} == {"scripted"}


def test_calls_to_models_have_their_tokens(recorded: Recorded, tmp_path: Path) -> None:
    usage = {"prompt_tokens": 20, "completion_tokens": 3, "total_tokens": 23}
    with FakeOpenAI(lambda messages: Reply("GUESS: =zebra", usage=usage)) as server:
        use_server(recorded.home, server)
        assert call("study", "match", "memory", "--players", "small").code == 0
        asked = len(server.requests)
    target = export(tmp_path / "out")
    matched = {e["episode_id"] for e in table(target, "models") if e["player"] == MODEL}
    said = [
        each
        for each in table(target, "responses")
        if each["episode_id"] in matched and each["speaker_kind"] == "model"
    ]
    assert sum(int(each["calls"]) for each in said) == asked
    assert {exact(each["text"]) for each in said} == {"GUESS: =zebra"}
    assert {(each["prompt_tokens"], each["completion_tokens"]) for each in said} == {("20", "3")}
    assert {each["published"] for each in said} == {"true"}
    players = [json.loads(e["players"]) for e in table(target, "models") if e["player"] == MODEL]
    assert all(MODEL in {each.get("model") for each in found} for found in players)


# Merged records


def test_participants_with_the_same_number_are_told_apart(
    recorded: Recorded, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path / "other"
    study = recorded.home / "data" / "studies"
    with monkeypatch.context() as patch:
        patch.setenv("CLEMTUI_HOME", str(other))
        shutil.copytree(study, other / "data" / "studies")
        assert call("study", "freeze", "memory").code == 0
        assert join((*ENTERS, "/leave")).code == 0
    assert call("database", "merge", str(other / "data" / "clemtui.db")).code == 0
    target = export(tmp_path / "out")
    people = [each["participant_id"] for each in table(target, "participants")]
    assert people == ["1", "1-2", "2", "3", "4", "6"]
    assert {each["participant_id"] for each in table(target, "assignments")} == set(people)

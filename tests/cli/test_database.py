"""``clemtui database merge``: two databases become one, and the report says what was added."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from clemtui.store.write.writer import Writer
from tests.plain.playing import lines, play
from tests.store.builders import INSTANCE, enrolled
from tests.support.calling import call


@pytest.fixture
def here(tmp_path: Path) -> Path:
    """A database in which ada has played Taboo."""
    path = tmp_path / "here.db"
    play("taboo", "--as", "ada", "--db", str(path), typed=lines("this is book", "yes"))
    return path


@pytest.fixture
def there(tmp_path: Path) -> Path:
    """A database in which bob and another ada have left Wordle unfinished."""
    path = tmp_path / "there.db"
    for name in ("ada", "bob"):
        play("wordle", "--as", name, "--db", str(path), typed=lines("crane", ""))
    return path


def merged(here: Path, there: Path, *arguments: str) -> dict[str, Any]:
    called = call("database", "merge", str(there), "--db", str(here), "--json", *arguments)
    assert (called.code, called.err) == (0, "")
    found: dict[str, Any] = json.loads(called.out)
    return found


def people(database: Path) -> list[list[str]]:
    called = call("episodes", "list", "--db", str(database), "--json")
    return [episode["people"] for episode in json.loads(called.out)]


def table(out: str) -> dict[str, list[str]]:
    rows = (line.split() for line in out.splitlines())
    return {cells[0]: cells[1:] for cells in rows if cells}


def test_merged_episodes_are_listed(here: Path, there: Path) -> None:
    called = call("database", "merge", str(there), "--db", str(here))
    assert (called.code, called.err) == (0, "")
    listed = people(here)
    assert len(listed) == 3
    assert ["bob"] in listed
    assert ["ada"] in listed
    (namesake,) = [names[0] for names in listed if names not in (["ada"], ["bob"])]
    assert namesake.startswith("ada (")
    said = f"Another person here is already called ada; the newcomer is renamed {namesake}."
    assert said in called.out


def test_table_counts_new_and_known(here: Path, there: Path) -> None:
    first = table(call("database", "merge", str(there), "--db", str(here)).out)
    assert first["Episodes"] == ["2", "0", "0", "0"]  # new, continued, already here, erased
    assert first["People"] == ["2", "0", "0"]
    assert first["Sittings"] == ["2", "0"]
    called = call("database", "merge", str(there), "--db", str(here))
    assert table(called.out)["Episodes"] == ["0", "0", "2", "0"]
    assert "Nothing new: everything was already here." in called.out


def test_runs_and_their_planned_episodes_are_counted(here: Path, tmp_path: Path) -> None:
    other = tmp_path / "run.db"
    run = ("run", "taboo", "--players", "scripted", "--limit", "2", "--experiment", "high")
    assert call(*run, "--db", str(other)).code == 0
    first = call("database", "merge", str(other), "--db", str(here)).out
    assert table(first)["Runs"] == ["1", "0"]
    assert "Planned episodes 2 0 0" in " ".join(first.split())
    again = call("database", "merge", str(other), "--db", str(here)).out
    assert table(again)["Runs"] == ["0", "1"]
    assert "Planned episodes 0 0 2" in " ".join(again.split())


def collect(path: Path, name: str, *numbers: int) -> None:
    """Enrol new people of these numbers in a study."""
    writer = Writer(path)
    for number in numbers:
        person = writer.new_person(name) or writer.new_person(f"{name} {number}")
        assert person is not None
        enrolled(writer, "memory", person.id, number)
    writer.close()


def test_studies_and_participants_are_counted(here: Path, tmp_path: Path) -> None:
    other = tmp_path / "study.db"
    collect(other, "Eve", 1, 2)
    first = call("database", "merge", str(other), "--db", str(here))
    assert table(first.out)["Studies"] == ["1", "0"]  # new, already here
    assert table(first.out)["Participants"] == ["2", "0"]
    assert "Study memory" not in first.out
    again = call("database", "merge", str(other), "--db", str(here)).out
    assert (table(again)["Studies"], table(again)["Participants"]) == (["0", "1"], ["0", "2"])
    assert not {"Studies", "Participants"} & table(call_merge_without_studies(tmp_path)).keys()


def call_merge_without_studies(tmp_path: Path) -> str:
    one, two = tmp_path / "one.db", tmp_path / "two.db"
    for path in (one, two):
        Writer(path).close()
    return call("database", "merge", str(two), "--db", str(one)).out


def test_what_occurs_twice_in_a_study_is_printed(tmp_path: Path) -> None:
    one, two = tmp_path / "one.db", tmp_path / "two.db"
    collect(one, "Ada", 7)
    shutil.copyfile(one, two)
    for path, numbers in ((one, (8,)), (two, (8, 9))):
        collect(path, "Bob", *numbers)
    writer = Writer(one)
    ada = writer.person("Ada").id
    writer.exposure(ada, INSTANCE.task_key, INSTANCE.hash, "watched")
    writer.close()
    for arguments in (("--dry-run",), ()):
        called = call("database", "merge", str(two), "--db", str(one), *arguments)
        assert (called.code, called.err) == (0, "")
        said = [line for line in called.out.splitlines() if line.startswith("Study memory")]
        assert said == [
            "Study memory: participant number 8 was given more than once; each enrolment is kept.",
            "Study memory, participant 7: 1 task was assigned or met more than once; all episodes "
            "are kept.",
        ]
    found = merged(one, two)["doubled"]
    assert found == [
        {"study": "memory", "kind": "number", "numbers": [8], "keys": []},
        {"study": "memory", "kind": "tasks", "numbers": [7], "keys": [INSTANCE.task_key]},
    ]


def test_dry_run_reports_and_writes_nothing(here: Path, there: Path) -> None:
    before = here.read_bytes()
    would = merged(here, there, "--dry-run")
    called = call("database", "merge", str(there), "--db", str(here), "--dry-run")
    assert here.read_bytes() == before
    assert "Nothing was written" in called.out
    assert would == {**merged(here, there), "dry_run": True}


def test_json_has_all_fields(here: Path, there: Path) -> None:
    found = merged(here, there)
    assert set(found) == {
        "dry_run", "episodes_new", "episodes_continued", "episodes_known", "episodes_erased",
        "episodes_playing", "episodes_split", "episodes_ended_alike", "people_new",
        "people_renamed", "people_known", "people_forgotten",
        "sessions_new", "sessions_known", "consents_new", "consents_known", "runs_new",
        "runs_known", "studies_new", "studies_known", "participants_new", "participants_known",
        "items_new", "items_continued", "items_known", "decisions_new", "rows",
        "doubled", "problems",
    }  # fmt: skip
    (renamed,) = found["people_renamed"]
    assert renamed["there"] == "ada"
    assert sorted(found["people_new"]) == sorted([renamed["here"], "bob"])
    assert (found["episodes_new"], found["sessions_new"]) == (2, 2)


def test_merged_episode_can_be_resumed(here: Path, there: Path) -> None:
    merged(here, there)
    called = call("play", "wordle", "--resume", "--as", "bob", "--db", str(here),
                  typed=lines("trial", ""))  # fmt: skip
    assert called.code == 0
    assert merged(here, there)["rows"] == 0
    back = merged(there, here)
    assert (back["episodes_new"], back["episodes_continued"]) == (1, 1)


def test_merge_errors_are_one_line(here: Path, tmp_path: Path) -> None:
    itself = call("database", "merge", str(here), "--db", str(here))
    assert itself.code == 1
    assert "this is the same database" in itself.error
    other = tmp_path / "notes.txt"
    other.write_text("no database " * 100, encoding="utf-8")
    called = call("database", "merge", str(other), "--db", str(here))
    assert called.code == 1
    assert called.error == f"{other}: not an SQLite database; name another database"


def test_missing_file_is_wrong_usage(here: Path, tmp_path: Path) -> None:
    called = call("database", "merge", str(tmp_path / "none.db"), "--db", str(here))
    assert called.code == 2
    assert "none.db" in called.error
    assert call("database", "merge").code == 2


def test_episodes_continued_in_both_are_named(there: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.db"
    shutil.copyfile(there, other)
    for path, word in ((there, "trial"), (other, "moist")):
        play("wordle", "--resume", "--as", "bob", "--db", str(path), typed=lines(word, ""))
        listed = json.loads(call("episodes", "list", "--db", str(path), "--json").out)
        (adas,) = (each["id"] for each in listed if each["people"] == ["ada"])
        closed = (
            "episodes",
            "close",
            adas[-8:],
            "--outcome",
            "void",
            "--by",
            "Cleo",
            "--reason",
            "old",
            "--yes",
        )
        assert call(*closed, "--db", str(path)).code == 0
    (split,) = merged(there, other, "--dry-run")["episodes_split"]
    for arguments in (("--dry-run",), ()):
        called = call("database", "merge", str(other), "--db", str(there), *arguments)
        assert (called.code, called.err) == (0, "")
        assert (
            f"Episode {split['episode'][-8:]} was continued differently in the two databases. "
            f"Both are kept, the second continuation as episode {split['new'][-8:]}; clemtui "
            "episodes show says whether each one counts."
        ) in called.out
        assert (
            f"Episode {adas[-8:]} ended in the same way in both databases; the first end is kept."
        ) in called.out
    assert merged(there, other)["rows"] == 0

"""``clemtui people export`` and ``forget``: a participant asks for their data, or their erasure."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.study.test_collecting import (
    ENTERS,
    LOSES,
    READS,
    SMALL,
    UNDERSTANDS,
    code_in,
    join,
    rows,
)
from tests.study.protocols import study_folder
from tests.support.calling import call


@pytest.fixture
def frozen(home: Path) -> Path:
    """The home folder, with the frozen study ``memory``."""
    study_folder(home / "data" / "studies", *SMALL)
    assert call("study", "freeze", "memory").code == 0
    return home


def test_everything_about_a_participant_is_exported(frozen: Path) -> None:
    code = code_in(join())
    join()  # someone else
    document = json.loads(call("people", "export", code).out)
    assert document["person"] == code
    assert [(each["purpose"], each["decision"]) for each in document["consents"]] == [
        ("record", "given"),
        ("publish", "refused"),
    ]
    (study,) = document["studies"]
    assert (study["study"], study["number"], len(study["answers"])) == ("memory", 1, 12)
    assert len(document["episodes"]) == 3
    assert {each["how"] for each in document["met"]} == {"played", "saw solution"}
    said = [each for entry in document["episodes"] for each in entry["entries"]]
    assert any("zebra" in json.dumps(each) for each in said)


def test_the_solution_of_an_unfinished_episode_is_not_in_it(frozen: Path) -> None:
    code = code_in(join((*ENTERS, *READS, *LOSES, *UNDERSTANDS, "zebra")))
    document = json.loads(call("people", "export", code).out)
    (running,) = (each for each in document["episodes"] if each["state"] == "running")
    assert running["view"] == "Player 2"
    (target,) = rows(
        frozen,
        """SELECT json_extract(c.body, '$.data.target_word') FROM episodes e
        JOIN contents c ON c.hash = e.instance
        WHERE e.id NOT IN (SELECT episode FROM episode_ends)""",
    )[0]
    assert isinstance(target, str)
    assert target not in json.dumps(running, ensure_ascii=False)


def test_a_new_file_is_written_and_none_overwritten(frozen: Path, tmp_path: Path) -> None:
    code = code_in(join())
    file = tmp_path / "own.json"
    assert call("people", "export", code, "--output", str(file)).out == ""
    assert json.loads(file.read_text())["person"] == code
    assert "already exists" in call("people", "export", code, "--output", str(file)).error


def test_whoever_is_forgotten_still_counts_as_a_participant(frozen: Path) -> None:
    code = code_in(join())
    assert call("people", "forget", code, "--scores", "--yes").code == 0
    assert call("people", "export", code).code == 2
    assert rows(frozen, "SELECT DISTINCT value FROM answers") == [("null",)]
    assert rows(frozen, "SELECT count(*) FROM enrolments") == [(1,)]
    flow = json.loads(call("study", "report", "memory", "--json").out)["flow"]
    assert (flow["admitted"], flow["analysed"]) == (1, 0)

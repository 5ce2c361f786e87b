"""``clemtui study report``: what participants did, as figures."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.study.test_collecting import (
    ENTERS,
    LOSES,
    PATH,
    READS,
    SMALL,
    UNDERSTANDS,
    join,
)
from tests.study.protocols import study_folder
from tests.support.calling import call

ADMITS = (*PATH[:-2], "1", "")
"""The whole path of someone who says that they used a language model."""


@pytest.fixture
def played(home: Path) -> Path:
    """A study with one declined person, three who finished, one of them with a language model, and
    one who withdrew."""
    slow = ("value = 80.5\n", "value = 80.5\n[checks]\ntoo_fast = { seconds = 0 }\n")
    study_folder(home / "data" / "studies", *SMALL, slow)
    call("study", "freeze", "memory")
    join(("yes", "8", "no"))
    for path in (PATH, PATH, ADMITS):
        assert join(path).out.endswith("You have finished this study. Thank you!\n")
    join((*ENTERS, *READS, *LOSES, *UNDERSTANDS, *LOSES, "/withdraw", "1", "yes"))
    return home


def document() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(call("study", "report", "memory", "--json").out)
    return found


def test_everyone_is_in_the_flow(played: Path) -> None:
    assert document()["flow"] == {
        "asked": 5,
        "turned_away": {"not eligible": 0, "declined": 1},
        "admitted": 4,
        "withdrawn": 1,
        "unfinished": 0,
        "excluded": {"ai_use": 1},
        "analysed": 3,
    }


def test_figures_count_what_is_recorded(played: Path) -> None:
    without, including = document()["rows"]
    assert (without["with_excluded"], including["with_excluded"]) == (False, True)
    assert without["joint"]["episodes"] == 5, "two of each who finished, and one"
    assert including["joint"]["episodes"] == 7
    assert without["joint"]["value"] == 0.0
    assert without["joint"]["method"] == "clopper-pearson"
    assert without["joint"]["low"] == 0.0 < without["joint"]["high"] < 100.0


def test_the_report_says_what_was_marked_and_compared(played: Path) -> None:
    out = call("study", "report", "memory").out
    assert "marked: ai_use 1, unfinished 1" in out
    assert "excluded (ai_use): 1" in out
    assert "episodes that do not count: not finished 1" in out, "whoever withdrew had begun it"
    assert "taboo: people minus 80.5: -80.5 [-80.5, " in out


def test_episodes_that_were_excluded_from_the_study_alone_do_not_count(played: Path) -> None:
    listed = json.loads(call("episodes", "list", "--json").out)
    played_to_the_end = [e for e in listed if e["state"] == "finished" and not e["practice"]]
    episode = played_to_the_end[0]["id"]
    before = document()["rows"][-1]["joint"]["episodes"]
    reason = ("--reason", "the fire alarm", "--by", "Ann", "--study", "memory")
    assert call("episodes", "exclude", episode, *reason).code == 0
    assert document()["rows"][-1]["joint"]["episodes"] == before - 1
    assert document()["left_out"] == {"not finished": 1, "excluded": 1}


def test_a_report_of_nothing_is_a_report(home: Path) -> None:
    study_folder(home / "data" / "studies", *SMALL)
    call("study", "freeze", "memory")
    called = call("study", "report", "memory")
    assert called.code == 0
    assert "analysed: 0" in called.out
    assert document()["rows"][0]["joint"] is None


def test_a_report_says_what_the_protocol_does_not_state(home: Path) -> None:
    unsaid = (('ethics = "board 7, number 12"\n', ""), ('payment = "none"\n', ""))
    study_folder(home / "data" / "studies", *SMALL, *unsaid)
    call("study", "freeze", "memory")
    assert "not stated: payment, ethics\n" in call("study", "report", "memory").out
    assert document()["not_stated"] == ["participants.payment", "responsible.ethics"]

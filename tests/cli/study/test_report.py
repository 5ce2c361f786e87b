"""``clemtui study report``: what participants did, as figures."""

from __future__ import annotations

import json
import re
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
    join((*ENTERS, *READS, *LOSES, *UNDERSTANDS, *LOSES, "zebra", "/withdraw", "1", "yes"))
    return home


def document() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(call("study", "report", "memory", "--json").out)
    return found


def test_everyone_is_in_the_flow(played: Path) -> None:
    assert document()["flow"] == {
        "asked": 5,
        "turned_away": {"not eligible": 0, "declined": 1},
        "admitted": 4,
        "finished": 3,
        "unfinished": 0,
        "withdrawn": 1,
        "not_analysed": {
            "withdrawn": 0,
            "comprehension": 0,
            "attention": 0,
            "ai_use": 1,
            "unfinished": 0,
            "no episode counts": 0,
        },
        "analysed": 3,
        "analysed_stages": {"finished": 2, "unfinished": 0, "withdrawn": 1},
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
    assert "  ai_use: 1 of 4 participants, with 2 of 8 episodes; excludes them" in out
    assert "  unfinished: 1 of 4 participants, with 2 of 8 episodes; excludes nothing" in out
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


def test_every_figure_has_its_numbers_and_its_method(played: Path) -> None:
    out = call("study", "report", "memory").out
    assert "people  instances  episodes  method" in out
    (joint,) = [
        line.split() for line in out.split("taboo (with excluded)")[0].splitlines()
        if line.startswith("  joint ")
    ]  # fmt: skip
    found = document()["rows"][0]["joint"]
    counts = [str(found[name]) for name in ("participants", "instances", "episodes")]
    assert joint[-4:] == [*counts, "clopper-pearson"]
    assert "correction holm" in out


def test_nothing_is_wider_than_80_cells(played: Path) -> None:
    call("study", "match", "memory", "--players", "scripted")
    lines = call("study", "report", "memory").out.splitlines()
    assert max(map(len, lines)) <= 80


def test_times_are_those_that_are_recorded(played: Path) -> None:
    (whole,) = document()["times"]
    assert whole["answers"] == 15, "three guesses in each of five episodes that count"
    assert whole["unknown"] == 0
    assert whole["episode"]["episodes"] == 5
    assert whole["median_episode"] > whole["median_answer"] > 0
    out = call("study", "report", "memory").out
    assert "time in seconds, without pauses" in out
    assert "  taboo: 15 answers\n    an answer: " in out


def test_what_depends_on_exclusions_is_there_with_and_without_them(played: Path) -> None:
    found = document()
    assert found["primary"][0]["difference"]["episodes"] == 5
    assert found["with_excluded"]["primary"][0]["difference"]["episodes"] == 7
    assert found["with_excluded"]["times"][0]["episode"]["episodes"] == 7
    assert "the same with what is excluded:" in call("study", "report", "memory").out


def test_published_scores_of_people_are_a_reference_that_nothing_is_compared_with(
    played: Path,
) -> None:
    (found,) = document()["published"]
    assert (found["game"], found["quality"], found["since"]) == ("taboo", 80.5, "2024-05-31")
    out = call("study", "report", "memory").out
    _, section = out.split("published scores of people, for reference: not comparable with those")
    assert "taboo: quality 80.5, 100 % played (clembench 1.6, en, 2024-05-31)" in section
    assert "the players were the authors" in section


def test_what_cannot_be_estimated_says_why(played: Path) -> None:
    found = document()
    assert found["mixed"][0]["model"]["refused"] == "few participants"
    assert found["over_games"] == [], "there is one game"
    assert "not fitted (few participants)" in call("study", "report", "memory").out


def test_participants_who_were_asked_about_their_partner(home: Path) -> None:
    asks = ("value = 80.5\n", "value = 80.5\n[blinding]\nquestion = true\n")
    study_folder(home / "data" / "studies", *SMALL, asks)
    call("study", "freeze", "memory")
    for first, second in (("1", "2"), ("2", "2")):
        path = (*ENTERS, *READS, *LOSES, *UNDERSTANDS)
        ends = (*LOSES, first, "80", *LOSES, second, "20", "1", "2", "2", "")
        assert join((*path, *ends)).out.endswith("You have finished this study. Thank you!\n")
    (check,) = document()["partners"]
    assert check["partner"] == "scripted"
    assert check["found"]["said_person"]["value"] == 25.0
    assert check["found"]["confidence"]["value"] == 50.0
    assert check["bang"][0] == 0.5
    out = call("study", "report", "memory").out
    assert "  taboo (partner: scripted): 25.0 [" in out
    assert 'after "person" 80.0, after "program" 40.0' in out


def test_an_r_script_is_written_to_a_new_file(played: Path, tmp_path: Path) -> None:
    file = tmp_path / "memory.R"
    called = call("study", "report", "memory", "--r-script", str(file))
    assert (called.code, called.out) == (0, f"{file}: not run; needs R and lme4\n")
    text = file.read_text("utf-8")
    assert text.startswith("# This script was not run by clemtui.")
    assert "played ~ 1 + (1 | participant) + (1 | instance)" in text
    assert text.count("\ntaboo,people,") == 5, "what counts and is not excluded"
    assert not re.search("P-[0-9A-Z]{8}", text), "the code of a participant"


def test_an_r_script_overwrites_nothing(played: Path, tmp_path: Path) -> None:
    file = tmp_path / "memory.R"
    file.write_text("mine")
    called = call("study", "report", "memory", "--r-script", str(file))
    assert (called.code, called.error) == (2, f"{file} already exists; choose another file name")
    assert file.read_text() == "mine"
    other = call("study", "report", "memory", "--r-script", str(tmp_path / "memory.json"))
    assert other.code == 2
    assert "choose a name that ends in .R" in other.error
    both = call("study", "report", "memory", "--json", "--r-script", str(file))
    assert both.code == 2
    assert both.error.startswith("--json and --r-script exclude each other")


def test_games_are_compared_with_each_other(home: Path) -> None:
    games = (
        '[analysis.primary]\nbetween = "people and value"\nvalue = 80.5',
        '[[games]]\ngame = "privateshared"\nseats = ["Answerer"]\nepisodes = 2\n\n'
        '[analysis.primary]\nbetween = "games"\nbaseline = "taboo"',
    )
    study_folder(home / "data" / "studies", *SMALL, games)
    assert call("study", "freeze", "memory").code == 0
    (compared,) = document()["primary"]
    assert (compared["game"], compared["level"], compared["baseline"]) == (
        "games", "privateshared", "taboo",
    )  # fmt: skip
    assert not compared["paired"]
    assert "primary comparison: games, joint" in call("study", "report", "memory").out

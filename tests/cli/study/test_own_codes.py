"""Codes of one's own: whose they can be, and what looks like them."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from clemtui.study.path.codes import code_meant, is_alike, is_typeable, new_code
from tests.cli.study.test_collecting import ENTERS, SMALL, code_in, join, rows
from tests.study.protocols import study_folder
from tests.support.calling import call

REFUSED = "This code cannot be used. Type another one, or leave it empty."
KNOWN = "Someone has already played here as"


@pytest.fixture(autouse=True)
def frozen(home: Path) -> None:
    study_folder(home / "data" / "studies", *SMALL)
    assert call("study", "freeze", "memory").code == 0


def as_code(*lines: str) -> tuple[str, ...]:
    return (*ENTERS[:-1], *lines)


def play_as(name: str) -> None:
    """Play taboo outside of any study."""
    play = ("play", "taboo", "--seat", "guesser", "--as", name, "--plain")
    called = call(*play, typed="zebra\nhorse\ncow\n")
    assert called.code == 0, called.err + called.out


def freeze_another(home: Path) -> None:
    folders = home / "data" / "studies"
    shutil.copytree(folders / "memory", folders / "later")
    assert call("study", "freeze", "later").code == 0


@pytest.mark.parametrize("typed", ["Boss", "boss", "ＢＯＳＳ", "bóss"])
def test_a_name_that_has_played_outside_of_studies_is_no_code(home: Path, typed: str) -> None:
    play_as("Boss")
    called = join(as_code(typed, "mine-1"))
    assert REFUSED in called.out
    assert KNOWN not in called.out, "whether the name exists is not told"
    assert code_in(called) == "mine-1"
    episodes = "SELECT count(*) FROM erased_episodes"
    assert rows(home, episodes) == [(0,)]


def test_a_name_that_has_played_in_and_outside_of_studies_is_no_code(home: Path) -> None:
    freeze_another(home)
    play_as("Boss")
    assert code_in(join(as_code("lab-7"))) == "lab-7"
    play_as("lab-7")
    called = call("study", "join", "later", typed="".join(f"{a}\n" for a in as_code("lab-7", "")))
    assert REFUSED in called.out
    assert KNOWN not in called.out


def test_whoever_took_part_in_another_study_can_use_their_code_again(home: Path) -> None:
    freeze_another(home)
    assert code_in(join(as_code("lab-7", "", "", "zebra", "horse", "cow"))) == "lab-7"
    lines = as_code("LAB-7", "yes")
    called = call("study", "join", "later", typed="".join(f"{each}\n" for each in lines))
    assert f"{KNOWN} lab-7. Was that you?" in called.out or f"{KNOWN} LAB-7" in called.out
    assert code_in(called) == "lab-7"


@pytest.mark.parametrize("typed", ["-1", "–1", "--help", "－a"])
def test_a_code_that_a_command_would_take_for_an_option_is_refused(typed: str) -> None:
    called = join(as_code(typed, "mine-1"))
    assert REFUSED in called.out
    assert code_in(called) == "mine-1"


def test_what_looks_like_a_code_is_that_code(home: Path) -> None:
    code = code_in(join(ENTERS))
    alike = code.replace("-", "–").lower()
    assert "Is this true of you?" not in join(("",), alike).out, "they go on"
    taken = join(as_code(alike, "yes", "mine-1"))
    assert f"The code {code} is that of a participant: choose another" in taken.out
    assert code_in(taken) == "mine-1"
    assert rows(home, "SELECT count(*) FROM people") == [(2,)]


def test_a_code_that_could_be_either_of_two_is_refused() -> None:
    for code in ("zoe", "zoé"):
        assert call("people", "add", code).code == 0
    called = join(as_code("zoè", "mine-1"))
    assert REFUSED in called.out
    assert code_in(called) == "mine-1"


def test_ones_code_can_be_used_although_a_player_has_a_name_that_looks_like_it() -> None:
    assert call("people", "add", "zoe").code == 0
    play_as("zoé")
    assert code_in(join(as_code("zoe", "yes"))) == "zoe"


# Looks


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("P–T487Q4HH", "P-T487Q4HH", True),
        ("P—T487", "p\N{MINUS SIGN}t487", True),
        ("Ｐ－Ｔ４８７", "P-T487", True),
        ("zoé", "ZOE", True),
        ("zoe\N{COMBINING ACUTE ACCENT}", "zoe", True),
        ("P-T487", "PT487", False),
        ("కి", "కా", False),  # vowels of Telugu are letters to those who read it
        ("が", "か", False),
    ],
)
def test_codes_look_alike_whatever_their_dashes_width_case_and_accents(
    one: str, other: str, alike: bool
) -> None:
    assert is_alike(one, other) == alike


def test_a_typed_code_stands_for_itself_before_one_that_looks_like_it() -> None:
    assert code_meant("zoé", ["zoe", "zoé"]) == "zoé"
    assert code_meant("zoè", ["zoe", "zoé"]) == "zoè", "it could be either"
    assert code_meant("zoè", ["zoe", "ann"]) == "zoe"
    assert code_meant("P–1", ["P-1"]) == "P-1"
    assert code_meant("new", ["P-1"]) == "new"


def test_every_new_code_can_be_typed() -> None:
    assert all(is_typeable(new_code()) for _ in range(100))

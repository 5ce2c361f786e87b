"""``clemtui study rehearse``: scripted people take part, and not in the records of people."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.cli.study.test_collecting import SMALL
from tests.study.protocols import PROTOCOL, study_folder
from tests.support.calling import CallResult, call
from tests.support.fake_openai import FakeOpenAI, error_reply
from tests.support.paths import ROOT


def rehearse(study: str, file: Path, *more: str) -> CallResult:
    return call("study", "rehearse", study, "--to", str(file), *more)


def test_scripted_people_go_through_the_whole_study(home: Path, tmp_path: Path) -> None:
    study_folder(home / "data" / "studies", *SMALL)
    file = tmp_path / "a trial.db"
    called = rehearse("memory", file, "--people", "2")
    assert called.code == 0, called.err
    assert called.out == (
        f"2 scripted participants finished\nNext: clemtui study report memory --db '{file}'\n"
    )
    status = json.loads(call("study", "status", "memory", "--json", "--db", str(file)).out)
    assert status["participants"] == {
        "planned": 24, "unfinished": 0, "finished": 2, "withdrawn": 0
    }  # fmt: skip
    assert [each["ended"] for each in status["cells"]] == [4]
    found = json.loads(call("study", "report", "memory", "--json", "--db", str(file)).out)
    assert found["flow"]["analysed"] == 2
    assert found["marked"] == {}, "they answer rightly, and not too fast"
    assert found["primary"][0]["difference"]["episodes"] == 4


def test_the_records_of_people_are_left_alone(home: Path, tmp_path: Path) -> None:
    study_folder(home / "data" / "studies", *SMALL)
    assert rehearse("memory", tmp_path / "trial.db").code == 0
    assert not (home / "data" / "clemtui.db").exists()
    own = rehearse("memory", home / "data" / "clemtui.db")
    assert own.error.endswith("clemtui.db is your own database; choose a new file")
    assert not (home / "data" / "clemtui.db").exists()
    assert call("study", "freeze", "memory").code == 0
    again = rehearse("memory", tmp_path / "trial.db")
    assert (again.code, again.out) == (2, "")
    assert again.error.endswith("trial.db already exists; choose a new file")


def test_a_rehearsal_says_so_and_is_never_merged_with_people(home: Path, tmp_path: Path) -> None:
    study_folder(home / "data" / "studies", *SMALL)
    assert rehearse("memory", tmp_path / "trial.db").code == 0
    for command in ("report", "status"):
        said = " ".join(
            call("study", command, "memory", "--db", str(tmp_path / "trial.db")).out.split()
        )
        assert "rehearsed: everyone who takes part is a scripted player" in said
    assert call("study", "freeze", "memory").code == 0
    assert "frozen" in call("database", "merge", str(tmp_path / "trial.db")).error
    status = json.loads(call("study", "status", "memory", "--json").out)
    assert status["flow"]["admitted"] == 0


def test_a_rehearsal_has_no_more_people_than_places(home: Path, tmp_path: Path) -> None:
    study_folder(home / "data" / "studies", *SMALL)
    called = rehearse("memory", tmp_path / "trial.db", "--people", "25")
    assert called.error == "the study has places for 24 participants"
    assert not (tmp_path / "trial.db").exists()


@pytest.mark.parametrize("example", ["prompt-languages"])
def test_a_copy_of_an_example_is_rehearsed_without_a_change(
    home: Path, tmp_path: Path, example: str
) -> None:
    folder = tmp_path / "mine" / "copied"
    shutil.copytree(ROOT / "sessions" / "studies" / example, folder)
    checked = call("study", "check", str(folder))
    assert checked.code == 0
    assert "has a blank to fill in" in checked.out
    called = rehearse(str(folder), tmp_path / "trial.db", "--people", "1")
    assert called.code == 0, called.err
    assert "1 scripted participant finished" in called.out


def test_a_partner_that_does_not_answer_ends_it_and_leaves_nothing(
    home: Path, tmp_path: Path
) -> None:
    with FakeOpenAI(lambda messages: error_reply(401, "wrong key")) as server:
        partner = f'partner = {{ model = "openai/x", api_base = "{server.base_url}" }}'
        study_folder(
            home / "data" / "studies", *SMALL[1:], ("episodes = 4", f"episodes = 2\n{partner}")
        )
        called = rehearse("memory", tmp_path / "trial.db")
    assert called.code == 1
    assert called.error.startswith("taboo: the partner did not answer; if it is a model, it must")
    assert [each.name for each in tmp_path.iterdir() if "trial" in each.name] == []


def test_a_protocol_with_an_error_is_not_rehearsed(home: Path, tmp_path: Path) -> None:
    study_folder(home / "data" / "studies", ("episodes = 4", "episodes = 40"))
    called = rehearse("memory", tmp_path / "trial.db")
    assert called.code == 1
    assert "is too large" in called.error
    assert not (tmp_path / "trial.db").exists()


SEVEN = {
    "taboo": ("WordDescriber", "WordGuesser"), "wordle": ("WordGuesser",),
    "wordle_withclue": ("WordGuesser",),
    "wordle_withcritic": ("ReflectingWordGuesser", "WordCritic"),
    "imagegame": ("Instruction Giver", "Instruction Follower"),
    "referencegame": ("InstructionGiver", "InstructionFollower"), "privateshared": ("Answerer",),
}  # fmt: skip


PERSON = 'partner = "person"\n'


def of_games(
    home: Path, games: Mapping[str, tuple[str, ...]], interface: str, more: str = ""
) -> None:
    """Write a study in which everyone plays each role of these games once."""
    tables = "\n".join(
        f'[[games]]\ngame = "{game}"\nseats = {json.dumps(seats)}\nepisodes = {len(seats)}\n'
        f'{more}instances = {{ choose = "sample", number = 6 }}'
        for game, seats in games.items()
    )
    before, rest = PROTOCOL.split("[[games]]")
    condition = f'[condition]\ninterface = "{interface}"\n'
    text = f"{before}{condition}{tables}\n[analysis.primary]{rest.split('[analysis.primary]')[1]}"
    folder = study_folder(home / "data" / "studies", SMALL[1])
    (folder / "study.toml").write_text(text.replace('["en", "de"]', '["en"]'), "utf-8")


@pytest.mark.parametrize("interface", ["assisted", "board", "verbatim"])
def test_scripted_people_play_every_game_in_every_interface(
    home: Path, tmp_path: Path, interface: str
) -> None:
    of_games(home, SEVEN, interface)
    file = tmp_path / "trial.db"
    called = rehearse("memory", file, "--people", "1")
    assert called.code == 0, called.err
    found = json.loads(call("study", "report", "memory", "--json", "--db", str(file)).out)
    assert found["episodes"] == sum(map(len, SEVEN.values()))
    assert found["marked"] == {}, "the probes of privateshared have the same answer many times"


@pytest.mark.parametrize("interface", ["assisted", "board", "verbatim"])
def test_scripted_people_play_both_roles_where_a_second_person_is_the_partner(
    home: Path, tmp_path: Path, interface: str
) -> None:
    of_games(home, {"wordle_withcritic": SEVEN["wordle_withcritic"]}, interface, PERSON)
    file = tmp_path / "trial.db"
    called = rehearse("memory", file, "--people", "1")
    assert called.code == 0, called.err
    found = json.loads(call("study", "report", "memory", "--json", "--db", str(file)).out)
    assert found["episodes"] == 2, "one in each role"


@pytest.mark.parametrize("interface", ["assisted", "verbatim"])
def test_a_choice_is_no_identical_answer_and_a_word_is(
    home: Path, tmp_path: Path, interface: str
) -> None:
    """Here, a single answer is a row: the finder of the reference game chooses, the guesser of
    Taboo writes."""
    games = {"taboo": ("WordGuesser",), "referencegame": ("InstructionFollower",)}
    of_games(home, games, interface)
    protocol = home / "data" / "studies" / "memory" / "study.toml"
    text = protocol.read_text("utf-8")
    protocol.write_text(f"{text}\n[checks]\nidentical = 1\n", "utf-8")
    file = tmp_path / "trial.db"
    called = rehearse("memory", file, "--people", "1")
    assert called.code == 0, called.err
    found = json.loads(call("study", "report", "memory", "--json", "--db", str(file)).out)
    marked = found["marked"]["identical"]
    assert (marked["episodes"], marked["of_episodes"]) == (1, 2)

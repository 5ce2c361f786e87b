"""``clemtui study status``: how far a study has got, in the words of the protocol."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.study.conftest import Recorded
from tests.cli.study.exported import table
from tests.cli.study.test_collecting import (
    ENTERS,
    FINISHES,
    LOSES,
    PATH,
    READS,
    SMALL,
    UNDERSTANDS,
    join,
)
from tests.study.protocols import study_folder
from tests.support.calling import call

VERBATIM = ("value = 80.5\n", 'value = 80.5\n[condition]\ninterface = "verbatim"\naids = []\n')
GUESSES = tuple(line for word in LOSES for line in (f"GUESS: {word}", "/done"))
TIME_UP = "minutes = 0.0000001"


def lines() -> list[str]:
    called = call("study", "status", "memory")
    assert called.code == 0, called.err
    return called.out.splitlines()


def freeze(home: Path, *changes: tuple[str, str]) -> None:
    study_folder(home / "data" / "studies", *SMALL[1:], *changes)
    assert call("study", "freeze", "memory").code == 0


def test_it_says_how_episodes_ended_and_calls_seats_by_their_roles(home: Path) -> None:
    freeze(home, VERBATIM)
    giving_up = ("/giveup", "yes")
    played = (*GUESSES, "nonsense", "/done", *giving_up)
    joined = join((*ENTERS, *READS, *GUESSES, *UNDERSTANDS, *played, "/leave"))
    assert joined.code == 0, joined.out
    assert (
        "  taboo, WordGuesser, en: 3 of 4 assigned have ended: 1 played (1 of them lost), "
        "1 aborted, 1 given up"
    ) in lines()
    assert "Player" not in "".join(lines())
    (cell,) = json.loads(call("study", "status", "memory", "--json").out)["cells"]
    assert (cell["seat"], cell["role"]) == ("Player 2", "WordGuesser")
    assert (cell["assigned"], cell["ended"], cell["played"], cell["lost"]) == (4, 3, 1, 1)
    assert (cell["aborted"], cell["given_up"], cell["time_up"], cell["closed"]) == (1, 1, 0, 0)


def test_an_episode_whose_time_was_up_is_not_one_that_was_played(home: Path) -> None:
    freeze(home, ("episodes = 4", f"episodes = 2\n{TIME_UP}"))
    guess = LOSES[0]
    assert join((*ENTERS, *READS, guess, *UNDERSTANDS, guess, guess, *FINISHES)).code == 0
    assert "  taboo, WordGuesser, en: 2 of 2 assigned have ended: 2 time up" in lines()


def test_whatever_comes_right_after_each_other_is_called_by_its_role(home: Path) -> None:
    freeze(home, ('seats = ["WordGuesser"]', 'seats = ["WordDescriber", "WordGuesser"]'))
    join((*ENTERS, *READS, "/leave"))
    found = [each for each in lines() if " right after " in each]
    assert len(found) == 1
    assert {"WordDescriber", "WordGuesser"} == {
        each for each in ("WordDescriber", "WordGuesser", "Player") if each in found[0]
    }


def test_before_anyone_comes_all_numbers_are_there(home: Path) -> None:
    freeze(home)
    assert lines()[1:] == [
        "participants: 0 of 24 (0 unfinished, 0 finished, 0 withdrawn)",
        "asked: 0",
        "  not admitted: 0",
        "    not eligible: 0",
        "    declined: 0",
        "admitted: 0",
        "  finished: 0, not finished: 0, withdrawn or erased: 0",
        "  not analysed: 0",
        "    withdrawn or erased: 0",
        "    not finished: 0",
        "    no episode that counts: 0",
        "analysed: 0",
        "  finished: 0, not finished: 0, withdrawn or erased: 0",
        "episodes that count: 0",
        "episodes of those who have not withdrawn, without practice:",
        "  taboo, WordGuesser, en: 0 of 0 assigned have ended",
    ]


def test_all_studies_are_listed_with_how_far_they_have_got(home: Path) -> None:
    assert call("study", "list").out.startswith("no studies yet")
    study_folder(home / "data" / "studies", *SMALL)
    assert call("study", "freeze", "memory").code == 0
    study_folder(home / "data" / "studies", name="another")
    assert join(PATH).code == 0
    lines = [line for line in call("study", "list").out.splitlines() if line.strip()]
    head, _rule, frozen, draft = lines
    assert head.split() == ["study", "state", "finished", "episodes", "last", "active", "title"]
    assert frozen.split()[:6] == ["memory", "open", "1", "of", "24", "2"]
    assert draft.split()[:4] == ["another", "draft", "Scores", "of"]
    one, other = json.loads(call("study", "list", "--json").out)
    assert (one["name"], one["finished"], one["planned"], one["problem"]) == ("memory", 1, 24, "")
    assert (other["state"], other["last"]) == ("draft", None)
    assert other["folder"] == str(home / "data" / "studies" / "another")


def test_list_status_report_and_export_count_the_same_episodes(
    recorded: Recorded, folder: Path
) -> None:
    """Among them are an episode of someone who withdrew and kept it, and one that a mark excludes;
    one that was excluded by hand is not."""
    (listed,) = json.loads(call("study", "list", "--json").out)
    exported = [
        each
        for each in table(folder, "episodes")
        if each["practice"] == "false" and not each["left_out"]
    ]
    assert any(each["excluding_marks"] for each in exported)
    assert listed["episodes"] == len(exported)
    for command in ("status", "report"):
        found = json.loads(call("study", command, "memory", "--json").out)
        assert found["episodes"] == len(exported)
        assert f"episodes that count: {len(exported)}" in call("study", command, "memory").out

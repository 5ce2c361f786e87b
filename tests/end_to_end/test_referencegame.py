"""The reference game in a real terminal: an episode for each seat."""

from __future__ import annotations

from clemtui.catalogue import open_catalogue
from tests.end_to_end.conftest import Program, Start
from tests.end_to_end.terminal import Terminal

SEED = 3


def _began(start: Start, seat: str) -> Terminal:
    return start(
        *("play", "referencegame", "--seat", seat, "--lang", "en"),
        *("--seed", str(SEED), "--as", "Ada"),
    )


def _left(terminal: Terminal, program: Program) -> dict[str, object]:
    terminal.press("ctrl+q")
    assert terminal.wait_for_exit() == 0
    (episode,) = program.episodes()
    assert (episode["state"], episode["responses"]) == ("finished", 2)
    return episode


def test_a_giver_describes_the_target(program: Program, start: Start) -> None:
    terminal = _began(start, "InstructionGiver")
    terminal.wait(r"┏━Target━+┓ +Other 1 +Other 2")
    terminal.type("the fourth row is empty")
    terminal.wait("Will be sent: Expression: the")
    terminal.press("enter")
    terminal.wait("Success|Solved in")
    episode = _left(terminal, program)
    assert (episode["outcome"], episode["main_score"]) == ("success", 100)
    assert "Expression: the fourth row is empty" in program.call(
        "episodes", "show", str(episode["id"])
    )


def test_a_follower_chooses_a_grid_by_its_number(program: Program, start: Start) -> None:
    place = open_catalogue().game("referencegame").generate("en", SEED).data["order"].index(1)
    terminal = _began(start, "InstructionFollower")
    terminal.wait("1 first +2 second +3 third")
    terminal.wait("Description")
    terminal.press(str(place + 1))
    terminal.wait(f"Will be sent: Answer: {('first', 'second', 'third')[place]}")
    terminal.press("enter")
    terminal.wait("Success|Solved in")
    episode = _left(terminal, program)
    assert (episode["outcome"], episode["main_score"]) == ("success", 100)

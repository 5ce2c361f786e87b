"""The drawing game in a real terminal: an episode for each seat."""

from __future__ import annotations

from clemtui.catalogue import open_catalogue
from tests.end_to_end.conftest import Program, Start
from tests.end_to_end.terminal import Terminal

SEED = 5


def _target() -> list[str]:
    grid = open_catalogue().game("imagegame").generate("en", SEED).data["target_grid"]
    return [row.replace(" ", "") for row in grid.split("\n")]


def _began(start: Start, seat: str) -> Terminal:
    return start(
        *("play", "imagegame", "--seat", seat, "--lang", "en"),
        *("--seed", str(SEED), "--as", "Ada"),
    )


def _left(terminal: Terminal, program: Program) -> dict[str, object]:
    terminal.press("ctrl+q")
    assert terminal.wait_for_exit() == 0
    (episode,) = program.episodes()
    assert episode["state"] == "finished"
    return episode


def test_a_giver_describes_row_by_row(program: Program, start: Start) -> None:
    terminal = _began(start, "Instruction Giver")
    terminal.wait("Your command")
    said = 0
    for number, row in enumerate(_target(), 1):
        columns = [str(x) for x, cell in enumerate(row, 1) if cell != "▢"]
        if columns:
            letter = row.replace("▢", "")[0]
            said += 1
            terminal.wait(f"{said} of at most 50")
            terminal.type(f"Put {letter} in row {number}, columns {', '.join(columns)}")
            terminal.wait(f"Will be sent: Command: Put {letter} in row {number}")
            terminal.press("enter")
    terminal.wait(f"{said + 1} of at most 50")
    terminal.type("done")
    terminal.wait("This ends the drawing")
    terminal.press("enter")
    terminal.wait("Success|Solved in")
    episode = _left(terminal, program)
    assert (episode["outcome"], episode["main_score"]) == ("success", 100)
    assert episode["responses"] == 2 * said + 1


def test_a_follower_draws_with_the_keyboard(program: Program, start: Start) -> None:
    """Draw the whole target at the first command, then confirm it at every further command."""
    terminal = _began(start, "Instruction Follower")
    terminal.wait("Letter: fill")
    for cell in "".join(_target()):
        terminal.type(" " if cell == "▢" else cell.lower())
    for row in _target():
        terminal.wait("[^A-Z·\n]+".join("·" if cell == "▢" else cell for cell in row))
    family = open_catalogue().family("imagegame")
    wording = family.module("bots.wording").WORDINGS["en"]
    for number in range(1, len(family.module("bots.giver").commands(_target(), wording, 0)) + 1):
        terminal.wait(f"{number} of at most 50")
        terminal.look()
        terminal.press("enter")
    terminal.wait("Success|Solved in")
    episode = _left(terminal, program)
    assert (episode["outcome"], episode["main_score"]) == ("success", 100)

"""Wordle with a clue and with a critic in a real terminal: an episode for each seat."""

from __future__ import annotations

import re

from clemtui.catalogue import open_catalogue
from tests.end_to_end.conftest import Program, Start
from tests.end_to_end.terminal import Terminal, tiles

SEED = 7


def _task(game: str) -> tuple[str, str]:
    """Return the target and its clue."""
    data = open_catalogue().game(game).generate("en", SEED).data
    return str(data["target_word"]), str(data["target_word_clue"])


def _began(start: Start, game: str, *arguments: str) -> Terminal:
    return start("play", game, "--lang", "en", "--seed", str(SEED), "--as", "Ada", *arguments)


def _guess(terminal: Terminal, word: str) -> None:
    terminal.type(word)
    terminal.wait(tiles(word))
    terminal.press("enter")


def _left(terminal: Terminal, program: Program) -> dict[str, object]:
    terminal.press("ctrl+q")
    assert terminal.wait_for_exit() == 0
    (episode,) = program.episodes()
    assert episode["state"] == "finished"
    return episode


def test_a_guesser_finds_the_word_with_its_clue(program: Program, start: Start) -> None:
    target, clue = _task("wordle_withclue")
    terminal = _began(start, "wordle_withclue")
    terminal.wait("Your guess")
    terminal.wait(re.escape(clue.split()[0]))
    _guess(terminal, "crane")
    terminal.wait(r"round 2\b")
    _guess(terminal, target)
    terminal.wait("Success|Solved in")
    episode = _left(terminal, program)
    assert (episode["outcome"], episode["main_score"]) == ("success", 50)
    assert episode["responses"] == 2


def test_a_guesser_keeps_one_proposal_and_changes_another(program: Program, start: Start) -> None:
    target, _ = _task("wordle_withcritic")
    terminal = _began(start, "wordle_withcritic")
    terminal.wait("Your proposal")
    _guess(terminal, "crane")
    terminal.wait("Press Enter to keep “crane”")
    terminal.look()
    terminal.press("enter")
    terminal.wait(r"round 2\b")
    terminal.wait("Your proposal")
    _guess(terminal, "lousy")
    terminal.wait("Press Enter to keep “lousy”")
    _guess(terminal, target)
    terminal.wait("Success|Solved in")
    episode = _left(terminal, program)
    assert (episode["outcome"], episode["main_score"]) == ("success", 50)
    assert episode["responses"] == 6
    shown = program.call("episodes", "show", str(episode["id"]))
    assert shown.count("agreement: ") >= 2


def test_a_critic_judges_every_proposal_without_the_board(program: Program, start: Start) -> None:
    terminal = _began(start, "wordle_withcritic", "--seat", "WordCritic")
    rounds = 0
    while True:
        found = terminal.wait(r"Success|Solved in|Lost|Your verdict (.*\n)*.*Will be sent: …")
        if not found[0].startswith("Your"):
            break
        assert "[" not in terminal.text.partition("Your answer")[0], "marks are not the critic's"
        terminal.type("1")
        terminal.wait("Will be sent: explanation")
        terminal.press("enter")
        rounds += 1
        terminal.wait(rf"Success|Solved in|Lost|round {rounds + 1}\b")
    episode = _left(terminal, program)
    assert episode["outcome"] in ("success", "lose")
    assert episode["responses"] == 3 * rounds

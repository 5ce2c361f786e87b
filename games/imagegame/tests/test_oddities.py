"""Oddities of the reference (clembench v3.0) that we keep. The README lists the test of each."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.support.episodes import Episode, episode

TARGET = "A A A ▢ ▢\n▢ ▢ ▢ ▢ ▢\n▢ ▢ ▢ ▢ ▢\n▢ ▢ ▢ ▢ ▢\n▢ ▢ ▢ ▢ ▢"
EMPTY = "\n".join(["▢ ▢ ▢ ▢ ▢"] * 5)
ONE = TARGET.replace("A A A", "A ▢ ▢")
DONE = "Command: DONE"


def drawn(*texts: str) -> Episode:
    """Play these answers in an episode whose target has three A in the first row."""
    played = episode("imagegame", data={"target_grid": TARGET})
    played.say(*texts)
    return played


def first(grid: str) -> Episode:
    """Play an episode in which one grid is drawn."""
    return drawn("Command: a", grid, DONE)


def test_the_end_is_checked_before_a_command() -> None:
    """The text would also be a valid command; spaces and capitals do not matter."""
    for text in (DONE, "command:done", "  COMMAND :\tdone\n\n"):
        played = drawn(text)
        assert played.is_over()
        assert played.log == [(0, "found terminate pattern", text)]


def test_a_full_stop_makes_the_end_a_command() -> None:
    played = drawn("Command: DONE.")
    assert played.request.seat == "Player 2"
    assert played.said.endswith("\n\nCommand: DONE.")


def test_the_end_as_the_first_answer_is_no_abort() -> None:
    scores = drawn(DONE).scores
    assert (scores.aborted, scores.success, scores.lose, scores.main_score) == (0, 0, 1, 0)
    assert scores.episode["Average Changed Cell Count"] == 0
    assert scores.episode["Request Count"] == 2
    assert scores.turns == {}


@pytest.mark.parametrize("text", ["Command:a", " Command: a", "Command : a", "a", "Command: ", ""])
def test_a_command_needs_its_tag_first_and_one_space_after_it(text: str) -> None:
    """The end is matched less strictly."""
    assert drawn(text).scores.aborted == 1


def test_a_command_may_have_its_tag_in_any_case_and_one_line_break_at_its_end() -> None:
    assert drawn("COMMAND: a\n").log == [(0, "found instruction", "COMMAND: a")]


@pytest.mark.parametrize("text", ["Command: a\nb", "Command: a\n\n"])
def test_a_second_line_aborts(text: str) -> None:
    assert drawn(text).scores.aborted == 1


@pytest.mark.parametrize(
    "grid",
    [
        TARGET.lower(),
        TARGET.replace("▢", "□"),
        TARGET.replace("\n", " \n"),
        f" {TARGET}",
        f"```\n{TARGET}\n```",
        f"Here it is:\n{TARGET}",
        TARGET.replace(" ", ""),
        TARGET.rpartition("\n")[0],
        TARGET.replace("A A A", "Ä A A"),
    ],
)
def test_a_grid_in_any_other_notation_aborts(grid: str) -> None:
    """Only capitals and the white square U+25A2 are accepted, and no space at the end of a row."""
    played = drawn("Command: a", grid)
    assert played.log[-1] == (0, "invalid format", "Invalid grid format")
    assert played.scores.aborted == 1


def test_line_breaks_around_a_grid_are_ignored() -> None:
    assert first(f"\n\n{TARGET}\n\n").scores.main_score == 100


def test_a_tab_in_the_first_row_is_a_grid_that_scores_nothing() -> None:
    """Any white space may separate cells, but rows are split at spaces.

    The first row therefore has fewer cells, and it decides the size of the grid.
    """
    scores = first(TARGET.replace("A A A", "A\tA A")).scores
    assert (scores.aborted, scores.main_score) == (0, 0)
    assert scores.turns["0"]["Changed Cell Count"] == 0


def test_a_line_break_between_two_cells_is_a_grid_that_scores_nothing() -> None:
    scores = first(TARGET.replace("A A A ▢", "A A A\n▢")).scores
    assert (scores.aborted, scores.main_score) == (0, 0)


def test_a_tab_in_a_later_row_keeps_the_scores_of_the_grid_before() -> None:
    """The reference's scorer raises an error there and swallows it."""
    odd = ONE.replace("\n▢ ▢", "\n▢\t▢", 1)
    played = drawn("Command: a", TARGET, "Command: b", odd, DONE)
    assert played.scores.main_score == 100
    assert played.scores.turns["1"]["Changed Cell Count"] == 0


def test_an_empty_drawing_keeps_the_scores_of_the_grid_before() -> None:
    """Precision would divide by zero, so drawing everything and erasing it still scores 100."""
    played = drawn("Command: a", TARGET, "Command: erase everything", EMPTY, DONE)
    assert played.scores.main_score == 100
    assert played.scores.turns["1"]["Changed Cell Count"] == 3
    assert first(EMPTY).scores.main_score == 0


def test_precision_and_recall_are_rounded_before_f1() -> None:
    """With 1 of 15 letters, F1 is 0.125, or 12 per cent; with a recall of 0.0667 it is 0.1251."""
    full = "\n".join(["A A A A A"] * 3 + ["▢ ▢ ▢ ▢ ▢"] * 2)
    played = episode("imagegame", data={"target_grid": full})
    played.say("Command: a", ONE, DONE)
    turn = played.scores.turns["0"]
    assert (turn["Precision"], turn["Recall"], turn["F1"]) == (100, 7, 13)


def test_halves_are_rounded_to_the_even_number() -> None:
    """1 of 8 drawn letters is correct: 12.5 per cent becomes 12."""
    grid = TARGET.replace("A A A ▢ ▢\n▢ ▢ ▢", "A B B B B\nB B B", 1)
    assert first(grid).scores.turns["0"]["Precision"] == 12


def test_a_wrong_letter_counts_against_precision_and_recall() -> None:
    turn = first(TARGET.replace("A A A", "A A B")).scores.turns["0"]
    assert (turn["Precision"], turn["Recall"]) == (67, 67)


def test_the_last_grid_counts_and_not_the_best() -> None:
    assert drawn("Command: a", TARGET, "Command: b", ONE, DONE).scores.main_score == 50


def test_requests_are_counted_by_events_of_the_log() -> None:
    """Six for a full round, two more for the end, three for a refused answer."""
    assert first(TARGET).scores.episode["Request Count"] == 8
    refused = drawn("no").scores.episode
    assert (refused["Request Count"], refused["Violated Request Count"]) == (3, 1)
    assert refused["Request Success Ratio"] == 0.6667


def test_lengths_are_counted_with_the_tag() -> None:
    """Only the tag of old benchmarks is excluded, anywhere in the text."""
    turn = first(TARGET).scores.turns["0"]
    assert turn["Generated Expression Length"] == len("Command: a")
    assert turn["Generated Expression Number of Tokens"] == 2
    old = drawn("Command: Instruction: a", TARGET, DONE).scores.turns["0"]
    assert old["Generated Expression Length"] == len("Command:  a")


def test_a_double_space_adds_a_token() -> None:
    scores = drawn("Command: a  b", TARGET, DONE).scores
    assert scores.turns["0"]["Generated Expression Number of Tokens"] == 4


def test_an_aborted_episode_has_neither_success_nor_lose_and_no_averages() -> None:
    scores = drawn("Command: a", TARGET, "Command: b", "no").scores
    assert (scores.aborted, scores.success, scores.lose) == (1, 0, 0)
    assert scores.main_score is None
    assert scores.episode["Average Changed Cell Count"] is None
    assert list(scores.turns) == ["0"]


def test_after_fifty_rounds_the_game_ends_and_the_last_grid_counts() -> None:
    """Up to benchmark 2.0 there were twenty-five."""
    played = drawn(*["Command: a", TARGET] * 50)
    assert played.is_over()
    assert played.master.rounds == 50
    assert played.log[-1] == (49, "game end", "turn limit reached")
    assert (played.scores.aborted, played.scores.main_score) == (0, 100)
    assert played.scores.episode["Request Count"] == 301


def test_a_refused_grid_in_the_last_round_aborts_and_still_logs_the_limit() -> None:
    """The limit is checked after every round; an event after a refusal does not count."""
    played = drawn(*["Command: a", TARGET] * 49, "Command: a", "no grid")
    assert played.log[-2:] == [
        (49, "invalid format", "Invalid grid format"),
        (49, "game end", "turn limit reached"),
    ]
    assert played.scores.aborted == 1
    assert played.scores.episode["Request Count"] == 300
    assert played.scores.episode["Violated Request Count"] == 1


@pytest.mark.parametrize("text", ["no command", DONE])
def test_ending_before_the_last_grid_does_not_log_the_limit(text: str) -> None:
    played = drawn(*["Command: a", TARGET] * 49, text)
    assert played.is_over()
    assert played.master.rounds == 50
    assert "game end" not in [kind for _, kind, _ in played.log]


def test_nothing_checks_that_the_drawing_follows_the_commands() -> None:
    assert first(TARGET).scores.success == 1


def test_the_readme_lists_every_oddity(folder: Path) -> None:
    named = set(re.findall(r"`(test_\w+)`", (folder / "README.md").read_text("utf-8")))
    ours = {name for name in globals() if name.startswith("test_")}
    assert ours - named == {"test_the_readme_lists_every_oddity"}

"""Scores of complete episodes, and the comparison of two grids."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clemtui.catalogue import open_catalogue
from tests.support.episodes import episode

BLANK = "▢"
GRIDS = st.lists(st.text("AB▢", min_size=5, max_size=5), min_size=5, max_size=5)


def text_of(rows: list[str]) -> str:
    return "\n".join(" ".join(row) for row in rows)


def compared(wanted: list[str], drawn: list[str]) -> Any:
    comparison = open_catalogue().family("imagegame").module("comparison")
    return comparison.compare(text_of(wanted), text_of(drawn))


@settings(deadline=None)  # the first example loads the games
@given(GRIDS, GRIDS)
def test_recall_is_of_the_target_and_precision_of_the_drawing(
    wanted: list[str], drawn: list[str]
) -> None:
    cells = list(zip("".join(wanted), "".join(drawn), strict=True))
    right = sum(a == b != BLANK for a, b in cells)
    filled = [sum(cell != BLANK for cell in row) for row in zip(*cells, strict=True)]
    match = compared(wanted, drawn)
    if not all(filled):
        assert match is None
        return
    assert match.recall == pytest.approx(100 * right / filled[0], abs=0.51)
    assert match.precision == pytest.approx(100 * right / filled[1], abs=0.51)
    assert match.f1 == pytest.approx(200 * right / sum(filled), abs=0.51)
    assert all(value == int(value) for value in match)


@settings(deadline=None)
@given(GRIDS)
def test_a_drawing_equal_to_the_target_has_all_points(rows: list[str]) -> None:
    match = compared(rows, rows)
    assert match is None if set("".join(rows)) == {BLANK} else match == (100, 100, 100)


def test_the_scores_of_an_episode_of_two_rounds() -> None:
    target = ["AAAAA", *["▢▢▢▢▢"] * 4]
    half = ["AA▢▢▢", *["▢▢▢▢▢"] * 4]
    played = episode("imagegame", data={"target_grid": text_of(target)})
    played.say("Command: one", text_of(half), "Command: and two", text_of(target))
    played.say("Command: DONE")
    scores = played.scores
    assert (scores.aborted, scores.success, scores.lose) == (0, 1, 0)
    assert scores.episode == {
        "Precision": 100,
        "Recall": 100,
        "F1": 100,
        "Main Score": 100,
        "Average Changed Cell Count": 2.5,
        "Average Generated Instruction Length": 14,
        "Average Generated Expression Number of Tokens": 2.5,
        "Success": 1,
        "Lose": 0,
        "Aborted": 0,
        "Request Count": 14,
        "Violated Request Count": 0,
        "Parsed Request Count": 14,
        "Request Success Ratio": 1,
    }
    assert scores.turns["0"] == {
        "Generated Expression Length": 12,
        "Generated Expression Number of Tokens": 2,
        "Precision": 100,
        "Recall": 40,
        "F1": 57,
        "Changed Cell Count": 2,
        "Request Count": 6,
        "Parsed Request Count": 6,
        "Violated Request Count": 0,
    }
    assert list(scores.turns) == ["0", "1"]

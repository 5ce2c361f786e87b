"""Tests of the comparison table: its rows, order, own result and width."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from clemtui.analysis.comparison import Comparison, ComparisonRow
from clemtui.engine import MAIN_SCORE, Scores
from clemtui.language import Interface
from clemtui.records.line_ups import SeatPlayer
from clemtui.ui.widgets.comparison import (
    ComparedRow,
    compared_rows,
    comparison_table,
    rows_with_own,
    score_bar,
)

UI = Interface("en")


def seat(kind: str, name: str = "", at: int = 1) -> SeatPlayer:
    return SeatPlayer(f"Player {at}", "Role", kind, name or kind)  # type: ignore[arg-type]


def standing(*seats: SeatPlayer, joint: float | None = 50.0, **given: object) -> ComparisonRow:
    values = {
        "settings": "",
        "interface": "",
        "language": "",
        "people": 0,
        "episodes": 4,
        "played": 75.0,
        "quality": 60.0,
        "solved": 50.0,
        "successes": 2,
        "losses": 1,
        "aborted": 1,
    }
    return ComparisonRow(seats=seats, joint=joint, **{**values, **given})  # type: ignore[arg-type]


def scores(main: float | None, *, aborted: bool = False, success: bool = False) -> Scores:
    return Scores(
        aborted=int(aborted),  # type: ignore[arg-type]
        success=int(success),  # type: ignore[arg-type]
        lose=int(not aborted and not success),  # type: ignore[arg-type]
        episode={MAIN_SCORE: main},
    )


def test_row_labels() -> None:
    rows = (
        standing(seat("human"), seat("scripted", at=2), people=3, interface="assisted"),
        standing(seat("model", "a/gpt"), seat("human", at=2), people=1, interface="verbatim"),
        standing(seat("scripted"), seat("model", "tiny", at=2)),
        standing(seat("human"), seat("human", at=2), people=2, interface="assisted"),
        standing(seat("human"), seat("human", at=2), people=3, interface="assisted"),
    )
    assert [row.who for row in compared_rows(Comparison(rows), UI)] == [
        "people (3) + scripted player (assisted)",
        "a/gpt + a person (verbatim)",
        "scripted player + tiny",
        "a person + a person (assisted)",
        "a person + a person, 3 people in total (assisted)",
    ]


def test_row_figures() -> None:
    row = standing(seat("scripted"), joint=45.0)
    text = comparison_table(compared_rows(Comparison((row,)), UI), UI, 80).plain
    header, line = text.split("\n")
    assert header.split() == ["Who", "N", "Played", "Quality", "Joint", "Solved"]
    assert line.split() == ["scripted", "player", "4", "75%", "60.0", "45.0", "50%"]


def test_unknown_figure_is_a_dash() -> None:
    row = standing(seat("scripted"), joint=None, quality=None, played=0.0)
    text = comparison_table(compared_rows(Comparison((row,)), UI), UI, 80).plain
    assert text.split("\n")[1].split()[-4:] == ["0%", "–", "–", "50%"]


@pytest.mark.parametrize(
    ("result", "place"),
    [
        (scores(100.0, success=True), 0),
        (scores(90.0, success=True), 1),
        (scores(40.0), 1),
        (scores(30.0), 2),
        (scores(0.0), 2),
        (scores(None, aborted=True), 2),
        (scores(None), 3),
    ],
)
def test_own_result_follows_equal_ones(result: Scores, place: int) -> None:
    """Check that an aborted episode counts as 0 and that a result without a score comes last."""
    rows = tuple(standing(seat("scripted"), joint=joint) for joint in (90.0, 30.0, None))
    placed = rows_with_own(Comparison(rows), result, "this time", UI)
    assert [row.own for row in placed].index(True) == place
    assert sum(row.own for row in placed) == 1


def test_own_result_is_marked() -> None:
    rows = rows_with_own(
        Comparison((standing(seat("scripted"), joint=90.0),)), scores(0.0), "me", UI
    )
    lines = comparison_table(rows, UI, 60).plain.split("\n")
    assert [line[0] for line in lines] == [" ", " ", "▶"]
    assert lines[2].split() == ["▶", "me", "1", "100%", "0.0", "0.0", "0%"]


MODEL = "hosted_vllm/an-organisation/A-Model-70B-Instruct@http://localhost:8000/v1"
TITLES = {"en": "Who N Played Quality Joint Solved", "de": "Wer N Gespielt Qualität Gesamt Gelöst"}


def rows_of(*names: str) -> list[ComparedRow]:
    return [ComparedRow(name, 12, 100.0, 100.0, 100.0, 100.0) for name in names]


@pytest.mark.parametrize("width", [52, 55, 72, 75, 100])
@pytest.mark.parametrize("language", TITLES)
def test_long_names_lose_no_column(language: str, width: int) -> None:
    """Check 52 and 72 cells, the minimum left in terminals of 60 and 80 columns."""
    ui = Interface(language)
    for names in (["a"], [MODEL], [f"a person + {MODEL} (assisted)", "this time"]):
        table = comparison_table(rows_of(*names), ui, width).plain
        assert table.split("\n")[0].split() == TITLES[language].split()
        assert all(word in "".join(table.split()) for word in names[0].split())


def test_long_name_is_above_its_figures() -> None:
    lines = comparison_table(rows_of(f"a person + {MODEL}", "you"), UI, 60).plain.split("\n")
    assert lines[1:3] == ["  a person +", f"  {MODEL[:58]}"]
    assert lines[4].split() == ["12", "100%", "100.0", "100.0", "100%"]
    assert lines[5].split() == ["you", "12", "100%", "100.0", "100.0", "100%"]
    assert lines[4].index("12") == lines[5].index("12"), "numbers stand below each other"


def test_slightly_long_name_wraps() -> None:
    lines = comparison_table(rows_of("scripted player + scripted player"), UI, 60).plain.split("\n")
    assert lines[1].split()[:4] == ["scripted", "player", "+", "12"]
    assert lines[2].split() == ["scripted", "player"]


def test_gaps_shrink_before_columns_go() -> None:
    wide, narrow = (comparison_table(rows_of("a"), UI, width).plain for width in (60, 36))
    assert "Quality  Joint  Solved" in wide
    assert "Quality Joint Solved" in narrow


def test_hidden_columns_are_named() -> None:
    text = comparison_table(rows_of("a"), UI, 30).plain
    assert text.split("\n")[0].split()[-1] == "Joint"
    assert " ".join(text.split()).endswith("Columns not shown for lack of space: Solved.")
    assert "Columns not shown" not in comparison_table(rows_of("a"), UI, 60).plain


def test_bars_are_drawn_if_they_fit() -> None:
    rows = rows_of(MODEL)
    assert "━" not in comparison_table(rows, UI, 36, bars=True).plain
    (line,) = (each for each in comparison_table(rows, UI, 100, bars=True).plain.split("\n")
               if "━" in each)  # fmt: skip
    assert "100.0" in line


@given(
    who=st.lists(st.text(min_size=1, max_size=70), min_size=1, max_size=4),
    width=st.integers(36, 140),
    bars=st.booleans(),
)
def test_lines_fit(who: list[str], width: int, bars: bool) -> None:
    rows = [
        ComparedRow(UI.show(each.replace("\n", " ")), 12, 100.0, 100.0, 100.0, 100.0)
        for each in who
    ]
    text = comparison_table(rows, UI, width, bars=bars, remarks=["Nobody else. " * 20]).plain
    assert all(cell_len(line) <= width for line in text.split("\n"))


@pytest.mark.parametrize(
    ("score", "bar"),
    [
        (None, ""),
        (0.0, ""),
        (50.0, "━━━━━"),
        (100.0, "━" * 10),
        (55.0, "━━━━━╸"),
        (140.0, "━" * 10),
    ],
)
def test_bar_length(score: float | None, bar: str) -> None:
    assert score_bar(score, 10) == bar

"""Tables in a terminal: what must be copied stays whole, all else folds between words."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Callable, Sequence

import pytest

from clemtui.cli.tables import print_table
from clemtui.language.width import cell_count

Printed = Callable[..., list[str]]

EPISODES = (
    ("Id", "Started", "Game", "Instance", "Lang.", "Players", "Outcome", ">Score"),
    [
        *[("44f123ab", "2026-11-23, 11:44", "wordle_withcritic", "medium 1", "de",
           "scripted, scripted", "Success", "33.33")] * 3,
        ("dace315d", "2026-11-23, 11:44", "taboo", "high 12", "pt-BR", "Ann", "abandoned", ""),
    ],
)  # fmt: skip
GAMES = (
    ("Game", "Seats", "Languages", "Experiments"),
    [
        ("wordle_withcritic", "Player 1 (ReflectingWordGuesser), Player 2 (WordCritic)",
         "ar, de, en, en-x-para1, en-x-para2, fr, it, ja, pt-BR, ru, tr",
         "high_frequency_words 10; medium_frequency_words 20"),
    ],
)  # fmt: skip


@pytest.fixture
def printed(monkeypatch: pytest.MonkeyPatch) -> Printed:
    """Prints a table to a terminal of some width; returns its lines."""

    def print_at(width: int, columns: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
        class Terminal(io.StringIO):
            def isatty(self) -> bool:
                return True

        terminal = Terminal()
        with monkeypatch.context() as patch:
            patch.setenv("COLUMNS", str(width))
            patch.setenv("TERM", "xterm")
            patch.setattr(sys, "stdout", terminal)
            print_table(columns, rows)
        return re.sub("\x1b\\[[0-9;]*m", "", terminal.getvalue()).splitlines()

    return print_at


@pytest.mark.parametrize("width", [40, 60, 80, 100, 200])
def test_ids_are_never_folded(width: int, printed: Printed) -> None:
    text = "\n".join(printed(width, *EPISODES))
    assert (text.count("44f123ab"), text.count("dace315d")) == (3, 1)


@pytest.mark.parametrize("table", [EPISODES, GAMES], ids=["episodes", "games"])
def test_at_80_columns_no_word_is_broken(
    table: tuple[Sequence[str], Sequence[Sequence[str]]], printed: Printed
) -> None:
    lines = printed(80, *table)
    assert max(map(cell_count, lines)) <= 80
    said = "\n".join(lines)
    for row in table[1]:
        for part in re.findall("[^ _]+_?", " ".join(row)):
            assert re.search(rf"(?<![^ \n_]){re.escape(part)}", said), part


LONG = [
    ("44f123ab", "2026-11-23, 11:44", "wordle_withcritic", "high_frequency_words 12", "pt-BR",
     f"forgotten {'0' * 28}{number:08}, scripted", "unfinished", "33.33")
    for number in (17, 18)
]  # fmt: skip


@pytest.mark.parametrize("width", [60, 80, 100])
def test_what_fits_nowhere_is_shortened_in_its_middle(width: int, printed: Printed) -> None:
    """Names often differ at their ends only. What is not a name, and all figures, stay whole."""
    lines = printed(width, EPISODES[0], LONG)
    assert max(map(cell_count, lines)) <= width
    said = "\n".join(lines)
    for word in ("2026-11-23,", "11:44", "12", "33.33"):
        assert len(re.findall(rf"(?<!\S){word}(?!\S)", said)) == 2, word
    if width >= 80:
        assert re.search(r" 0+…0*17,", said)
        assert re.search(r" 0+…0*18,", said)
        for word in ("wordle_", "withcritic", "forgotten", "scripted", "unfinished"):
            assert len(re.findall(rf"(?<!\S){word}(?!\S)", said)) == 2, word


def test_text_without_spaces_folds_as_its_script_does(printed: Printed) -> None:
    text = "繰り返しのため除外されました" * 3
    lines = printed(40, ("Id", "Notes"), [("44f123ab", text)])
    assert "".join(line[8:].strip() for line in lines[2:]) == text


def test_names_without_spaces_fold_at_their_parts(printed: Printed) -> None:
    text = "\n".join(printed(80, *EPISODES))
    assert "wordle_ " in text
    assert "withcritic " in text


def test_headings_that_do_not_fit_are_shortened(printed: Printed) -> None:
    heading = printed(50, *EPISODES)[0]
    assert "…" in heading
    assert heading.startswith("Id ")


def test_all_is_on_one_line_where_there_is_room(printed: Printed) -> None:
    lines = [line for line in printed(200, *EPISODES) if line.strip()]
    assert len(lines) == 2 + len(EPISODES[1])


def test_a_column_without_content_takes_no_room(printed: Printed) -> None:
    assert printed(30, ("Name", ""), [("Ann " * 10, "")])


def test_as_few_columns_as_possible_fold(printed: Printed) -> None:
    taboo = [(*row[:2], "taboo", *row[3:]) for row in EPISODES[1]]
    lines = printed(80, EPISODES[0], taboo)
    assert "44f123ab  2026-11-23, 11:44  taboo  medium 1  de     scripted,  " in lines[2]
    assert len(lines) == 2 + 2 * 3 + 1

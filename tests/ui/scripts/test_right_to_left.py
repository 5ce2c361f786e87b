"""Tests of right-to-left text: its position, no overlap with its neighbours, and copying."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from rich.cells import cell_len
from rich.segment import Segment
from textual.color import Color
from textual.geometry import Offset
from textual.selection import Selection
from textual.widgets import Static

from clemtui.config import Bidi
from clemtui.engine import WordField, label
from clemtui.language import Direction, Interface
from clemtui.language.width import cell_count
from clemtui.ui.terminal import bidi
from clemtui.ui.terminal.bidi import GUARD, BidiFilter
from clemtui.ui.terminal.driver import EXPLICIT, IMPLICIT, TerminalDriver
from clemtui.ui.widgets.answer.box import AnswerBox
from clemtui.ui.widgets.answer.letter_cells import LetterCells
from clemtui.ui.widgets.answer.preview import Preview
from clemtui.ui.widgets.board.grids import GridWidget
from clemtui.ui.widgets.board.letters import LetterBoardWidget
from clemtui.ui.widgets.transcript.log import Transcript
from clemtui.ui.widgets.transcript.rows import Entry, Row, rows_of, selected_text
from tests.support.visual_text import visual_text
from tests.ui.scripts.samples import SAMPLES
from tests.ui.scripts.stage import BoardScreen, TranscriptScreen, entries, opened, sample_app
from tests.ui.snapshots.environment import SnapshotApp, reproducible
from tests.ui.support.app import seen, text_of, until

ARABIC = SAMPLES["ar"]
BLACK = Color(0, 0, 0)
BOTH: tuple[Bidi, ...] = ("terminal", "app")
WAYS: tuple[Direction, ...] = ("ltr", "rtl")
NAME, VALUE = "\u0627\u062f", "\u0630\u0631"  # letters that do not join with any of the others here


def filtered_line(who: Bidi, *texts: str, base: Direction = "ltr") -> str:
    """Return a line made of these pieces as the terminal receives it."""
    order = BidiFilter(who, base)
    return "".join(each.text for each in order.apply([Segment(text) for text in texts], BLACK))


def make_folder(folder: Path) -> Path:
    folder.mkdir(exist_ok=True)
    return folder


@asynccontextmanager
async def shown(
    folder: Path,
    kind: str,
    language: str = "ar",
    who: Bidi = "terminal",
    size: tuple[int, int] = (80, 24),
) -> AsyncIterator[tuple[SnapshotApp, TranscriptScreen | BoardScreen]]:
    with reproducible(make_folder(folder)):
        app = sample_app(folder, kind, language, who)
        async with app.run_test(size=size) as pilot:
            yield app, await opened(pilot, kind, language)


# Lines


def test_other_lines_are_left_as_they_are() -> None:
    segments = [Segment("│ plain  text  日本 │")]
    for who in BOTH:
        assert BidiFilter(who, "rtl").apply(segments, BLACK) is segments


def test_the_terminal_gets_reading_order_and_columns_that_keep_their_places() -> None:
    line = f"{NAME}  {VALUE}   │"
    guarded = filtered_line("terminal", line)
    assert guarded == f"{NAME}{GUARD}{GUARD}{VALUE}{GUARD}  │"
    assert cell_len(guarded) == cell_len(line)


def test_the_app_puts_each_column_in_order_where_it_stands() -> None:
    name, value = NAME[::-1], VALUE[::-1]
    assert filtered_line("app", f"│ {NAME} {VALUE}  {VALUE} │") == f"│ {value} {name}  {value} │"
    assert filtered_line("app", f"{NAME}{GUARD}{VALUE}") == f"{name} {value}"


def test_the_base_direction_is_that_of_the_first_letter_or_of_the_interface() -> None:
    line = f"1 {NAME} b"
    assert filtered_line("app", f"a {NAME} b") == f"a {NAME[::-1]} b"
    assert (
        filtered_line("app", line) == filtered_line("app", line, base="rtl") == f"b {NAME[::-1]} 1"
    )
    assert filtered_line("app", f"a {NAME}", base="rtl") == f"{NAME[::-1]} a"


@pytest.mark.parametrize("language", SAMPLES)
@pytest.mark.parametrize("width", [20, 37, 60])
def test_rows_fit_in_both_measures(language: str, width: int) -> None:
    for way in WAYS:
        for entry in entries(SAMPLES[language]):
            for row in rows_of(entry, 0, width, interface=way):
                assert cell_count(row.bar + row.text + row.after) <= width, row


# The transcript


def placed(entry: Entry, interface: Direction) -> Sequence[Row]:
    return list(rows_of(entry, 0, 30, interface=interface))


def test_an_arabic_message_stands_on_the_right_and_its_grid_on_the_left() -> None:
    heading, said, grid, _ = placed(Entry(f"{NAME} {VALUE}\nX ▢", "own", "Ann"), "ltr")
    assert (heading.bar, heading.text) == ("▌ ", "Ann")
    assert (said.bar, said.text) == ("▌ " + " " * 23, f"{NAME} {VALUE}")
    assert (grid.bar, grid.text, grid.direction) == ("▌ ", "X ▢", "ltr")


def test_in_an_arabic_interface_the_bars_stand_on_the_right() -> None:
    heading, said, grid, gap = placed(Entry(f"{NAME}\nX ▢", "own", VALUE), "rtl")
    assert (heading.bar, heading.text, heading.after) == (" " * 26, VALUE, " ▐")
    assert (said.bar, said.after) == (" " * 26, " ▐")
    assert (grid.bar, grid.text, grid.after) == ("", "X ▢", " " * 25 + " ▐")
    assert heading.has_bar
    assert not gap.has_bar
    assert heading.with_mark().after == " ◀"


async def test_what_is_copied_is_as_it_was_written(tmp_path: Path) -> None:
    for who in BOTH:
        async with shown(tmp_path / who, "talk", who=who) as (_, screen):
            transcript = screen.query_one(Transcript)
            transcript.action_mark(-1)
            transcript.action_mark(-2)
            assert transcript.text_to_copy() == ARABIC.clue
            assert ARABIC.prompt in transcript.full_text()
            whole = transcript.get_selection(Selection(None, None))[0]
            assert ARABIC.prompt in whole
            assert GUARD not in whole


async def test_the_mouse_selects_the_letter_it_points_at(tmp_path: Path) -> None:
    async with shown(tmp_path, "talk", who="app") as (_, screen):
        transcript = screen.query_one(Transcript)
        at = next(i for i, row in enumerate(transcript._rows) if row.text.startswith("تخمين"))
        row, y = transcript._rows[at], at - transcript.scroll_offset.y
        right = transcript.content_region.x + cell_len(row.bar + row.text) - 1
        _, place = screen.get_widget_and_offset_at(right, transcript.content_region.y + y)
        assert place is not None
        begin = place.transpose
        copied = selected_text(
            transcript._rows, transcript.entries, begin, (begin[0], begin[1] + len("تخمين"))
        )
        assert copied == "تخمين"


async def test_the_app_draws_what_is_read_and_the_terminal_gets_what_was_written(
    tmp_path: Path,
) -> None:
    line = ARABIC.guess
    async with shown(tmp_path / "app", "talk", who="app") as (app, _):
        assert visual_text(line, "rtl") in seen(app)
        assert GUARD not in seen(app)
    async with shown(tmp_path / "terminal", "talk") as (app, _):
        assert line in seen(app)
        (row,) = [each for each in seen(app).split("\n") if line in each]
        assert row[row.index(line) + len(line)] == GUARD  # before the board


# Input boxes


async def test_a_box_stays_in_the_order_of_writing_and_its_preview_is_in_that_of_reading(
    tmp_path: Path,
) -> None:
    async with shown(tmp_path / "app", "talk", who="app") as (app, screen):
        assert ARABIC.clue in seen(app)
        assert visual_text(ARABIC.clue, "rtl") in seen(app)
        assert screen.query_one(AnswerBox).text == ARABIC.clue
        preview = screen.query_one(Preview)
        preview.show_written("plain")
        assert str(preview.visual) == ""
    async with shown(tmp_path / "terminal", "talk") as (_, screen):
        assert str(screen.query_one(Preview).visual) == ""


# Boards


async def test_tiles_run_from_right_to_left_and_keep_their_columns(tmp_path: Path) -> None:
    for who in BOTH:
        async with shown(tmp_path / who, "board", who=who) as (app, screen):
            word = "ةسردم"
            tiles = screen.query_one(LetterBoardWidget).tiles
            assert tiles
            lines = [line for line in seen(app).split("\n") if all(each in line for each in word)]
            places = [lines[0].index(letter) for letter in word]
            step = places[1] - places[0]
            assert step == tiles.frame + 1
            assert [place - places[0] for place in places] == [n * step for n in range(len(word))]


async def test_columns_of_a_grid_keep_their_order(tmp_path: Path) -> None:
    for language in ("ar", "ja", "en"):
        async with shown(tmp_path / language, "board", language) as (_, screen):
            lines = text_of(screen.query_one(GridWidget)).split("\n")
            columns = [line for line in lines if "X" in line]
            at = sorted({place for line in columns for place in _places(line, "X")})
            assert [[at.index(place) for place in _places(line, "X")] for line in columns] == [
                [1],
                [0, 2],
                [2],
            ]


def _places(line: str, sign: str) -> list[int]:
    return [place for place, each in enumerate(line) if each == sign]


@pytest.mark.parametrize("language", SAMPLES)
async def test_tiles_of_a_row_stand_above_each_other(tmp_path: Path, language: str) -> None:
    async with shown(tmp_path, "board", language) as (_, screen):
        filled, empty, *_ = text_of(screen.query_one(LetterBoardWidget)).split("\n")
        assert cell_count(filled) == cell_count(empty)


def test_one_writes_on_tiles_from_right_to_left() -> None:
    field = WordField("guess", label("guess"), length=3, alphabet="ابت")
    cells = LetterCells(field, Interface("en"))
    assert [cells.cursor_cell()] == [Offset(9, 0)]
    cells.word, cells.at = "با", 1
    assert cells.cursor_cell() == Offset(5, 0)
    assert cells.draw().plain.replace(GUARD, " ") == " _   ا   ب "


# Who reorders the lines


async def test_the_app_says_what_is_missing_and_leaves_it_to_the_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bidi, "available", lambda: False)
    said: list[str] = []
    with reproducible(tmp_path):
        app = sample_app(tmp_path, "talk", "ar", "app")
        monkeypatch.setattr(app, "warn", said.append)
        async with app.run_test() as pilot:
            await opened(pilot, "talk", "ar")
            assert ARABIC.guess in seen(app)
    (line,) = said
    assert "\n" not in line
    assert "python-bidi" in line
    assert "arabic-reshaper" in line


async def test_it_can_be_changed_while_the_program_runs(tmp_path: Path) -> None:
    drawn = visual_text(ARABIC.guess, "rtl")
    with reproducible(tmp_path):
        app = sample_app(tmp_path, "talk", "ar")
        async with app.run_test() as pilot:
            await opened(pilot, "talk", "ar")
            assert drawn not in seen(app)
            await app.change_settings({"bidi": "app"})
            await until(pilot, lambda: drawn in seen(app))
            await app.change_settings({"bidi": "terminal"})
            await until(pilot, lambda: ARABIC.guess in seen(app))


def test_the_terminal_is_told_to_leave_the_order_to_the_app() -> None:
    class Written(TerminalDriver):
        def __init__(self) -> None:
            self.written: list[str] = []
            self._orders = True

        def write(self, data: str) -> None:
            self.written.append(data)

    driver = Written()
    driver.set_bidi(True)
    assert driver.written == []  # the default needs no command
    driver.set_bidi(False)
    driver.set_bidi(False)
    driver.set_bidi(True)
    assert driver.written == [EXPLICIT, IMPLICIT]


async def test_an_arabic_interface_begins_its_sentences_on_the_right(tmp_path: Path) -> None:
    with reproducible(tmp_path):
        app = sample_app(tmp_path, "talk", "ar")
        async with app.run_test() as pilot:
            screen = await opened(pilot, "talk", "ar")
            assert not app.has_class("-rtl")
            app.context.interface.direction = "rtl"
            app._apply_bidi()
            await screen.rebuild()
            await until(pilot, lambda: screen.query_one(Transcript)._rows)
            rows = screen.query_one(Transcript)._rows
            assert {row.after[-1:] for row in rows if row.has_bar} == {"▐", "│"}
            heading = Static("words", classes="heading")
            await screen.mount(heading)
            await until(pilot, lambda: heading.styles.text_align == "right")

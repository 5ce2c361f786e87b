"""Every seat can be played at every size: the board and the answer are visible together, whole."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from textual.widget import Widget
from textual.widgets._toast import Toast

from clemtui.ui.shell.themes import DARK
from clemtui.ui.widgets.answer.box import AnswerBox
from clemtui.ui.widgets.answer.editing import KeyEditor
from clemtui.ui.widgets.answer.grid_input import GridInput
from clemtui.ui.widgets.answer.preview import Preview
from clemtui.ui.widgets.board.blocks import BlockWidget, CardWidget
from clemtui.ui.widgets.board.grids import GridsWidget, GridWidget
from clemtui.ui.widgets.board.letters import LetterBoardWidget
from tests.ui.support.app import PlayedEpisode, playing, resize, seen, until
from tests.ui.support.seats import SEATS, SIZES

TEXTS = (("wordle_withcritic", "Player 2"), ("taboo", "Player 2"))
"""The seats that see nothing but texts."""
LARGE = (LetterBoardWidget, GridWidget, GridsWidget, GridInput)


def whole(table: PlayedEpisode, widget: Widget) -> bool:
    """Return whether all of a widget is on the screen."""
    place = table.screen.find_widget(widget)
    return bool(place.region) and place.clip.contains_region(place.region)


def clipped(table: PlayedEpisode) -> list[Widget]:
    """Return what one needs to answer and does not see."""
    blocks = [block for block in table.screen.query(BlockWidget) if block.display]
    editors = table.composer.query("KeyEditor, AnswerBox")
    answers = [each for each in editors if isinstance(each, KeyEditor | AnswerBox)]
    assert answers, seen(table.app)
    return [each for each in (*blocks, *answers) if not whole(table, each)]


def centred(table: PlayedEpisode, width: int) -> bool:
    """Return whether the area in which one plays is in the middle."""
    body = table.screen.query_one("#body").region
    return abs(body.x - (width - body.right)) <= 1


@pytest.mark.parametrize(("game", "seat"), SEATS)
async def test_board_and_answer_are_visible_together(tmp_path: Path, game: str, seat: str) -> None:
    async with playing(tmp_path, game, seat=seat, size=SIZES[0]) as table:
        table.app.preview_theme(DARK)
        await table.wait_for_request()
        for size in SIZES:
            await resize(table.pilot, *size)
            await until(table.pilot, lambda: not clipped(table))
            await until(table.pilot, partial(centred, table, size[0]))
            assert table.screen.query_one("#body").region.width <= 118


@pytest.mark.parametrize(("game", "seat"), SEATS)
async def test_that_a_task_is_repeated_is_said_beside_the_board_and_the_answer(
    tmp_path: Path, game: str, seat: str
) -> None:
    async with playing(tmp_path, game, seat=seat, size=(81, 24)) as table:
        table.app.preview_theme(DARK)
        await table.wait_for_request()
        table.screen.note(
            "Repetition: a player has seen this task before, so reports do not count this episode."
        )
        for size in ((80, 24), (60, 20)):
            await resize(table.pilot, *size)
            await until(table.pilot, lambda: [*table.screen.query(Toast)])
            said = table.screen.query_one(Toast).region
            needed = [block.region for block in table.screen.query("#board BlockWidget")]
            for place in (*needed, table.composer.region):
                assert not said.overlaps(place), seen(table.app)


@pytest.mark.parametrize(
    ("game", "seat"),
    [
        each
        for each in SEATS
        if each not in (("wordle_withcritic", "Player 2"), ("taboo", "Player 2"))
    ],
)
async def test_a_board_has_much_of_a_large_terminal(tmp_path: Path, game: str, seat: str) -> None:
    async with playing(tmp_path, game, seat=seat, size=(119, 40)) as table:
        table.app.preview_theme(DARK)
        await table.wait_for_request()
        await resize(table.pilot, 120, 40)

        def share() -> float:
            shown = [each for each in table.screen.query("*") if isinstance(each, LARGE)]
            cards = [each for each in table.screen.query(CardWidget) if each.drawn is not None]
            return sum(each.region.area for each in (*shown, *cards)) / (120 * 40)

        await until(table.pilot, lambda: share() >= 0.12)


@pytest.mark.parametrize("size", [(60, 20), (80, 24)])
async def test_a_grid_is_drawn_in_cells_and_shown_once(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    async with playing(tmp_path, "imagegame", seat="Player 2", size=size) as table:
        table.app.preview_theme(DARK)
        await table.wait_for_request()
        await resize(table.pilot, size[0] + 1, size[1])
        await until(table.pilot, lambda: table.composer.query_one(GridInput).tiles is not None)
        assert not [each for each in table.screen.query(GridWidget) if each.region]
        assert "Letter: fill" in seen(table.app)
        await table.type("m")
        await until(table.pilot, lambda: "1 ▐ M ▌" in seen(table.app))


async def test_the_smallest_terminal_shows_the_whole_grid_that_is_drawn(tmp_path: Path) -> None:
    async with playing(tmp_path, "imagegame", seat="Player 2", size=(40, 12)) as table:
        await table.wait_for_request()
        await until(table.pilot, lambda: "5 ▢ ▢ ▢ ▢ ▢" in seen(table.app))


async def test_what_will_be_sent_has_the_lines_that_are_free(tmp_path: Path) -> None:
    async with playing(tmp_path, "taboo", seat="Player 1") as table:
        await table.wait_for_request()
        await table.type("a thing with a cover that one opens at night")
        await until(table.pilot, lambda: sent(table).endswith("that one opens at night"))
        assert "…" not in sent(table)


def sent(table: PlayedEpisode) -> str:
    """Return what is said to be sent, in one line."""
    lines = str(table.composer.query_one(Preview).visual).splitlines()
    return " ".join(line.strip() for line in lines)


@pytest.mark.parametrize(("seat", "offered"), [("Player 1", True), ("Player 2", False)])
async def test_only_a_text_can_be_enlarged(tmp_path: Path, seat: str, offered: bool) -> None:
    async with playing(tmp_path, "referencegame", seat=seat) as table:
        await table.wait_for_request()
        assert bool(table.screen.check_action("expand", ())) is offered


@pytest.mark.parametrize("wording", ["en-x-para1", "en-x-para2"])
@pytest.mark.parametrize(("game", "seat"), SEATS)
async def test_every_seat_can_be_played_in_every_wording(
    tmp_path: Path, game: str, seat: str, wording: str
) -> None:
    """A wording of the prompts is spoken to people in the words of its language."""
    async with playing(tmp_path, game, seat=seat, language=wording) as table:
        await table.wait_for_request()
        assert table.transcript_text
        assert "‹" not in seen(table.app), "every label has its words"

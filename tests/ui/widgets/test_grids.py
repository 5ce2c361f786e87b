"""Grids on the board: side by side where they fit, highlighted ones framed, signs of one width."""

from __future__ import annotations

from dataclasses import replace

import pytest
from textual.app import App, ComposeResult
from textual.containers import Container
from textual.widgets import Static

from clemtui.engine import Grid, Grids, label
from clemtui.engine.game import GameCard
from clemtui.engine.views import Tone
from clemtui.episode.planning.listing import GameListing
from clemtui.language import Interface, Labels
from clemtui.language.cells import displayed_symbol
from clemtui.ui.widgets.board.grids import GridsWidget, GridWidget
from clemtui.wording.phrases import Voice
from tests.ui.support.app import text_of

WORDS = {"en": {f"t.{name}": name for name in ("one", "two", "three", "elaborately named")}}


def voice() -> Voice:
    ui = Interface("en")
    listing = GameListing(GameCard("t", "t", "1", ()), ("en",), WORDS)
    return Voice(ui, Labels(ui, WORDS), listing, {})


def grid(name: str, *, marked: bool = False, headed: bool = False, sign: str = "□") -> Grid:
    cells = (("X", sign), (sign, "X"))
    heads = ("1", "2") if headed else ()
    return Grid(name, cells, heads, heads, title=label(f"t.{name}"), highlighted=marked)


class GridsApp(App[None]):
    """An app with only grids, of this width."""

    def __init__(self, block: Grids | Grid, width: int) -> None:
        super().__init__()
        self.block = block
        self.wide = width

    def compose(self) -> ComposeResult:
        with Container() as box:
            box.styles.width = self.wide
            if isinstance(self.block, Grids):
                yield GridsWidget(self.block, voice())
            else:
                yield GridWidget(self.block, voice())


async def drawn(block: Grids | Grid, width: int = 60) -> list[str]:
    app = GridsApp(block, width)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        kind = GridsWidget if isinstance(block, Grids) else GridWidget
        return text_of(app.query(kind).first(Static)).split("\n")


async def test_grids_stand_side_by_side_under_their_titles() -> None:
    assert await drawn(Grids("g", (grid("one"), grid("two")))) == [
        " one     two",
        " X .     X .",
        " . X     . X",
    ]


async def test_a_marked_grid_has_a_frame_with_its_title() -> None:
    assert await drawn(Grids("g", (grid("one", marked=True), grid("two")))) == [
        "┏━one┓    two",
        "┃X . ┃    X .",
        "┃. X ┃    . X",
        "┗━━━━┛",
    ]


def labelled_grid(name: str, mark: str, tone: Tone, *, highlighted: bool = False) -> Grid:
    return replace(grid(name, marked=highlighted), mark=label(f"t.{mark}"), tone=tone)


async def test_a_grid_has_its_label_below_with_a_sign() -> None:
    assert await drawn(Grids("g", (labelled_grid("one", "two", "good"), grid("two")))) == [
        " one       two",
        " X .       X .",
        " . X       . X",
        " ✓ two",
    ]
    bad, plain = labelled_grid("one", "two", "bad"), labelled_grid("two", "one", "plain")
    assert (await drawn(Grids("g", (bad, plain))))[-1] == " ✗ two     one"


async def test_what_is_said_of_a_highlighted_grid_stands_in_its_frame() -> None:
    both = (
        labelled_grid("one", "two", "good", highlighted=True),
        labelled_grid("two", "one", "bad"),
    )
    assert await drawn(Grids("g", both)) == [
        "┏━one━┓    two",
        "┃X .  ┃    X .",
        "┃. X  ┃    . X",
        "┗✓ two┛    ✗ one",
    ]


@pytest.mark.parametrize("highlighted", [False, True])
async def test_what_is_said_of_a_grid_alone_stands_below_it(highlighted: bool) -> None:
    found = await drawn(labelled_grid("one", "two", "good", highlighted=highlighted))
    assert found[-1] == ("┗✓ two┛" if highlighted else "✓ two")


async def test_headings_stand_at_the_rows_and_above_the_columns() -> None:
    assert await drawn(Grids("g", (grid("one", headed=True),))) == [
        " one",
        "   1 2",
        " 1 X .",
        " 2 . X",
    ]


@pytest.mark.parametrize("headed", [True, False])
async def test_grids_with_headings_are_no_pictures_however_much_room_there_is(
    headed: bool,
) -> None:
    """Blocks have no letters, and no headings: in a drawing of letters, these matter."""
    app = GridsApp(Grids("g", (grid("one", headed=headed),)), 60)
    async with app.run_test(size=(80, 24)) as pilot:
        shown = app.query_one(GridsWidget)
        shown.adapt(20, 60)
        await pilot.pause()
        assert (shown.cell is None) is headed
        assert ("X" in text_of(shown)) is headed


async def test_a_grid_alone_has_its_title_above_it() -> None:
    assert await drawn(grid("one", headed=True)) == ["one", "  1 2", "1 X .", "2 . X"]


@pytest.mark.parametrize(
    ("width", "rows"),
    [
        (16, [" one   two", " X .   X .", " . X   . X"]),
        (10, [" one  two", " X .  X .", " . X  . X"]),
        (9, [" one", " X .", " . X", " two", " X .", " . X"]),
    ],
)
async def test_grids_close_up_before_they_wrap(width: int, rows: list[str]) -> None:
    found = await drawn(Grids("g", (grid("one"), grid("two"))), width)
    assert [" ".join(line.split()) for line in found] == [" ".join(row.split()) for row in rows]
    assert max(map(len, found)) <= width


async def test_characters_move_together_before_grids_stand_below_each_other() -> None:
    cells = (tuple("X.X.X"),) * 2
    three = Grids("g", tuple(Grid(str(number), cells) for number in range(3)))
    assert (await drawn(three, 33))[-1].split("  ") == [" X . X . X"] + ["X . X . X"] * 2
    assert (await drawn(three, 32))[-1].split() == ["X.X.X"] * 3
    assert len(await drawn(three, 20)) == 6


@pytest.mark.parametrize(
    ("sign", "drawn_as"),
    [("X", "X"), ("□", "."), ("▢", "."), ("■", "#"), ("a", "a"), ("", " "), ("\x1b", "␛")],
)
def test_signs_that_are_not_the_same_on_every_terminal_are_drawn_by_others(
    sign: str, drawn_as: str
) -> None:
    assert displayed_symbol(sign) == drawn_as

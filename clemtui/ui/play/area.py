"""The area in which one plays: the boards, the transcript, and where one answers.

The board has the whole height beside the rest, or stands above it on narrow terminals. Letters are
large, so what is known about them has a place of its own beside them. A grid is drawn where the
board is otherwise, as large as that.
"""

from __future__ import annotations

from typing import Any

from textual.containers import Container
from textual.dom import DOMNode
from textual.geometry import Size
from textual.screen import Screen
from textual.widgets import ContentSwitcher

from clemtui.engine import Grid, Grids, Keyboard, LetterBoard, View
from clemtui.episode.seat_port import SeatPort
from clemtui.episode.stage import Stage
from clemtui.language.width import cell_count
from clemtui.ui.play.countdown import Countdown
from clemtui.ui.play.pacing import Pacing, waiting_lines
from clemtui.ui.shell.context import Context
from clemtui.ui.widgets.answer.composer import Composer, Histories
from clemtui.ui.widgets.board.board import Board, split_view
from clemtui.ui.widgets.panel import panel
from clemtui.ui.widgets.transcript.log import Transcript
from clemtui.ui.widgets.wait_panels import ChoicePanel, WaitingPanel
from clemtui.wording.phrases import Voice

_NARROW_ROOM = 60, 20
"""The smallest terminal on which tiles stand beside the dialogue."""
_TILES_WIDTH = 27
"""The width of the column of the tiles there, with that beside them, in cells without keys."""


def play_area(
    context: Context, voice: Voice, histories: Histories, live: SeatPort, stage: Stage
) -> Container:
    """Return the widgets of the area."""
    ui = voice.interface
    assisted = live.condition.interface == "assisted"
    composer = Composer(voice, histories, live.would_break_form, assisted=assisted, id="answer")
    composer.wants_clock = lambda: context.settings.clock == "on"
    transcript = Transcript(ui, id="transcript")
    transcript.answering = lambda: composer.request is not None
    body = Container(
        panel(Board(voice, id="board"), ui.text("Board")),
        Container(
            panel(Board(voice, id="aside")),
            panel(transcript, ui.text("Transcript")),
            ContentSwitcher(
                panel(WaitingPanel(id="waiting")),
                panel(composer),
                panel(ChoicePanel(id="choose")),
                id="dock",
                initial="waiting",
            ),
            id="talk",
        ),
        id="body",
    )
    return Container(Countdown(live, stage, ui), body, id="middle")


async def show_boards(screen: Screen[Any], view: View) -> None:
    """Show a view: whole, or in two parts where there is room for both."""
    composer, dock = screen.query_one(Composer), screen.query_one("#dock", ContentSwitcher)
    drawn = composer.drawn if dock.current == "answer" else None
    narrow = screen.has_class("-narrow")
    beside = _has_room(screen.size, view) if narrow else not screen.has_class("-slim")
    main, aside = split_view(view, drawn) if beside else (view, View())
    drawing = beside and drawn is not None and not main.blocks
    if drawn is not None and not drawing:
        main, aside = split_view(view) if beside else (view, View())
    screen.set_class(drawn is not None, "-cells")
    screen.set_class(drawing, "-drawing")
    screen.set_class(any(isinstance(block, Grid) for block in main.blocks), "-giving")
    screen.set_class(beside and narrow, "-split")
    screen.set_class(any(isinstance(block, Grids) for block in main.blocks) and beside, "-below")
    screen.set_class(beside and not drawing and not main.blocks, "-single")
    await screen.query_one("#board", Board).show(main)
    await screen.query_one("#aside", Board).show(aside)
    composer.call_after_refresh(composer.fit)


def _has_room(size: Size, view: View) -> bool:
    """Return whether a narrow terminal has room for tiles beside the dialogue."""
    large = any(isinstance(block, LetterBoard | Grid) for block in view.blocks)
    keys = [row for block in view.blocks if isinstance(block, Keyboard) for row in block.rows]
    widths = (sum(1 + max(1, cell_count(cell.letter)) + 1 for cell in row) for row in keys)
    return (
        large
        and size.height >= _NARROW_ROOM[1]
        and size.width >= max(_NARROW_ROOM[0], _TILES_WIDTH + max(widths, default=0))
    )


def show_typed(screen: DOMNode) -> None:
    """Show the word that is being typed on the board."""
    screen.query_one("#board", Board).type(screen.query_one(Composer).typed_word())


def show_waiting(screen: DOMNode, stage: Stage, pacing: Pacing, voice: Voice) -> None:
    """Show who is being waited for."""
    lines = waiting_lines(stage, pacing, voice)
    waiting = bool(stage.waiting_for()) and not stage.state.paused
    for each in screen.query(WaitingPanel):  # none while the screen is being rebuilt
        each.show(lines, waiting=waiting)


def resize_dock(screen: DOMNode, *, over: bool) -> None:
    """Adjust the height of the place where one answers to its content."""
    composer, dock = screen.query_one(Composer), screen.query_one("#dock", ContentSwitcher)
    larger = composer.has_class("-expanded") or composer.has_class("-large")
    choosing = dock.current == "choose" and not over
    dock.set_class(choosing, "-choosing")
    dock.set_class(choosing or (larger and dock.current == "answer"), "-large")

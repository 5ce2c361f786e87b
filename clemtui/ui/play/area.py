"""The area in which one plays: the boards, the transcript, and where one answers.

The board has the whole height beside the rest, or stands above it on narrow terminals. Letters are
large, so what is known about them has a place of its own beside them.
"""

from __future__ import annotations

from textual.containers import Container
from textual.dom import DOMNode
from textual.widgets import ContentSwitcher

from clemtui.engine import View
from clemtui.episode.stage import Stage
from clemtui.ui.play.pacing import Pacing, waiting_lines
from clemtui.ui.widgets.answer.composer import Composer, Histories
from clemtui.ui.widgets.board.board import Board, split_letters
from clemtui.ui.widgets.panel import panel
from clemtui.ui.widgets.transcript.log import Transcript
from clemtui.ui.widgets.wait_panels import ChoicePanel, WaitingPanel
from clemtui.wording.phrases import Voice


def play_area(voice: Voice, histories: Histories, *, assisted: bool) -> Container:
    """Return the widgets of the area."""
    ui = voice.interface
    composer = Composer(voice, histories, assisted=assisted, id="answer")
    transcript = Transcript(ui, id="transcript")
    transcript.answering = lambda: composer.request is not None
    return Container(
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


async def show_boards(screen: DOMNode, view: View) -> None:
    """Show a view: whole, or in two parts where there is room for both."""
    beside = screen.has_class("-normal") or screen.has_class("-wide")
    main, aside = split_letters(view) if beside else (view, View())
    await screen.query_one("#board", Board).show(main)
    await screen.query_one("#aside", Board).show(aside)


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

"""Screens that show a sample text: a transcript with an input box, and a board."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from textual.containers import Container, Vertical
from textual.pilot import Pilot
from textual.widget import Widget

from clemtui.config import Bidi
from clemtui.engine import (
    Card,
    Cell,
    GameCard,
    Grid,
    Item,
    Keyboard,
    LetterBoard,
    MarkedList,
    Row,
    Table,
    View,
    label,
)
from clemtui.episode.planning.listing import GameListing
from clemtui.language import Interface, Labels
from clemtui.ui.home.screen import HomeScreen
from clemtui.ui.shell.base import BaseScreen
from clemtui.ui.shell.navigation import Destination
from clemtui.ui.widgets.answer.box import AnswerBox
from clemtui.ui.widgets.answer.preview import Preview
from clemtui.ui.widgets.board.board import Board
from clemtui.ui.widgets.board.letters import LetterBoardWidget
from clemtui.ui.widgets.transcript.log import Transcript
from clemtui.ui.widgets.transcript.rows import Entry
from clemtui.wording.phrases import Voice
from tests.ui.scripts.samples import SAMPLES, Sample
from tests.ui.snapshots.environment import Scene, SnapshotApp
from tests.ui.support.app import until

GRID = (("▢", "X", "▢"), ("X", "▢", "X"), ("▢", "▢", "X"))
DRAWN = "\n".join(" ".join(row) for row in GRID)


def entries(sample: Sample) -> Iterator[Entry]:
    """Yield the sample as transcript entries."""
    master, other, own = sample.people
    drawn = f"{sample.verdict}\n{DRAWN}"
    yield Entry(sample.prompt, "master", master, copy=sample.prompt)
    yield Entry(sample.clue, "own", own, copy=sample.clue)
    yield Entry(sample.guess, "other", other, copy=sample.guess, details="12 s")
    yield Entry(drawn, "master", master, copy=drawn)


def board(sample: Sample) -> View:
    """Return the sample as a board."""
    word = sample.letters
    tiles = tuple(
        Cell(letter, mark)  # type: ignore[arg-type]
        for letter, mark in zip(word, ("hit", "near", "miss") * 2, strict=False)
    )
    first, second, third = map(label, ("first", "second", "third"))
    columns = tuple(map(label, ("one", "two", "three")))
    return View(
        (
            Card(
                "card",
                (
                    Row("word", first, sample.word, "strong"),
                    Row("forbidden", second, sample.forbidden),
                    Row("left", third, sample.left),
                ),
            ),
            Table("table", columns, sample.rows),
            MarkedList("list", (Item("a", sample.word, mark=third, tone="good"),)),
            LetterBoard("letters", (tiles, tuple(Cell("", "empty") for _ in word))),
            Keyboard("keys", (tiles,)),
            Grid("grid", GRID, columns=("1", "2", "3"), rows=word[:3]),
        )
    )


def voice(sample: Sample) -> Voice:
    """Return a voice with the sample's words."""
    said = dict(zip(("first", "second", "third"), sample.names, strict=True))
    said |= dict(zip(("one", "two", "three"), sample.columns, strict=True))
    ui = Interface("en")
    listing = GameListing(GameCard("sample", "sample", "1", ()), ("en",), {})
    return Voice(ui, Labels(ui, {"en": said}), listing, {})


class TranscriptScreen(BaseScreen[None]):
    """A transcript beside a card, and an input box with a draft, as on the play screen."""

    DEFAULT_CSS = """
    TranscriptScreen #body { height: 1fr; }
    TranscriptScreen #dock { height: 7; }
    TranscriptScreen #dock > * {
        height: 100%; border-top: solid $primary; border-title-color: $text-primary;
    }
    """

    def __init__(self, app: SnapshotApp, language: str) -> None:
        super().__init__(app.context, Destination())
        self.sample = SAMPLES[language]

    def title_text(self) -> str:
        return f"{self.sample.people[2]} · {self.sample.left}"

    def contents(self) -> Iterator[Widget]:
        yield Container(
            Board(voice(self.sample), id="board"),
            Transcript(self.interface, id="transcript", from_beginning=False),
            id="body",
        )
        box = AnswerBox(several_lines=True)
        yield Container(Vertical(box, Preview(id="preview"), id="answer"), id="dock")

    async def fill(self) -> None:
        self.query_one(Transcript).add(entries(self.sample))
        box = self.query_one(AnswerBox)
        box.fill(self.sample.clue)
        box.focus()
        await self.query_one(Board).show(View(board(self.sample).blocks[:1]))


class BoardScreen(BaseScreen[None]):
    """A board with every kind of block, one below another."""

    def __init__(self, app: SnapshotApp, language: str) -> None:
        super().__init__(app.context, Destination())
        self.sample = SAMPLES[language]

    def contents(self) -> Iterator[Widget]:
        shown = Board(voice(self.sample), id="board")
        shown.styles.dock = "none"
        shown.styles.width = "100%"
        shown.styles.max_height = "100%"
        yield Container(shown, id="body")

    async def fill(self) -> None:
        await self.query_one(Board).show(board(self.sample))


SCREENS: dict[str, type[TranscriptScreen] | type[BoardScreen]] = {
    "talk": TranscriptScreen,
    "board": BoardScreen,
}


def scene(kind: str, language: str, bidi: Bidi = "terminal") -> Scene:
    """Return the scene of a sample."""

    async def arrange(pilot: Pilot[Any]) -> None:
        await opened(pilot, kind, language)

    return Scene(f"{kind}-{language}-{bidi}", arrange, settings={"bidi": bidi})


async def opened(pilot: Pilot[Any], kind: str, language: str) -> TranscriptScreen | BoardScreen:
    """Open the screen of a sample and wait until it is drawn."""
    app = pilot.app
    assert isinstance(app, SnapshotApp)
    await until(pilot, lambda: isinstance(app.screen, HomeScreen) and app.screen.loaded_at)
    screen = SCREENS[kind](app, language)
    await app.push_screen(screen)
    await until(pilot, lambda: screen.query("Board BlockWidget, Board Static"))
    if isinstance(screen, TranscriptScreen):
        preview = screen.query_one(Preview)
        await until(pilot, lambda: preview.size.width)  # it shows only what fits
        preview.show_written(screen.sample.clue)
    else:
        letters = screen.query_one(LetterBoardWidget)
        await until(pilot, lambda: letters.tiles)  # it is drawn in lines until there is a layout
    await at_rest(pilot)
    return screen


async def at_rest(pilot: Pilot[Any]) -> None:
    """Wait until nothing on the screen changes any more: blocks are fitted step by step, each when
    the one before it has its place."""
    shown, unchanged = "", 0
    while unchanged < 4:
        await pilot.pause(0.05)
        now = pilot.app.export_screenshot()
        shown, unchanged = now, unchanged + 1 if now == shown else 0


def sample_app(folder: Path, kind: str, language: str, bidi: Bidi = "terminal") -> SnapshotApp:
    """Return an app that can show the screen of a sample."""
    return scene(kind, language, bidi).app(folder)

"""The games to choose from: as cards beside each other, or as a list on small terminals."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import ClassVar, Literal

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.geometry import Region
from textual.message import Message
from textual.widgets import Static

from clemtui.language import translatable
from clemtui.ui.widgets.games.drawing import GameText, Pen
from clemtui.ui.widgets.games.layout import arrange, mirrored
from clemtui.ui.widgets.home_lists import MovedPast
from clemtui.ui.widgets.lists import LEFT, RIGHT, movement_bindings

WIDEST = 116
"""Cells: on wider terminals, the screen has margins."""

Wish = Literal["play", "watch"]
"""What to do with a game: play it at once, or watch it."""


class GameCards(VerticalScroll, inherit_bindings=False):
    """Games, of which one is highlighted.

    Attributes:
        highlighted: the number of the highlighted game, from 0.
    """

    can_focus = True

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "wish('play')", translatable("Play"), id="home.choose"),
        Binding("v", "wish('watch')", translatable("Watch"), id="home.watch"),
        *movement_bindings(
            "row(-1)",
            "row(1)",
            "first",
            "last",
            page_up="turn_page(-1)",
            page_down="turn_page(1)",
        ),
        Binding("left", "beside(-1)", LEFT, False, id="move.left"),
        Binding("right", "beside(1)", RIGHT, False, id="move.right"),
    ]

    class Wanted(Message):
        """Posted to play or watch the game with this id."""

        def __init__(self, game: str, wish: Wish) -> None:
            super().__init__()
            self.game = game
            self.wish = wish

    def __init__(self, games: Sequence[GameText], rest: Callable[[], int], *, id: str) -> None:
        """``rest`` says how many lines of the terminal are needed for everything else."""
        super().__init__(id=id)
        self.highlighted = 0
        self._games = tuple(games)
        self._rest = rest
        self._places: Sequence[Region] = ()
        self._drawn = Static(markup=False)

    def compose(self) -> ComposeResult:
        yield self._drawn

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of the games, in order."""
        return tuple(game.id for game in self._games)

    @property
    def current(self) -> str | None:
        """The id of the highlighted game; None if there are no games."""
        return self.ids[self.highlighted] if self._games else None

    @property
    def places(self) -> Sequence[Region]:
        """Where each game is drawn, before scrolling."""
        return self._places

    def show(self, games: Sequence[GameText]) -> None:
        """Replace the games. The highlighted one stays highlighted if it is still there."""
        before = self.current
        self._games = tuple(games)
        kept = self.ids.index(before) if before in self.ids else self.highlighted
        self.highlighted = max(0, min(kept, len(games) - 1))
        self._draw()

    def highlight(self, number: int) -> None:
        """Highlight a game, and bring it into view."""
        self.highlighted = max(0, min(number, len(self._games) - 1))
        self._draw()
        self._show_highlighted()

    def enter_from(self, step: int) -> None:
        """Highlight a game that is reached from the list above (``step`` 1) or below (-1)."""
        if not self._in_last_row(self.highlighted):
            self.highlight(0 if step > 0 else len(self._games) - 1)

    def on_mount(self) -> None:
        self._draw()

    def on_resize(self) -> None:
        self._draw()
        self.call_after_refresh(self._show_highlighted)

    def watch_has_focus(self, has_focus: bool) -> None:
        super().watch_has_focus(has_focus)
        self._draw()

    def _show_highlighted(self) -> None:
        if self._places:
            self.scroll_to_region(self._places[self.highlighted], animate=False)

    def _draw(self) -> None:
        if not self.is_attached:
            return
        width = self.scrollable_content_region.width or min(WIDEST, self.app.size.width)
        room = max(1, self.app.size.height - self._rest())
        pen = Pen(self.app.native_ansi_color, self.app.has_class("-rtl"))
        current = self.highlighted if self.has_focus else None
        cards = arrange(len(self._games), width, room)
        if cards:
            self._places = mirrored(cards, width) if pen.mirrored else cards
            lines = list(self._rows(pen, current))
        else:
            self._places = [Region(0, at, width, 1) for at in range(len(self._games))]
            lines = list(pen.lines(self._games, width, current)) if self._games else []
        self.styles.max_height = room
        self._drawn.update(Content("\n").join(lines))

    def _rows(self, pen: Pen, current: int | None) -> Iterator[Content]:
        """Draw the cards row by row."""
        for top in dict.fromkeys(place.y for place in self._places):
            row = sorted((place.x, at) for at, place in enumerate(self._places) if place.y == top)
            margin = " " * row[0][0]
            cards = [
                pen.card(
                    self._games[at],
                    at + 1,
                    (self._places[at].width, self._places[at].height),
                    current=at == current,
                )
                for _, at in row
            ]
            for parts in zip(*cards, strict=True):
                yield Content.assemble(margin, *parts)

    def _in_last_row(self, number: int) -> bool:
        return bool(self._places) and self._places[number].y == self._places[-1].y

    def _nearest(self, step: int) -> int | None:
        """Return the game above (``step`` -1) or below (1) the highlighted one."""
        here = self._places[self.highlighted]
        others = [
            (abs(place.y - here.y), abs(place.center[0] - here.center[0]), at)
            for at, place in enumerate(self._places)
            if (place.y - here.y) * step > 0
        ]
        return min(others)[2] if others else None

    def action_row(self, step: int) -> None:
        """Move to the row above or below, or to the list there."""
        found = self._nearest(step) if self._places else None
        if found is None:
            self.post_message(MovedPast(self, step))
        else:
            self.highlight(found)

    def action_beside(self, step: int) -> None:
        """Move to the game at the left (-1) or right (1)."""
        self.highlight(self.highlighted + (-step if self.app.has_class("-rtl") else step))

    def action_turn_page(self, step: int) -> None:
        """Move by as many rows as are visible."""
        if not self._places:
            return
        start = self._places[self.highlighted].y
        while (found := self._nearest(step)) is not None:
            self.highlighted = found
            if abs(self._places[found].y - start) >= self.size.height - 1:
                break
        self.highlight(self.highlighted)

    def action_first(self) -> None:
        """Move to the first game."""
        self.highlight(0)

    def action_last(self) -> None:
        """Move to the last game."""
        self.highlight(len(self._games) - 1)

    def action_wish(self, wish: Wish) -> None:
        """Ask for the highlighted game."""
        if self.current is not None:
            self.post_message(self.Wanted(self.current, wish))

    def on_click(self, event: events.Click) -> None:
        """Play the game that is clicked."""
        at = self._drawn.region.offset
        x, y = event.screen_x - at.x, event.screen_y - at.y
        for number, place in enumerate(self._places):
            if place.contains(x, y):
                event.stop()
                self.highlight(number)
                self.action_wish("play")

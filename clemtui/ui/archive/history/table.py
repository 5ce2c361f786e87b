"""The table of episodes, rendered line by line and loaded page by page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.filter import LineFilter
from textual.geometry import Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from clemtui.language import safe, shorten, translatable
from clemtui.language.width import cell_count
from clemtui.records.findings import Snippet
from clemtui.records.rows import EpisodeSummary
from clemtui.ui.archive.episode_texts import EpisodeTexts
from clemtui.ui.terminal.widths import scrollbar_filters
from clemtui.ui.widgets.columns import GAP, Column, cell_text, fit_columns, join_names, pad, tail
from clemtui.ui.widgets.lists import movement_bindings
from clemtui.ui.widgets.outcomes import marks_of
from clemtui.wording.phrases import OUTCOMES, STATES

PREFETCH_ROWS = 30
"""Distance, in rows, from the end of the loaded episodes at which more are requested."""

_WIDEST_DATE = datetime(2020, 12, 28, 22, 58).astimezone()
_LINE = tuple[tuple[str, str], ...]


class EpisodeTable(ScrollView, can_focus=True, inherit_bindings=False):
    """A table of episodes that requests more of them near either end.

    Only the visible rows are rendered. After a search, each episode has a second line that shows
    the match.
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        f"table--{name}"
        for name in (
            *("text", "heading", "muted", "found", "good", "warning", "bad"),
            *("cursor", "blurred"),
        )
    }

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "choose", translatable("Open"), id="history.open"),
        *movement_bindings(
            "move(-1)", "move(1)", "first", "last", page_up="page(-1)", page_down="page(1)"
        ),
    ]

    class Highlighted(Message):
        """A message: another episode is highlighted."""

        def __init__(self, episode: EpisodeSummary) -> None:
            super().__init__()
            self.episode = episode

    class Chosen(Message):
        """A message: an episode is to be opened."""

        def __init__(self, episode: EpisodeSummary) -> None:
            super().__init__()
            self.episode = episode

    class MoreWanted(Message):
        """A message: an end of the loaded episodes is near, and more can be loaded.

        ``newer`` is True at the newer end.
        """

        def __init__(self, *, newer: bool = False) -> None:
            super().__init__()
            self.newer = newer

    class EndWanted(Message):
        """A request for the newest or oldest episode, which has not been loaded."""

        def __init__(self, *, latest: bool) -> None:
            super().__init__()
            self.latest = latest

    def __init__(self, words: EpisodeTexts, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.words = words
        self.cursor = 0
        self._episodes: list[EpisodeSummary] = []
        self._passages: dict[str, Snippet] = {}
        self._more = self._newer = False
        self._searched = self._days = False
        self._columns: tuple[Column, ...] = ()
        self._lines: dict[tuple[str, int], _LINE] = {}
        self._styles: dict[str, Style] = {}

    # Contents

    @property
    def highlighted(self) -> EpisodeSummary | None:
        """The highlighted episode."""
        return self._episodes[self.cursor] if self._episodes else None

    def show(
        self,
        episodes: Iterable[EpisodeSummary],
        *,
        more: bool,
        newer: bool = False,
        searched: bool = False,
        at: str | None = None,
    ) -> None:
        """Display a list of episodes.

        If the highlighted one stays so, its row stays in place, unless the top of the list is seen.

        Args:
            more: whether there are older ones after these.
            newer: whether there are newer ones before these.
            searched: whether each gets a second line for its match.
            at: the id of the episode to highlight; the first one if it is not in the list.
        """
        before = self.highlighted
        row = self.cursor * self._height - self.scroll_offset.y
        self._episodes = list(episodes)
        self._passages.clear()
        self._lines.clear()
        self._more, self._newer, self._searched = more, newer, searched
        ids = [episode.id for episode in self._episodes]
        self.cursor = ids.index(at) if at in ids else 0
        self._measure()
        if self.scroll_offset.y and before is not None and before.id == at:
            down = self.cursor * self._height - row
            self.scroll_to(y=down, animate=False, immediate=True, force=True)
        self._scroll_to_cursor()
        self._post_highlighted()

    def extend(self, episodes: Sequence[EpisodeSummary], *, more: bool, newer: bool) -> None:
        """Extend the list before or after the current episodes; the visible rows stay in place."""
        first = self._episodes[0].id if self._episodes else None
        added = next((at for at, each in enumerate(episodes) if each.id == first), 0)
        self._episodes = list(episodes)
        self._more, self._newer = more, newer
        self.cursor += added
        self._measure()
        if added:
            down = self.scroll_offset.y + added * self._height
            self.scroll_to(y=down, animate=False, immediate=True, force=True)

    def show_matches(self, passages: Mapping[str, Snippet]) -> None:
        """Display the matches in the given episodes."""
        self._passages.update(passages)
        self._lines.clear()
        self.refresh()

    # Moving

    def action_move(self, step: int) -> None:
        self._go(self.cursor + step)

    def action_page(self, pages: int) -> None:
        self._go(self.cursor + pages * max(1, self._room // self._height - 1))

    def action_first(self) -> None:
        """Go to the newest episode."""
        if self._newer:
            self.post_message(self.EndWanted(latest=True))
        else:
            self._go(0)

    def action_last(self) -> None:
        """Go to the oldest episode."""
        if self._more:
            self.post_message(self.EndWanted(latest=False))
        else:
            self._go(len(self._episodes) - 1)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Disable the actions of an empty table.

        It may have the focus although it is invisible.
        """
        return bool(self._episodes) or action not in ("choose", "move", "page", "first", "last")

    def action_choose(self) -> None:
        if self.highlighted is not None:
            self.post_message(self.Chosen(self.highlighted))

    def on_click(self, event: events.Click) -> None:
        """Highlight the clicked episode, or open it if it is highlighted already."""
        at = (self.scroll_offset.y + event.y - 1) // self._height
        if event.y == 0 or at >= len(self._episodes):
            return
        if at == self.cursor:
            self.action_choose()
        else:
            self._go(at)

    def _go(self, to: int) -> None:
        if self._episodes:
            before = self.cursor
            self.cursor = max(0, min(to, len(self._episodes) - 1))
            self._scroll_to_cursor()
            self.refresh()
            if self.cursor != before:
                self._post_highlighted()
        self._ask_for_more()

    def _post_highlighted(self) -> None:
        if self.highlighted is not None:
            self.post_message(self.Highlighted(self.highlighted))

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        super().watch_scroll_y(old_value, new_value)
        self._ask_for_more()

    def _ask_for_more(self) -> None:
        last_seen = (self.scroll_offset.y + self._room) // self._height
        if self._more and max(last_seen, self.cursor) + PREFETCH_ROWS >= len(self._episodes):
            self.post_message(self.MoreWanted())
        first_seen = self.scroll_offset.y // self._height
        if self._newer and min(first_seen, self.cursor) < PREFETCH_ROWS:
            self.post_message(self.MoreWanted(newer=True))

    def _scroll_to_cursor(self) -> None:
        top = self.cursor * self._height
        at = min(self.scroll_offset.y, top)
        at = max(at, top + self._height - max(self._room, self._height))
        if at != self.scroll_offset.y:
            self.scroll_to(y=at, animate=False, immediate=True, force=True)

    # Rendering

    @property
    def _height(self) -> int:
        """Lines per episode."""
        return 2 if self._searched else 1

    @property
    def _room(self) -> int:
        """Lines available below the heading."""
        return max(1, self.size.height - 1)

    def _measure(self) -> None:
        width = self.scrollable_content_region.width
        room = max(1, width - 2)
        self._days = False
        self._columns = fit_columns(self._all_columns(), room)
        if all(column.id != "begun" for column in self._columns):
            self._days = True  # a date without the time is narrower
            self._columns = fit_columns(self._all_columns(), room)
        self._lines.clear()
        lines = len(self._episodes) * self._height + self._more
        self.virtual_size = Size(width, lines + 1)
        self.refresh()

    def _all_columns(self) -> tuple[Column, ...]:
        ui = self.words.ui
        outcomes = max(cell_count(ui.text(word)) for word in (*OUTCOMES.values(), *STATES.values()))
        marks = max((cell_count(f" {marks_of(each)}") for each in self._episodes), default=0)
        said = ui.date if self._days else ui.date_time
        date = cell_count(said(_WIDEST_DATE, length="short"))
        titles = [cell_count(title) for title in self.words.titles()]
        game = max(10, min(18, max(titles, default=0)))
        score = max(cell_count(ui.text("Score")), cell_count(ui.number(99.9)))
        return (
            Column("begun", ui.text("Started"), date, date, 4),
            Column("game", ui.text("Game"), min(8 if self._days else 12, game), game, 2),
            Column("players", ui.text("Players"), 8 if self._days else 14, 44, 3),
            Column("outcome", ui.text("Outcome"), outcomes + 2, outcomes + 2 + marks, 1),
            Column("score", ui.text("Score"), score, score, 5, right=True),
            Column("language", ui.text("Lang."), 5, 5, 6),
            Column("task", ui.text("Instance"), 12, 26, 7),
        )

    def get_line_filters(self) -> Sequence[LineFilter]:
        return scrollbar_filters(self, super().get_line_filters())

    def render_line(self, y: int) -> Strip:
        width = self.scrollable_content_region.width
        base = self.rich_style
        if y == 0:
            said = "  " + (" " * GAP).join(cell_text(each.title, each) for each in self._columns)
            heading = base + self._style("heading")
            return Strip([Segment(said, heading)]).adjust_cell_length(width, heading)
        at, part = divmod(self.scroll_offset.y + y - 1, self._height)
        if at >= len(self._episodes):
            said = f"  {self.words.ui.text('More…')}" if self._more else ""
            muted = base + self._style("muted")
            return Strip([Segment(said, muted)]).adjust_cell_length(width, base)
        if at == self.cursor:
            base += self._row_style("cursor" if self.has_focus else "blurred")
        mark = "▌ " if at == self.cursor and self.has_focus else "  "
        segments = [Segment(mark, base + self._style("text"))]
        for text, style in self._line(self._episodes[at], part, width - 2):
            segments.append(Segment(text, base + self._style(style)))
        return Strip(segments).adjust_cell_length(width, base)

    def _line(self, episode: EpisodeSummary, part: int, width: int) -> _LINE:
        key = (episode.id, part)
        if key not in self._lines:
            line = self._match_line(episode, width) if part else self._row(episode)
            self._lines[key] = tuple(line)
        return self._lines[key]

    def _row(self, episode: EpisodeSummary) -> Iterable[tuple[str, str]]:
        words = self.words
        outcome, style = words.outcome(episode)
        widths = {each.id: each.width for each in self._columns}
        players, task = widths.get("players", 0), widths.get("task", 0)
        texts = {
            "begun": (words.started(episode, day=self._days), "muted"),
            "game": (words.title(episode), "text"),
            "players": (join_names(words.players(episode), players), "text"),
            "outcome": (self._with_marks(outcome, marks_of(episode)), style),
            "score": (words.score(episode), "text"),
            "language": (safe(episode.language, newlines=False), "muted"),
            "task": (words.instance_name(episode, task), "muted"),
        }
        for number, column in enumerate(self._columns):
            if number:
                yield " " * GAP, "text"
            text, style = texts[column.id]
            yield cell_text(text, column), style

    def _with_marks(self, outcome: str, marks: str) -> str:
        """Return an outcome with marks at the right edge of its column."""
        if not marks:
            return outcome
        width = next((each.width for each in self._columns if each.id == "outcome"), 0)
        room = max(0, width - cell_count(marks) - 1)
        return f"{pad(shorten(outcome, room, cell_count), room)} {marks}"

    def _match_line(self, episode: EpisodeSummary, width: int) -> Iterable[tuple[str, str]]:
        passage = self._passages.get(episode.id)
        if passage is None:
            return
        roles = {seat.seat: seat.role for seat in episode.seats}
        who = self.words.voice(episode).seat(passage.seat) if passage.seat in roles else ""
        if passage.received:
            who = self.words.ui.text("to {seat}", seat=who)
        before, found, after = (
            safe(" ".join(text.split("\n")), newlines=False)
            for text in (passage.before, passage.found, passage.after)
        )
        head = shorten(f"  {who}: ", max(0, width // 3), cell_count)
        room = max(1, width - cell_count(head))
        found = shorten(found, room, cell_count)
        room -= cell_count(found)
        before = tail(before, max(room // 2, room - cell_count(after)))
        yield head, "muted"
        yield before, "muted"
        yield found, "found"
        yield shorten(after, max(0, room - cell_count(before)), cell_count), "muted"

    def on_resize(self, event: events.Resize) -> None:
        self._measure()
        self.call_after_refresh(self._scroll_to_cursor)
        self.call_after_refresh(self._ask_for_more)

    def notify_style_update(self) -> None:
        super().notify_style_update()
        self._styles.clear()
        self.refresh()

    def _style(self, name: str) -> Style:
        """Return the style of a text; the background is that of its row."""
        if name not in self._styles:
            whole = self.get_visual_style(f"table--{name}").rich_style
            style = Style(color=whole.color, bold=whole.bold, underline=whole.underline)
            self._styles[name] = style
        return self._styles[name]

    def _row_style(self, name: str) -> Style:
        key = f"ground {name}"
        if key not in self._styles:
            self._styles[key] = self.get_visual_style(f"table--{name}").rich_style
        return self._styles[key]

"""Cards of games, and the lines of their list."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from textual.content import Content

from clemtui.language import shorten
from clemtui.language.width import cell_count
from clemtui.language.wrapping import wrap
from clemtui.ui.widgets.board.blocks import width_of
from clemtui.ui.widgets.columns import GAP, pad
from clemtui.ui.widgets.games.pictures import Picture, centred

_BESIDE = 44
"""Cells: a card with more has its text beside its picture, a narrower one below it."""
_LEAST_PICTURE = 4
"""Lines left for the picture when there is room for a summary below it."""
_AIRY = 8
"""Lines: a card with more has an empty line at its top."""
_LONGEST_NAME = 22
_LEAST_SUMMARY = 12
_AROUND_NAME = 5 + GAP
"""Cells in a line of the list for the cursor, the number and blanks."""
_DIGITS = 9
"""Games that a digit plays."""


@dataclass(frozen=True, slots=True)
class GameText:
    """What is shown of a game.

    Attributes:
        facts: what one may want to know besides, where there is room.
        figures: the person's own figures; empty if there are none.
    """

    id: str
    title: str
    summary: str
    picture: Picture
    facts: str = ""
    figures: str = ""


@dataclass(frozen=True, slots=True)
class Pen:
    """How cards and lines are drawn.

    Attributes:
        plain: whether the terminal has only its own colours: the cursor reverses them then.
        mirrored: whether texts begin at the right.
    """

    plain: bool
    mirrored: bool

    def card(
        self, game: GameText, number: int, size: tuple[int, int], *, current: bool
    ) -> Iterator[Content]:
        """Draw a card; ``size`` is its width and height in cells."""
        width, height = size
        accent = game.picture.accent
        frame = f"bold {accent}" if current else f"{accent} 45%"
        yield self._upper_edge(game, width, frame, current=current)
        side = Content.styled("┃" if current else "│", frame)
        inner = list(self._inside(game, width - 2, height - 2))
        for line in (*inner, *[Content("")] * (height - 2 - len(inner))):
            yield Content.assemble(side, self._aligned(line, width - 2), side)
        yield self._lower_edge(game, number, width, frame, current=current)

    def _upper_edge(self, game: GameText, width: int, frame: str, *, current: bool) -> Content:
        left, line, right = "┏━┓" if current else "╭─╮"
        name = shorten(game.title, width - 4, cell_count)
        accent = game.picture.accent
        ground = "bold reverse" if self.plain else f"bold $background on {accent}"
        title = (
            [("▐", accent), (name, ground), ("▌", accent)]
            if current
            else [(" ", ""), (name, accent), (" ", "")]
        )
        rest = line * (width - 4 - cell_count(name))
        if self.mirrored:
            return Content.assemble((f"{left}{rest}", frame), *title, (right, frame))
        return Content.assemble((left, frame), *title, (f"{rest}{right}", frame))

    def _lower_edge(
        self, game: GameText, number: int, width: int, frame: str, *, current: bool
    ) -> Content:
        left, bar, right = "┗━┛" if current else "╰─╯"
        shown = f" {number} " if number <= _DIGITS else ""
        room = width - 4 - len(shown)
        figures = f" {_shortened(game.figures, room - 2)} " if game.figures else ""
        rest = bar * (room - cell_count(figures))
        parts = [(shown, "$text-muted"), (rest, frame), (figures, "bold")]
        parts = parts[::-1] if self.mirrored else parts
        return Content.assemble((f"{left}{bar}", frame), *parts, (f"{bar}{right}", frame))

    def _aligned(self, line: Content, width: int, margin: int = 0) -> Content:
        """Fill ``width`` cells with a line, ``margin`` cells from where texts begin."""
        space = " " * (width - width_of(line) - margin)
        parts = [Content(" " * margin), line, Content(space)]
        return Content.assemble(*(reversed(parts) if self.mirrored else parts))

    def _inside(self, game: GameText, width: int, height: int) -> Iterator[Content]:
        if height > _AIRY:
            yield Content("")
            height -= 2
        if width >= _BESIDE and game.picture.parts:
            yield from self._side_by_side(game, width, height)
        else:
            yield from self._stacked(game, width, height)

    def _side_by_side(self, game: GameText, width: int, height: int) -> Iterator[Content]:
        left = width // 2
        picture = _middled(game.picture.drawn(left, height, plain=self.plain), height)
        room = width - left - 1
        text = [Content(line) for line in wrap(game.summary, room)]
        text.append(Content(""))
        text += [Content.styled(line, "$text-muted") for line in wrap(game.facts, room)]
        for drawn, said in zip(picture, _middled(text[:height], height), strict=True):
            parts = [centred(drawn, left), self._aligned(said, width - left)]
            yield Content.assemble(*(reversed(parts) if self.mirrored else parts))

    def _stacked(self, game: GameText, width: int, height: int) -> Iterator[Content]:
        room = width - 2
        parts = game.picture.parts
        most = height - _LEAST_PICTURE if parts else height
        summary = _cut(list(wrap(game.summary, room)), most, room)
        above = height - len(summary)
        if parts:
            drawn = _middled(game.picture.drawn(width, above, plain=self.plain), above)
            yield from (centred(line, width) for line in drawn)
        for line in summary:
            yield self._aligned(Content.styled(line, "$text-muted"), width, 1)
        if not parts:
            yield from [Content("")] * above

    def lines(
        self, games: Sequence[GameText], width: int, current: int | None
    ) -> Iterator[Content]:
        """Draw the games as a list with a line for each."""
        longest = max(cell_count(game.title) for game in games)
        name = min(longest, _LONGEST_NAME, width - 6)
        room = width - name - _AROUND_NAME
        for at, game in enumerate(games):
            here = at == current
            muted = "" if here else "$text-muted"
            figures = _shortened(game.figures, room)
            left = room - cell_count(figures)
            summary = game.summary if left >= _LEAST_SUMMARY else ""
            columns = [
                (pad(f"{at + 1}" if at < _DIGITS else "", 2, right=True), muted),
                (" ", ""),
                self._column(game.title, name, "bold" if here else f"bold {game.picture.accent}"),
                (" " * GAP, ""),
                self._column(summary, left - 1, ""),
                (" ", ""),
                (figures, muted),
            ]
            columns = columns[::-1] if self.mirrored else columns
            line = Content.assemble("▌" if here else " ", *columns, " ")
            yield line.stylize_before(self._cursor) if here else line

    @property
    def _cursor(self) -> str:
        if self.plain:
            return "bold reverse"
        return "bold $block-cursor-foreground on $block-cursor-background"

    def _column(self, text: str, width: int, style: str) -> tuple[str, str]:
        return pad(_shortened(text, width), width, right=self.mirrored), style


def _shortened(text: str, width: int) -> str:
    return shorten(text, max(1, width), cell_count)


def _cut(lines: list[str], most: int, width: int) -> list[str]:
    """Return the first lines, the last of them shortened if there are more."""
    if len(lines) <= most:
        return lines
    kept = lines[: max(0, most)]
    if kept:
        kept[-1] = shorten(f"{kept[-1]} {lines[most]}", width, cell_count)
    return kept


def _middled(lines: Sequence[Content], height: int) -> list[Content]:
    """Return lines in the middle of ``height`` lines."""
    above = (height - len(lines)) // 2
    below = height - len(lines) - above
    return [*[Content("")] * above, *lines, *[Content("")] * below]

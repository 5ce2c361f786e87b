"""Stepping through a recorded episode: a progress bar, and a transcript with keys for stepping."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widgets import Static

from clemtui.language import translatable
from clemtui.ui.widgets.transcript.folding import FoldingTranscript
from clemtui.ui.widgets.transcript.rows import Entry


class StepTranscript(FoldingTranscript):
    """A transcript whose keys move from step to step, apart from those that scroll by a line.

    The screen implements the actions.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "screen.step(-1)", translatable("Previous step"), id="move.left"),
        Binding("right", "screen.step(1)", translatable("Next step"), id="move.right"),
        Binding(
            "pageup", "screen.round(-1)", translatable("Previous round"), False, id="move.page_up"
        ),
        Binding(
            "pagedown", "screen.round(1)", translatable("Next round"), False, id="move.page_down"
        ),
        Binding("home", "screen.first", translatable("Go to the start"), False, id="move.first"),
        Binding("end", "screen.last", translatable("To the end"), False, id="move.last"),
    ]

    raw = reactive(True)  # what is searched, compared and annotated is what was sent

    _match: tuple[int, int] | None = None
    """The entry and the offset of the search match. Kept for scrolling to it after a resize."""

    def show_match(self, text: str, first: int) -> None:
        """Mark the first message from index ``first`` on that contains ``text``, and scroll to it.

        An empty text ends the search.
        """
        wanted = text.casefold()
        if wanted and any(_has(entry.folded, wanted) for entry in self.entries[first:]):
            self.unfolded = True
        places = (
            (number, 0 if _has(entry.folded, wanted) else entry.text.casefold().find(wanted))
            for number, entry in enumerate(self.entries[first:], first)
        )
        self._match = next((place for place in places if wanted and place[1] >= 0), None)
        if self._match is not None:
            self.marked = self._match[0]
            self.show_place(*self._match)

    def _resized(self) -> None:
        super()._resized()
        if self._match is not None:
            self.show_place(*self._match)


def _has(entries: Iterable[Entry], text: str) -> bool:
    return any(text in entry.text.casefold() for entry in entries)


class StepBar(Static):
    """A bar showing the current step, and the steps whose responses were not accepted.

    A click selects a step.
    """

    class Clicked(Message):
        """Posted when a step is clicked."""

        def __init__(self, step: int) -> None:
            super().__init__()
            self.step = step

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(markup=False, id=id)
        self._step = 0
        self._length = 0
        self._marked: frozenset[int] = frozenset()

    def show(self, step: int, length: int, marked: Collection[int]) -> None:
        """Show a step out of ``length``; ``marked`` are the steps that were not accepted."""
        self._step, self._length, self._marked = step, length, frozenset(marked)
        self._draw()

    def on_resize(self) -> None:
        self._draw()

    def on_click(self, event: events.Click) -> None:
        place = event.get_content_offset(self)
        if place is not None and self._length:
            share = place.x / max(1, self.content_size.width - 1)
            self.post_message(self.Clicked(round(share * self._length)))

    def _draw(self) -> None:
        cells = self.content_size.width
        if not cells:
            return
        here = self._cell(self._step)
        marked = {self._cell(step) for step in self._marked}
        parts: list[tuple[str, str]] = []
        for at in range(cells):
            if at == here:
                parts.append(("⊗" if at in marked else "●", "bold $text-accent"))
            elif at in marked:
                parts.append(("✗", "$text-error"))
            else:
                parts.append(("━", "$text-accent") if at < here else ("─", "$text-muted"))
        self.update(Content.assemble(*parts))

    def _cell(self, step: int) -> int:
        return round(step / max(1, self._length) * (self.content_size.width - 1))

"""How an episode of a study ended, as far as the participant is to know."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.widget import Widget
from textual.widgets import Static

from clemtui.engine import REVEAL
from clemtui.episode.transcript import Line, is_cut_short
from clemtui.language import half_up, translatable
from clemtui.records.errors import StoreError
from clemtui.ui.shell.base import BaseScreen
from clemtui.ui.shell.context import Context
from clemtui.ui.shell.navigation import OpenEpisodeEnd
from clemtui.ui.widgets.board.board import Board
from clemtui.ui.widgets.key_guard import KeyGuard
from clemtui.ui.widgets.lists import TextPane
from clemtui.ui.widgets.transcript.ending import ending
from clemtui.wording.phrases import OUTCOME_MEANINGS, OUTCOMES


class EpisodeEndScreen(BaseScreen[None]):
    """The end of an episode of a study: nothing but what its condition does not withhold."""

    KEYS = ("study.next",)

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,escape", "close", translatable("Go on"), id="study.next",
                key_display="Enter"),
    ]  # fmt: skip

    def __init__(self, context: Context, to: OpenEpisodeEnd) -> None:
        super().__init__(context, to)
        self._live, self._voice, self._scores = to.live, to.voice, to.scores
        self._seen_by = to.seen_by
        self._guard = KeyGuard(painted=False, amid_typing=True)
        self.add_class(f"-{to.live.game.card.accent}")

    @property
    def player(self) -> str:
        return ""  # their code is for them alone

    def title_text(self) -> str:
        return self._voice.say(self._voice.listing.title)

    def contents(self) -> Iterator[Widget]:
        said = [Static(line, markup=False, classes="paragraph") for line in self._said()]
        said[0].set_classes("heading")
        yield TextPane(*said, id="said")
        yield Board(self._voice, id="board")

    def _said(self) -> Iterator[str]:
        ui, withheld, scores = self.interface, self._live.condition.withheld, self._scores
        cut_short = self._cut_short()
        yield cut_short or ui.text("The episode has ended.")
        if withheld == "result":
            return
        yield ui.text(
            "Result: {outcome}. {meaning}",
            outcome=ui.text(OUTCOMES[scores.outcome]),
            meaning=ui.text(OUTCOME_MEANINGS[scores.outcome]),
        )
        if withheld:
            return
        if scores.main_score is not None:
            yield ui.text("Main score: {score} of 100.", score=half_up(scores.main_score, 2))
        if not cut_short and (remark := self._remark(self._seen_by(REVEAL).lines)):
            yield remark

    def _cut_short(self) -> str:
        """Return why play ended before the game was decided; empty if it was decided."""
        return self._remark([line for line in self._seen_by(REVEAL).lines if is_cut_short(line)])

    def _remark(self, lines: Sequence[Line]) -> str:
        return ending(lines, self._voice, alone=len(self._live.human_seats) == 1)

    async def fill(self) -> None:
        if not self._live.condition.withheld:
            await self.query_one(Board).show(self._live.view(REVEAL))

    def on_mount(self) -> None:
        self.call_after_refresh(self._guard.mark_painted)
        self.query_one("#said").focus()
        if not self._live.condition.withheld:
            # a worker of the app, so that it is recorded even if this screen is closed at once
            self.app.run_worker(self._record_exposure(), group="reveal")

    async def _record_exposure(self) -> None:
        try:
            await (await self.context.service()).record_solution_seen(self._live)
        except StoreError as error:
            self.show_trouble(error)

    def on_key(self, event: events.Key) -> None:
        """Ignore keys that were typed for the game."""
        if (event.is_printable or event.key == "enter") and self._guard.rejects(event):
            event.stop()
            event.prevent_default()

    def action_close(self) -> None:
        if self.is_current:  # not twice
            self.dismiss(None)

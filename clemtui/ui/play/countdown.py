"""The line with the time that the person at the keyboard has left in an episode."""

from __future__ import annotations

from textual.widgets import Static

from clemtui.episode.seat_port import SeatPort, TimeUp
from clemtui.episode.stage import Stage
from clemtui.language import Interface
from clemtui.ui.widgets.answer.composer import Composer
from clemtui.wording.time_left import LAST_MINUTE, time_left_line


class Countdown(Static):
    """Says every second how much time is left, and ends the episode when there is none.

    Hidden without a time limit. It stands still whenever the person is not answering. The last
    minute has another colour and a sign.
    """

    def __init__(self, live: SeatPort, stage: Stage, ui: Interface) -> None:
        super().__init__(id="countdown", markup=False)
        self._live = live
        self._stage = stage
        self._ui = ui
        self._up: int | None = None

    def on_mount(self) -> None:
        self.display = False
        if self._live.condition.time_limit is not None and self._live.human_seats:
            self.set_interval(1, self.tick)
            self.call_after_refresh(self.tick)

    def tick(self) -> None:
        """Show the time left now."""
        left = self._left()
        self.display = left is not None
        if left is None:
            return
        last = left <= LAST_MINUTE
        self.set_class(last, "-last")
        said = time_left_line(left, self._ui)
        self.update(f"! {said}" if last else said)

    def _left(self) -> float | None:
        """Return the time left; end the episode if it is up."""
        if self._stage.active is None or self._stage.state.over:
            return None
        for composer in self.screen.query(Composer):  # none while the screen is being rebuilt
            request, answering = composer.request, composer.answering
            if request is None or answering is None:
                continue
            left = self._live.time_left(request.seat, request.id, answering.seconds)
            if left is not None and left <= 0 and self._up != request.id:
                self._up = request.id
                self._live.control(TimeUp(request.id, answering.timing(None)))
            return left
        return self._live.time_left(self._stage.active)
